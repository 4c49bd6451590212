"""States as JSON for storage. `load` reads every version that `dump` ever wrote."""

from collections.abc import Iterable
from typing import Any

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.duel.cards import TILES
from engine.rulesets.duel.edition import MODES, configure
from engine.rulesets.duel.state import RoundResult, State
from engine.rulesets.duel.tunnels import completed

VERSION = 1


def dump(state: State) -> Json:
    """Write a state as JSON primitives. What the table implies is left out and worked out anew."""
    return {
        "v": VERSION,
        "mode": state.config.mode.meta.key,
        "options": state.config.options(),
        "seed": state.seed.hex(),
        "round": state.round,
        "asked": state.asked,
        "ask": state.ask,
        "acted": state.acted,
        "orient": list(state.orient),
        "cards": _lists(state.maze.cards.items()),
        "covered": sorted(state.maze.covered),
        "goals": _lists(state.goals),
        "seen": list(state.seen),
        "dwarves": list(state.dwarves),
        "hands": _lists(state.hands),
        "broken": list(state.broken),
        "stock": list(state.stock),
        "discards": list(state.discards),
        "aside": list(state.aside),
        "trail": list(state.trail),
        "claims": _lists(state.claims),
        "bribes": _lists(state.bribes),
        "keys": _lists(state.keys),
        "gold": _lists(state.gold),
        "goal_stock": list(state.goal_stock),
        "box": list(state.box),
        "results": [
            [
                result.ended,
                _lists(result.won),
                list(result.trolls),
                _lists(result.paid),
                list(result.gold),
            ]
            for result in state.results
        ],
    }


def load(data: Json) -> State:
    """Read a state; raises ValueError for a version from the future."""
    if data["v"] != VERSION:
        raise ValueError(f"state version {data['v']} is not known here")
    mode = MODES[data["mode"]]
    maze = grid.empty(TILES, map(Cell, data["covered"]))
    for cell, placed in data["cards"]:
        maze = grid.put(maze, Cell(cell), Placed(placed))
    state = State(
        config=configure(mode, mode.meta.seats[0], data["options"]),
        seed=bytes.fromhex(data["seed"]),
        round=data["round"],
        asked=data["asked"],
        ask=data["ask"],
        acted=data["acted"],
        orient=tuple(data["orient"]),
        maze=maze,
        goals=_tuples(data["goals"]),
        seen=tuple(data["seen"]),
        dwarves=tuple(data["dwarves"]),
        hands=_tuples(data["hands"]),
        broken=tuple(data["broken"]),
        stock=tuple(data["stock"]),
        discards=tuple(data["discards"]),
        aside=tuple(data["aside"]),
        trail=tuple(data["trail"]),
        claims=_tuples(data["claims"]),
        bribes=_tuples(data["bribes"]),
        keys=_tuples(data["keys"]),
        gold=_tuples(data["gold"]),
        goal_stock=tuple(data["goal_stock"]),
        box=tuple(data["box"]),
        results=tuple(_result(*row) for row in data["results"]),
        links={},
        networks=(),
        loose=(),
        trolls=(),
    )
    return completed(state)


def _lists(rows: Iterable[Iterable[int]]) -> list[list[int]]:
    return [list(row) for row in rows]


def _tuples(rows: list[list[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(row) for row in rows)


def _result(
    ended: str, won: list[list[int]], trolls: list[int], paid: list[list[int]], gold: list[int]
) -> RoundResult:
    return RoundResult(ended, _tuples(won), tuple(trolls), _tuples(paid), tuple(gold))
