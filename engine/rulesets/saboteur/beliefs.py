"""What the course of a round tells about the dwarves of others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.api import Event, Seat
from engine.bots.reach import cards_missing
from engine.bots.suspicion import Pair, suspicions
from engine.decks.saboteur import PATHS
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.grid import Maze, Network
from engine.parts import facts
from engine.parts.board import START_CELL, bare
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.events import Discarded
from engine.rulesets.saboteur.view import View

DEAD_ENDS = frozenset(row.code for row in PATHS if all(len(way) == 1 for way in row.ways.split()))
NEAR = 4
"""With so few cards missing before a goal, the treasure is near."""
_STEPS = ((0.75, "on"), (0.1, "bit"), (-0.1, "idle"), (-1.1, "back"))


class Deed(NamedTuple):
    """What a seat did, as evidence."""

    seat: Seat
    kind: str
    target: Seat | None = None
    """The seats whose tools this seat broke or fixed."""


def deeds(view: View, course: Sequence[Event]) -> Iterator[Deed]:
    """Go through a round and tell what each act was like; nothing if its beginning is unknown."""
    if not course or not isinstance(course[0], facts.RoundBegan):
        return
    turned = {card.cell: card.turned for card in view.cards}
    sure = [goal.cell for goal in view.goals if goal.code == "Z1"]
    maze = bare(TILES)
    network = grid.trace(maze)
    tools = [0] * view.seats
    near = ""
    ahead = _missing(maze, network, sure)
    for event in course:
        match event:
            case facts.Laid(seat, cell, card, upside):
                maze, network = grid.lay(maze, network, cell, TILES.placed(card, turned=upside))
                after = _missing(maze, network, sure)
                kind = "dead" if card in DEAD_ENDS else _step(ahead, after)
                yield Deed(seat, kind + near)
                ahead = after
            case facts.RockFell(seat, cell, _card):
                if cell in maze.cards:
                    maze, network = grid.dig(maze, network, cell)
                after = _missing(maze, network, sure)
                yield Deed(seat, ("clear" if _gain(ahead, after) > 0.1 else "tear") + near)
                ahead = after
            case facts.GoalTurned(_seat, cell, card):
                placed = TILES.placed(card, turned=turned.get(cell, False))
                maze, network = grid.lay(maze, network, cell, placed)
                ahead = _missing(maze, network, sure)
            case facts.ToolBroken(seat, target, _tool):
                tools[target] += 1
                yield Deed(seat, "break", target)
            case facts.ToolMended(seat, target, _tool, _card):
                tools[target] -= 1
                if target != seat:
                    yield Deed(seat, "fix", target)
            case Discarded(seat, _card):
                yield Deed(seat, "idle-tools" if tools[seat] else "pass" + near)
            case facts.GoalSeen(seat, _cell, _card):
                yield Deed(seat, "map")
            case _:
                continue
        near = "-near" if ahead.nearest <= NEAR else ""


class _Ahead(NamedTuple):
    """How many cards are missing, as everybody sees it and as who knows the treasure does."""

    nearest: int
    everybody: float
    knowing: float


def _missing(maze: Maze, network: Network, sure: Sequence[Cell]) -> _Ahead:
    counts = cards_missing(maze, network, sorted(maze.covered))
    if not counts:
        return _Ahead(0, 0, 0)
    nearest = min(counts.values())
    everybody = (sum(counts.values()) / len(counts) + nearest) / 2
    return _Ahead(nearest, everybody, counts.get(sure[0], everybody) if sure else everybody)


def _gain(before: _Ahead, after: _Ahead) -> float:
    return max(before.everybody - after.everybody, before.knowing - after.knowing)


def _step(before: _Ahead, after: _Ahead) -> str:
    gain = _gain(before, after)
    return next((name for least, name in _STEPS if gain >= least), "far-back")


_ALONE: Mapping[str, float] = {
    "on": -0.4, "bit": -0.2, "idle": 0.3, "back": 0.8, "far-back": 1.0, "dead": 1.5,
    "on-near": -0.6, "bit-near": -0.3, "idle-near": 0.4, "back-near": 1.0, "far-back-near": 1.5,
    "dead-near": 2.0, "clear": -0.3, "tear": 1.0, "clear-near": -0.3, "tear-near": 2.0,
    "pass": 0.2, "pass-near": 0.0, "idle-tools": 0.0, "map": 0.0,
}  # fmt: skip
_BREAK = (1.0, 1.0, -0.5)
_FIX = (-0.5, -0.5, 0.3)


def suspected(view: View, course: Sequence[Event]) -> tuple[float, ...]:
    """Tell for each seat how likely it is a saboteur."""
    assert view.seat is not None
    alone, pairs = [0.0] * view.seats, []
    for seat, kind, target in deeds(view, course):
        if target is None:
            alone[seat] += _ALONE[kind]
        else:
            pairs.append(Pair(seat, target, *(_BREAK if kind == "break" else _FIX)))
    known = {view.seat: view.role == "saboteur"}
    return suspicions(view.dwarves, view.seats, known, alone, pairs)


__all__ = ["DEAD_ENDS", "NEAR", "START_CELL", "Deed", "deeds", "suspected"]
