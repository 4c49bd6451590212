"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json, Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.saboteur.cards import KIND, TILES
from engine.rulesets.saboteur.edition import configure
from engine.rulesets.saboteur.state import RoundResult, State

_CODES = (
    "P1 P2 P3 P4 P5 P6 P7 D1 D2 D3 D4 D5 D6 D7 D8 D9 S Z1 Z2 Z3 break-pick break-lantern"
    " break-cart fix-pick fix-lantern fix-cart fix-pick-lantern fix-pick-cart fix-lantern-cart"
    " rockfall map"
)
"""What the numbers of version 1 stood for."""
_NOW = tuple(KIND[code] for code in _CODES.split())


def load_first(data: Json) -> State:
    """Read version 1: cards by number, fields by name, chance by the first version of the rules."""
    cards = {cell: Placed(_NOW[placed >> 1] * 2 + placed % 2) for cell, placed in data["cards"]}
    maze = grid.laid_out(TILES, data["covered"], cards)
    return State(
        config=configure(data["seats"], data["options"], rules=1),
        seed=bytes.fromhex(data["seed"]),
        round=data["round"],
        turn=0,
        asked=data["asked"],
        orient=tuple(data["orient"]),
        maze=maze,
        network=grid.trace(maze),
        goals=tuple((Cell(cell), _NOW[kind]) for cell, kind in data["goals"]),
        seen=tuple(data["seen"]),
        roles=tuple(data["roles"]),
        hands=tuple(tuple(sorted(_NOW[kind] for kind in hand)) for hand in data["hands"]),
        broken=tuple(data["broken"]),
        stock=tuple(_NOW[kind] for kind in data["stock"]),
        discards=tuple(_NOW[kind] for kind in data["discards"]),
        gold=tuple(map(tuple, data["gold"])),
        gold_stock=tuple(data["gold_stock"]),
        bank=data["bank"],
        results=tuple(_result(*row) for row in data["results"]),
    )


def _result(won_by: str, finder: Seat | None, roles: list[str], spare: str) -> RoundResult:
    return RoundResult(won_by, finder, tuple(roles), spare, paid=())
