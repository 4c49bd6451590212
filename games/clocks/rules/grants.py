"""Time that is given on top of a turn, in the order it was given (time.md, 4.1 d)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from games.clocks.rules import forms
from games.clocks.rules.forms import Form
from games.clocks.rules.stretches import Stretch


@dataclass(frozen=True, slots=True)
class Extension:
    """Hours of running time on top of the deadline."""

    hours: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """So much running time after an instant, for the cause that is named."""

    cause: str
    since: datetime
    running: timedelta

    @property
    def is_ours(self) -> bool:
        """Whether it makes good a fault of ours: a letter that could not leave."""
        return self.cause == "outage"


@dataclass(frozen=True, slots=True)
class Outage:
    """The service was down: what fell into it moves by its length, and so much was left then."""

    stretch: Stretch
    left: timedelta


Grant = Extension | AtLeast | Outage


def dump_grant(grant: Grant) -> dict[str, object]:
    """A grant as JSON; `load_grant` reads it back."""
    match grant:
        case Extension(hours):
            return {"hours": hours}
        case AtLeast(cause, since, running):
            length = forms.seconds(running)
            return {"cause": cause, "since": forms.instant(since), "running": length}
        case Outage(stretch, left):
            gone = {"since": forms.instant(stretch.start), "end": forms.instant(stretch.end)}
            return gone | {"left": forms.seconds(left)}
        case _:
            assert_never(grant)


def load_grant(form: Form) -> Grant:
    """The grant that `dump_grant` wrote."""
    if "hours" in form:
        return Extension(forms.whole(form, "hours", (1, 336)))
    since = forms.read_instant(form["since"])
    if "end" in form:
        stretch = Stretch(since, forms.read_instant(form["end"]))
        return Outage(stretch, forms.read_seconds(form["left"]))
    return AtLeast(forms.text(form, "cause"), since, forms.read_seconds(form["running"]))
