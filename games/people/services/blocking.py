"""Somebody does not want to sit with another, and wants to again."""

from datetime import datetime

from django.db import transaction

from games.models import Block, Player
from games.people.selectors import NoSuchPlayer


def block(key: str, *, by: Player, now: datetime) -> None:
    """Keep two apart from now on, by one's wish alone; twice is once.

    Raises NoSuchPlayer, also for himself.
    """
    with transaction.atomic(durable=True):
        whom = Player.objects.filter(key=key, email__isnull=False).first()
        if whom is None or whom.pk == by.pk:
            raise NoSuchPlayer
        Block.objects.get_or_create(by=by, whom=whom, defaults={"made_at": now})


def unblock(key: str, *, by: Player) -> None:
    """Keep them apart no more; twice is once."""
    Block.objects.filter(by=by, whom__key=key).delete()
