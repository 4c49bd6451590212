"""What a table has chosen about time: read, held to its bounds, written (time.md, 3)."""

from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from games.clocks.rules import forms, styles
from games.clocks.rules.forms import Form
from games.clocks.rules.record import HIGHEST_BAR
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.styles import Bank, Fixed, Hour, Style, Untimed
from games.clocks.rules.walls import Night, clock_time, night, zone

Policy = Literal["autopilot", "bot"]
Pace = Literal["at once", "unhurried", "off"]
Households = Literal["told", "none", "free"]
"""Of two who live together: their organiser is told, they do not both sit here, or nobody minds."""
HOUSEHOLDS: tuple[Households, ...] = get_args(Households)
PACES: tuple[Pace, ...] = get_args(Pace)


@dataclass(frozen=True, slots=True)
class Settings:
    """The time settings of a game. Hours where nothing else is said."""

    style: Style
    zone: str = "UTC"
    days_off: frozenset[str] = frozenset()
    table_quiet: Night | None = None
    personal_quiet: bool = True
    vacation_days: int = 28
    resume_floor: int = 24
    least_waking: int = 0
    reminders: tuple[int, ...] = (50, 90)
    policy: Policy = "autopilot"
    misses: int = 2
    pace: Pace = "at once"
    bar: int = 0  # per cent of turns in time that are asked of who joins
    newcomers: bool = True
    households: Households = "told"


STEADY = Bank(72, 12, 120)
PRESETS = {
    "brisk": Settings(Fixed(24)),
    "steady": Settings(STEADY),
    "evening": Settings(Hour(clock_time("20:00"))),
    "easy": Settings(Fixed(72), days_off=frozenset({"sat", "sun"})),
}
FIELDS = {
    "clock", "zone", "days_off", "table_quiet", "personal_quiet", "vacation_days",
    "resume_floor", "least_waking", "reminders", "policy", "misses", "pace",
    "bar", "newcomers", "households",
}  # fmt: skip


def load(form: Form) -> Settings:
    """Read settings; refused by the name of the field that is out of bounds."""
    if unknown := set(form) - FIELDS:
        raise Refused(Reason.OUT_OF_BOUNDS, min(unknown))
    clock = form.get("clock", styles.dump(STEADY))
    quiet = form.get("table_quiet")
    read = Settings(
        style=styles.load(cast("Form", clock)),
        zone=zone(forms.text(form, "zone", "UTC")).key,
        days_off=forms.weekdays(form, "days_off", ()),
        table_quiet=night(None if quiet is None else forms.text(form, "table_quiet")),
        personal_quiet=forms.yes_or_no(form, "personal_quiet", default=True),
        vacation_days=forms.whole(form, "vacation_days", (0, 60), 28),
        resume_floor=forms.whole(form, "resume_floor", (0, 72), 24),
        least_waking=forms.whole(form, "least_waking", (0, 12), 0),
        reminders=_shares(form.get("reminders", [50, 90])),
        policy=cast("Policy", _one_of(form, "policy", get_args(Policy))),
        misses=forms.whole(form, "misses", (1, 5), 2),
        pace=cast("Pace", _one_of(form, "pace", get_args(Pace))),
        bar=forms.whole(form, "bar", (0, HIGHEST_BAR), 0),
        newcomers=forms.yes_or_no(form, "newcomers", default=True),
        households=cast("Households", _one_of(form, "households", HOUSEHOLDS)),
    )
    _days_that_work(read)
    return read


def dump(settings: Settings) -> dict[str, object]:
    """Settings as JSON; `load` reads them back."""
    quiet = settings.table_quiet
    return {
        "clock": styles.dump(settings.style),
        "zone": settings.zone,
        "days_off": forms.in_week_order(settings.days_off),
        "table_quiet": None if quiet is None else str(quiet),
        "personal_quiet": settings.personal_quiet,
        "vacation_days": settings.vacation_days,
        "resume_floor": settings.resume_floor,
        "least_waking": settings.least_waking,
        "reminders": list(settings.reminders),
        "policy": settings.policy,
        "misses": settings.misses,
        "pace": settings.pace,
        "bar": settings.bar,
        "newcomers": settings.newcomers,
        "households": settings.households,
    }


def fit_for(settings: Settings, *, people: int) -> Settings:
    """The settings; refused if nobody's waiting would ever end: no clock is for one alone."""
    if isinstance(settings.style, Untimed) and people > 1:
        raise Refused(Reason.NOT_ALONE, "clock")
    return settings


def preset(name: str, where: str) -> Settings:
    """One of the presets offered, for a table in that zone."""
    return replace(PRESETS[name], zone=zone(where).key)


def _days_that_work(settings: Settings) -> None:
    if len(settings.days_off) > 3:
        raise Refused(Reason.OUT_OF_BOUNDS, "days_off")
    if isinstance(settings.style, Hour) and settings.style.days <= settings.days_off:
        raise Refused(Reason.ALL_DAYS_OFF, "days")


def _shares(shares: object) -> tuple[int, ...]:
    if not isinstance(shares, list) or len(shares) > 4 or len(set(shares)) != len(shares):
        raise Refused(Reason.OUT_OF_BOUNDS, "reminders")
    each = (forms.whole({"reminders": share}, "reminders", (10, 95)) for share in shares)
    return tuple(sorted(each))


def _one_of(form: Form, field: str, choices: tuple[str, ...]) -> str:
    chosen = form.get(field, choices[0])
    if chosen not in choices:
        raise Refused(Reason.OUT_OF_BOUNDS, field)
    return chosen
