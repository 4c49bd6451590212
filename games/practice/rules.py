"""What a practice game is, and how many there may be. Knows no rows."""

from collections.abc import Mapping
from datetime import timedelta

from engine.api import Meta

IN_ALL = 2000
"""So many of visitors are kept at a time. None takes more than 100 kB."""
KEPT = timedelta(days=7)
"""So long after its visitor's last sign of life."""
TWICE = timedelta(hours=1)
"""So long a form that is sent again leads to the game that it dealt."""

_SEATS = {"saboteur": 4, "saboteur2": 5, "dark-cave": 4}
"""Enough for friend and foe; others are for one or two anyway."""


def seats(meta: Meta) -> int:
    """Say how many sit at a practice table."""
    return _SEATS.get(meta.key, meta.seats[0])


def options(meta: Meta) -> Mapping[str, str]:
    """Choose as the rulebook has it, but for one round: who only tries wants to see an end.

    Who plays alone plays for the gold of all rounds.
    """
    usual = {name: values[0] for name, values in meta.options.items()}
    alone = meta.seats[-1] == 1
    return usual | ({"rounds": "1"} if "rounds" in usual and not alone else {})
