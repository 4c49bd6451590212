"""The four clock styles: how much running time a turn has (time.md, 3)."""

from dataclasses import dataclass
from datetime import time, timedelta

from games.clocks.rules import forms
from games.clocks.rules.forms import Form
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.walls import WEEKDAYS, clock_time


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same hours for every turn."""

    hours: int


@dataclass(frozen=True, slots=True)
class Bank:
    """Hours that are saved from turn to turn."""

    initial: int
    increment: int
    cap: int


@dataclass(frozen=True, slots=True)
class Hour:
    """A local hour by which every turn is over."""

    at: time
    notice: int = 12
    days: frozenset[str] = frozenset(WEEKDAYS)


@dataclass(frozen=True, slots=True)
class Untimed:
    """No deadline."""


Style = Fixed | Bank | Hour | Untimed


def load(form: Form) -> Style:
    """Read a style and hold it to its bounds."""
    match form.get("style"):
        case "fixed":
            return Fixed(forms.whole(form, "hours", (1, 336)))
        case "bank":
            return _bank(form)
        case "hour":
            return _hour(form)
        case "none":
            return Untimed()
        case _:
            raise Refused(Reason.OUT_OF_BOUNDS, "style")


def dump(style: Style) -> dict[str, object]:
    """A style as JSON; `load` reads it back."""
    match style:
        case Fixed(hours):
            return {"style": "fixed", "hours": hours}
        case Bank(initial, increment, cap):
            return {"style": "bank", "initial": initial, "increment": increment, "cap": cap}
        case Hour(at, notice, days):
            named = forms.in_week_order(days)
            return {"style": "hour", "at": f"{at:%H:%M}", "notice": notice, "days": named}
        case Untimed():
            return {"style": "none"}


def allotment(style: Style, bank: timedelta | None) -> timedelta | None:
    """The running time a turn has that begins now; none without a clock."""
    match style:
        case Fixed(hours):
            return timedelta(hours=hours)
        case Bank(initial):
            return timedelta(hours=initial) if bank is None else bank
        case Hour(notice=notice):
            return timedelta(hours=notice)
        case Untimed():
            return None


def _bank(form: Form) -> Bank:
    initial = forms.whole(form, "initial", (1, 720))
    increment = forms.whole(form, "increment", (1, 168))
    return Bank(initial, increment, forms.whole(form, "cap", (initial, 1440)))


def _hour(form: Form) -> Hour:
    days = forms.weekdays(form, "days", WEEKDAYS)
    if not days:
        raise Refused(Reason.OUT_OF_BOUNDS, "days")
    at = clock_time(forms.text(form, "at"))
    return Hour(at, forms.whole(form, "notice", (1, 72), 12), days)
