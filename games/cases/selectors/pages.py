"""What the pages show of cases: the queue, one case, and to players what is their own. Reads only.

The words of a reporter stand on the page of a case that somebody claimed, and nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from games.cases import selectors
from games.cases.models import Kind
from games.cases.rules.queue import Record, place
from games.cases.rules.states import State, state
from games.cases.selectors import decisions
from games.models import Act, Appeal, Case, Claim, Game, Objection, Player, Report, Sanction
from games.substitutes.selectors import Returnable

MOST = 50
"""So many lines of the queue are shown: the first are looked at first."""
Finding = Case.Finding


@dataclass(frozen=True, slots=True)
class Line:
    """A case in the queue, or among others about the same person."""

    reference: str
    kind: str
    threat: bool
    about: str
    game: str
    made_at: datetime
    stage: State
    finding: str
    mine: bool
    """Whether the reader claimed it."""
    record: Record
    runs: bool
    """Whether a clock runs at its game."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An appeal that nobody answered."""

    reference: str
    made_at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class Miss:
    """A word against a missed turn."""

    turn: int
    who: str
    said: str
    key: str
    game: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Queue:
    """All that waits for somebody to look at it."""

    cases: tuple[Line, ...]
    appeals: tuple[Waiting, ...]
    misses: tuple[Miss, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A case as its reader may see it."""

    case: Case
    stage: State
    claim: Claim | None
    mine: bool
    reports: tuple[Report, ...]
    shows_words: bool
    record: Record
    others: tuple[Line, ...]
    """Further cases about the same person."""
    sanctions: tuple[Sanction, ...]


@dataclass(frozen=True, slots=True)
class Appealed:
    """An appeal as its reader may see it."""

    objection: Objection
    claim: Claim | None
    mine: bool
    case: Case | None
    sanctions: tuple[Sanction, ...]
    lost: tuple[Returnable, ...]
    """Seats that he could have again, once it is lifted."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about the reader: until when he may appeal, or what became of that."""

    until: datetime
    objection: Objection | None
    act: Act


def queue(*, by: Player, now: datetime) -> Queue:
    """List what waits, in the order in which it is looked at."""
    opened = selectors.cases(by).filter(decided_at=None).select_related("about", "game")
    lines = _lines(opened.defer("game__state"), by=by, now=now)
    claims = {claim.objection_id for claim in selectors.claims(now=now).filter(by=by)}
    appeals = selectors.objections(by).filter(answered_at=None).select_related("act")
    return Queue(
        cases=tuple(sorted(lines, key=_place)[:MOST]),
        appeals=tuple(
            Waiting(row.act.reference, row.made_at, row.pk in claims)
            for row in appeals.order_by("made_at")[:MOST]
        ),
        misses=_misses(by),
    )


def waits(*, by: Player) -> int:
    """Count what waits for somebody to look at it."""
    opened = selectors.cases(by).filter(decided_at=None).count()
    return opened + selectors.objections(by).filter(answered_at=None).count()


def of_person(person: Player, *, by: Player, now: datetime) -> tuple[Line, ...]:
    """List the cases about somebody, the latest first."""
    found = selectors.cases(by).filter(about=person).select_related("about", "game")
    return tuple(_lines(found.defer("game__state").order_by("-made_at")[:MOST], by=by, now=now))


def opened(reference: str, *, by: Player, now: datetime) -> Opened:
    """Show a case; raises NoSuch."""
    case = selectors.case(reference, by=by)
    claim = selectors.claim_of(case, now=now)
    return Opened(
        case=case,
        stage=_state(case, claimed=claim is not None, now=now),
        claim=claim,
        mine=claim is not None and claim.by_id == by.pk,
        reports=tuple(case.reports.all()),
        shows_words=claim is not None,
        record=_records([case.by_id], by).get(case.by_id, Record()),
        others=tuple(
            line
            for line in of_person(case.about, by=by, now=now)
            if line.reference != case.reference
        ),
        sanctions=tuple(Sanction.objects.filter(case_number=case.pk)),
    )


def appealed(reference: str, *, by: Player, now: datetime) -> Appealed:
    """Show an appeal; raises NoSuch."""
    found = selectors.objection(reference, by=by)
    claim = selectors.claim_of(found, now=now)
    return Appealed(
        objection=found,
        claim=claim,
        mine=claim is not None and claim.by_id == by.pk,
        case=found.case,
        sanctions=tuple(decisions.sanctions_of(found.act, found.by)),
        lost=decisions.seats_lost(found) if found.answer == Objection.Answer.LIFTED else (),
    )


def reported(player: Player) -> "QuerySet[Case]":
    """List what somebody reported, the latest first."""
    found = Case.objects.filter(by=player).select_related("joined", "game").defer("game__state")
    return found.order_by("-made_at")


def decided(player: Player) -> Mapping[str, Decision]:
    """Say of each decision about somebody, by its reference, whether he may appeal, or did."""
    made = {row.act_id: row for row in Objection.objects.filter(by=player)}
    acts = decisions.about(player)
    return {
        act.reference: Decision(act.done_at + Case.APPEALABLE, made.get(act.pk), act)
        for act in acts
        if act.done_at is not None
    }


def _lines(found: "Iterable[Case]", *, by: Player, now: datetime) -> list[Line]:
    cases = list(found)
    held = selectors.claims(now=now).filter(case__in=cases)
    claims = {claim.case_id: claim.by_id for claim in held}
    appeals = dict(Objection.objects.filter(case__in=cases).values_list("case_id", "answer"))
    records = _records([case.by_id for case in cases], by)
    return [
        Line(
            reference=case.reference,
            kind=case.kind,
            threat=case.threat,
            about=case.about.name,
            game=case.game.name if case.game else "",
            made_at=case.made_at,
            stage=_state(case, claimed=case.pk in claims, now=now, appeals=appeals),
            finding=case.finding,
            mine=claims.get(case.pk) == by.pk,
            record=records.get(case.by_id, Record()),
            runs=_runs(case.game),
        )
        for case in cases
    ]


def _place(line: Line) -> Any:
    return place(
        waits=line.stage == State.WAITING,
        threat=line.threat,
        stalls=line.kind == Kind.STALLING and line.runs,
        made_at=line.made_at,
        record=line.record,
    )


def _runs(game: Game | None) -> bool:
    active = game is not None and game.status == Game.Status.ACTIVE
    return active and game is not None and game.deadline_at is not None


def _records(reporters: Sequence[int], by: Player) -> Mapping[int, Record]:
    """Count how reports of some people ended, of cases that the reader may know of."""
    closed = selectors.cases(by).filter(by__in=reporters, decided_at__isnull=False)
    found = closed.annotate(found=Coalesce("joined__finding", "finding"))
    counted = (Finding.BREACH, Finding.NO_BREACH, Finding.UNPROVABLE, Finding.ABUSE)
    rows = (
        found.filter(found__in=counted)
        .values_list("by")
        .annotate(held=Count("pk", filter=Q(found=Finding.BREACH)), closed=Count("pk"))
    )
    return {number: Record(held, closed) for number, held, closed in rows}


def _state(
    case: Case, *, claimed: bool, now: datetime, appeals: Mapping[int, str] | None = None
) -> State:
    if appeals is None:
        appeals = dict(Objection.objects.filter(case=case).values_list("case_id", "answer"))
    answer, concerned = appeals.get(case.pk), case.concerned_id is not None
    until = case.decided_at
    return state(
        claimed=claimed,
        waits_until=case.asked_at + Case.ANSWERED_WITHIN if case.asked_at else None,
        appealable_until=until + Case.APPEALABLE if until and concerned else until,
        appeal=None if answer is None else answer == "",
        now=now,
    )


def _misses(by: Player) -> tuple[Miss, ...]:
    """List words against missed turns, but for those at tables that the reader played at."""
    foreign = Appeal.objects.filter(answer="").exclude(turn__player=by)
    foreign = foreign.exclude(turn__game__places__player=by)
    foreign = foreign.exclude(turn__game__offers__player=by).select_related(
        "turn__game", "turn__player"
    )
    return tuple(
        Miss(
            row.pk,
            row.turn.player.name,
            row.said,
            row.turn.game.key,
            row.turn.game.name,
            row.turn.at,
        )
        for row in foreign.defer("turn__game__state").order_by("made_at")[:MOST]
    )
