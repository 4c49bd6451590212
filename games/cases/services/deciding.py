"""A verdict is stored, once, and its reporters are told whether measures were taken, never which.

Whom a measure is about is told by the measure itself. The caller is the act, which holds the case.
"""

from dataclasses import dataclass
from datetime import datetime

from games.models import Case, Claim, Letter, Objection, Player
from games.services import mailbox

Finding = Case.Finding


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, and for whom something follows."""

    finding: str
    concerned: Player | None = None
    joined: Case | None = None


def decide(case: Case, verdict: Verdict, *, by: Player, now: datetime) -> None:
    """Close a case with a verdict, and tell those who reported."""
    case.finding, case.joined = verdict.finding, verdict.joined
    case.concerned = verdict.concerned
    case.decided_at, case.decided_by, case.asked_at = now, by, None
    case.version += 1
    case.save()
    Claim.objects.filter(case=case).delete()
    for told in to_be_told(case, verdict):
        mailbox.post_to(told.by.email, Letter.Kind.VERDICT, now=now, case=told)


def to_be_told(case: Case, verdict: Verdict) -> list[Case]:
    """List the cases whose reporters are told now: of one that joins another with that one."""
    if verdict.joined is not None:
        return [case] if verdict.joined.decided_at is not None else []
    own = [case] if verdict.finding != Finding.ABUSE else []
    return [*own, *case.joins.select_related("by").order_by("pk")]


def answer(objection: Objection, said: str, message: str, *, by: Player, now: datetime) -> None:
    """Answer an appeal for good, and tell who made it."""
    objection.answer, objection.message = said, message
    objection.answered_at, objection.answered_by = now, by
    objection.version += 1
    objection.save()
    Claim.objects.filter(objection=objection).delete()
    mailbox.post_to(objection.by.email, Letter.Kind.APPEAL, now=now, objection=objection)
