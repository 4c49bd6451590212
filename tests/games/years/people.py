"""Who plays in simulated years: how often he looks in, how well he plays, when he is gone."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from games.models import Player
from tests.games.cast import DAY, named
from tests.games.years.plan import BEGIN, Plan

LOOKS = {"prompt": 0.95, "steady": 0.8, "slow": 0.5}
"""How likely he looks in within a step."""
HABITS = ("prompt", "steady", "prompt", "steady", "slow")
LATER = 8
"""One of so many is not there from the beginning."""
SITS_OUT, SAYS_NOTHING, VANISHES, WITHDRAWS, RETURNS = 0.08, 0.03, 0.06, 0.03, 0.5


@dataclass
class Person:
    """A player, what he is like, and what becomes of him in the season that comes."""

    player: Player
    looks: float
    skill: float
    """How likely he sees what a bot would do."""
    since: int
    """The season that he hears of the league."""
    random: Random
    comes: bool = False
    confirms: bool = True
    gone: tuple[datetime, datetime] = (BEGIN, BEGIN)
    """From when to when nothing is heard of him."""
    withdraws: datetime | None = None
    returns: float = RETURNS
    """How likely he takes that back."""
    told: set[object] = field(default_factory=set)
    """What he has made up his mind about."""

    def is_there(self, now: datetime) -> bool:
        """Whether he looks in now."""
        return self.random.random() < self.looks and not self.gone[0] <= now < self.gone[1]

    def decides(self, what: object, chance: float) -> bool:
        """Whether he does something that he is asked once."""
        if what in self.told:
            return False
        self.told.add(what)
        return self.random.random() < chance

    def begins(self, number: int, plan: Plan) -> None:
        """Let fate decide about the season that is announced."""
        fate, days = self.random.random, plan.rounds * plan.days

        def some_day() -> datetime:
            return plan.first_round(number) + fate() * days * DAY

        self.comes = number >= self.since and fate() >= SITS_OUT * plan.fates
        self.confirms = fate() >= SAYS_NOTHING * plan.fates
        self.withdraws = some_day() if fate() < WITHDRAWS * plan.fates else None
        if fate() < VANISHES * plan.fates:
            begun = some_day()
            self.gone = (begun, begun + (0.2 + fate()) * days * DAY)


def gather(plan: Plan) -> list[Person]:
    """Make people of all sorts."""
    return [_person(at, plan) for at in range(plan.players)]


def _person(at: int, plan: Plan) -> Person:
    random = Random(f"{plan.seed} {at}")
    later = at % LATER == LATER - 1
    return Person(
        named(f"p{at}@example.org", now=BEGIN),
        LOOKS[HABITS[at % len(HABITS)]],
        random.random(),
        random.randint(2, 4) if later else 1,
        random,
    )
