"""What happens in a duel beyond the facts of every maze game, and who is told."""

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import BySeat, Fact, OnCell, Passed
from engine.rulesets.duel.cards import CODES
from engine.rulesets.duel.earlier import RENAMED
from engine.values import Made


class DoorOpened(OnCell, told="side"):
    """A seat put a key on a door. It stays open to that dwarf until the round ends."""

    side: str


class TrollBribed(OnCell):
    """A seat put a counter on a troll, which now lets both dwarves pass."""


class GoldMarked(OnCell, told="card value"):
    """A counter was put on gold for the seat that reaches it; the mover may be the other."""

    card: str
    value: int


class TrollsPaid(BySeat, told="trolls values"):
    """A seat paid its trolls with gold cards of these values, without change."""

    trolls: int
    values: tuple[int, ...]


class Mishap(BySeat, told="card"):
    """Solo: a card was drawn that had to be carried out at once. What came of it follows."""

    card: str


class RoundEnded(Fact, told="round ended won trolls paid gold"):
    """A round is over. Gold is told by the values of its cards."""

    round: int
    ended: str
    won: tuple[tuple[int, ...], ...]
    trolls: tuple[int, ...]
    paid: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]


class Graded(BySeat, told="gold grade"):
    """Solo: the result, from 1 to 4, as the rules have it."""

    gold: int
    grade: int


DREW = facts.draws(CODES)
PASSED: Made[tuple[Seat, tuple[int, ...]], Passed] = Made(
    lambda key: Passed(key[0], len(key[1]), tuple(CODES[card] for card in key[1]))
)

KINDS = facts.kinds_of(facts.WITH_PASSES, globals())
load_event = facts.loader(KINDS, RENAMED)
