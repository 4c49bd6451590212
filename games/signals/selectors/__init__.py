"""Who shares a household with whom. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import Household, Player, Seat
from games.signals import rules


def household(player: Player) -> frozenset[int]:
    """Name by number whom somebody shares a household with, or did until lately.

    A row counts while it is there: cleaning takes it away 180 days after its end.
    """
    rows = Household.objects.filter(Q(by=player) | Q(whom=player), whom__isnull=False)
    pairs = rows.values_list("by", "whom")
    return frozenset(each for pair in pairs for each in pair if each and each != player.pk)


@dataclass(frozen=True, slots=True)
class Shared:
    """A household of the reader, or a wish for one."""

    number: int
    name: str
    """How the other is called; an address, while he is asked."""
    since: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Households:
    """All that the page of somebody's households shows."""

    running: tuple[Shared, ...]
    over: tuple[Shared, ...]
    asked: tuple[Shared, ...]
    """Whom the reader asked."""
    asking: tuple[Shared, ...]
    """Who asks the reader."""


def households(player: Player, *, now: datetime) -> Households:
    """Show somebody his households, and what is asked."""
    rows = Household.objects.filter(Q(by=player) | Q(whom=player), whom__isnull=False)
    agreed = tuple(
        Shared(
            row.pk,
            (row.whom if row.by_id == player.pk and row.whom else row.by).name,
            row.agreed_at or row.made_at,
            row.ended_at,
        )
        for row in rows.select_related("by", "whom").order_by("-agreed_at", "-pk")
    )
    open_now = Household.objects.filter(whom=None, made_at__gt=now - rules.WISH).order_by("-pk")
    return Households(
        running=tuple(each for each in agreed if each.ended_at is None),
        over=tuple(each for each in agreed if each.ended_at is not None),
        asked=tuple(Shared(row.pk, row.email, row.made_at) for row in open_now.filter(by=player)),
        asking=tuple(
            Shared(row.pk, row.by.name, row.made_at)
            for row in open_now.filter(email=player.email).select_related("by")
        ),
    )


def asking(address: str, *, now: datetime) -> tuple[str, ...]:
    """Name who asks the reader of an address whether they share a household."""
    rows = Household.objects.filter(email=address, made_at__gt=now - rules.WISH).order_by("pk")
    return tuple(rows.values_list("by__name", flat=True))


def at_table(key: str, reader: Player | None) -> tuple[tuple[str, str], ...]:
    """Name who of a table share a household, to its organiser; nobody to anybody else."""
    seats = Seat.objects.filter(game__key=key, game__organiser=reader, player__isnull=False)
    names: dict[int | None, str] = dict(seats.values_list("player", "name"))
    rows = Household.objects.filter(by__in=names, whom__in=names, ended_at=None).order_by("pk")
    return tuple((names[by], names[whom]) for by, whom in rows.values_list("by", "whom"))
