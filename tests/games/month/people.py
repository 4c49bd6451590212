"""Who plays in a simulated month: how fast they answer, where they live, when they are gone."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from games.models import Player
from tests.games.cast import DAY, HOUR, named
from tests.games.month.plan import BEGIN, Plan

ZONES = (
    "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Chatham", "America/Sao_Paulo", "UTC", "Africa/Casablanca",
)  # fmt: skip
NIGHTS = ("", "22:00-07:00", "23:30-06:15", "01:00-09:00")


@dataclass(frozen=True, slots=True)
class Temper:
    """Hours between two looks, how often an ask is answered at a look, days he vanishes for."""

    hours: tuple[float, float]
    answers: float
    vanishes: tuple[float, float] | None = None


TEMPERS = {
    "prompt": Temper((1, 5), 0.95),
    "steady": Temper((5, 16), 0.9),
    "sleepy": Temper((10, 50), 0.6),
    "returns": Temper((4, 14), 0.9, (3, 8)),
    "vanishes": Temper((4, 14), 0.9, (99, 99)),
}


@dataclass
class Away:
    """A vacation as its player planned it, by his own calendar: when, and in which games."""

    begun: datetime
    ended: datetime
    days: tuple[date, date]
    games: set[int]


@dataclass
class Person:
    """A player and what he is like."""

    player: Player
    temper: str
    random: Random
    gone: tuple[datetime, datetime]
    away: list[Away] = field(default_factory=list)
    homes: list[tuple[str, str]] = field(default_factory=list)
    """Where he has lived and when he slept there, the present last."""

    def __post_init__(self) -> None:
        self.homes.append((self.player.time_zone, self.player.quiet))

    def awake(self, at: datetime) -> datetime:
        """The first instant from then on at which he may look."""
        if self.gone[0] <= at < self.gone[1]:
            at = self.gone[1]
        local = at.astimezone(ZoneInfo(self.player.time_zone))
        if local.hour < 7:
            at += timedelta(hours=7 - local.hour, minutes=self.random.randrange(60))
        return at

    def next_look(self, now: datetime) -> datetime:
        """When he looks again."""
        fastest, slowest = TEMPERS[self.temper].hours
        return self.awake(now + self.random.uniform(fastest, slowest) * HOUR)

    def answers(self, now: datetime) -> bool:
        """Whether he moves where he is asked; on vacation he seldom does."""
        share = 0.05 if self.is_away(now) else TEMPERS[self.temper].answers
        return self.random.random() < share

    def is_away(self, now: datetime) -> bool:
        """Whether he is on vacation."""
        return any(each.begun <= now < each.ended for each in self.away)

    def will_be_away(self, now: datetime) -> bool:
        """Whether he is on vacation or has planned one."""
        return any(now < each.ended for each in self.away)

    def midnight(self, now: datetime, days: int) -> datetime:
        """The beginning of a day of his, so many days from now."""
        day, zone = self.today(now) + timedelta(days=days), ZoneInfo(self.player.time_zone)
        return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)

    def today(self, now: datetime) -> date:
        """What his calendar shows."""
        return now.astimezone(ZoneInfo(self.player.time_zone)).date()


def gather(plan: Plan, random: Random) -> list[Person]:
    """Make people of all sorts."""
    return [_person(at, plan, random) for at in range(plan.people)]


def _person(at: int, plan: Plan, random: Random) -> Person:
    temper = plan.tempers[at % len(plan.tempers)]
    player = named(f"p{at}@example.org", now=BEGIN)
    player.time_zone = ZONES[at % len(ZONES)]
    player.quiet = NIGHTS[at // 2 % len(NIGHTS)]
    player.language = ("en", "de")[at % 2]
    player.save()
    gone = BEGIN + random.uniform(0.2, 0.7) * plan.days * DAY
    for_days = TEMPERS[temper].vanishes
    length = random.uniform(*for_days) * DAY if for_days else timedelta()
    return Person(player, temper, Random(random.random()), (gone, gone + length))
