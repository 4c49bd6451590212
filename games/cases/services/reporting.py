"""Somebody lays something before the moderators. Nobody else is told that he did, by any page."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.cases.models import Kind
from games.cases.rules import limits
from games.cases.selectors.subjects import Subject
from games.cases.services import freezing
from games.errors import MayNotReport, NoSuchReport, NothingToReport, TalkIsOld, TooManyReports
from games.log.rules import Cause
from games.log.services import because
from games.models import Case, Player, Report, new_key
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind as Barred
from games.talk.rules import plain

if TYPE_CHECKING:
    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Said:
    """What a reporter says: of which kind, in his words, and whether his own seat is enclosed."""

    kind: Kind
    words: str
    threat: bool = False
    enclose: bool = False


def report(found: Subject, said: Said, *, by: Player, now: datetime) -> Case:
    """Lay something before the moderators, once: further text joins what is open.

    The caller has just found the subject. Raises BadText, NothingToReport, TalkIsOld,
    MayNotReport or TooManyReports.
    """
    words = plain.text(said.words, most=limits.LONGEST)
    if said.kind not in found.kinds:
        raise NothingToReport
    with because(Cause.FORM):
        # One at a time, or several at once would each pass the limit.
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        own = Report.objects.filter(case__by=by)
        if found.remark is not None:
            before = own.filter(remark=found.remark).select_related("case").first()
            if before is not None:
                return before.case
            if found.remark.made_at <= now - limits.OLDEST_TALK:
                raise TalkIsOld
        elif (same := _said_before(own, found, said.kind, words)) is not None:
            return same
        if not said.threat and sanctions.runs(by, Barred.NO_REPORTS, now=now):
            raise MayNotReport
        _require_room(own, now)
        case = _open(found, said, by, now)
        Report.objects.create(
            case=case,
            kind=said.kind,
            remark=found.remark,
            words=words,
            frozen=freezing.public(found, by=by, now=now),
            enclosed=_enclosed(found, said, now),
            made_at=now,
        )
        return case


def answer(reference: str, typed: str, *, by: Player, now: datetime) -> None:
    """Add what its reporter says to a question; raises NoSuchReport, BadText, TooManyReports."""
    words = plain.said(typed, most=limits.LONGEST)
    with because(Cause.FORM):
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        held = Case.objects.select_for_update(no_key=True)
        case = held.filter(reference=reference, by=by, decided_at=None).first()
        if case is None:
            raise NoSuchReport
        own = Report.objects.filter(case__by=by)
        if own.filter(case=case, words=words).exists():
            return
        _require_room(own, now)
        Report.objects.create(case=case, kind=case.kind, words=words, made_at=now)
        case.asked_at, case.version = None, case.version + 1
        case.save(update_fields=("asked_at", "version"))


def _said_before(own: "QuerySet[Report]", found: Subject, kind: Kind, words: str) -> Case | None:
    """Find the same report, sent twice, among those that are open."""
    here = {"case__about": found.person, "case__key": found.game.key if found.game else ""}
    same = own.filter(case__decided_at=None, kind=kind, words=words, remark=None, **here)
    row = same.exclude(frozen={}).select_related("case").first()
    return row.case if row else None


def _require_room(own: "QuerySet[Report]", now: datetime) -> None:
    if own.filter(made_at__gt=now - limits.SPAN).count() >= limits.REPORTS:
        raise TooManyReports


def _open(found: Subject, said: Said, by: Player, now: datetime) -> Case:
    """Find what is open about this person at this game, or begin it; the caller holds reporters."""
    key = found.game.key if found.game else ""
    held = Case.objects.select_for_update(no_key=True)
    case = held.filter(by=by, about=found.person, key=key, decided_at=None).first()
    if case is None:
        return Case.objects.create(
            reference=new_key(),
            by=by,
            about=found.person,
            game=found.game,
            key=key,
            kind=said.kind,
            threat=said.threat,
            called=found.called,
            made_at=now,
        )
    case.threat, case.version = case.threat or said.threat, case.version + 1
    case.asked_at = None
    case.save(update_fields=("threat", "version", "asked_at"))
    return case


def _enclosed(found: Subject, said: Said, now: datetime) -> freezing.Frozen | None:
    if not said.enclose or found.own_seat is None:
        return None
    return freezing.of_seat(found.own_seat, now=now)
