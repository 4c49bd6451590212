"""How many cards are missing for a walker whom gates stop before he comes to a place."""

from collections.abc import Container, Mapping

from engine.maze.cells import AROUND, Cell
from engine.maze.gates import Walker
from engine.maze.grid import Maze, Network


def cards_missing(
    maze: Maze,
    walker: Walker,
    network: Network,
    places: Mapping[Cell, int],
    field: Container[Cell],
) -> dict[Cell, int]:
    """Count the fewest cards that would join each place with the start; out of reach is left out.

    A place is a covered goal, or an open card with the sides that must be joined. It is assumed
    that any card can be had; tunnels cut off from the start cost nothing to walk.
    """
    lit = network.lit
    missing = {cell: 0 for cell, sides in places.items() if lit.get(cell, 0) & sides}
    missing |= {cell: 0 for cell in network.front if cell in maze.covered and cell in places}
    wave = [cell for cell in network.front if cell not in maze.covered]
    seen, walked = set(wave), set()
    count = 0
    while wave and len(missing) < len(places):
        count += 1
        edges = [(near, back) for cell in wave for _side, near, back in AROUND[cell]]
        wave = []
        while edges:
            cell, entered = edges.pop()
            if cell in maze.cards:
                if (cell, entered) not in walked and not lit.get(cell, 0) & entered:
                    walked.add((cell, entered))
                    way = _walked_through(maze, walker, cell, entered)
                    if way & places.get(cell, 0):
                        missing.setdefault(cell, count)
                    edges += _beyond(maze, walker, cell, way & ~entered)
            elif cell in maze.covered:
                if cell in places:
                    missing.setdefault(cell, count)
            elif cell not in seen and cell in field:
                seen.add(cell)
                wave.append(cell)
    return missing


def _walked_through(maze: Maze, walker: Walker, cell: Cell, entered: int) -> int:
    placed = maze.cards[cell]
    if walker.shut[placed] & entered & ~walker.opened.get(cell, 0):
        return 0
    return maze.tiles.joined[placed << 4 | entered]


def _beyond(maze: Maze, walker: Walker, cell: Cell, way: int) -> list[tuple[Cell, int]]:
    passable = way & (~walker.shut[maze.cards[cell]] | walker.opened.get(cell, 0))
    return [(near, back) for side, near, back in AROUND[cell] if passable & side]
