"""States as JSON for storage. `load` reads every version that `dump` ever wrote."""

from collections.abc import Iterable
from typing import Any

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.duel.cards import KIND, TILES
from engine.rulesets.duel.edition import MODES, configure
from engine.rulesets.duel.state import RoundResult, State
from engine.rulesets.duel.tunnels import completed

VERSION = 2
# Version 1 numbered the cards in this order, and its goals 16 to 18 are retired (ruling 26).
_CODES_1 = """
DU-NS DU-EW DU-BEND-R DU-BEND-L DU-STUB-N DU-STUB-W DU-STUB-S DU-STUB-E1 DU-STUB-E2 DU-LADDER-GREEN
DU-LADDER-BLUE DU-BRIDGE DU-BRIDGE-GOLD DU-DBEND DU-DBEND-GOLD DU-GOLD-1 DU-GOLD-2 DU-GOLD-3
DU-DOOR-G1 DU-DOOR-G2 DU-DOOR-G3 DU-DOOR-B1 DU-DOOR-B2 DU-DOOR-B3 DU-TROLL-1 DU-TROLL-2 DU-TROLL-3
DU-START-GREEN DU-START-BLUE DU-GOAL-10 DU-GOAL-11 DU-GOAL-12 DU-GOAL-13 DU-GOAL-14 DU-GOAL-15
DU-GOAL-16-OLD DU-GOAL-17-OLD DU-GOAL-18-OLD DU-GOAL-19 DU-GOAL-20 DU-GOAL-21 DU-GOAL-22 DU-GOAL-23
DU-GOAL-24 DU-GOAL-25 DU-GOAL-26 DU-GOAL-27 break-pick break-lantern break-cart fix-pick fix-lantern
fix-cart fix-pick-lantern fix-pick-cart fix-lantern-cart key rockfall map
"""
_PILES = ("stock", "discards", "aside", "goal_stock")
_KINDS_1 = tuple(KIND[code] for code in _CODES_1.split())


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
    if data["v"] == 1:
        data = _from_version_1(data)
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


def _from_version_1(data: Json) -> Json:
    """Number the cards as today; the game goes on with the goals that it was dealt."""

    def kinds(numbers: list[int]) -> list[int]:
        return sorted(_KINDS_1[number] for number in numbers)

    piles = {name: [_KINDS_1[number] for number in data[name]] for name in _PILES}
    return {
        **data,
        **piles,
        "v": 2,
        "cards": [[at, 2 * _KINDS_1[placed >> 1] + placed % 2] for at, placed in data["cards"]],
        "goals": [[at, _KINDS_1[number]] for at, number in data["goals"]],
        "hands": [kinds(hand) for hand in data["hands"]],
        "gold": [kinds(cards) for cards in data["gold"]],
        "box": kinds(data["box"]),
    }


def _lists(rows: Iterable[Iterable[int]]) -> list[list[int]]:
    return [list(row) for row in rows]


def _tuples(rows: list[list[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(row) for row in rows)


def _result(
    ended: str, won: list[list[int]], trolls: list[int], paid: list[list[int]], gold: list[int]
) -> RoundResult:
    return RoundResult(ended, _tuples(won), tuple(trolls), _tuples(paid), tuple(gold))
