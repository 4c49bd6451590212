"""What happens in a game of Saboteur 2 beyond the facts of every maze game, and who is told."""

from dataclasses import dataclass

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import Drew, Fact
from engine.rulesets.saboteur2.cards import CODES
from engine.values import Made


@dataclass(frozen=True)
class Passed(Fact, told="seat count", hidden="cards"):
    """A seat passed with one to three cards face down. Others learn how many went, not which."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class CardRemoved(Fact, told="seat what cards"):
    """A seat discarded two cards face up to take one away from before itself (ruling 68)."""

    seat: Seat
    what: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TheftLaid(Fact, told="seat"):
    """A seat laid a theft card before itself."""

    seat: Seat


@dataclass(frozen=True)
class HandsOff(Fact, told="seat target"):
    """A seat took away a theft card from before the target."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class Trapped(Fact, told="seat target"):
    """A seat trapped a fellow player."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class Freed(Fact, told="seat target"):
    """A seat freed the target."""

    seat: Seat
    target: Seat


@dataclass(frozen=True)
class HatSwapped(Fact, told="seat target", hidden="role", to="target"):
    """A seat made the target draw a new dwarf. The old one stays secret as well."""

    seat: Seat
    target: Seat
    role: str | None


@dataclass(frozen=True)
class Inspected(Fact, told="seat target", hidden="role", to="seat target"):
    """A seat looked at the target's dwarf, which the target knows anyway."""

    seat: Seat
    target: Seat
    role: str | None


@dataclass(frozen=True)
class HandsSwapped(Fact, told="seat target", hidden="given taken", to="seat target"):
    """A seat and the target swapped their hands. Only the two of them saw the cards."""

    seat: Seat
    target: Seat
    given: tuple[str, ...] | None
    taken: tuple[str, ...] | None


@dataclass(frozen=True)
class RoundEnded(Fact, told="round won_by finder roles winners share crystals"):
    """A round is over and the dwarves of all players are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    winners: tuple[Seat, ...]
    share: int
    crystals: int


@dataclass(frozen=True)
class GoldPaid(Fact, told="seat gold"):
    """A seat got its gold of the round. The sum follows from what all can see."""

    seat: Seat
    gold: int


@dataclass(frozen=True)
class Stolen(Fact, told="seat victim"):
    """A seat took one gold from the victim."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True)
class TheftDeclined(Fact, told="seat"):
    """A seat might have stolen and did not."""

    seat: Seat


@dataclass(frozen=True)
class TheftLapsed(Fact, told="seat"):
    """A seat might have stolen, but nobody else had any gold (rulings 48 and 77)."""

    seat: Seat


DREW: Made[tuple[Seat, int], Drew] = Made(lambda key: Drew(key[0], CODES[key[1]]))
"""By seat and kind of card: this happens every turn."""

KINDS = facts.kinds_of((*facts.COMMON, *facts.OF_TOOLS, facts.Dealt), globals())
load_event = facts.loader(KINDS)
