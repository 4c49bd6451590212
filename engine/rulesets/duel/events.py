"""What happens in a duel beyond the facts of every maze game, and who is told."""

from dataclasses import dataclass

from engine.api import Event, Seat
from engine.maze.cells import Cell
from engine.parts.facts import (
    Dealt,
    Drew,
    GameEnded,
    GoalOriented,
    GoalSeen,
    GoalTurned,
    Laid,
    Open,
    RockFell,
    RoundBegan,
    Skipped,
    ToolBroken,
    ToolMended,
    dump_event,
    loader,
)
from engine.rulesets.duel.cards import CODES
from engine.values import Made

DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: this happens every turn."""


@dataclass(frozen=True)
class Passed:
    """A seat passed with one or two cards face down."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The opponent learns how many cards went, not which."""
        return self if seat == self.seat else Passed(self.seat, self.count, None)


PASSED: Made[tuple[Seat, tuple[int, ...]], Passed] = Made(
    lambda key: Passed(key[0], len(key[1]), tuple(CODES[card] for card in key[1]))
)


@dataclass(frozen=True)
class CardRemoved(Open):
    """A seat discarded two cards face up to take a broken tool away from before itself."""

    seat: Seat
    what: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class DoorOpened(Open):
    """A seat put a key on a door. It stays open to that dwarf until the round ends."""

    seat: Seat
    cell: Cell
    side: str


@dataclass(frozen=True)
class TrollBribed(Open):
    """A seat put a counter on a troll, which now lets both dwarves pass."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True)
class GoldMarked(Open):
    """A counter was put on gold for the seat that reaches it; the mover may be the other."""

    seat: Seat
    cell: Cell
    card: str
    value: int


@dataclass(frozen=True)
class TrollsPaid(Open):
    """A seat paid its trolls with gold cards of these values, without change."""

    seat: Seat
    trolls: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Mishap(Open):
    """Solo: a card was drawn that had to be carried out at once. What came of it follows."""

    seat: Seat
    card: str


@dataclass(frozen=True)
class RoundEnded(Open):
    """A round is over. Gold is told by the values of its cards."""

    round: int
    ended: str
    won: tuple[tuple[int, ...], ...]
    trolls: tuple[int, ...]
    paid: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]


@dataclass(frozen=True)
class Graded(Open):
    """Solo: the result, from 1 to 4, as the rules have it."""

    seat: Seat
    gold: int
    grade: int


load_event = loader(
    (
        RoundBegan,
        Dealt,
        Laid,
        GoalTurned,
        GoalOriented,
        ToolBroken,
        ToolMended,
        CardRemoved,
        DoorOpened,
        RockFell,
        GoalSeen,
        TrollBribed,
        GoldMarked,
        Passed,
        Drew,
        Mishap,
        Skipped,
        TrollsPaid,
        RoundEnded,
        Graded,
        GameEnded,
    )
)

__all__ = [
    "DREW",
    "PASSED",
    "CardRemoved",
    "Dealt",
    "DoorOpened",
    "Drew",
    "GameEnded",
    "GoalOriented",
    "GoalSeen",
    "GoalTurned",
    "GoldMarked",
    "Graded",
    "Laid",
    "Mishap",
    "Passed",
    "RockFell",
    "RoundBegan",
    "RoundEnded",
    "Skipped",
    "ToolBroken",
    "ToolMended",
    "TrollBribed",
    "TrollsPaid",
    "dump_event",
    "load_event",
]
