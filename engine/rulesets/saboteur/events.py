"""What happens in a game of Saboteur beyond the facts of every maze game, and who is told."""

from dataclasses import dataclass

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import Drew, Fact
from engine.rulesets.saboteur.cards import CODES
from engine.values import Made


@dataclass(frozen=True)
class Discarded(Fact, told="seat", hidden="card"):
    """A seat passed with a card face down. Others learn that it went, not which."""

    seat: Seat
    card: str | None


@dataclass(frozen=True)
class RoundEnded(Fact, told="round won_by finder roles spare"):
    """A round is over and all dwarves are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    spare: str


@dataclass(frozen=True)
class GoldPaid(Fact, told="seat cards", hidden="values"):
    """A seat got gold cards. How many is seen, what they are worth stays secret until the end."""

    seat: Seat
    cards: int
    values: tuple[int, ...] | None


DISCARDED: Made[tuple[Seat, int], Discarded] = Made(lambda key: Discarded(key[0], CODES[key[1]]))
DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: these two happen every turn."""

KINDS = facts.kinds_of((*facts.COMMON, *facts.OF_TOOLS, facts.Dealt), globals())
load_event = facts.loader(KINDS)
