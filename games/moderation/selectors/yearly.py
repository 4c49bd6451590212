"""What was done in each year that is over, in numbers, for everybody. Reads only."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import ExtractYear

from games.models import Act, Case, Glass, Objection
from games.moderation.rules.matrix import UNTOLD


@dataclass(frozen=True, slots=True)
class Year:
    """A year's numbers."""

    year: int
    acts: Mapping[str, int] = field(default_factory=Counter)
    """By key."""
    glass: Mapping[str, int] = field(default_factory=Counter)
    """By level: what has been told of."""
    findings: Mapping[str, int] = field(default_factory=Counter)
    """Reports that were laid, by what was found."""
    answers: Mapping[str, int] = field(default_factory=Counter)
    """Appeals, by their answer; those that wait are under an empty name."""
    alone: int = 0
    """Acts that would have taken a second person."""


def years(*, now: datetime) -> tuple[Year, ...]:
    """Count, the latest year first. The one that runs is left out: it would tell of this week."""
    acts = Act.objects.filter(stage=Act.Stage.DONE).exclude(key__in=UNTOLD)
    by_acts = _counted(acts, "done_at", "key", now)
    # Of a look nobody learns before the table does.
    glass = Glass.objects.filter(told_at__isnull=False)
    found = {
        "acts": by_acts,
        "glass": _counted(glass, "told_at", "level", now),
        "findings": _counted(Case.objects.all(), "made_at", "finding", now),
        "answers": _counted(Objection.objects.all(), "made_at", "answer", now),
    }
    alone = _counted(acts.filter(alone=True), "done_at", "alone", now)
    named = sorted({year for counts in found.values() for year in counts}, reverse=True)
    return tuple(
        Year(
            year,
            **{name: counts.get(year, Counter()) for name, counts in found.items()},
            alone=sum(alone.get(year, Counter()).values()),
        )
        for year in named
    )


def _counted(
    rows: "QuerySet[Act] | QuerySet[Glass] | QuerySet[Case] | QuerySet[Objection]",
    at: str,
    name: str,
    now: datetime,
) -> dict[int, Counter[str]]:
    begins = datetime(now.astimezone(UTC).year, 1, 1, tzinfo=UTC)
    over = rows.filter(Q(**{f"{at}__lt": begins}))
    counted = over.annotate(year=ExtractYear(at, tzinfo=UTC)).values_list("year", name)
    years: dict[int, Counter[str]] = {}
    for year, what, count in counted.annotate(n=Count("pk")).order_by("year", name):
        years.setdefault(year, Counter())[str(what)] = count
    return years
