"""What somebody may not do at this moment, and what is shown of it to whom. Reads only."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Game, Invitation, Player, Remark, Sanction, Seat
from games.moderation.rules.matrix import Role
from games.moderation.selectors import roles_of
from games.sanctions.rules import BARRED_BY, Kind
from games.substitutes.selectors import Returnable, returnable


def runs(player: Player, kind: str, *, now: datetime) -> bool:
    """Tell whether this is barred to somebody now; a ban bars talk and new games, too."""
    return running(player, kind, now=now).exists()


def running(player: Player, kind: str, *, now: datetime) -> "QuerySet[Sanction]":
    """Find what bars this to somebody now."""
    found = Sanction.objects.filter(player=player, kind__in=BARRED_BY[Kind(kind)])
    return found.filter(Q(until=None) | Q(until__gt=now), ended_at=None)


def last(player: Player, kind: str, *, now: datetime) -> Sanction | None:
    """Find the sanction by which this is barred to somebody for longest."""
    return max(running(player, kind, now=now), key=_end, default=None)


def _end(sanction: Sanction) -> tuple[bool, float]:
    until = sanction.until
    return until is None, until.timestamp() if until else 0


def hidden(remarks: Iterable[Remark]) -> frozenset[int]:
    """Say which of these remarks a moderator has hidden."""
    found = Sanction.objects.filter(kind=Kind.HIDE_TALK, ended_at=None, remark__in=remarks)
    return frozenset(found.values_list("remark", flat=True))


def names_taken_from(player: Player) -> list[str]:
    """List what somebody is not called any more."""
    found = Sanction.objects.filter(player=player, kind=Kind.PLAIN_NAME, ended_at=None)
    return list(found.values_list("was", flat=True))


def is_running(sanction: Sanction, *, now: datetime) -> bool:
    """Tell whether a sanction holds; one without end does until it is lifted."""
    return sanction.ended_at is None and (sanction.until is None or sanction.until > now)


def concerned(player: Player, kind: str) -> "QuerySet[Game]":
    """Find the tables that a sanction of a kind changes, as they stand now."""
    sits = Q(pk__in=Seat.objects.filter(player=player, ended_at=None).values("game"))
    if kind == Kind.PLAIN_NAME:
        return Game.objects.filter(sits).order_by("pk")
    if kind not in (Kind.NO_NEW_GAMES, Kind.BAN):
        return Game.objects.none()
    asked = Invitation.objects.filter(email=player.email, status=Invitation.Status.PENDING)
    tied = sits | Q(organiser=player) | Q(pk__in=asked.values("game"))
    begun = Q(status=Game.Status.ACTIVE) & sits if kind == Kind.BAN else Q(pk__in=())
    return Game.objects.filter(tied & Q(status=Game.Status.OPEN) | begun).order_by("pk")


def seats_lost(sanction: Sanction) -> tuple[Returnable, ...]:
    """List the seats that a sanction took and its person could have again."""
    if sanction.kind == Kind.SEAT_REMOVED:
        games = {sanction.game_id} if sanction.game_id else set()
    else:
        took = sanction.effects.all() if sanction.seats_removed else sanction.effects.none()
        games = set(took.values_list("game", flat=True))
    return returnable(sanction.player, games)


def took(games: Iterable[int]) -> frozenset[tuple[int, int]]:
    """Name who lost his seat by a sanction that was not lifted, and in which of these games."""
    there = Sanction.objects.filter(ended_at=None)
    one = there.filter(kind=Kind.SEAT_REMOVED, game__in=games).values_list("player", "game")
    banned = there.filter(seats_removed=True, effects__game__in=games)
    return frozenset(one.union(banned.values_list("player", "effects__game")))


def of(player: Player) -> "QuerySet[Sanction]":
    """List all that was ever given to somebody, the latest first: for moderators."""
    return Sanction.objects.filter(player=player).order_by("-begun_at", "pk")


def told(player: Player) -> "QuerySet[Sanction]":
    """List what he is told himself, the latest first."""
    return of(player).filter(shown=True)


def is_shielded(person: Player, *, by: Player) -> bool:
    """Tell whether this person cannot sanction that one: himself, a host, a fellow moderator."""
    roles, own = roles_of(person), roles_of(by)
    fellow = Role.MODERATOR in roles and Role.HOST not in own
    return person.pk == by.pk or Role.HOST in roles or fellow
