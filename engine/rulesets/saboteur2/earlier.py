"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json, Seat
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.saboteur2.cards import KIND, TILES
from engine.rulesets.saboteur2.edition import configure
from engine.rulesets.saboteur2.state import Inspection, RoundResult, State

_CODES = (
    "P1 P2 P3 P4 P5 P6 P7 D1 D2 D3 D4 D5 D6 D7 D8 D9 E1 E2 E3 L1 L2 L3 L4 B1 B2 B3 G1 G2 G3"
    " X1 X2 X3 X4 X5 C1 C2 C3 C4 C5 C6 C7 C8 S Z1 Z2 Z3 break-pick break-lantern break-cart"
    " fix-pick fix-lantern fix-cart fix-pick-lantern fix-pick-cart fix-lantern-cart rockfall map"
    " theft hands-off swap-hats inspect swap-hands trap free"
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
        laid=data.get("laid"),  # the oldest states do not have it
        thieves=tuple(data["thieves"]),
        closer=data["closer"],
        maze=maze,
        network=grid.trace(maze),
        goals=tuple((Cell(cell), _NOW[kind]) for cell, kind in data["goals"]),
        seen=tuple(data["seen"]),
        inspected=tuple(tuple(Inspection(*one) for one in seen) for seen in data["inspected"]),
        roles=tuple(data["roles"]),
        undealt=tuple(data["undealt"]),
        shed=tuple(data["shed"]),
        hands=tuple(tuple(sorted(_NOW[kind] for kind in hand)) for hand in data["hands"]),
        broken=tuple(data["broken"]),
        trapped=tuple(data["trapped"]),
        thefts=tuple(data["thefts"]),
        stock=tuple(_NOW[kind] for kind in data["stock"]),
        aside=tuple(_NOW[kind] for kind in data["aside"]),
        discards=tuple(_NOW[kind] for kind in data["discards"]),
        gold=tuple(data["gold"]),
        results=tuple(_result(**row) for row in data["results"]),
    )


def _result(
    *,
    roles: list[str],
    trapped: list[Seat],
    winners: list[Seat],
    paid: list[int],
    thefts: list[tuple[Seat, Seat]],
    **plain: Json,
) -> RoundResult:
    return RoundResult(
        roles=tuple(roles),
        trapped=tuple(trapped),
        winners=tuple(winners),
        paid=tuple(paid),
        thefts=tuple((thief, victim) for thief, victim in thefts),
        **plain,
    )
