"""The maze: which card lies where, what its empty neighbour cells demand, and what is connected.

`Maze` is geometry alone. `Network` is what an unbroken way joins with the start; it is kept beside
the maze and grows with every card, so that nothing is searched twice. Only a removed card on which
others hung makes it search again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.maze.cells import AROUND, EXITS, Cell
from engine.maze.sides import letters_of
from engine.maze.tiles import Placed, TileSet
from engine.values import Made, filled


class Maze(NamedTuple):
    """The cards on the table. Nobody changes its tables: `put` and `lift` copy."""

    tiles: TileSet
    cards: dict[Cell, Placed]
    rim: dict[Cell, int]
    """Empty cells next to a card: sides that are known << 4 | known sides that must be open."""
    covered: frozenset[Cell]
    """Cells of face-down goals. They demand nothing of their neighbours (ruling 5)."""


class Network(NamedTuple):
    """All that is connected with the start. Nobody changes its tables: `lay` and `dig` copy."""

    lit: dict[Cell, int]
    """For each card, its connected sides."""
    front: dict[Cell, int]
    """Cells without an open card that a connected side leads to: the sides it comes from."""


_MAZE, _NETWORK = filled(Maze), filled(Network)


def empty(tiles: TileSet, covered: Iterable[Cell] = ()) -> Maze:
    """Lay out a table with face-down goals only."""
    return Maze(tiles, {}, {}, frozenset(covered))


def laid_out(tiles: TileSet, covered: Iterable[Cell], cards: Mapping[Cell, Placed]) -> Maze:
    """Lay out a whole table at once; what lies on a goal's cell is that goal, face up."""
    hidden = frozenset(covered).difference(cards)
    rim: dict[Cell, int] = {}
    for cell, placed in cards.items():
        sides = tiles.open[placed]
        for side, near, back in AROUND[cell]:
            if near not in cards and near not in hidden:
                rim[near] = rim.get(near, 0) | (back * 17 if sides & side else back << 4)
    return Maze(tiles, dict(cards), rim, hidden)


def put(maze: Maze, cell: Cell, placed: Placed) -> Maze:
    """Lay a card on an empty or covered cell. Whether it fits is the caller's question."""
    tiles, laid, edge, covered = maze
    cards, rim = laid.copy(), edge.copy()
    cards[cell] = placed
    rim.pop(cell, None)
    if cell in covered:
        covered -= {cell}
    sides = tiles.open[placed]
    for side, near, back in AROUND[cell]:
        if near not in cards and near not in covered:
            rim[near] = rim.get(near, 0) | (back * 17 if sides & side else back << 4)
    return _MAZE((tiles, cards, rim, covered))


def lift(maze: Maze, cell: Cell) -> Maze:
    """Take a card out again."""
    tiles, laid, edge, covered = maze
    cards, rim = laid.copy(), edge.copy()
    del cards[cell]
    for _side, near, back in AROUND[cell]:
        if near in rim:
            rim[near] &= ~(back * 17)
            if not rim[near]:
                del rim[near]
    demand = _demand(tiles, cards, cell)
    if demand:
        rim[cell] = demand
    return _MAZE((tiles, cards, rim, covered))


def _demand(tiles: TileSet, cards: Mapping[Cell, Placed], cell: Cell) -> int:
    demand = 0
    for side, near, back in AROUND[cell]:
        placed = cards.get(near)
        if placed is not None:
            demand |= side * 17 if tiles.open[placed] & back else side << 4
    return demand


def trace(maze: Maze) -> Network:
    """Find everything that is connected with the start, from nothing."""
    spring = maze.tiles.spring
    starts = [(cell, spring[placed]) for cell, placed in maze.cards.items() if spring[placed]]
    return _spread(maze, {}, {}, starts)


def lay(maze: Maze, network: Network, cell: Cell, placed: Placed) -> tuple[Maze, Network]:
    """Lay a card as `put` does and extend the network by it, both in one round of its sides."""
    tiles, laid, edge, covered = maze
    cards, rim, lit, front = laid.copy(), edge.copy(), network.lit.copy(), network.front.copy()
    cards[cell] = placed
    rim.pop(cell, None)
    if cell in covered:
        covered -= {cell}
    sides, is_open = tiles.open[placed], tiles.open
    entered = front.pop(cell, 0) | tiles.spring[placed]
    leading = tiles.joined[placed << 4 | entered]
    if leading:
        lit[cell] = leading
    todo: list[tuple[Cell, int]] = []
    for side, near, back in AROUND[cell]:
        if near in cards:
            if leading & side and is_open[cards[near]] & back & ~lit.get(near, 0):
                todo.append((near, back))
            continue
        if near not in covered:
            rim[near] = rim.get(near, 0) | (back * 17 if sides & side else back << 4)
        if leading & side:
            front[near] = front.get(near, 0) | back
    maze = _MAZE((tiles, cards, rim, covered))
    return maze, _spread(maze, lit, front, todo) if todo else _NETWORK((lit, front))


def dig(maze: Maze, network: Network, cell: Cell) -> tuple[Maze, Network]:
    """Take a card out as `lift` does, and out of the network with all that it alone connected."""
    dug = lift(maze, cell)
    joined = network.lit.get(cell, 0)
    beside = [near for near, back in EXITS[cell][joined] if network.lit.get(near, 0) & back]
    if len(beside) > 1 or maze.tiles.spring[maze.cards[cell]]:
        return dug, trace(dug)
    # The one card beside it connected it, and it connected no other: nothing need be searched.
    lit, front = network.lit.copy(), network.front.copy()
    lit.pop(cell, None)
    for near, back in EXITS[cell][joined]:
        if near in front:
            front[near] &= ~back
            if not front[near]:
                del front[near]
    entered = sum(side for side, near, back in AROUND[cell] if lit.get(near, 0) & back)
    if entered:
        front[cell] = entered
    return dug, _NETWORK((lit, front))


def _spread(
    maze: Maze,
    lit: dict[Cell, int],
    front: dict[Cell, int],
    todo: list[tuple[Cell, int]],
) -> Network:
    cards, joined, is_open = maze.cards, maze.tiles.joined, maze.tiles.open
    while todo:
        cell, entered = todo.pop()
        before = lit.get(cell, 0)
        now = before | joined[cards[cell] << 4 | entered]
        if now == before:
            continue
        lit[cell] = now
        fresh = now & ~before
        for near, back in EXITS[cell][fresh]:
            placed = cards.get(near)
            if placed is None:
                front[near] = front.get(near, 0) | back
            elif is_open[placed] & back & ~lit.get(near, 0):
                todo.append((near, back))
    return _NETWORK((lit, front))


def matches(maze: Maze, cell: Cell, placed: Placed) -> int:
    """Count the sides on which a card agrees with those around it, open to open or rock to rock."""
    tiles, count = maze.tiles, 0
    for side, near, back in AROUND[cell]:
        other = maze.cards.get(near)
        if other is not None:
            count += bool(tiles.open[other] & back) == bool(tiles.open[placed] & side)
    return count


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card in the maze as everybody sees it, ready to be drawn."""

    cell: Cell
    code: str
    turned: bool
    ways: tuple[str, ...]
    """Its tunnels as it lies, each as letters of the sides it joins; one letter is a dead end."""
    mark: str
    colour: str = ""
    """Whose start or ladder it is."""
    gates: tuple[tuple[str, str], ...] = ()
    """What stands on its sides as it lies, each with the letter of its side."""
    gold: int = 0
    """Nuggets that can be won here."""
    gold_ways: tuple[str, ...] = ()
    """The ways that lead to them."""

    # All else follows from which card it is and how it lies.

    def __hash__(self) -> int:
        """Tell cards apart quickly: a page asks of all of them several times."""
        return hash((self.cell, self.code, self.turned))

    def __repr__(self) -> str:
        """Name it in short."""
        return f"CardSight({self.cell}, {self.code!r}, turned={self.turned})"


@dataclass(frozen=True, slots=True)
class GoalSight:
    """A goal cell as one viewer knows it. Face up it also lies in the maze as a card."""

    cell: Cell
    up: bool
    code: str | None
    """The goal's code if the viewer may know it, by a map or because it is face up."""


def cards_in_sight(maze: Maze) -> tuple[CardSight, ...]:
    """Show every card that lies open, row by row."""
    tiles = maze.tiles
    return tuple([_SIGHTS[tiles, cell, placed] for cell, placed in sorted(maze.cards.items())])


def _card_in_sight(key: tuple[TileSet, Cell, Placed]) -> CardSight:
    tiles, cell, placed = key
    tile = tiles.tiles[placed >> 1]
    return CardSight(
        cell=cell,
        code=tile.code,
        turned=bool(placed & 1),
        ways=tiles.ways_of(placed),
        mark=tile.mark,
        colour=tile.colour,
        gates=tuple(
            (gate, letter) for gate, sides in tiles.gates[placed] for letter in letters_of(sides)
        ),
        gold=tile.gold,
        gold_ways=tuple(letters_of(way) for way in tiles.ways[placed] if way & tiles.gold[placed]),
    )


_SIGHTS = Made(_card_in_sight)
