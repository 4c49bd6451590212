"""A reader mutes somebody for himself alone, and hears him again."""

from datetime import datetime

from django.db import transaction

from games.models import Mute, Player
from games.talk import selectors


def mute(key: str, remark_id: int, *, by: Player, now: datetime) -> None:
    """Let a reader see no more of what somebody says at this game; raises NoSuchRemark."""
    with transaction.atomic(durable=True):
        said = selectors.readable(key, remark_id, by, now=now)
        Mute.objects.get_or_create(game=said.game, by=by, whom=said.by)


def hear(key: str, remark_id: int, *, by: Player, now: datetime) -> None:
    """Let a reader see again what somebody says; raises NoSuchRemark."""
    with transaction.atomic(durable=True):
        said = selectors.readable(key, remark_id, by, now=now)
        Mute.objects.filter(game=said.game, by=by, whom=said.by).delete()
