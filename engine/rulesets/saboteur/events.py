"""What happens in a game of Saboteur, fact by fact, and who is told."""

from dataclasses import dataclass

from engine.api import Event, Seat
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
from engine.rulesets.saboteur.state import CODES
from engine.values import Made


@dataclass(frozen=True)
class Discarded:
    """A seat passed with a card face down."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn that a card went, not which."""
        return self if seat == self.seat else Discarded(self.seat, None)


DISCARDED: Made[tuple[Seat, int], Discarded] = Made(lambda key: Discarded(key[0], CODES[key[1]]))
DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: these two happen every turn."""


@dataclass(frozen=True)
class RoundEnded(Open):
    """A round is over and all dwarves are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    spare: str


@dataclass(frozen=True)
class GoldPaid:
    """A seat got gold cards. How many is seen, what they are worth stays secret until the end."""

    seat: Seat
    cards: int
    values: tuple[int, ...] | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn the number of cards."""
        return self if seat == self.seat else GoldPaid(self.seat, self.cards, None)


load_event = loader(
    (
        RoundBegan,
        Dealt,
        Laid,
        GoalTurned,
        GoalOriented,
        ToolBroken,
        ToolMended,
        RockFell,
        GoalSeen,
        Discarded,
        Drew,
        Skipped,
        RoundEnded,
        GoldPaid,
        GameEnded,
    )
)

__all__ = [
    "DISCARDED",
    "DREW",
    "Dealt",
    "Discarded",
    "Drew",
    "GameEnded",
    "GoalOriented",
    "GoalSeen",
    "GoalTurned",
    "GoldPaid",
    "Laid",
    "RockFell",
    "RoundBegan",
    "RoundEnded",
    "Skipped",
    "ToolBroken",
    "ToolMended",
    "dump_event",
    "load_event",
]
