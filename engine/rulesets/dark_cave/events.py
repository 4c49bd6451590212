"""What happens in the dark cave beyond the facts of every maze game, and who is told.

Places and borders go by name.
"""

from dataclasses import dataclass

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import facts
from engine.parts.facts import Fact
from engine.rulesets.dark_cave.cards import CODES
from engine.rulesets.dark_cave.places import PLACE_NAMES, Place
from engine.values import Made


@dataclass(frozen=True)
class Dealt(Fact, told="seat clan", hidden="role cards", silent=True):
    """A seat got its clan card and its hand. Nobody else sees either."""

    seat: Seat
    clan: str
    role: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class RockFell(Fact, told="seat cell card gold"):
    """A path card was taken out of the maze, with the gold that lay on it."""

    seat: Seat
    cell: Cell
    card: str
    gold: int


@dataclass(frozen=True)
class ClanSeen(Fact, told="seat target", hidden="role"):
    """A seat looked at somebody's clan card."""

    seat: Seat
    target: Seat
    role: str | None


@dataclass(frozen=True)
class AsideSeen(Fact, told="seat count", hidden="cards"):
    """The first to leave the cave looked at the clan cards that lie aside."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class HandsSwapped(Fact, told="seat target given got", hidden="cards theirs", to="seat target"):
    """Two seats exchanged their hands; how many cards went each way is seen by all."""

    seat: Seat
    target: Seat
    given: int
    got: int
    cards: tuple[str, ...] | None
    """What the seat gave away."""
    theirs: tuple[str, ...] | None
    """What it got for it."""


@dataclass(frozen=True)
class Equipped(Fact, told="seat target card"):
    """Boots or an axe were put before somebody."""

    seat: Seat
    target: Seat
    card: str


@dataclass(frozen=True)
class WebLaid(Fact, told="seat border"):
    """A web was laid."""

    seat: Seat
    border: str


@dataclass(frozen=True)
class WebAged(Fact, told="owner border left"):
    """A web is one turn older; with 0 left it is gone."""

    owner: Seat
    border: str
    left: int


@dataclass(frozen=True)
class WebCut(Fact, told="seat border left"):
    """A dwarf used an axe on a web; with 0 left it is gone."""

    seat: Seat
    border: str
    left: int


@dataclass(frozen=True)
class WebFell(Fact, told="owner border"):
    """A web went with the card whose open end it lay on."""

    owner: Seat
    border: str


@dataclass(frozen=True)
class Lured(Fact, told="seat creature place came_out"):
    """A creature came out of a hole, or moved on from where it was."""

    seat: Seat
    creature: str
    place: str
    came_out: bool


@dataclass(frozen=True)
class CreatureLeft(Fact, told="owner creature"):
    """A creature went back into the dark at the start of its owner's turn."""

    owner: Seat
    creature: str


@dataclass(frozen=True)
class Attacked(Fact, told="creature victim"):
    """A creature attacked a dwarf; what that cost is told next, if it cost anything."""

    creature: str
    victim: Seat


@dataclass(frozen=True)
class DrivenOff(Fact, told="seat creature"):
    """A dwarf drove a creature off with an axe before it attacked."""

    seat: Seat
    creature: str


@dataclass(frozen=True)
class CardLost(Fact, told="seat to", hidden="card"):
    """A card was drawn blindly from a seat's hand, for a bridge or by the rat."""

    seat: Seat
    to: str
    card: str | None


@dataclass(frozen=True)
class GoldLost(Fact, told="seat to"):
    """A seat lost one gold, to a tunnel or to the goblin."""

    seat: Seat
    to: str


@dataclass(frozen=True)
class KnockedDown(Fact, told="seat"):
    """The lindworm knocked a dwarf down."""

    seat: Seat


@dataclass(frozen=True)
class StoodUp(Fact, told="seat"):
    """A dwarf stood up; it does not walk in this turn."""

    seat: Seat


@dataclass(frozen=True)
class Walked(Fact, told="seat path"):
    """A dwarf walked, field by field."""

    seat: Seat
    path: tuple[str, ...]


@dataclass(frozen=True)
class GoldTaken(Fact, told="seat"):
    """A dwarf ended its walk on a vein and took the gold."""

    seat: Seat


@dataclass(frozen=True)
class ClanShown(Fact, told="seat role"):
    """A clan card was turned face up."""

    seat: Seat
    role: str


@dataclass(frozen=True)
class LeftCave(Fact, told="seat gold"):
    """A dwarf left the cave with its gold."""

    seat: Seat
    gold: int


@dataclass(frozen=True)
class AxeOrdered(Fact, told="seat", hidden="keep", silent=True):
    """A seat changed its standing order by a move, as it had to under the first version.

    Nobody else is told. Old records hold it; now the order is a setting that no fact tells of.
    """

    seat: Seat
    keep: bool


@dataclass(frozen=True)
class Discarded(Fact, told="seat count", hidden="cards"):
    """A seat passed with one or two cards face down."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class EndProposed(Fact, told="seat"):
    """A seat proposed to end the game here."""

    seat: Seat


@dataclass(frozen=True)
class EndAnswered(Fact, told="seat agree"):
    """A seat agreed to end the game here, or did not."""

    seat: Seat
    agree: bool


@dataclass(frozen=True)
class RoundEnded(Fact, told="ended won_by clans roles aside saved gold times treasure"):
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


DREW: Made[tuple[Seat, int], facts.Drew] = Made(lambda key: facts.Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: this and the next happen in nearly every turn."""
WALKED: Made[tuple[Seat, tuple[Place, ...]], Walked] = Made(
    lambda key: Walked(key[0], tuple([PLACE_NAMES[place] for place in key[1]]))
)
"""By seat and way."""

LAID: Made[tuple[Seat, Cell, Placed], facts.Laid] = Made(
    lambda key: facts.Laid(key[0], key[1], CODES[key[2] >> 1], bool(key[2] & 1))
)
"""By seat, cell and how the card lies."""

KINDS = facts.kinds_of(facts.COMMON, globals())
load_event = facts.loader(KINDS)
