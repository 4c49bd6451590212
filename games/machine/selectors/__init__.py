"""What the machine room reads: which games an act on many reaches, and how far it got."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from games.clocks.rules import standstills
from games.models import Act, Errand, Game

RUNNING = Q(status=Game.Status.ACTIVE, deadline_at__isnull=False, stuck__lt=Game.SET_ASIDE)


@dataclass(frozen=True, slots=True)
class Scope:
    """The games that an act on all deadlines reaches, and how many it passes over."""

    games: tuple[int, ...]
    paused: int
    timeless: int
    """Without a deadline, or being repaired."""
    gathering: int
    over: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an act on many games got."""

    key: str
    reference: str
    done: int
    all: int


def deadlines(*, now: datetime, season: int | None = None) -> Scope:
    """Find every game with an open deadline, or those of a league's season."""
    games = Game.objects.all()
    if season is not None:
        games = games.filter(league_table__round__division__season=season)
    rows = games.filter(RUNNING).order_by("pk").values_list("pk", "time__pauses")
    found = [(pk, any(standstills.load(each).pauses(now) for each in still)) for pk, still in rows]
    status = Game.Status
    counts = dict(games.values_list("status").annotate(n=Count("pk")).order_by())
    return Scope(
        games=tuple(pk for pk, paused in found if not paused),
        paused=sum(paused for _pk, paused in found),
        timeless=counts.get(status.ACTIVE, 0) - len(found),
        gathering=counts.get(status.OPEN, 0),
        over=counts.get(status.FINISHED, 0),
    )


def under_way() -> Iterator[Progress]:
    """List the acts on many games that are not done with all of them, the oldest first."""
    acts = Act.objects.filter(pk__in=Errand.objects.filter(told=False).values("act"))
    for row in acts.order_by("pk").annotate(
        done=Count("errands", filter=Q(errands__done_at__isnull=False)), all=Count("errands")
    ):
        yield Progress(row.key, row.reference, row.done, row.all)


def reached(act: Act, email: str) -> frozenset[int]:
    """Name the games in which an act moved deadlines, for who has this address."""
    mine = Errand.objects.filter(act=act, game__places__player__email=email).exclude(seats=[])
    return frozenset(mine.values_list("game", flat=True))
