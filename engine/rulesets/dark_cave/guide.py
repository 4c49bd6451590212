"""How far it is from anywhere to the exit, as a bot reckons it from what everybody sees.

Fields cost a step each. A cell without a card costs what laying and crossing one costs; it is taken
for granted that any card can be had.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from heapq import heappop, heappush

from engine.maze.cells import AROUND, Cell, cell_at, cell_name, column
from engine.maze.grid import CardSight, GoalSight
from engine.maze.tiles import Placed
from engine.rulesets.dark_cave.cards import ROWS, TILES
from engine.rulesets.dark_cave.places import BESIDE, FACES, PLACE_NAMES, border_named, place_on
from engine.rulesets.dark_cave.sights import FieldSight, WebSight

EMPTY = 3.5
"""What an empty cell costs: the step onto its card, and the turns until there is one."""
FAR = 60.0

Spot = str | Cell
"""A place by its name, or a cell without a card."""


class Guide:
    """The table as a map with one price for every step."""

    def __init__(
        self,
        cards: Iterable[CardSight],
        goals: Iterable[GoalSight],
        fields: Iterable[FieldSight],
        webs: Iterable[WebSight],
    ) -> None:
        """Join fields, empty cells and covered goals."""
        self.goals = tuple(goals)
        self.placed = {card.cell: TILES.placed(card.code, turned=card.turned) for card in cards}
        # A goal that waits for its side is face up but has no fields yet.
        self.covered = {goal.cell for goal in self.goals if goal.cell not in self.placed}
        known = [goal for goal in self.goals if goal.code == "GOAL-EXIT"]
        self.exit = cell_name(known[0].cell) if known else None
        self.ladders = {field.place for field in fields if field.mark == "ladder"}
        self.links: dict[Spot, set[Spot]] = {field.place: {*field.steps} for field in fields}
        for web in webs:
            self._shut(web.border)
        self._from: dict[str, Mapping[Spot, float]] = {}
        self._add_empty_cells()

    def _shut(self, border: str) -> None:
        one, other = self._ends(border)
        if one and other and not {one, other} <= self.ladders:
            self.links.get(one, set()).discard(other)
            self.links.get(other, set()).discard(one)

    def _ends(self, border: str) -> list[str | None]:
        return [self._edge(cell, side) for cell, side in BESIDE[border_named(border)]]

    def _edge(self, cell: Cell, side: int) -> str | None:
        """Name the place that touches an edge: a field, or a covered goal."""
        if cell in self.covered:
            return cell_name(cell)
        placed = self.placed.get(cell)
        if placed is None or not TILES.open[placed] & side:
            return None
        return PLACE_NAMES[place_on(cell, FACES[placed].edge[side])]

    def _add_empty_cells(self) -> None:
        end = max(column(goal.cell) for goal in self.goals) + 2
        cells = [cell_at(x, y) for x in range(-1, end) for y in range(-1, end)]
        cells = [cell for cell in cells if cell not in self.placed and cell not in self.covered]
        for goal in self.covered:
            self.links.setdefault(cell_name(goal), set())
        for cell in cells:
            self.links[cell] = set()
        for cell in cells:
            for _side, near, back in AROUND[cell]:
                spot = near if near in self.links else self._edge(near, back)
                if spot is not None:
                    self.links[cell].add(spot)
                    self.links[spot].add(cell)

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """Name the exit, or all goals that may be it."""
        if self.exit is not None:
            return (self.exit,)
        return tuple(cell_name(goal.cell) for goal in self.goals if goal.code is None)

    @cached_property
    def to_exit(self) -> Mapping[Spot, float]:
        """Reckon the way from everywhere to what the dwarves look for."""
        return self._flood(self.aims)

    def _flood(self, starts: Iterable[Spot]) -> Mapping[Spot, float]:
        found: dict[Spot, float] = {}
        doors = {cell_name(cell) for cell in self.covered}
        heap = [(0.0, str(spot), spot) for spot in starts]
        while heap:
            cost, _, spot = heappop(heap)
            if spot in found:
                continue
            found[spot] = cost
            # A covered goal is where a walk ends; nobody knows what lies behind it.
            if spot in doors and cost:
                continue
            # Walked from there to here, so what it costs is what this spot costs to enter.
            price = 1.0 if isinstance(spot, str) else EMPTY
            for near in self.links[spot]:
                if near not in found:
                    heappush(heap, (cost + price, str(near), near))
        return found

    def missing(self, place: str) -> float:
        """Count the steps that are missing from a place to the exit."""
        return self.to_exit.get(place, FAR)

    def gain(self, place: str, cell: Cell, placed: Placed) -> float:
        """Count the steps by which a card on a cell shortens the way from a place."""
        if place not in self._from:
            self._from[place] = self._flood([place])
        ahead = self._from[place]
        around = {
            side: near if near in self.links else self._edge(near, back)
            for side, near, back in AROUND[cell]
        }
        best = FAR
        for way in TILES.ways[placed]:
            sides = [spot for side, spot in around.items() if way & side and spot is not None]
            for one in sides:
                for other in sides:
                    if one != other:
                        cost = self._reach(ahead, one) + ROWS[placed >> 1].group
                        best = min(best, cost + self._onward(other))
        return max(0.0, self.missing(place) - best)

    def _reach(self, ahead: Mapping[Spot, float], spot: Spot) -> float:
        """Reckon the way from the dwarf up to and including a spot."""
        cost = ahead.get(spot, FAR)
        return cost + (EMPTY - 1.0 if not isinstance(spot, str) else 0.0)

    def _onward(self, spot: Spot) -> float:
        return self.to_exit.get(spot, FAR) + (1.0 if isinstance(spot, str) else EMPTY)

    def turned(self, cell: Cell, *, turned: bool) -> float:
        """Judge a goal's side by how near its open sides lead to the exit."""
        code = next(goal.code for goal in self.goals if goal.cell == cell)
        assert code is not None, "a goal that was turned is known"
        placed = TILES.placed(code, turned=turned)
        near = [spot for side, spot, _ in AROUND[cell] if TILES.open[placed] & side]
        return -min(self.to_exit.get(spot, FAR) for spot in near)

    def beyond(self, border: str, here: str) -> str | None:
        """Name the place on the other side of a border."""
        one, other = self._ends(border)
        return {one: other, other: one}.get(here)

    def crosses(self, place: str, border: str) -> bool:
        """Tell whether a short way from a place to the exit leads across a border."""
        one, other = self._ends(border)
        if one is None or other is None:
            return False
        for here, there in ((one, other), (other, one)):
            if place == here and self.missing(there) < self.missing(here):
                return True
        return False
