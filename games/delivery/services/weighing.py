"""Whether letters get through to an address is weighed at each news of one, and told its player."""

from datetime import datetime

from django.conf import settings

from games import selectors
from games.clocks.services import delivered
from games.delivery.rules import dead
from games.delivery.rules.dead import Known
from games.delivery.rules.news import UNWANTED, News
from games.log.rules import Cause
from games.log.services import because
from games.models import Complaint, Letter, Mailbox, Player


def weigh(player: Player, news: News, *, at: datetime, is_new: bool, now: datetime) -> None:
    """Take news of a letter into account; the caller holds the player."""
    if news in UNWANTED or (news != News.DELIVERED and _arrived_since(player, at)):
        return
    row = Mailbox.objects.filter(player=player).first()
    if row is None and news == News.DELIVERED:
        return
    before = Known(row.failed, row.failing_since, row.dead_since) if row else Known()
    known = dead.after(before, news, at=at, is_new=is_new)
    if known is None:
        forget(player, now=now)
    elif known != before:
        values = {
            "failed": known.failed,
            "failing_since": known.failing_since,
            "dead_since": known.dead_since,
        }
        Mailbox.objects.update_or_create(player=player, defaults=values)
        tell(player, now=now)


def forget(player: Player, *, now: datetime) -> None:
    """His address is another one, or letters reach it; the caller holds the player."""
    Mailbox.objects.filter(player=player).delete()
    tell(player, now=now)


def tell(player: Player, *, now: datetime) -> None:
    """Have a player's pages say that there is trouble with his letters, or that there is none."""
    trouble = is_dead(player) or Complaint.objects.filter(player=player).exists()
    told_at = (player.mail_trouble_at or now) if trouble else None
    if told_at != player.mail_trouble_at:
        player.mail_trouble_at = told_at
        player.save(update_fields=("mail_trouble_at",))


def is_dead(player: Player) -> bool:
    """Tell whether a player's address takes no letters."""
    return Mailbox.objects.filter(player=player, dead_since__isnull=False).exists()


def refused(letter: Letter, *, now: datetime) -> None:
    """A mail server would not take a letter for that address, and will take no other."""
    with because(Cause.POST):
        player = reader(letter)
        if player is not None:
            weigh(player, News.DEAD, at=now, is_new=True, now=now)
    if player is not None:
        delivered.unreachable(player)


def is_believed(letter: Letter) -> bool:
    """Tell whether that a mail server took a letter shows that its dead address lives again.

    Where news of letters come it does not. Where none do, nothing else is ever heard.
    """
    if settings.TRACKING_PROVIDER or settings.MAIL_RETURNS:
        return False
    player = selectors.addressee(letter)
    return player is not None and player.mail_trouble_at is not None


def taken(letter: Letter, *, now: datetime) -> None:
    """A mail server took a letter to an address that was dead, and nothing else is ever heard."""
    with because(Cause.POST):
        player = reader(letter)
        if player is not None:
            weigh(player, News.DELIVERED, at=now, is_new=True, now=now)
    if player is not None and player.mail_trouble_at is None:
        delivered.reachable(player)


def proved(player: Player, *, now: datetime) -> None:
    """Somebody proved that letters reach him: by a code, or by a link of a letter just sent."""
    with because(Cause.FORM):
        held = hold(player.pk)
        forget(held, now=now)
    if held.mail_trouble_at is None:
        delivered.reachable(held)


def reader(letter: Letter) -> Player | None:
    """Hold the player whom a letter goes to, if he has an account: nobody moves him meanwhile."""
    if letter.seat is None:
        found = Player.objects.filter(email=letter.email)
    else:
        found = Player.objects.filter(places=letter.seat)
    key = found.values_list("pk", flat=True).first()
    return None if key is None else hold(key)


def hold(pk: int) -> Player:
    """Hold a player: what hangs on him is changed by one at a time."""
    return Player.objects.select_for_update(no_key=True).get(pk=pk)


def _arrived_since(player: Player, at: datetime) -> bool:
    """Tell whether a later letter arrived: news come in any order."""
    # One after the other: each has its index, and both at once would have all letters read.
    arrived = Letter.objects.filter(heard=News.DELIVERED, heard_at__gt=at)
    to_seats = arrived.filter(seat__player=player)
    return to_seats.exists() or arrived.filter(email=player.email).exists()
