"""Stretches in which a clock does not run: pauses, vacations and days off (time.md, 4.2 to 4.4)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.rules import forms
from games.clocks.rules.forms import Form
from games.clocks.rules.stretches import Stretch, union

LONG = timedelta(hours=24)
HOLD, REPAIR = "hold", "repair"
"""The causes of standstills that the service brought about itself: of all games, or of one."""
OURS = frozenset({HOLD, REPAIR})


@dataclass(frozen=True, slots=True)
class Standstill:
    """A pause of the table or a vacation of the seat's player."""

    cause: str
    start: datetime
    end: datetime
    early: bool = False  # it ended before its announced end

    @property
    def stretch(self) -> Stretch:
        """When it is."""
        return Stretch(self.start, self.end)

    @property
    def has_floor(self) -> bool:
        """Whether who comes back from it finds a day (4.4): not after a short break."""
        long = self.end - self.start >= LONG
        return self.cause == "vacation" or (self.cause not in OURS and (long or self.early))

    def pauses(self, at: datetime) -> bool:
        """Whether it closes its table then: what the whole service does closes none."""
        return self.cause not in OURS and self.stretch.holds(at)


def in_order(absences: Iterable[Standstill]) -> Iterator[Stretch]:
    """When pauses and vacations are, overlaps once."""
    return union(sorted(each.stretch for each in absences))


def dump(each: Standstill) -> dict[str, object]:
    """A standstill as JSON; `load` reads it back."""
    start, end = forms.instant(each.start), forms.instant(each.end)
    return {"cause": each.cause, "start": start, "end": end, "early": each.early}


def load(form: Form) -> Standstill:
    """The standstill that `dump` wrote."""
    return Standstill(
        forms.text(form, "cause"),
        forms.read_instant(form["start"]),
        forms.read_instant(form["end"]),
        forms.yes_or_no(form, "early", default=False),
    )
