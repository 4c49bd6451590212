"""What somebody does who is told that letters to him come back, or were stopped."""

from datetime import datetime

from django.db import transaction

from games.accounts.services import reach
from games.clocks.services import delivered
from games.delivery.services import weighing
from games.limits import services as limits
from games.limits.rules import TRIES_TO_REACH
from games.links import StopClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Complaint, Player
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop
from games.subscriptions.services import choosing


def try_again(player: Player, *, now: datetime) -> None:
    """Send one letter to the address that he has: if it arrives, all is well. Raises TooMany."""
    with because(Cause.FORM):
        limits.use((TRIES_TO_REACH, player.pk), now=now)
        reach.ask(player, now=now)


def leave_it(player: Player, *, now: datetime) -> None:
    """What was stopped stays so, and he need not be told any more."""
    with transaction.atomic(durable=True):
        held = weighing.hold(player.pk)
        Complaint.objects.filter(player=held).delete()
        weighing.tell(held, now=now)


def let_come(claim: StopClaim, *, now: datetime) -> None:
    """Take back what a letter's link, or a complaint, stopped. Twice is once; raises BadLink."""
    choosing.let_come(claim, now=now)
    player = subscriptions.holder(claim)
    if player is None or player.mail_trouble_at is None:
        return
    with transaction.atomic(durable=True):
        held = weighing.hold(player.pk)
        for each in Complaint.objects.filter(player=held):
            if not subscriptions.is_stopped(StopClaim(Stop(each.stop), held.pk, each.game_id or 0)):
                each.delete()
        weighing.tell(held, now=now)
    if held.mail_trouble_at is None:
        delivered.reachable(held)
