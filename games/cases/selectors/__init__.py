"""Which cases and appeals somebody may know of, and who looks at one. Reads only, and anew.

Whoever is a party, or is tied to the game or to who is reported, finds, counts and opens nothing.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import Case, Claim, Game, Objection, Player
from games.models import Role as Row
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import near_to, played_by, with_household


def cases(player: Player) -> "QuerySet[Case]":
    """Find the cases that somebody with a role may know of."""
    return _strange_cases(with_household(player))


def objections(player: Player) -> "QuerySet[Objection]":
    """Find the appeals that somebody with a role may know of: none of what he decided himself."""
    mine = with_household(player)
    decided = Q(act__actor__in=mine) | Q(act__second__in=mine)
    strange = Objection.objects.exclude(decided).exclude(by__in=near_to(mine).values("pk"))
    return strange.filter(Q(case=None) | Q(case__in=_strange_cases(mine)))


def _strange_cases(mine: Collection[int]) -> "QuerySet[Case]":
    party = Q(by__in=mine) | Q(joins__by__in=mine) | Q(joined__by__in=mine)
    strange = Case.objects.exclude(party).exclude(about__in=near_to(mine).values("pk"))
    return strange.exclude(game__in=Game.objects.filter(played_by(mine)))


def case(reference: str, *, by: Player) -> Case:
    """Find a case; raises NoSuch, the same whether there is none or it is not for him."""
    whole = ("by", "about", "game", "joined", "concerned", "decided_by", "claim__by", "objection")
    row = cases(by).filter(reference=reference).select_related(*whole).defer("game__state").first()
    if row is None:
        raise NoSuch
    return row


def objection(reference: str, *, by: Player) -> Objection:
    """Find an appeal by the reference of what was decided; raises NoSuch."""
    found = objections(by).filter(act__reference=reference)
    row = found.select_related("act__game", "by", "case__game", "answered_by", "claim__by").first()
    if row is None:
        raise NoSuch
    return row


def claims(*, now: datetime) -> "QuerySet[Claim]":
    """Find the claims that hold: of who has a role still, and touched what he claimed lately."""
    roles = Row.objects.filter(ended_at=None).values("player")
    entitled = Q(by__is_superuser=True) | Q(by__in=roles)
    return Claim.objects.filter(entitled, touched_at__gt=now - Claim.LIFE)


def claim_of(thing: Case | Objection, *, now: datetime) -> Claim | None:
    """Find the claim that holds of a case or an appeal."""
    which = {"case": thing} if isinstance(thing, Case) else {"objection": thing}
    return claims(now=now).filter(**which).select_related("by").first()
