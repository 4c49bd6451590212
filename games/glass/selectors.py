"""Who has looked where, whether he may look still, and at what. Reads only."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from django.db.models import Q, QuerySet

from games.cases import selectors as cases
from games.glass.models import Glass
from games.glass.rules import Over
from games.models import Case, Game, Kept, Line, Offer, Player, Seat
from games.moderation import selectors as moderation
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation, Right, Role
from games.moderation.rules.refusals import NoSuch
from games.selectors import deals

Level = Glass.Level
KEYS = {
    Level.SEAT: "glass-seat",
    Level.STATE: "glass-state",
    Level.PERSON: "impersonate",
    Level.RECORD: "export-record",
}
"""By which act each is broken."""


def has_looked(player: Player, game: Game) -> bool:
    """Tell whether a player ever saw hidden cards of a game, or of another one with its deal.

    They broke glass, or opened a hand that somebody enclosed with a report. Such a player never
    sits there, and never takes the game back (moderation.md 6).
    """
    there = Q(game=game) | Q(game__in=deals.shared_with([game.pk]))
    opened = Line.objects.filter(actor=player.pk, act="claim-enclosed").values("case")
    return (
        Glass.objects.filter(there, act__actor=player).exists()
        or Case.objects.filter(there, pk__in=opened).exists()
    )


def own(reference: str, *, by: Player) -> Glass:
    """Find the glass that somebody broke himself; raises NoSuch."""
    found = Glass.objects.filter(act__reference=reference, act__actor=by)
    for glass in found.select_related("act", "game", "holder").defer("game__state"):
        return glass
    raise NoSuch


def foreign(reference: str, *, by: Player) -> Glass:
    """Find what another broke for a case and has yet to be told; raises NoSuch.

    Whether there is one costs who may not know of it as many statements as if there were none.
    """
    roles = moderation.roles_of(by)
    for glass in _foreign(by).filter(act__reference=reference):
        if _is_second(glass, by, roles):
            return glass
    raise NoSuch


def foreign_in(case: int, *, by: Player) -> list[Glass]:
    """List the same of what was broken for a case."""
    roles = moderation.roles_of(by)
    return [each for each in _foreign(by).filter(case_number=case) if _is_second(each, by, roles)]


def _is_second(glass: Glass, by: Player, roles: Iterable[Role]) -> bool:
    same = moderation.mailbox_of(glass.act.actor) == moderation.mailbox_of(by)
    return not same and may_confirm(glass, roles) is not None


def may_confirm(glass: Glass, roles: Iterable[Role]) -> Role | None:
    """Name by which of his roles somebody could be the second person of a glass, if by any."""
    key = KEYS[Level(glass.level)]
    right, role = matrix.right(key, roles, Relation.NONE, Circumstances())
    return role if right in (Right.YES, Right.SECOND) else None


def case_is_open(glass: Glass, *, by: Player) -> bool:
    """Tell whether the case that it was broken for is one that somebody knows of, undecided."""
    return cases.cases(by).filter(pk=glass.case_number or 0, decided_at=None).exists()


def _foreign(by: Player) -> "QuerySet[Glass]":
    known = Glass.objects.filter(case_number__in=cases.cases(by).values("pk"))
    known = known.exclude(act__actor__in=moderation.with_household(by))
    strange = known.exclude(game__in=Game.objects.filter(moderation.ties(by)))
    untold = strange.filter(told_at=None, game__isnull=False)
    found = untold.select_related("act__actor", "game", "holder")
    return found.defer("game__state").order_by("pk")


def open_of(by: Player, *, now: datetime) -> "QuerySet[Glass]":
    """Find what somebody may look through now, if nothing has ended it; the newest first."""
    found = Glass.objects.filter(act__actor=by, ended_at=None, until__gt=now)
    return found.select_related("act", "game", "holder").defer("game__state").order_by("-pk")


def over(glass: Glass, *, by: Player, session: str, now: datetime) -> Over | None:
    """Say why nothing more is shown through a glass; None while something is.

    Roles, ties, seat and game are read anew at each page.
    """
    if glass.ended_at is not None:
        return Over.CLOSED
    if now >= glass.until:
        return Over.TIME
    if glass.begun_at is not None and glass.session != session_of(session):
        return Over.SIGNED_OUT
    if _tie(glass, by) != Relation.NONE:
        return Over.RELATION
    if not _has_right(glass, by):
        return Over.RIGHT
    return _is_gone(glass)


def session_of(key: str) -> str:
    """Name a session, so that nobody can use what is stored of it."""
    return sha256(key.encode()).hexdigest()


def seat_of(glass: Glass) -> Seat | None:
    """Read the seat as it is now; None if somebody else sits there, or nobody."""
    if glass.seat is None:
        return None
    found = Seat.objects.filter(game=glass.game_id, number=glass.seat, player__isnull=False)
    for seat in found.select_related("game", "player").defer("game__state"):
        if (seat.player_id, seat.joined_at) == (glass.holder_id, glass.since):
            return seat
    return None


def former(game: Game, places: Iterable[Seat]) -> list[Player]:
    """List who sat at a table once and can be written to."""
    gone = Offer.objects.filter(Q(taken_by__isnull=False) | Q(by__isnull=False), game=game)
    turns = Kept.objects.filter(game=game)
    sat = Q(pk__in=turns.values("player")) | Q(pk__in=gone.values("player"))
    here = [place.player_id for place in places if place.player_id is not None]
    return list(Player.objects.filter(sat, email__isnull=False).exclude(pk__in=here).order_by("pk"))


def to_be_told(*, now: datetime) -> "QuerySet[Glass]":
    """Find what must be told by now, the longest due first."""
    found = Glass.objects.filter(told_at=None, due_at__lte=now, game__isnull=False)
    return found.order_by("due_at", "pk")


def _tie(glass: Glass, by: Player) -> Relation:
    if glass.game is not None:
        return moderation.relation_to(by, glass.game)
    return moderation.relation_to_person(by, glass.holder) if glass.holder else Relation.NONE


def _has_right(glass: Glass, by: Player) -> bool:
    roles = moderation.roles_at(by, glass.game) if glass.game else moderation.roles_of(by)
    key = KEYS[Level(glass.level)]
    right, _role = matrix.right(key, roles, Relation.NONE, Circumstances())
    return right in (Right.YES, Right.SECOND)


def _is_gone(glass: Glass) -> Over | None:
    if glass.game is None:
        here = glass.holder is not None and glass.holder.email is not None
        return None if here else Over.PERSON
    if glass.game.status != Game.Status.ACTIVE:
        return Over.GAME
    return Over.SEAT if glass.level == Level.SEAT and seat_of(glass) is None else None
