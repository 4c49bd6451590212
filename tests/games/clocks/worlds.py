"""Random tables in zones with every oddity, and clocks on the wall read minute by minute."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.clocks.rules import settings
from games.clocks.rules.banks import at_start
from games.clocks.rules.people import Person
from games.clocks.rules.settings import Settings
from games.clocks.rules.standstills import Standstill
from games.clocks.rules.stretches import MINUTE
from games.clocks.rules.styles import Bank, Fixed, Hour, Style
from games.clocks.rules.table import Seat, Table
from games.clocks.rules.walls import WEEKDAYS, Night

ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",  # a quarter of an hour
    "Pacific/Chatham",  # that, and summer time
    "Australia/Lord_Howe",  # half an hour of summer time
    "Antarctica/Troll",  # two hours of it
    "America/Sao_Paulo",  # turned at midnight, until 2019
    "Africa/Casablanca",  # turned for a month
    "Pacific/Apia",  # no 30 December 2011
    "Pacific/Kwajalein",  # no 21 August 1993
]
# Days before something odd happens in one of them.
ODD_DAYS = [
    date(1993, 8, 17), date(2011, 12, 26), date(2018, 2, 14), date(2018, 11, 1), date(2024, 2, 26),
    date(2026, 2, 13), date(2026, 3, 26), date(2026, 4, 2), date(2026, 9, 24), date(2026, 10, 1),
    date(2026, 10, 22), date(2028, 2, 27),
]  # fmt: skip
QUARTER = 15 * MINUTE

quarters = st.integers(0, 95).map(lambda n: time(n // 4, n % 4 * 15))


@st.composite
def instants(draw: st.DrawFn) -> datetime:
    """An instant on a quarter of an hour, a few days around an odd one."""
    day = datetime.combine(draw(st.sampled_from(ODD_DAYS)), time(), UTC)
    return day + draw(st.integers(0, 96 * 9)) * QUARTER


@st.composite
def nights(draw: st.DrawFn) -> Night:
    start, length = draw(quarters), draw(st.integers(1, 40)) * QUARTER
    return Night(start, (datetime.combine(date(2026, 1, 1), start) + length).time())


fixed = st.builds(Fixed, st.integers(1, 120))
hour = st.builds(
    Hour,
    quarters,
    st.integers(1, 72),
    st.frozensets(st.sampled_from(WEEKDAYS), min_size=4),
)


@st.composite
def banks(draw: st.DrawFn) -> Bank:
    initial = draw(st.integers(1, 120))
    return Bank(initial, draw(st.integers(1, 48)), initial + draw(st.integers(0, 48)))


@st.composite
def tables(draw: st.DrawFn, styles: st.SearchStrategy[Style] | None = None) -> Table:
    """A table of three that has not begun."""
    chosen = Settings(
        style=draw(styles or st.one_of(fixed, banks(), hour)),
        zone=draw(st.sampled_from(ZONES)),
        days_off=draw(st.frozensets(st.sampled_from(WEEKDAYS), max_size=3)),
        table_quiet=draw(st.none() | nights()),
        personal_quiet=draw(st.booleans()),
        resume_floor=draw(st.integers(0, 72)),
        least_waking=draw(st.integers(0, 12)),
        reminders=tuple(sorted(draw(st.sets(st.integers(10, 95), max_size=4)))),
    )
    assert settings.load(settings.dump(chosen)) == chosen
    people = st.builds(Person, st.sampled_from(ZONES), st.none() | nights())
    return Table(chosen, {n: Seat(draw(people), bank=at_start(chosen.style)) for n in (1, 2, 3)})


def shows(at: datetime, zone: str) -> datetime:
    """The naive time a clock on the wall shows."""
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def is_quiet(at: datetime, zone: str, quiet: Night | None) -> bool:
    """Whether the clock on the wall shows a time of the night."""
    if quiet is None:
        return False
    now = shows(at, zone).time()
    if quiet.start < quiet.end:
        return quiet.start <= now < quiet.end
    return now >= quiet.start or now < quiet.end


def is_day_off(at: datetime, chosen: Settings) -> bool:
    return WEEKDAYS[shows(at, chosen.zone).weekday()] in chosen.days_off


def is_away(at: datetime, absences: tuple[Standstill, ...]) -> bool:
    return any(each.start <= at < each.end for each in absences)


def counted(start: datetime, end: datetime, chosen: Settings, absences: Any) -> timedelta:
    """Running time counted quarter by quarter, as somebody with a clock on the wall would."""
    total = timedelta()
    while start < end:
        if not is_day_off(start, chosen) and not is_away(start, absences):
            total += QUARTER
        start += QUARTER
    return total
