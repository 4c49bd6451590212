"""One moderator at a time looks at a case or an appeal, and each at one. Only he decides it."""

from datetime import datetime
from typing import Any

from games.cases import selectors
from games.cases.rules import limits
from games.errors import ClaimedByAnother, ClaimsAnother, NotClaimed
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Case, Claim, Letter, Objection, Player
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right, Role
from games.moderation.rules.refusals import NoSuch, Stale
from games.moderation.selectors import roles_of
from games.services import mailbox
from games.talk.rules import plain

Thing = Case | Objection


def claim(thing: Thing, *, by: Player, now: datetime) -> None:
    """Let somebody look at a case or an appeal from now on, or go on doing so.

    Raises NoSuch, ClaimedByAnother or ClaimsAnother.
    """
    with because(Cause.ACT):
        role, held = _hold(thing, by)
        current = selectors.claim_of(held, now=now)
        if current is not None and current.by_id == by.pk:
            _touch(current, now)
            return
        if current is not None:
            raise ClaimedByAnother
        if selectors.claims(now=now).filter(by=by).exists():
            raise ClaimsAnother
        # Those that do not hold any more, of whoever it was.
        Claim.objects.filter(**_which(held)).delete()
        Claim.objects.filter(by=by).delete()
        Claim.objects.create(by=by, touched_at=now, **_which(held))
        count_on(held)
        _log("claim", held, role, by, now)


def give_back(thing: Thing, *, by: Player, now: datetime) -> None:
    """Let somebody else look at it; nothing if it was not his. Raises NoSuch."""
    with because(Cause.ACT):
        role, held = _hold(thing, by)
        if Claim.objects.filter(by=by, **_which(held)).delete()[0]:
            count_on(held)
            _log("claim-ended", held, role, by, now)


def ask(case: Case, typed: str, *, seen: int, by: Player, now: datetime) -> None:
    """Put a question to the reporter; the case waits for his answer, for a week at most.

    Raises NoSuch, BadText, NotClaimed, or Stale if the case is not as it was seen.
    """
    question = plain.said(typed, most=limits.LONGEST_QUESTION)
    with because(Cause.ACT):
        role, held = _hold(case, by)
        assert isinstance(held, Case), "held as it was given"
        require(held, by=by, now=now)
        if held.version != seen:
            raise Stale
        held.question, held.asked_at = question, now
        held.save(update_fields=("question", "asked_at"))
        Claim.objects.filter(case=held).delete()
        count_on(held)
        mailbox.post_to(held.by.email, Letter.Kind.QUESTION, now=now, case=held)
        _log("claim-question", held, role, by, now)


def open_enclosed(case: Case, report: int, *, by: Player, now: datetime) -> dict[str, Any]:
    """Show what a reporter's own seat saw, when the log tells that it was shown.

    Raises NoSuch or NotClaimed.
    """
    with because(Cause.ACT):
        role, held = _hold(case, by)
        assert isinstance(held, Case), "held as it was given"
        found = held.reports.filter(pk=report, enclosed__isnull=False).first()
        if found is None:
            raise NoSuch
        claimed = require(held, by=by, now=now)
        _touch(claimed, now)
        _log("claim-enclosed", held, role, by, now, report=report)
    return dict(found.enclosed or {})


def require(thing: Thing, *, by: Player, now: datetime) -> Claim:
    """Pass whose claim of it holds; raises NotClaimed."""
    claimed = selectors.claim_of(thing, now=now)
    if claimed is None or claimed.by_id != by.pk:
        raise NotClaimed
    return claimed


def count_on(thing: Thing) -> None:
    """Count the version on: what was previewed before is stale. The caller holds it."""
    thing.version += 1
    thing.save(update_fields=("version",))


def _hold(thing: Thing, by: Player) -> tuple[Role, Thing]:
    """Hold who acts and what he acts upon, and ask the matrix; raises NoSuch."""
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    kind: Any = type(thing)
    held = kind.objects.select_for_update(no_key=True).get(pk=thing.pk)
    act = "claim" if isinstance(thing, Case) else "decide-appeal"
    visible: Any = selectors.cases if isinstance(thing, Case) else selectors.objections
    right, role = matrix.right(act, roles_of(by), Relation.NONE, Circumstances())
    closed = held.decided_at if isinstance(held, Case) else held.answered_at
    if right is not Right.YES or closed or not visible(by).filter(pk=held.pk).exists():
        raise NoSuch
    return role, held


def _which(thing: Thing) -> dict[str, Thing]:
    return {"case": thing} if isinstance(thing, Case) else {"objection": thing}


def _touch(claimed: Claim, now: datetime) -> None:
    claimed.touched_at = now
    claimed.save(update_fields=("touched_at",))


def _log(act: str, thing: Thing, role: Role, by: Player, now: datetime, **said: object) -> None:
    kind = "case" if isinstance(thing, Case) else "appeal"
    case = thing.pk if isinstance(thing, Case) else thing.case_id
    who = By(by, role, Relation.NONE)
    write(act, now=now, by=who, target=Target(kind, thing.pk), case=case, arguments=said)
