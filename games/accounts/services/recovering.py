"""An account whose mailbox is lost comes to another one: after a week in which the old may object.

Who has the old mailbox is written to first and may say no with one click; who has the new one must
say yes. Nobody types codes of another: both answer by their own letters.
"""

import logging
from datetime import datetime, timedelta

from django.db.models import F

from games.accounts.models import Session
from games.accounts.services import address
from games.channels.services import keeping
from games.errors import AddressTaken, NotByMail, SameAddress
from games.log.rules import Cause
from games.log.services import Target, because, write
from games.models import AddressChange, Letter, Passkey, Player, Seat
from games.selectors import is_anothers
from games.services import locks, mailbox
from games.services.failures import database_is_gone
from games.subscriptions import selectors as subscriptions

logger = logging.getLogger(__name__)

VETO, LIFE = timedelta(days=7), timedelta(days=21)
Kind = Letter.Kind


def require_fit(player: Player, new: str) -> None:
    """Pass an address that an account can come to; raises SameAddress, AddressTaken, NotByMail."""
    if new == player.email:
        raise SameAddress
    if is_anothers(new, player.pk):
        raise AddressTaken
    if subscriptions.refuses(new):
        raise NotByMail(new)


def ask(player: Player, new: str, *, now: datetime) -> AddressChange:
    """Ask both mailboxes; an older wish is void then. The caller holds the person."""
    require_fit(player, new)
    AddressChange.objects.filter(player=player, closed_at=None).update(closed_at=now)
    old = player.email or ""
    change = AddressChange.objects.create(
        player=player, old=old, new=new, created_at=now, expires_at=now + LIFE, due_at=now + VETO
    )
    mailbox.post_to(old, Kind.OLD_ADDRESS, change=change, now=now)
    mailbox.post_to(new, Kind.NEW_ADDRESS, change=change, now=now)
    return change


def sweep(*, now: datetime) -> int:
    """Let accounts come to their new mailbox to which no old one objected in its week; count."""
    due = AddressChange.objects.filter(due_at__lte=now, closed_at=None, expires_at__gt=now)
    done = 0
    for number in list(due.exclude(new_agreed_at=None).values_list("pk", flat=True)):
        try:
            done += _recover(number, now)
        except AddressTaken:
            logger.warning("change of address %s: another account has it by now", number)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One in trouble must not keep the others; it is tried again.
            logger.exception("change of address %s is not made", number)
    return done


def _recover(number: int, now: datetime) -> bool:
    owner = AddressChange.objects.select_related("player").get(pk=number).player
    with because(Cause.SYSTEM):
        locks.all_of(owner)
        player = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        change = AddressChange.objects.get(pk=number)
        if change.closed_at is not None:
            return False
        # A week of silence stands for the old mailbox's word.
        change.old_agreed_at, change.closed_at = change.old_agreed_at or now, now
        change.save(update_fields=("old_agreed_at", "closed_at"))
        address.move(player, change, now=now)
        _shut_out(player)
        for email in (change.old, change.new):
            mailbox.post_to(email, Kind.RECOVERED, change=change, now=now)
        write("recovered", now=now, target=Target("person", player.pk))
    return True


def _shut_out(player: Player) -> None:
    """Let nothing open his account or his seats any more but his new mailbox."""
    Session.objects.filter(player=player).delete()
    Passkey.objects.filter(player=player).delete()
    keeping.end_all(player)
    Seat.objects.filter(player=player).update(link_epoch=F("link_epoch") + 1)
    player.calendar_epoch += 1
    player.link_epoch += 1
    player.save(update_fields=("calendar_epoch", "link_epoch"))
