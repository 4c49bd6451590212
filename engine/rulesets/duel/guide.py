"""What a bot makes of its view: the maze as each dwarf walks it, and what is to be hoped for.

Every place with gold counts for less the more cards are missing before a dwarf is there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.bots.flood import Flood
from engine.bots.reach import rebuilt
from engine.decks.duel import GOALS
from engine.maze.cells import AROUND, Cell, cell_at, column
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL, sides_of
from engine.rulesets.duel.cards import KIND, SHUT, TILES, VALUE
from engine.rulesets.duel.gates import Walker, links_of, trace
from engine.rulesets.duel.view import View

_UNKNOWN = sum(goal.gold for goal in GOALS) / len(GOALS)
"""What a goal is worth on average."""
_JOINED = 1.5
_FADE = 0.8
"""Gold that is joined is won; a card away it is worth this much of one that is a card nearer."""
_RIVAL = 0.7
"""What the opponent's hopes count beside the own."""


@dataclass(frozen=True)
class Table:
    """A view with the geometry that it implies."""

    view: View

    @property
    def seat(self) -> Seat:
        """The seat that looks."""
        return self.view.seat or Seat(0)

    @cached_property
    def maze(self) -> Maze:
        """The cards laid out again."""
        return rebuilt(TILES, self.view.cards, self.view.goals)

    @cached_property
    def opened(self) -> dict[Cell, int]:
        """Sides that would be closed but stand open, by keys and bribes."""
        sides = {counter.cell: ALL for counter in self.view.laid_counters if counter.on == "troll"}
        for key in self.view.laid_keys:
            sides[key.cell] = sides.get(key.cell, 0) | sides_of(key.side)
        return sides

    def opened_also(self, cell: Cell, sides: int) -> dict[Cell, int]:
        """Open something more."""
        return {**self.opened, cell: self.opened.get(cell, 0) | sides}

    @cached_property
    def before(self) -> float:
        """What the table is worth as it is."""
        return self.worth(self.maze)

    def gain(self, maze: Maze, opened: Mapping[Cell, int] | None = None) -> float:
        """Tell how much better a table is than this one."""
        return self.worth(maze, opened) - self.before

    def worth(self, maze: Maze, opened: Mapping[Cell, int] | None = None) -> float:
        """Weigh the own hopes against the opponent's."""
        hopes = [
            self._hopes(maze, self.walker(Seat(at), maze, opened)) for at in range(self.view.seats)
        ]
        own = hopes.pop(self.seat)
        return own - _RIVAL * sum(hopes)

    def value(self, cell: Cell) -> int:
        """Count the nuggets on an open card."""
        return VALUE[self.maze.cards[cell] >> 1]

    def reaches_gold(self, seat: Seat, cell: Cell) -> bool:
        """Tell whether a dwarf's tunnels are joined with the gold on a cell."""
        lit = trace(self.maze, self.walker(seat, self.maze)).lit
        return bool(lit.get(cell, 0) & TILES.gold[self.maze.cards[cell]])

    def loose_gold(self, maze: Maze) -> Iterator[tuple[Cell, int]]:
        """List the gold of a maze that nobody has marked, with the sides that lead to it."""
        for cell, placed in maze.cards.items():
            if TILES.gold[placed] and cell not in self._marked:
                yield cell, TILES.gold[placed]

    def to_goals(self, maze: Maze) -> Mapping[Cell, int]:
        """Count the fewest cards that join each covered goal with the seat's own start."""
        walker, goals = self.walker(self.seat, maze), dict.fromkeys(maze.covered, ALL)
        return cards_missing(maze, walker, trace(maze, walker), goals, self._field)

    def walker(self, seat: Seat, maze: Maze, opened: Mapping[Cell, int] | None = None) -> Walker:
        """Describe a seat's dwarf to the maze."""
        dwarf = self.view.dwarves[seat]
        open_sides = self.opened if opened is None else opened
        return Walker((self._starts[dwarf],), SHUT[dwarf], open_sides, links_of(maze, self._starts))

    @cached_property
    def _starts(self) -> dict[str, Cell]:
        return {card.colour: card.cell for card in self.view.cards if card.mark == "start"}

    @cached_property
    def _field(self) -> frozenset[Cell]:
        last = max(column(goal.cell) for goal in self.view.goals)
        return frozenset(cell_at(x, y) for x in range(-2, last + 3) for y in range(-2, 7))

    @cached_property
    def _marked(self) -> frozenset[Cell]:
        return frozenset(counter.cell for counter in self.view.laid_counters)

    @cached_property
    def _faces(self) -> dict[Cell, float]:
        """What each covered goal may be worth, as far as the viewer knows."""
        return {
            goal.cell: _UNKNOWN if goal.code is None else VALUE[KIND[goal.code]]
            for goal in self.view.goals
            if not goal.up
        }

    def _hopes(self, maze: Maze, walker: Walker) -> float:
        places = dict.fromkeys(maze.covered, ALL)
        values = {cell: self._faces[cell] for cell in maze.covered}
        for cell, sides in self.loose_gold(maze):
            places[cell], values[cell] = sides, VALUE[maze.cards[cell] >> 1]
        missing = cards_missing(maze, walker, trace(maze, walker), places, self._field)
        return sum(
            values[cell] * (_FADE**count if count else _JOINED) for cell, count in missing.items()
        )


def cards_missing(
    maze: Maze,
    walker: Walker,
    network: Network,
    places: Mapping[Cell, int],
    field: frozenset[Cell],
) -> dict[Cell, int]:
    """Count the fewest cards that would join each place with the start; out of reach is left out.

    A place is a covered goal, or an open card with the sides that must be joined. It is assumed
    that any card can be had; tunnels cut off from the start cost nothing to walk.
    """
    lit = network.lit
    missing = {cell: 0 for cell, sides in places.items() if lit.get(cell, 0) & sides}
    missing |= {cell: 0 for cell in network.front if cell in maze.covered and cell in places}
    begin = [cell for cell in network.front if cell not in maze.covered]
    flood, walked = Flood(begin, (*maze.cards, *maze.covered), field), set()
    count = 0
    while flood and len(missing) < len(places):
        count += 1
        edges = flood.step()
        while edges:
            cell, entered = edges.pop()
            if cell in maze.cards:
                if (cell, entered) not in walked and not lit.get(cell, 0) & entered:
                    walked.add((cell, entered))
                    way = _walked_through(maze, walker, cell, entered)
                    if way & places.get(cell, 0):
                        missing.setdefault(cell, count)
                    edges += _beyond(maze, walker, cell, way & ~entered)
            elif cell not in maze.covered:
                flood.join(cell)
            elif cell in places:
                missing.setdefault(cell, count)
    return missing


def _walked_through(maze: Maze, walker: Walker, cell: Cell, entered: int) -> int:
    placed = maze.cards[cell]
    if walker.shut[placed] & entered & ~walker.opened.get(cell, 0):
        return 0
    return maze.tiles.joined[placed << 4 | entered]


def _beyond(maze: Maze, walker: Walker, cell: Cell, way: int) -> list[tuple[Cell, int]]:
    passable = way & (~walker.shut[maze.cards[cell]] | walker.opened.get(cell, 0))
    return [(near, back) for side, near, back in AROUND[cell] if passable & side]
