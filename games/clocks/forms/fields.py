"""Fields for days, hours and nights on a clock on the wall."""

from collections.abc import Iterator
from typing import Any

from django import forms

from games import texts
from games.clocks.rules import walls
from games.clocks.rules.refusals import Refused


def day_field(label: Any, *, required: bool = True, hidden: bool = False) -> forms.DateField:
    """Make a field for a day of the reader's calendar."""
    kind = "hidden" if hidden else "date"
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": kind})
    return forms.DateField(label=label, required=required, widget=widget)


def hour_field(label: Any) -> forms.TimeField:
    """Make a field for a time on a clock on the wall."""
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    return forms.TimeField(label=label, required=False, widget=widget)


def check_night(form: forms.Form, start: str, end: str) -> None:
    """Mark a night that cannot be."""
    try:
        walls.night(night_of(form, start, end))
    except Refused as refused:
        form.add_error(start, texts.refusal_text(refused, "quiet"))


def night_of(form: forms.Form, start: str, end: str) -> str | None:
    """Write a night down, or the half of it that was given; none if nothing was."""
    if start in form.errors or end in form.errors:
        return None
    times = [form.cleaned_data.get(name) for name in (start, end)]
    written = "-".join(_written(times))
    return None if written == "-" else written


def _written(times: list[object]) -> Iterator[str]:
    return (f"{at:%H:%M}" if at else "" for at in times)
