"""The figures of the machine room and of /metrics; nothing about what is played anywhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import (
    Aggregate,
    Count,
    DurationField,
    ExpressionWrapper,
    F,
    Min,
    QuerySet,
    Sum,
)
from django.db.models.functions import Coalesce

from games.cases import selectors as cases
from games.clocks.rules import standstills
from games.delivery.rules.causes import RECIPIENT, SERVER
from games.log.selectors import checked
from games.machine.rules import ANSWERED_WITHIN, APPEALS, CHAIN, LATE
from games.models import (
    Due,
    Fault,
    Game,
    Late,
    Letter,
    MailOutage,
    Objection,
    Player,
    Position,
    Pulse,
    RefusedEmail,
    Repair,
    Reply,
    Swept,
)
from games.moderation.selectors import ties

Status = Letter.Status
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SWEPT = ("deadlines", "reminders", "orders", "tables")
"""What is due at a time of its own, beside letters."""


class Percentile(Aggregate):
    """The value that so large a share of all does not exceed."""

    function = "percentile_cont"
    template = "%(function)s(%(share)s) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = DurationField()


@dataclass(frozen=True, slots=True)
class Way:
    """How long letters took from when they were posted, or how late sweeps came, over a time."""

    count: int
    median: timedelta | None
    p95: timedelta | None


@dataclass(frozen=True, slots=True)
class Aside:
    """A game that is being repaired."""

    key: str
    name: str
    since: datetime
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class Room:
    """Everything that the machine room and /metrics show."""

    now: datetime

    oldest: Mapping[str, timedelta | None]
    """By what is swept: how late the oldest is that is due and not done."""
    overdue: Mapping[str, tuple[Way, Way]]
    """By what was swept: how late it was done within the last hour, and within a day."""
    hour: Way
    day: Way
    sweeps: tuple[Swept, ...]
    queued: int
    retrying: int
    failed: int
    """Within a day."""
    mail_outage: MailOutage | None
    mail_fault: str
    """What the mail server did last, if there is an outage."""
    waiting_replies: int
    handled_replies: int
    """Within a day."""
    refused: Mapping[str, int]
    """By reason: how many emails that came in were refused within a day."""
    running: int
    overdue_games: int
    """How many running games have a turn whose deadline has passed."""
    paused: int
    hold: Pulse | None
    aside: tuple[Aside, ...]
    apart: timedelta
    """By how much the database's clock and this machine's differ."""


def room(*, now: datetime, by: Player | None = None) -> Room:
    """Read all figures, except those of the games that a player is tied to."""
    strange, post, replies = Game.objects.all(), Letter.objects.all(), Reply.objects.all()
    if by is not None:
        tied = Game.objects.filter(ties(by))
        strange = strange.exclude(ties(by))
        post, replies = post.exclude(game__in=tied), replies.exclude(seat__game__in=tied)
    running = strange.filter(status=Game.Status.ACTIVE)
    letters = post.filter(status__in=(Status.QUEUED, Status.INFLIGHT))
    failed = post.filter(status=Status.FAILED, created_at__gt=now - DAY)
    refused_by_server = Letter.objects.filter(status=Status.QUEUED, error__startswith=SERVER)
    faults = refused_by_server.order_by("-due_at").values_list("error", flat=True)
    pulse = Pulse.objects.filter(held_at__isnull=False).first()
    return Room(
        now=now,
        oldest=_oldest(strange, post, now),
        overdue={name: (_overdue(name, now - HOUR), _overdue(name, now - DAY)) for name in SWEPT},
        hour=_way(post, now - HOUR),
        day=_way(post, now - DAY),
        sweeps=tuple(Swept.objects.order_by("name")),
        queued=letters.count(),
        retrying=letters.filter(attempts__gt=0, status=Status.QUEUED).count(),
        failed=failed.count(),
        mail_outage=MailOutage.objects.first(),
        mail_fault=(faults.first() or "").removeprefix(f"{SERVER}: "),
        waiting_replies=replies.filter(acted_at=None).count(),
        handled_replies=replies.filter(acted_at__gt=now - DAY).count(),
        refused=_refused(now - DAY),
        running=running.count(),
        overdue_games=running.filter(deadline_at__lte=now, stuck__lt=Game.SET_ASIDE).count(),
        paused=_paused(strange, now),
        hold=pulse,
        aside=tuple(_aside(row) for row in _repairs(strange)),
        apart=datetime.now(UTC) - now,
    )


def oldest(*, now: datetime) -> dict[str, timedelta | None]:
    """Say of deadlines, reminders, orders and letters how late the oldest is that is not done."""
    return _oldest(Game.objects.all(), Letter.objects.all(), now)


def _oldest(
    tables: "QuerySet[Game]", post: "QuerySet[Letter]", now: datetime
) -> dict[str, timedelta | None]:
    games = tables.filter(status=Game.Status.ACTIVE, stuck__lt=Game.SET_ASIDE)
    found = {
        "deadlines": _late(games.filter(deadline_at__lte=now), "deadline_at", now),
        "reminders": _late(games.filter(remind_at__lte=now), "remind_at", now),
        "orders": _late(games.filter(look_at__lte=now), "look_at", now),
        "tables": _late(games.filter(alone_at__lte=now), "alone_at", now),
    }
    # Whose mailbox is full or greylists us keeps no other email waiting.
    waiting = post.filter(status__in=(Status.QUEUED, Status.INFLIGHT)).exclude(
        error__startswith=RECIPIENT
    )
    waiting = waiting.annotate(since=Coalesce("first_due_at", "due_at")).filter(since__lte=now)
    return found | {"letters": _late(waiting, "since", now), "leagues": _league_late(now)}


def _league_late(now: datetime) -> timedelta | None:
    """How late the oldest is that falls due in a league, also what failed and is tried again."""
    dues = Due.objects.filter(done_at=None, season__suspended_at=None)
    waits = _late(dues.filter(next_at__lte=now), "next_at", now)
    return max(filter(None, (waits, _late(dues.filter(tries__gt=0), "at", now))), default=None)


def alarming(*, now: datetime) -> frozenset[str]:
    """Name what runs too late, or is broken; while the service is held nothing is late."""
    held = Pulse.objects.filter(held_at__isnull=False).first()
    late = oldest(now=now)
    found = {kind for kind, most in LATE.items() if (each := late[kind]) and each > most}
    if held is not None:
        found -= {"deadlines", "reminders"}
        found -= {"letters", "leagues"} if held.position == Position.ALL else set()
    if _old(Objection.objects.all(), now):
        found.add(APPEALS)
    last = checked()
    return frozenset(found | ({CHAIN} if last and last.wrong is not None else set()))


def has_old_appeals(host: Player, *, now: datetime) -> bool:
    """Tell whether an appeal waits too long that somebody may know of."""
    return _old(cases.objections(host), now)


def _old(appeals: "QuerySet[Objection]", now: datetime) -> bool:
    return appeals.filter(answered_at=None, made_at__lte=now - ANSWERED_WITHIN).exists()


def _late(rows: "QuerySet[Any]", field: str, now: datetime) -> timedelta | None:
    first = rows.aggregate(at=Min(field))["at"]
    return now - first if first else None


def _way(post: "QuerySet[Letter]", since: datetime) -> Way:
    took = ExpressionWrapper(F("sent_at") - F("created_at"), output_field=DurationField())
    # What was held back for somebody who sat at his table was not late.
    return _spread(post.filter(sent_at__gt=since, seen_at=None), took)


def _overdue(name: str, since: datetime) -> Way:
    return _spread(Late.objects.filter(name=name, at__gt=since), F("late"))


def _spread(rows: "QuerySet[Any]", took: Any) -> Way:
    found = rows.aggregate(
        n=Count("pk"), median=Percentile(took, share=0.5), p95=Percentile(took, share=0.95)
    )
    return Way(found["n"], found["median"], found["p95"])


def _refused(since: datetime) -> dict[str, int]:
    rows = RefusedEmail.objects.filter(hour__gt=since).values_list("why").order_by("why")
    return dict(rows.annotate(n=Sum("count")))


def _paused(tables: "QuerySet[Game]", now: datetime) -> int:
    running = tables.filter(status=Game.Status.ACTIVE).exclude(time__pauses=[])
    rows = running.values_list("time__pauses", flat=True)
    return sum(any(standstills.load(each).pauses(now) for each in still) for still in rows)


def _repairs(games: "QuerySet[Game]") -> "QuerySet[Repair]":
    found = Repair.objects.filter(ended_at=None, game__in=games, game__stuck__gte=Game.SET_ASIDE)
    return found.select_related("game", "fault").defer("game__state").order_by("begun_at")


def _aside(row: Repair) -> Aside:
    return Aside(row.game.key, row.game.name, row.begun_at, row.fault)
