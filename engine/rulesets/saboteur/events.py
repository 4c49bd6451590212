"""What happens in a game of Saboteur beyond the facts of every maze game, and who is told."""

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import BySeat, Fact
from engine.rulesets.saboteur.cards import CODES
from engine.values import Made


class Discarded(BySeat, hidden="card"):
    """A seat passed with a card face down. Others learn that it went, not which."""

    card: str | None


class RoundEnded(Fact, told="round won_by finder roles spare"):
    """A round is over and all dwarves are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    spare: str


class GoldPaid(BySeat, told="cards", hidden="values"):
    """A seat got gold cards. How many is seen, what they are worth stays secret until the end."""

    cards: int
    values: tuple[int, ...] | None


DISCARDED: Made[tuple[Seat, int], Discarded] = Made(lambda key: Discarded(key[0], CODES[key[1]]))
"""By seat and kind of card: this and the next happen every turn."""
DREW = facts.draws(CODES)

KINDS = facts.kinds_of(facts.WITH_TOOLS, globals())
load_event = facts.loader(KINDS)
