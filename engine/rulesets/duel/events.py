"""What happens in a duel beyond the facts of every maze game, and who is told."""

from dataclasses import dataclass

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import facts
from engine.parts.facts import Drew, Fact, Laid
from engine.rulesets.duel.cards import CODES
from engine.rulesets.duel.earlier import RENAMED
from engine.values import Made


@dataclass(frozen=True)
class Passed(Fact, told="seat count", hidden="cards"):
    """A seat passed with one or two cards face down. The opponent learns how many, not which."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class CardRemoved(Fact, told="seat what cards"):
    """A seat discarded two cards face up to take a broken tool away from before itself."""

    seat: Seat
    what: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class DoorOpened(Fact, told="seat cell side"):
    """A seat put a key on a door. It stays open to that dwarf until the round ends."""

    seat: Seat
    cell: Cell
    side: str


@dataclass(frozen=True)
class TrollBribed(Fact, told="seat cell"):
    """A seat put a counter on a troll, which now lets both dwarves pass."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True)
class GoldMarked(Fact, told="seat cell card value"):
    """A counter was put on gold for the seat that reaches it; the mover may be the other."""

    seat: Seat
    cell: Cell
    card: str
    value: int


@dataclass(frozen=True)
class TrollsPaid(Fact, told="seat trolls values"):
    """A seat paid its trolls with gold cards of these values, without change."""

    seat: Seat
    trolls: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Mishap(Fact, told="seat card"):
    """Solo: a card was drawn that had to be carried out at once. What came of it follows."""

    seat: Seat
    card: str


@dataclass(frozen=True)
class RoundEnded(Fact, told="round ended won trolls paid gold"):
    """A round is over. Gold is told by the values of its cards."""

    round: int
    ended: str
    won: tuple[tuple[int, ...], ...]
    trolls: tuple[int, ...]
    paid: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]


@dataclass(frozen=True)
class Graded(Fact, told="seat gold grade"):
    """Solo: the result, from 1 to 4, as the rules have it."""

    seat: Seat
    gold: int
    grade: int


DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card; one of these happens every turn."""
PASSED: Made[tuple[Seat, tuple[int, ...]], Passed] = Made(
    lambda key: Passed(key[0], len(key[1]), tuple(CODES[card] for card in key[1]))
)

LAID: Made[tuple[Seat, Cell, Placed], Laid] = Made(
    lambda key: Laid(key[0], key[1], CODES[key[2] >> 1], bool(key[2] & 1))
)
"""By seat, cell and how the card lies."""

KINDS = facts.kinds_of((*facts.COMMON, *facts.OF_TOOLS, facts.Dealt), globals())
load_event = facts.loader(KINDS, RENAMED)
