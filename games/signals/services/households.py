"""Two persons declare that they share a household: one asks, the other agrees, either ends it."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from games.errors import OnlyOneself
from games.limits import rules as limits
from games.limits.services import use
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Household, Letter, Player
from games.services import mailbox, people
from games.signals import rules
from games.subscriptions import selectors as subscriptions

ACT = "declare-household"


def declare(player: Player, text: str, *, now: datetime) -> None:
    """Ask who has an address whether he shares a household; agree, if he has asked that already.

    Whether the address has an account is not told. Raises BadAddress, OnlyOneself or TooMany.
    """
    email = people.address(text)
    with because(Cause.FORM):
        other = Player.objects.filter(email=email).first()
        me = _held([player.pk, *([other.pk] if other else [])])[player.pk]
        if email == me.email:
            raise OnlyOneself
        use(
            (limits.HOUSEHOLDS, me.pk),
            (limits.HOUSEHOLDS_AT_A_MAILBOX, limits.mailbox(email)),
            now=now,
        )
        if other is not None and _runs(me, other):
            return
        asked = _open(now).filter(by=other, email=me.email).first() if other else None
        if other is not None and asked is not None:
            _agree(asked, other, me, now)
            return
        Household.objects.update_or_create(by=me, email=email, defaults={"made_at": now})
        if other is not None and not subscriptions.refuses(email):
            mailbox.post_to(email, Letter.Kind.HOUSEHOLD, now=now)


def answer(player: Player, number: int, *, yes: bool, now: datetime) -> bool:
    """Agree to share a household, or not; False if nobody asks that any more."""
    with because(Cause.FORM):
        found = _open(now).filter(pk=number, email=player.email).first()
        if found is None:
            return False
        held = _held([player.pk, found.by_id])
        me, other = held[player.pk], held[found.by_id]
        wish = _open(now).filter(pk=number, email=me.email).first()
        if wish is None:
            return False
        if yes and not _runs(me, other):
            _agree(wish, other, me, now)
        else:
            wish.delete()
        return True


def end(player: Player, number: int, *, now: datetime) -> None:
    """End a household, or take a wish for one back; twice is once."""
    with because(Cause.FORM):
        _held([player.pk])
        Household.objects.filter(pk=number, by=player, whom=None).delete()
        mine = Household.objects.select_for_update(of=("self",)).select_related("by", "whom")
        row = mine.filter(Q(by=player) | Q(whom=player), whom__isnull=False, pk=number).first()
        if row is not None and row.ended_at is None:
            row.ended_at = now
            row.save(update_fields=("ended_at",))
            other = row.whom if row.by_id == player.pk and row.whom else row.by
            _log(player, other, {"step": "end"}, now)


def forget(player: Player, *, now: datetime) -> None:
    """End the households of who has his account deleted; the caller is in a transaction.

    What ended counts a while longer, also for the other: his number is left, and nothing else.
    """
    mine = Household.objects.filter(Q(by=player) | Q(whom=player))
    mine.filter(whom=None).delete()
    Household.objects.filter(email=player.email).delete()
    mine.filter(ended_at=None).update(ended_at=now)


def _open(now: datetime) -> "QuerySet[Household]":
    return Household.objects.filter(whom=None, made_at__gt=now - rules.WISH)


def _agree(wish: Household, by: Player, whom: Player, now: datetime) -> None:
    # The other may have been asked the same.
    Household.objects.filter(by=whom, email=by.email).delete()
    wish.whom, wish.agreed_at, wish.email = whom, now, ""
    wish.save(update_fields=("whom", "agreed_at", "email"))
    _log(whom, by, {"step": "begin"}, now)


def _log(by: Player, other: Player, said: dict[str, str], now: datetime) -> None:
    target = Target("person", other.pk)
    write(ACT, now=now, by=By(by, "player", "g"), target=target, arguments=said)


def _runs(one: Player, other: Player) -> bool:
    pair = Q(by=one, whom=other) | Q(by=other, whom=one)
    return Household.objects.filter(pair, ended_at=None).exists()


def _held(numbers: Iterable[int]) -> dict[int, Player]:
    # As acts hold people: whoever asks for their ties waits until these stand.
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk")
    return {player.pk: player for player in rows}
