"""Reading states and facts stored before they were kept in words. Nothing here ever changes."""

from typing import Any

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.duel.cards import KIND, TILES
from engine.rulesets.duel.edition import MODES, configure
from engine.rulesets.duel.state import RoundResult, State
from engine.rulesets.duel.tunnels import completed

_CODES = (
    "DU-NS DU-EW DU-BEND-R DU-BEND-L DU-STUB-N DU-STUB-W DU-STUB-S DU-STUB-E1 DU-STUB-E2"
    " DU-LADDER-GREEN DU-LADDER-BLUE DU-BRIDGE DU-BRIDGE-GOLD DU-DBEND DU-DBEND-GOLD DU-GOLD-1"
    " DU-GOLD-2 DU-GOLD-3 DU-DOOR-G1 DU-DOOR-G2 DU-DOOR-G3 DU-DOOR-B1 DU-DOOR-B2 DU-DOOR-B3"
    " DU-TROLL-1 DU-TROLL-2 DU-TROLL-3 DU-START-GREEN DU-START-BLUE DU-GOAL-10 DU-GOAL-11"
    " DU-GOAL-12 DU-GOAL-13 DU-GOAL-14 DU-GOAL-15 DU-GOAL-16-OLD DU-GOAL-17-OLD DU-GOAL-18-OLD"
    " DU-GOAL-19 DU-GOAL-20 DU-GOAL-21 DU-GOAL-22 DU-GOAL-23 DU-GOAL-24 DU-GOAL-25 DU-GOAL-26"
    " DU-GOAL-27 break-pick break-lantern break-cart fix-pick fix-lantern fix-cart"
    " fix-pick-lantern fix-pick-cart fix-lantern-cart key rockfall map"
)
"""What the numbers of version 1 stood for, by the codes that these cards have now."""
_NOW = tuple(KIND[code] for code in _CODES.split())
RENAMED = {
    "DU-GOAL-16": "DU-GOAL-16-OLD",
    "DU-GOAL-17": "DU-GOAL-17-OLD",
    "DU-GOAL-18": "DU-GOAL-18-OLD",
}
"""Cards that facts of version 1 tell by codes which have been given to others (ruling 26)."""


def load_first(data: Json) -> State:
    """Read version 1: cards by number, fields by name, chance by the first version of the rules."""
    mode = MODES[data["mode"]]
    cards = {cell: Placed(_NOW[placed >> 1] * 2 + placed % 2) for cell, placed in data["cards"]}
    state = State(
        config=configure(mode, mode.meta.seats[0], data["options"], rules=1),
        seed=bytes.fromhex(data["seed"]),
        dwarves=tuple(data["dwarves"]),
        gold=_sorted(data["gold"]),
        round=data["round"],
        asked=data["asked"],
        ask=data["ask"],
        acted=data["acted"],
        orient=tuple(data["orient"]),
        maze=grid.laid_out(TILES, data["covered"], cards),
        goals=tuple((Cell(cell), _NOW[kind]) for cell, kind in data["goals"]),
        seen=tuple(data["seen"]),
        hands=_sorted(data["hands"]),
        broken=tuple(data["broken"]),
        stock=_kinds(data["stock"]),
        discards=_kinds(data["discards"]),
        aside=_kinds(data["aside"]),
        trail=tuple(data["trail"]),
        claims=_tuples(data["claims"]),
        bribes=_tuples(data["bribes"]),
        keys=_tuples(data["keys"]),
        goal_stock=_kinds(data["goal_stock"]),
        box=tuple(sorted(_kinds(data["box"]))),
        results=tuple(_result(*row) for row in data["results"]),
    )
    return completed(state)


def _kinds(numbers: list[int]) -> tuple[int, ...]:
    return tuple(_NOW[number] for number in numbers)


def _sorted(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(_kinds(row))) for row in rows)


def _tuples(rows: list[list[Any]]) -> tuple[Any, ...]:
    return tuple(map(tuple, rows))


def _result(
    ended: str, won: list[list[int]], trolls: list[int], paid: list[list[int]], gold: list[int]
) -> RoundResult:
    return RoundResult(ended, _tuples(won), tuple(trolls), _tuples(paid), tuple(gold))
