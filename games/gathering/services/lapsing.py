"""Invitations that nobody answered in time: the places that they kept are free again."""

import logging
from datetime import datetime

from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Invitation, Letter
from games.services import locks, mailbox
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

Status = Invitation.Status


def sweep(*, now: datetime) -> int:
    """Let every invitation lapse whose day is over; count the tables where that was done."""
    late = Invitation.objects.filter(
        status=Status.PENDING, reply_by__lt=now, game__status=Game.Status.OPEN
    )
    done = 0
    for game_id in sorted(set(late.values_list("game_id", flat=True))):
        try:
            done += _lapse(game_id, now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # A table in trouble must not keep the seats of the others; the next beat tries again.
            logger.exception("invitations to game %s cannot lapse", game_id)
    return done


def _lapse(game_id: int, now: datetime) -> bool:
    with because(Cause.CLOCK):
        game = locks.game(pk=game_id)
        # Asked under the lock: somebody may have answered, or the game begun, while we waited.
        late = game.invitations.filter(status=Status.PENDING, reply_by__lt=now)
        if game.status != Game.Status.OPEN or not late.update(status=Status.LAPSED):
            return False
        mailbox.post_to(game.organiser.email, Letter.Kind.LAPSED, game=game, now=now)
    return True
