"""The game for two and the game for one: what differs, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta
from engine.decks.duel import (
    ASIDE_SOLO,
    COLOURS,
    COUNTERS,
    COUNTERS_SOLO,
    GOALS_AT,
    GOALS_AT_SOLO,
    START_AT_SOLO,
    STARTS_AT,
)
from engine.errors import OptionError, SeatsError
from engine.maze.cells import AROUND, Cell, cell_at

_ROUNDS = ("3", "1")


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to play."""

    meta: Meta
    solo: bool
    """Drawn sabotage and rock slides are carried out at once."""
    starts: Mapping[str, Cell]
    """Where each dwarf's start card lies."""
    goals: tuple[Cell, ...]
    beside_goals: frozenset[Cell]
    """No ladder may lie here, face down or up as the goal may be."""
    counters: int
    aside: int
    """Cards set aside unseen each round."""


def _mode(
    meta: Meta,
    starts: Mapping[str, tuple[int, int]],
    goals: tuple[tuple[int, int], ...],
    *,
    counters: int,
    aside: int,
) -> Mode:
    cells = tuple(cell_at(*at) for at in goals)
    return Mode(
        meta=meta,
        solo=len(meta.seats) == 1 and meta.seats[0] == 1,
        starts={colour: cell_at(*at) for colour, at in starts.items()},
        goals=cells,
        beside_goals=frozenset(near for cell in cells for _side, near, _back in AROUND[cell]),
        counters=counters,
        aside=aside,
    )


DUEL = _mode(
    Meta("duel", version=2, seats=range(2, 3), options={"rounds": _ROUNDS}),
    STARTS_AT,
    GOALS_AT,
    counters=COUNTERS,
    aside=0,
)
SOLO = _mode(
    Meta("duel-solo", version=2, seats=range(1, 2), options={"colour": COLOURS, "rounds": _ROUNDS}),
    dict.fromkeys(COLOURS, START_AT_SOLO),
    GOALS_AT_SOLO,
    counters=COUNTERS_SOLO,
    aside=ASIDE_SOLO,
)
MODES = {mode.meta.key: mode for mode in (DUEL, SOLO)}


@dataclass(frozen=True)
class Config:
    """How one game is played."""

    mode: Mode
    rounds: int
    colour: str | None
    """The dwarf that the only player has picked; two players draw theirs."""

    @property
    def seats(self) -> int:
        """Count the players."""
        return self.mode.meta.seats[0]

    def options(self) -> dict[str, str]:
        """Write the options as they were chosen."""
        colour = {"colour": self.colour} if self.colour else {}
        return {**colour, "rounds": str(self.rounds)}


def configure(mode: Mode, seats: int, options: Mapping[str, str]) -> Config:
    """Check and complete the options; raises SeatsError or OptionError."""
    meta = mode.meta
    if seats not in meta.seats:
        raise SeatsError(seats, meta.seats[0], meta.seats[-1])
    for name, value in options.items():
        allowed = meta.options.get(name, ())
        if value not in allowed:
            raise OptionError(name, value, allowed)
    chosen = {name: options.get(name, values[0]) for name, values in meta.options.items()}
    return Config(mode, rounds=int(chosen["rounds"]), colour=chosen.get("colour"))
