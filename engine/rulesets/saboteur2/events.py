"""What happens in a game of Saboteur 2 beyond the facts of every maze game, and who is told."""

from engine.api import Seat
from engine.parts import facts
from engine.parts.facts import BySeat, Fact, ToSeat
from engine.rulesets.saboteur2.cards import CODES


class TheftLaid(BySeat):
    """A seat laid a theft card before itself."""


class HandsOff(ToSeat):
    """A seat took away a theft card from before the target."""


class Trapped(ToSeat):
    """A seat trapped a fellow player."""


class Freed(ToSeat):
    """A seat freed the target."""


class HatSwapped(ToSeat, hidden="role", to="target"):
    """A seat made the target draw a new dwarf. The old one stays secret as well."""

    role: str | None


class Inspected(ToSeat, hidden="role", to="seat target"):
    """A seat looked at the target's dwarf, which the target knows anyway."""

    role: str | None


class HandsSwapped(ToSeat, hidden="given taken", to="seat target"):
    """A seat and the target swapped their hands. Only the two of them saw the cards."""

    given: tuple[str, ...] | None
    taken: tuple[str, ...] | None


class RoundEnded(Fact, told="round won_by finder roles winners share crystals"):
    """A round is over and the dwarves of all players are turned up."""

    round: int
    won_by: str
    finder: Seat | None
    roles: tuple[str, ...]
    winners: tuple[Seat, ...]
    share: int
    crystals: int


class GoldPaid(BySeat, told="gold"):
    """A seat got its gold of the round. The sum follows from what all can see."""

    gold: int


class Stolen(BySeat, told="victim"):
    """A seat took one gold from the victim."""

    victim: Seat


class TheftDeclined(BySeat):
    """A seat might have stolen and did not."""


class TheftLapsed(BySeat):
    """A seat might have stolen, but nobody else had any gold (rulings 48 and 77)."""


DREW = facts.draws(CODES)

KINDS = facts.kinds_of(facts.WITH_PASSES, globals())
load_event = facts.loader(KINDS)
