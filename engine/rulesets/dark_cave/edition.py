"""The game's description, and what the number of players decides."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta
from engine.decks.dark_cave import CLAN_CARDS, FIELD, GOLD
from engine.maze.cells import Cell, cell_at
from engine.parts.options import TableConfig, chosen

_SEATS = range(2, 9)
META = Meta(
    key="dark-cave",
    version=2,
    seats=_SEATS,
    options={},
    # All the gold, and all others worked for the other clan.
    most=GOLD * (_SEATS[-1] - 1),
    roles={
        seats: ("loyal", "saboteur") if saboteurs else ("loyal",)
        for seats, (_, _, saboteurs) in CLAN_CARDS.items()
    },
)


@dataclass(frozen=True, kw_only=True)
class Config(TableConfig):
    """How one game is played: its size."""

    start: Cell
    goals: tuple[Cell, ...]
    """The corners of the field, where the goals lie."""


def configure(seats: int, options: Mapping[str, str], rules: int = META.version) -> Config:
    """Check the number of players and that no option is asked for; raises as `setup` does."""
    words = chosen(META, seats, options)
    end = FIELD[seats] - 1
    return Config(
        seats=seats,
        start=cell_at(end // 2, end // 2),
        goals=tuple(sorted(cell_at(x, y) for x in (0, end) for y in (0, end))),
        options=words,
        rules=rules,
    )
