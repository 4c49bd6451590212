"""The game's description, and what the number of players decides."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta, Seat
from engine.decks.dark_cave import FIELD
from engine.errors import OptionError, SeatsError
from engine.maze.cells import Cell, cell_at

META = Meta(key="dark-cave", version=2, seats=range(2, 9), options={})


@dataclass(frozen=True)
class Config:
    """How one game is played: its size."""

    seats: int
    left: tuple[Seat, ...]
    """For each seat its left neighbour, whose turn is next."""
    start: Cell
    goals: tuple[Cell, ...]
    """The corners of the field, where the goals lie."""

    def options(self) -> dict[str, str]:
        """Write the options: this game has none."""
        return {}


def _config(seats: int) -> Config:
    end = FIELD[seats] - 1
    return Config(
        seats=seats,
        left=tuple(Seat((seat + 1) % seats) for seat in range(seats)),
        start=cell_at(end // 2, end // 2),
        goals=tuple(sorted(cell_at(x, y) for x in (0, end) for y in (0, end))),
    )


CONFIGS = {seats: _config(seats) for seats in META.seats}


def configure(seats: int, options: Mapping[str, str]) -> Config:
    """Check the number of players and that no option is asked for; raises as `setup` does."""
    if seats not in META.seats:
        raise SeatsError(seats, META.seats[0], META.seats[-1])
    for name, value in options.items():
        raise OptionError(name, value, META.options.get(name, ()))
    return CONFIGS[seats]
