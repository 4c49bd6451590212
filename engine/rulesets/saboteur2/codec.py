"""States as JSON for storage. `load` reads every version that `dump` ever wrote."""

from typing import Any

from engine.api import Json, Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.saboteur2.edition import configure
from engine.rulesets.saboteur2.state import Inspection, RoundResult, State
from engine.rulesets.saboteur2.tiles import TILES

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
        "laid": state.laid,
        "thieves": list(state.thieves),
        "closer": state.closer,
        "cards": [[cell, placed] for cell, placed in sorted(state.maze.cards.items())],
        "covered": sorted(state.maze.covered),
        "goals": [list(goal) for goal in state.goals],
        "seen": list(state.seen),
        "inspected": [
            [[known.target, known.role, known.current] for known in seen]
            for seen in state.inspected
        ],
        "roles": list(state.roles),
        "undealt": list(state.undealt),
        "shed": list(state.shed),
        "hands": [list(hand) for hand in state.hands],
        "broken": list(state.broken),
        "trapped": list(state.trapped),
        "thefts": list(state.thefts),
        "stock": list(state.stock),
        "aside": list(state.aside),
        "discards": list(state.discards),
        "gold": list(state.gold),
        "results": [_dump_result(result) for result in state.results],
    }


def _dump_result(result: RoundResult) -> Json:
    return {
        "won_by": result.won_by,
        "finder": result.finder,
        "roles": list(result.roles),
        "trapped": list(result.trapped),
        "winners": list(result.winners),
        "share": result.share,
        "crystals": result.crystals,
        "paid": list(result.paid),
        "thefts": [list(theft) for theft in result.thefts],
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
        laid=data.get("laid"),
        thieves=tuple(data["thieves"]),
        closer=data["closer"],
        maze=maze,
        network=grid.trace(maze),
        goals=tuple((Cell(cell), kind) for cell, kind in data["goals"]),
        seen=tuple(data["seen"]),
        inspected=tuple(
            tuple(Inspection(target, role, current) for target, role, current in seen)
            for seen in data["inspected"]
        ),
        roles=tuple(data["roles"]),
        undealt=tuple(data["undealt"]),
        shed=tuple(data["shed"]),
        hands=tuple(map(tuple, data["hands"])),
        broken=tuple(data["broken"]),
        trapped=tuple(data["trapped"]),
        thefts=tuple(data["thefts"]),
        stock=tuple(data["stock"]),
        aside=tuple(data["aside"]),
        discards=tuple(data["discards"]),
        gold=tuple(data["gold"]),
        results=tuple(map(_load_result, data["results"])),
    )


def _load_result(row: dict[str, Any]) -> RoundResult:
    tuples = ("roles", "trapped", "winners", "paid")
    thefts = tuple((Seat(thief), Seat(victim)) for thief, victim in row["thefts"])
    changes = {name: tuple(row[name]) for name in tuples}
    return RoundResult(**{**row, **changes, "thefts": thefts})
