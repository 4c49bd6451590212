"""What happens in the dark cave, fact by fact, and who is told. Places and borders go by name."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from engine.api import Event, Seat
from engine.maze.cells import Cell
from engine.parts import facts
from engine.parts.facts import (
    Drew,
    GameEnded,
    GoalOriented,
    GoalSeen,
    GoalTurned,
    Laid,
    Open,
    RoundBegan,
    Skipped,
)


@dataclass(frozen=True)
class _Own(ABC):
    """A fact of which only its own seat learns everything. The other fields are for all."""

    seat: Seat

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Others are not told what was on the card."""
        return self if seat == self.seat else self._covered()

    @abstractmethod
    def _covered(self) -> Event:
        """Tell what everybody sees of it."""


@dataclass(frozen=True)
class Dealt:
    """A seat got its clan card and its hand. The card's back is on the table for all to see."""

    seat: Seat
    clan: str
    role: str
    cards: tuple[str, ...]

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only who got the cards is told."""
        return self if seat == self.seat else None


@dataclass(frozen=True)
class RockFell(Open):
    """A path card was taken out of the maze, with the gold that lay on it."""

    seat: Seat
    cell: Cell
    card: str
    gold: int


@dataclass(frozen=True)
class ClanSeen(_Own):
    """A seat looked at somebody's clan card."""

    target: Seat
    role: str | None

    def _covered(self) -> Event:
        return replace(self, role=None)


@dataclass(frozen=True)
class AsideSeen(_Own):
    """The first to leave the cave looked at the clan cards that lie aside."""

    count: int
    cards: tuple[str, ...] | None

    def _covered(self) -> Event:
        return replace(self, cards=None)


@dataclass(frozen=True)
class HandsSwapped:
    """Two seats exchanged their hands; how many cards went each way is seen by all."""

    seat: Seat
    target: Seat
    given: int
    got: int
    cards: tuple[str, ...] | None
    """What the seat gave away."""
    theirs: tuple[str, ...] | None
    """What it got for it."""

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The two know both hands now."""
        if seat in (self.seat, self.target):
            return self
        return replace(self, cards=None, theirs=None)


@dataclass(frozen=True)
class Equipped(Open):
    """Boots or an axe were put before somebody."""

    seat: Seat
    target: Seat
    card: str


@dataclass(frozen=True)
class WebLaid(Open):
    """A web was laid."""

    seat: Seat
    border: str


@dataclass(frozen=True)
class WebAged(Open):
    """A web is one turn older; with 0 left it is gone."""

    owner: Seat
    border: str
    left: int


@dataclass(frozen=True)
class WebCut(Open):
    """A dwarf used an axe on a web; with 0 left it is gone."""

    seat: Seat
    border: str
    left: int


@dataclass(frozen=True)
class WebFell(Open):
    """A web went with the card whose open end it lay on."""

    owner: Seat
    border: str


@dataclass(frozen=True)
class Lured(Open):
    """A creature came out of a hole, or moved on from where it was."""

    seat: Seat
    creature: str
    place: str
    came_out: bool


@dataclass(frozen=True)
class CreatureLeft(Open):
    """A creature went back into the dark at the start of its owner's turn."""

    owner: Seat
    creature: str


@dataclass(frozen=True)
class Attacked(Open):
    """A creature attacked a dwarf; what that cost is told next, if it cost anything."""

    creature: str
    victim: Seat


@dataclass(frozen=True)
class DrivenOff(Open):
    """A dwarf drove a creature off with an axe before it attacked."""

    seat: Seat
    creature: str


@dataclass(frozen=True)
class CardLost(_Own):
    """A card was drawn blindly from a seat's hand, for a bridge or by the rat."""

    to: str
    card: str | None

    def _covered(self) -> Event:
        return replace(self, card=None)


@dataclass(frozen=True)
class GoldLost(Open):
    """A seat lost one gold, to a tunnel or to the goblin."""

    seat: Seat
    to: str


@dataclass(frozen=True)
class KnockedDown(Open):
    """The lindworm knocked a dwarf down."""

    seat: Seat


@dataclass(frozen=True)
class StoodUp(Open):
    """A dwarf stood up; it does not walk in this turn."""

    seat: Seat


@dataclass(frozen=True)
class Walked(Open):
    """A dwarf walked, field by field."""

    seat: Seat
    path: tuple[str, ...]


@dataclass(frozen=True)
class GoldTaken(Open):
    """A dwarf ended its walk on a vein and took the gold."""

    seat: Seat


@dataclass(frozen=True)
class ClanShown(Open):
    """A clan card was turned face up."""

    seat: Seat
    role: str


@dataclass(frozen=True)
class LeftCave(Open):
    """A dwarf left the cave with its gold."""

    seat: Seat
    gold: int


@dataclass(frozen=True)
class AxeOrdered:
    """A seat changed its standing order by a move, as it had to under the first version.

    Nobody else is told. Old records hold it; now the order is a setting that no fact tells of.
    """

    seat: Seat
    keep: bool

    def seen_by(self, seat: Seat | None) -> Event | None:
        """Only who gave the order knows it."""
        return self if seat == self.seat else None


@dataclass(frozen=True)
class Discarded(_Own):
    """A seat passed with one or two cards face down."""

    count: int
    cards: tuple[str, ...] | None

    def _covered(self) -> Event:
        return replace(self, cards=None)


@dataclass(frozen=True)
class EndProposed(Open):
    """A seat proposed to end the game here."""

    seat: Seat


@dataclass(frozen=True)
class EndAnswered(Open):
    """A seat agreed to end the game here, or did not."""

    seat: Seat
    agree: bool


@dataclass(frozen=True)
class RoundEnded(Open):
    """The game is over, all clan cards are turned up, all saved gold is counted."""

    ended: str
    won_by: str
    clans: tuple[str, ...]
    roles: tuple[str, ...]
    aside: tuple[str, ...]
    saved: tuple[int, ...]
    gold: tuple[int, ...]
    times: tuple[int, ...]
    treasure: tuple[int, ...]


__all__ = [
    "AsideSeen",
    "Attacked",
    "AxeOrdered",
    "CardLost",
    "ClanSeen",
    "ClanShown",
    "CreatureLeft",
    "Dealt",
    "Discarded",
    "Drew",
    "DrivenOff",
    "EndAnswered",
    "EndProposed",
    "Equipped",
    "GameEnded",
    "GoalOriented",
    "GoalSeen",
    "GoalTurned",
    "GoldLost",
    "GoldTaken",
    "HandsSwapped",
    "KnockedDown",
    "Laid",
    "LeftCave",
    "Lured",
    "RockFell",
    "RoundBegan",
    "RoundEnded",
    "Skipped",
    "StoodUp",
    "Walked",
    "WebAged",
    "WebCut",
    "WebFell",
    "WebLaid",
    "dump_event",
    "load_event",
]

dump_event = facts.dump_event
load_event = facts.loader(
    (
        RoundBegan,
        Dealt,
        Laid,
        RockFell,
        GoalSeen,
        ClanSeen,
        AsideSeen,
        HandsSwapped,
        Equipped,
        WebLaid,
        WebAged,
        WebCut,
        WebFell,
        Lured,
        CreatureLeft,
        Attacked,
        DrivenOff,
        CardLost,
        GoldLost,
        KnockedDown,
        StoodUp,
        Walked,
        GoalTurned,
        GoalOriented,
        GoldTaken,
        ClanShown,
        LeftCave,
        AxeOrdered,
        Discarded,
        Drew,
        Skipped,
        EndProposed,
        EndAnswered,
        RoundEnded,
        GameEnded,
    )
)
