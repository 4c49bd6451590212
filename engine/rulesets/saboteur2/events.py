"""What happens in a game of Saboteur 2 beyond the facts of every maze game, and who is told."""

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
from engine.rulesets.saboteur2.state import CODES
from engine.values import Made

DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: this happens every turn."""


@dataclass(frozen=True)
class Passed:
    """A seat passed with one to three cards face down."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others learn how many cards went, not which."""
        return self if seat == self.seat else Passed(self.seat, self.count, None)


@dataclass(frozen=True)
class CardRemoved(Open):
    """A seat discarded two cards face up to take one away from before itself (ruling 68)."""

    seat: Seat
    what: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TheftLaid(Open):
    """A seat laid a theft card before itself."""

    seat: Seat


@dataclass(frozen=True)
class HandsOff(Open):
    """A seat took away a theft card from before the target."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class Trapped(Open):
    """A seat trapped a fellow player."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class Freed(Open):
    """A seat freed the target."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class HatSwapped:
    """A seat made the target draw a new dwarf. The old one stays secret as well."""

    seat: Seat
    target: Seat
    role: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only who has the new dwarf is told which it is."""
        return self if seat == self.target else HatSwapped(self.seat, self.target, None)


@dataclass(frozen=True)
class Inspected:
    """A seat looked at the target's dwarf."""

    seat: Seat
    target: Seat
    role: str | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only who looked is told what it is; the target knows it anyway."""
        known = seat in (self.seat, self.target)
        return self if known else Inspected(self.seat, self.target, None)


@dataclass(frozen=True)
class HandsSwapped:
    """A seat and the target swapped their hands."""

    seat: Seat
    target: Seat
    given: tuple[str, ...] | None
    taken: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only the two of them saw the cards."""
        known = seat in (self.seat, self.target)
        return self if known else HandsSwapped(self.seat, self.target, None, None)


@dataclass(frozen=True)
class RoundEnded(Open):
    """A round is over and the dwarves of all players are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    winners: tuple[Seat, ...]
    share: int
    crystals: int


@dataclass(frozen=True)
class GoldPaid(Open):
    """A seat got its gold of the round. The sum follows from what all can see."""

    seat: Seat
    gold: int


@dataclass(frozen=True)
class Stolen(Open):
    """A seat took one gold from the victim."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True)
class TheftDeclined(Open):
    """A seat might have stolen and did not."""

    seat: Seat


@dataclass(frozen=True)
class TheftLapsed(Open):
    """A seat might have stolen, but nobody else had any gold (rulings 48 and 77)."""

    seat: Seat


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
        Drew,
        Skipped,
        Passed,
        CardRemoved,
        TheftLaid,
        HandsOff,
        Trapped,
        Freed,
        HatSwapped,
        Inspected,
        HandsSwapped,
        RoundEnded,
        GoldPaid,
        Stolen,
        TheftDeclined,
        TheftLapsed,
        GameEnded,
    )
)

__all__ = [
    "DREW",
    "CardRemoved",
    "Dealt",
    "Drew",
    "Freed",
    "GameEnded",
    "GoalOriented",
    "GoalSeen",
    "GoalTurned",
    "GoldPaid",
    "HandsOff",
    "HandsSwapped",
    "HatSwapped",
    "Inspected",
    "Laid",
    "Passed",
    "RockFell",
    "RoundBegan",
    "RoundEnded",
    "Skipped",
    "Stolen",
    "TheftDeclined",
    "TheftLaid",
    "TheftLapsed",
    "ToolBroken",
    "ToolMended",
    "Trapped",
    "dump_event",
    "load_event",
]
