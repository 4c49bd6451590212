"""States as JSON for storage. `load` reads every version that `dump` ever wrote."""

from typing import Any

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.dark_cave import fields
from engine.rulesets.dark_cave.edition import configure
from engine.rulesets.dark_cave.fields import TILES
from engine.rulesets.dark_cave.state import (
    Clan,
    Creature,
    Dwarf,
    Orient,
    RoundResult,
    State,
    Turn,
    Web,
)

VERSION = 1


def dump(state: State) -> Json:
    """Write a state as JSON primitives. What the maze implies is left out and worked out anew."""
    return {
        "v": VERSION,
        "seats": state.config.seats,
        "options": state.config.options(),
        "seed": state.seed.hex(),
        "asked": state.asked,
        "turn": list(state.turn),
        "agreed": state.agreed,
        "orient": state.orient and list(state.orient),
        "cards": [[cell, placed] for cell, placed in sorted(state.maze.cards.items())],
        "covered": sorted(state.maze.covered),
        "goals": [list(goal) for goal in state.goals],
        "clans": [list(clan) for clan in state.clans],
        "dwarves": [list(dwarf) for dwarf in state.dwarves],
        "left": list(state.left),
        "hands": [list(hand) for hand in state.hands],
        "webs": [list(web) for web in state.webs],
        "creatures": [creature and list(creature) for creature in state.creatures],
        "veins": list(state.veins),
        "gold": state.gold,
        "stock": list(state.stock),
        "discards": list(state.discards),
        "boxed": list(state.boxed),
        "blind": state.blind,
        "results": [[getattr(result, name) for name in _RESULT] for result in state.results],
    }


_RESULT = RoundResult.__slots__


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
        asked=data["asked"],
        turn=Turn(*data["turn"]),
        agreed=data["agreed"],
        orient=data["orient"] and Orient(*data["orient"]),
        maze=maze,
        ways=fields.trace(maze),
        goals=tuple((Cell(cell), kind) for cell, kind in data["goals"]),
        clans=tuple(Clan(*clan) for clan in data["clans"]),
        dwarves=tuple(Dwarf(*dwarf) for dwarf in data["dwarves"]),
        left=tuple(data["left"]),
        hands=tuple(map(tuple, data["hands"])),
        webs=tuple(Web(*web) for web in data["webs"]),
        creatures=tuple(creature and Creature(*creature) for creature in data["creatures"]),
        veins=tuple(data["veins"]),
        gold=data["gold"],
        stock=tuple(data["stock"]),
        discards=tuple(data["discards"]),
        boxed=tuple(data["boxed"]),
        blind=data["blind"],
        results=tuple(_result(row) for row in data["results"]),
    )


def _result(row: list[Any]) -> RoundResult:
    values: list[Any] = [tuple(part) if isinstance(part, list) else part for part in row]
    return RoundResult(*values)
