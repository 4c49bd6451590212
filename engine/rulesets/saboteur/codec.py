"""States as JSON for storage. `load` reads every version that `dump` ever wrote."""

from typing import Any

from engine.api import Json, Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.saboteur.edition import configure
from engine.rulesets.saboteur.state import TILES, RoundResult, State

VERSION = 1


def dump(state: State) -> Json:
    """Write a state as JSON primitives. What the maze implies is left out and worked out anew."""
    return {
        "v": VERSION,
        "seats": state.config.seats,
        "options": state.config.options(),
        "seed": state.seed.hex(),
        "round": state.round,
        "asked": state.asked,
        "orient": list(state.orient),
        "cards": [[cell, placed] for cell, placed in sorted(state.maze.cards.items())],
        "covered": sorted(state.maze.covered),
        "goals": [list(goal) for goal in state.goals],
        "seen": list(state.seen),
        "roles": list(state.roles),
        "hands": [list(hand) for hand in state.hands],
        "broken": list(state.broken),
        "stock": list(state.stock),
        "discards": list(state.discards),
        "gold": [list(cards) for cards in state.gold],
        "gold_stock": list(state.gold_stock),
        "bank": state.bank,
        "results": [
            [result.won_by, result.finder, list(result.roles), result.spare]
            for result in state.results
        ],
    }


def load(data: Json) -> State:
    """Read a state; raises ValueError for a version from the future."""
    if data["v"] != VERSION:
        raise ValueError(f"state version {data['v']} is not known here")
    maze = grid.empty(TILES, map(Cell, data["covered"]))
    for cell, placed in data["cards"]:
        maze = grid.put(maze, Cell(cell), Placed(placed))
    return State(
        config=configure(data["seats"], data["options"]),
        seed=bytes.fromhex(data["seed"]),
        round=data["round"],
        asked=data["asked"],
        orient=tuple(data["orient"]),
        maze=maze,
        network=grid.trace(maze),
        goals=tuple((Cell(cell), kind) for cell, kind in data["goals"]),
        seen=tuple(data["seen"]),
        roles=tuple(data["roles"]),
        hands=_tuples(data["hands"]),
        broken=tuple(data["broken"]),
        stock=tuple(data["stock"]),
        discards=tuple(data["discards"]),
        gold=_tuples(data["gold"]),
        gold_stock=tuple(data["gold_stock"]),
        bank=data["bank"],
        results=tuple(_result(*row) for row in data["results"]),
    )


def _tuples(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _result(won_by: str, finder: Any, roles: list[str], spare: str) -> RoundResult:
    return RoundResult(won_by, None if finder is None else Seat(finder), tuple(roles), spare)
