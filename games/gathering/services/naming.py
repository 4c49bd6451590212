"""Giving a table its name."""

import secrets

from games.gathering.rules import names
from games.models import Game, Player

_RUNNING = (Game.Status.OPEN, Game.Status.ACTIVE)


def name_for(organiser: Player, wished: str = "") -> str:
    """Return the name that an organiser wishes for, or one unlike those of his running games.

    Raises BadGameName.
    """
    if wished.strip():
        return names.chosen(wished)
    running = Game.objects.filter(organiser=organiser, status__in=_RUNNING)
    others = running.values_list("name", flat=True)
    return names.drawn(organiser.language, others, chance=secrets.randbits(32))
