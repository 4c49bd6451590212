"""Somebody is asked at his own address whether letters reach him; then they come again."""

from datetime import datetime, timedelta

from games.delivery.services import weighing
from games.errors import BadLink
from games.links import ReachClaim, StopClaim
from games.models import Letter, Player
from games.services import mailbox
from games.subscriptions.rules import Stop, mailbox_number
from games.subscriptions.services import choosing

LIFE = timedelta(days=14)


def ask(player: Player, *, now: datetime) -> None:
    """Write to the address that he has, whatever is stopped; the caller is in a transaction."""
    mailbox.post_to(player.email, Letter.Kind.REACH, now=now)


def asked(claim: ReachClaim, *, now: datetime) -> Player:
    """Name who was asked; raises BadLink once that is long ago or his address another one."""
    player = Player.objects.filter(pk=claim.player_id, email__isnull=False).first()
    if player is None or mailbox_number(player.email or "") != claim.mailbox:
        raise BadLink
    if now.timestamp() > claim.at + LIFE.total_seconds():
        raise BadLink
    return player


def confirm(claim: ReachClaim, *, now: datetime) -> Player:
    """Let letters come again, and his tables know that he can be reached; raises BadLink."""
    player = asked(claim, now=now)
    choosing.let_come(StopClaim(Stop.EVERYTHING, player.pk), now=now)
    weighing.proved(player, now=now)
    return player
