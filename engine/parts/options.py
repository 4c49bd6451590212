"""What can be chosen when a game is set up."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta
from engine.errors import OptionError, SeatsError


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """How one game is played: what every game's configuration holds. A game's own adds to it."""

    seats: int
    options: Mapping[str, str]
    """As they were chosen."""
    rules: int
    """The version of the rules by which the game was dealt."""


def chosen(meta: Meta, seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Check and complete the options; raises SeatsError or OptionError."""
    if seats not in meta.seats:
        raise SeatsError(seats, meta.seats[0], meta.seats[-1])
    for name, value in options.items():
        allowed = meta.options.get(name, ())
        if value not in allowed:
            raise OptionError(name, value, allowed)
    return {name: options.get(name, values[0]) for name, values in meta.options.items()}
