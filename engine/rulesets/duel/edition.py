"""The game for two and the game for one: what differs, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.api import Meta
from engine.decks import duel as box
from engine.maze.cells import AROUND, Cell, cell_at
from engine.parts.options import TableConfig, chosen

_VERSION = 2
_ROUNDS = ("3", "1")
# All gold of the way cards in each of three rounds, and that of every goal.
_MOST = 3 * sum(row.gold * row.copies for row in box.PATHS) + sum(row.gold for row in box.GOALS)


@dataclass(frozen=True)
class Mode:
    """One way to play."""

    meta: Meta
    solo: bool
    """Drawn sabotage and rock slides are carried out at once."""
    starts: Mapping[str, Cell]
    """Where each dwarf's start card lies."""
    goals: tuple[Cell, ...]
    counters: int
    aside: int
    """Cards set aside unseen each round."""

    @cached_property
    def beside_goals(self) -> frozenset[Cell]:
        """Where no ladder may lie, face down or up as the goal may be."""
        return frozenset(near for cell in self.goals for _side, near, _back in AROUND[cell])


DUEL = Mode(
    Meta("duel", _VERSION, seats=range(2, 3), options={"rounds": _ROUNDS}, most=_MOST),
    solo=False,
    starts={colour: cell_at(*at) for colour, at in box.STARTS_AT.items()},
    goals=tuple(cell_at(*at) for at in box.GOALS_AT),
    counters=box.COUNTERS,
    aside=0,
)
SOLO = Mode(
    Meta(
        "duel-solo",
        _VERSION,
        seats=range(1, 2),
        options={"colour": box.COLOURS, "rounds": _ROUNDS},
        most=_MOST,
    ),
    solo=True,
    starts=dict.fromkeys(box.COLOURS, cell_at(*box.START_AT_SOLO)),
    goals=tuple(cell_at(*at) for at in box.GOALS_AT_SOLO),
    counters=box.COUNTERS_SOLO,
    aside=box.ASIDE_SOLO,
)
MODES = {mode.meta.key: mode for mode in (DUEL, SOLO)}


@dataclass(frozen=True, kw_only=True)
class Config(TableConfig):
    """How one game is played."""

    mode: Mode
    rounds: int
    colour: str | None
    """The dwarf that the only player has picked; two players draw theirs."""


def configure(mode: Mode, seats: int, options: Mapping[str, str], rules: int = _VERSION) -> Config:
    """Check and complete the options; raises SeatsError or OptionError."""
    words = chosen(mode.meta, seats, options)
    return Config(
        mode=mode,
        rounds=int(words["rounds"]),
        colour=words.get("colour"),
        seats=seats,
        options=words,
        rules=rules,
    )
