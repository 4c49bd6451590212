"""What lies in a case is emptied some time after it is final. The verdict and a digest stay."""

import json
from datetime import datetime

from django.db.models import Q, QuerySet

from games.cases.rules.limits import KEPT
from games.limits.rules import key as mark
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Case, Objection, Report, Signal

AT_ONCE = 20
"""So many cases go by one commit: what was frozen of one may be long."""


def sweep(*, now: datetime) -> int:
    """Empty what was kept for long enough; count the cases and the appeals without one."""
    return sum(iter(lambda: _some(now), 0))


def _some(now: datetime) -> int:
    with because(Cause.SYSTEM):
        cases = list(_over(now).select_for_update(of=("self",)).order_by("pk")[:AT_ONCE])
        for report in Report.objects.filter(case__in=cases):
            _empty(report)
        Signal.objects.filter(case__in=cases).delete()
        alone = _appeals(now).order_by("pk")[:AT_ONCE]
        said = Objection.objects.filter(Q(case__in=cases) | Q(pk__in=list(alone)))
        appeals = said.exclude(said="").update(said="", message="")
        for case in cases:
            case.called, case.question, case.emptied_at = "", "", now
            case.save(update_fields=("called", "question", "emptied_at"))
        if cases or appeals:
            write("clean", now=now, arguments={"what": "cases", "cases": len(cases)})
    return len(cases) + appeals


def _over(now: datetime) -> "QuerySet[Case]":
    """Find the cases that nobody needs any more; those of who left go as soon as they are final."""
    left = Q(by__left_at__isnull=False) | Q(about__left_at__isnull=False)
    long_ago, final = _closed_before(now - KEPT), _closed_before(now - Case.APPEALABLE)
    return Case.objects.filter(emptied_at=None).filter(long_ago | left & final)


def _closed_before(moment: datetime) -> Q:
    own = Q(decided_at__lt=moment) & (Q(objection=None) | Q(objection__answered_at__lt=moment))
    other = Q(joined__decided_at__lt=moment) & (
        Q(joined__objection=None) | Q(joined__objection__answered_at__lt=moment)
    )
    return own & (Q(joined=None) | other)


def _appeals(now: datetime) -> "QuerySet[Objection]":
    """Find appeals against what no case led to."""
    alone = Objection.objects.filter(case=None).exclude(said="")
    left = Q(by__left_at__isnull=False, answered_at__isnull=False)
    return alone.filter(Q(answered_at__lt=now - KEPT) | left)


def _empty(report: Report) -> None:
    kept = [report.words, report.frozen, report.enclosed]
    report.digest = mark("report", json.dumps(kept, sort_keys=True, ensure_ascii=False))
    report.words, report.frozen, report.enclosed = "", {}, None
    report.save(update_fields=("words", "frozen", "enclosed", "digest"))
