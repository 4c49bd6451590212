"""What was decided, about whom: what he may appeal against, and what speaks of his reports."""

from datetime import datetime

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from games.cases import selectors
from games.cases.models import Kind
from games.cases.rules.findings import WITHIN
from games.models import Act, Objection, Offer, Player, Sanction
from games.models import Case as Reported
from games.sanctions import selectors as sanctions
from games.substitutes.selectors import Returnable, returnable

Finding = Reported.Finding


def about(player: Player) -> "QuerySet[Act]":
    """Find the acts that gave somebody a sanction, or took a seat from him.

    What an appeal left of a sanction is none.
    """
    given = Sanction.objects.filter(player=player, shown=True).exclude(reference="")
    seats = Offer.objects.filter(
        game=OuterRef("game"), seat=OuterRef("number"), by=OuterRef("actor"), player=player
    )
    typed = Case(
        When(key__in=("remove", "replace"), then=Cast(_TYPED, IntegerField())), default=None
    )
    done = Act.objects.filter(stage=Act.Stage.DONE).exclude(key="decide-appeal")
    return done.annotate(number=typed).filter(
        Q(reference__in=given.values("reference")) | Exists(seats)
    )


_TYPED = KeyTextTransform("seat", "asked")


def sanctions_of(act: Act, player: Player) -> "QuerySet[Sanction]":
    """Find what an act gave to somebody."""
    return Sanction.objects.filter(player=player, reference=act.reference)


def running(objection: Objection, *, now: datetime) -> "QuerySet[Sanction]":
    """Find what an appeal could end still."""
    given = sanctions_of(objection.act, objection.by)
    return given.filter(Q(until=None) | Q(until__gt=now), ended_at=None)


def seats_lost(objection: Objection) -> tuple[Returnable, ...]:
    """List the seats that a decision took from who appeals, and that he could have again."""
    act, given = objection.act, sanctions_of(objection.act, objection.by)
    by_act = returnable(objection.by, [act.game_id] if act.game_id else [])
    by_ban = [seat for each in given if each.seats_removed for seat in sanctions.seats_lost(each)]
    return (*by_act, *by_ban)


def without_breach(reporter: Player, person: Player, *, by: Player, now: datetime) -> int:
    """Count the reports about one person in which lately no breach was found."""
    found = selectors.cases(by).filter(by=reporter, about=person, decided_at__gt=now - WITHIN)
    said = found.annotate(found=Coalesce("joined__finding", "finding"))
    return said.filter(found=Finding.NO_BREACH).count()


def was_warned(reporter: Player) -> bool:
    """Tell whether somebody was found to abuse reporting before."""
    return Reported.objects.filter(concerned=reporter, finding=Finding.ABUSE).exists()


def seen_by_one(case: Reported) -> bool:
    """Tell whether only who reported could have seen it, so that any measure names him."""
    reports = case.reports.all()
    if any(each.kind == Kind.INVITATIONS or each.enclosed for each in reports):
        return True
    people = case.game.places.filter(player__isnull=False).count() if case.game else 0
    return people == 2
