"""What happens in the dark cave beyond the facts of every maze game, and who is told.

Places and borders go by name.
"""

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import BySeat, Fact, ToSeat, WithCards
from engine.rulesets.dark_cave.cards import CODES
from engine.rulesets.dark_cave.places import PLACE_NAMES, Place


class Dealt(BySeat, told="clan", hidden="role cards", silent=True):
    """A seat got its clan card and its hand. Nobody else sees either."""

    clan: str
    role: str
    cards: tuple[str, ...]


class RockFell(facts.RockFell, told="gold"):
    """A path card was taken out of the maze, with the gold that lay on it."""

    gold: int


class ClanSeen(ToSeat, hidden="role"):
    """A seat looked at somebody's clan card."""

    role: str | None


class AsideSeen(WithCards):
    """The first to leave the cave looked at the clan cards that lie aside."""


class HandsSwapped(ToSeat, told="given got", hidden="cards theirs", to="seat target"):
    """Two seats exchanged their hands; how many cards went each way is seen by all."""

    given: int
    got: int
    cards: tuple[str, ...] | None
    """What the seat gave away."""
    theirs: tuple[str, ...] | None
    """What it got for it."""


class Equipped(ToSeat, told="card"):
    """Boots or an axe were put before somebody."""

    card: str


class WebLaid(BySeat, told="border"):
    """A web was laid."""

    border: str


class WebAged(Fact, told="owner border left"):
    """A web is one turn older; with 0 left it is gone."""

    owner: Seat
    border: str
    left: int


class WebCut(BySeat, told="border left"):
    """A dwarf used an axe on a web; with 0 left it is gone."""

    border: str
    left: int


class WebFell(Fact, told="owner border"):
    """A web went with the card whose open end it lay on."""

    owner: Seat
    border: str


class Lured(BySeat, told="creature place came_out"):
    """A creature came out of a hole, or moved on from where it was."""

    creature: str
    place: str
    came_out: bool


class CreatureLeft(Fact, told="owner creature"):
    """A creature went back into the dark at the start of its owner's turn."""

    owner: Seat
    creature: str


class Attacked(Fact, told="creature victim"):
    """A creature attacked a dwarf; what that cost is told next, if it cost anything."""

    creature: str
    victim: Seat


class DrivenOff(BySeat, told="creature"):
    """A dwarf drove a creature off with an axe before it attacked."""

    creature: str


class CardLost(BySeat, told="to", hidden="card"):
    """A card was drawn blindly from a seat's hand, for a bridge or by the rat."""

    to: str
    card: str | None


class GoldLost(BySeat, told="to"):
    """A seat lost one gold, to a tunnel or to the goblin."""

    to: str


class KnockedDown(BySeat):
    """The lindworm knocked a dwarf down."""


class StoodUp(BySeat):
    """A dwarf stood up; it does not walk in this turn."""


class Walked(BySeat, told="path"):
    """A dwarf walked, field by field."""

    path: tuple[str, ...]


class GoldTaken(BySeat):
    """A dwarf ended its walk on a vein and took the gold."""


class ClanShown(BySeat, told="role"):
    """A clan card was turned face up."""

    role: str


class LeftCave(BySeat, told="gold"):
    """A dwarf left the cave with its gold."""

    gold: int


class AxeOrdered(BySeat, hidden="keep", silent=True):
    """A seat changed its standing order by a move, as it had to under the first version.

    Nobody else is told. Old records hold it; now the order is a setting that no fact tells of.
    """

    keep: bool


class Discarded(WithCards):
    """A seat passed with one or two cards face down."""


class EndProposed(BySeat):
    """A seat proposed to end the game here."""


class EndAnswered(BySeat, told="agree"):
    """A seat agreed to end the game here, or did not."""

    agree: bool


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


DREW = facts.draws(CODES)


def walked(seat: Seat, way: tuple[Place, ...]) -> Walked:
    """Tell which way a dwarf walked."""
    return Walked(seat, tuple([PLACE_NAMES[place] for place in way]))


KINDS = facts.kinds_of(facts.COMMON, globals())
load_event = facts.loader(KINDS)
