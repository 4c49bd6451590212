"""The Duel's tunnels, written a second time: plain, slow, sharing no table with the engine.

Cards are rows of the deck, sides are letters, cells are pairs, and every question searches anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.decks.duel import GOALS, PATHS, RETIRED_GOALS, STARTS, PathRow

Cell = tuple[int, int]
Tunnel = tuple[Cell, str]
"""One way of one card as it lies."""

ROWS = {row.code: row for row in (*PATHS, *STARTS, *GOALS, *RETIRED_GOALS)}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass
class Lying:
    """A card as it lies."""

    row: PathRow
    turned: bool

    def turn(self, sides: str) -> str:
        return "".join(OPPOSITE[side] for side in sides) if self.turned else sides

    @property
    def ways(self) -> list[str]:
        return [self.turn(way) for way in self.row.ways.split()]

    @property
    def sides(self) -> str:
        return "".join(self.ways)

    @property
    def gates(self) -> dict[str, str]:
        pairs = (gate.split(":") for gate in self.row.gates.split())
        return {self.turn(side): what for side, what in pairs}


@dataclass
class Table:
    """Cards on the table and what stands open on them."""

    cards: dict[Cell, Lying]
    bribed: set[Cell]
    keys: set[tuple[Cell, str]]
    goals: set[Cell]
    """All cells of goals, covered or not."""

    def closed(self, cell: Cell, side: str, dwarf: str) -> bool:
        """Whether the dwarf is stopped on this side of this card."""
        gate = self.cards[cell].gates.get(side)
        if gate is None or gate == dwarf or (cell, side) in self.keys:
            return False
        return not (gate == "troll" and cell in self.bribed)

    def start(self, colour: str) -> Cell | None:
        wanted = ("start", colour)
        return next(
            (c for c, x in self.cards.items() if (x.row.mark, x.row.colour) == wanted), None
        )

    def links(self, cell: Cell) -> Iterator[Tunnel]:
        """The far end of a ladder, in either direction."""
        here = self.cards[cell].row
        if here.mark not in ("start", "ladder") or self.start(here.colour) is None:
            return
        for other, lying in self.cards.items():
            row = lying.row
            if other != cell and row.colour == here.colour and row.mark in ("start", "ladder"):
                yield other, lying.ways[0]

    def exits(self, tunnel: Tunnel, dwarf: str) -> Iterator[tuple[Cell, str]]:
        """The cells a tunnel leads to and the side of them that it comes to."""
        cell, way = tunnel
        for side in way:
            if not self.closed(cell, side, dwarf):
                yield beside(cell, side), OPPOSITE[side]

    def reached(self, dwarf: str) -> set[Tunnel]:
        """Every tunnel that an unbroken way joins with the dwarf's start."""
        start = self.start(dwarf)
        assert start is not None
        todo: list[Tunnel] = [(start, self.cards[start].ways[0])]
        found = set(todo)
        while todo:
            tunnel = todo.pop()
            beyond = list(self.links(tunnel[0]))
            for cell, side in self.exits(tunnel, dwarf):
                if cell in self.cards and not self.closed(cell, side, dwarf):
                    beyond += [(cell, way) for way in self.cards[cell].ways if side in way]
            for other in beyond:
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return found

    def arrivals(self, dwarf: str) -> set[tuple[Cell, str]]:
        """Cells without an open card that the dwarf's tunnels lead to, and from which side."""
        ends = (end for tunnel in self.reached(dwarf) for end in self.exits(tunnel, dwarf))
        return {(cell, side) for cell, side in ends if cell not in self.cards}

    def fits(self, cell: Cell, lying: Lying) -> bool:
        """Whether a card agrees with all open cards around it, of which there is one at least."""
        around = [(side, self.cards.get(beside(cell, side))) for side in STEPS]
        beside_it = [(side, other) for side, other in around if other]
        return bool(beside_it) and all(
            (side in lying.sides) == (OPPOSITE[side] in other.sides) for side, other in beside_it
        )

    def may_be_laid(self, cell: Cell, lying: Lying, dwarf: str) -> bool:
        """Whether the dwarf may lay this card here."""
        if cell in self.cards or cell in self.goals or not self.fits(cell, lying):
            return False
        gates = lying.gates
        openly = any(
            at == cell and gates.get(side, dwarf) == dwarf for at, side in self.arrivals(dwarf)
        )
        row = lying.row
        if row.mark != "ladder" or self.start(row.colour) is None:
            return openly
        neighbours = [beside(cell, side) for side in STEPS]
        if any(n in self.goals for n in neighbours):
            return False
        if any(n in self.cards and self.cards[n].row.gold for n in neighbours):
            return False
        start = self.start(row.colour)
        return openly or any(tunnel[0] == start for tunnel in self.reached(dwarf))


def beside(cell: Cell, side: str) -> Cell:
    """The neighbour on a side."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


def both_ways_round(code: str) -> Iterable[Lying]:
    """A card upright and turned."""
    return Lying(ROWS[code], turned=False), Lying(ROWS[code], turned=True)
