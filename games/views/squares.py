"""The maze as a table: each cell with its card, openings and neighbours, and what fits there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.api import Pick, TableView
from engine.maze.cells import AROUND, Cell, cell_at, cell_name, cell_named, column_name, row_name
from engine.maze.grid import CardSight, GoalSight
from engine.maze.sides import letters_of
from games import drawing
from games.selectors import Choice
from games.texts import Reader, cells

Sides = list[tuple[str, str]]
"""Neighbours by name, each with the letter of the side that it is on."""


@dataclass(frozen=True, slots=True)
class Link:
    """A card that can be played on a cell, and the way to its preview."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of the table."""

    name: str
    title: str = ""
    """What lies there; nothing for a cell that no card touches."""
    picture: SafeString | str = ""
    lines: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table."""

    name: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole table."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    pictures: tuple[SafeString | str, ...]


def sheet(view: TableView, choices: Sequence[Choice], reader: Reader, here: str) -> Sheet:
    """Write the maze down cell by cell, as far as the viewer knows it."""
    maze = _Maze(view, reader)
    links = _links(choices, reader, here)
    shown = drawing.field(view, [*maze.rim, *links])
    across, down = range(shown.left, shown.right + 1), range(shown.top, shown.bottom + 1)
    rows = tuple(
        Row(row_name(y), tuple(maze.square(cell_at(x, y), links) for x in across)) for y in down
    )
    pictures = tuple(square.picture for row in rows for square in row.squares)
    return Sheet(tuple(map(column_name, across)), rows, pictures)


def _links(choices: Sequence[Choice], reader: Reader, here: str) -> Mapping[Cell, tuple[Link, ...]]:
    """Collect by cell what can be played there, each card once: its preview turns it round."""
    found: dict[Cell, dict[str, Link]] = {}
    for choice in choices:
        if [pick.kind for pick in choice.picks[:2]] == ["card", "cell"]:
            card, cell, *_rest = choice.picks
            links = found.setdefault(cell_named(cell.value), {})
            links.setdefault(card.value, Link(reader.card(card.value), _href(here, card, cell)))
    return {cell: tuple(links.values()) for cell, links in found.items()}


def _href(here: str, *picks: Pick) -> str:
    query = urlencode([("pick", f"{kind}:{value}") for kind, value in picks])
    return f"{here}?{query}#maze"


class _Maze:
    def __init__(self, view: TableView, reader: Reader) -> None:
        self.reader = reader
        self.over = view.outcome is not None
        self.cards = {card.cell: card for card in view.cards}
        self.open = {cell: "".join(card.ways) for cell, card in self.cards.items()}
        self.goals = {goal.cell: goal for goal in view.goals if goal.cell not in self.cards}
        self.lit = {cell for cell, _way in drawing.lit(view)}
        self.things = reader.book.things(view, reader)
        self.rim = self._ends() - {*self.cards, *self.goals}

    def square(self, cell: Cell, links: Mapping[Cell, tuple[Link, ...]]) -> Square:
        """Write one cell down."""
        name, here = cell_name(cell), links.get(cell, ())
        if cell in self.cards:
            card = self.cards[cell]
            picture = drawing.card_svg(card.code, turned=card.turned)
            title = self.reader.card(card.code, turned=card.turned)
            return Square(name, title, picture, (*self._card(card), *self._things(cell)), here)
        if cell in self.goals:
            title, picture = self._goal(self.goals[cell])
            return Square(name, title, picture, self._things(cell), here)
        if cell in self.rim or here:
            return Square(name, _("free"), "", (*self._free(cell), *self._things(cell)), here)
        return Square(name)

    def _ends(self) -> set[Cell]:
        """Find the cells that some way leads to: nobody could lay anywhere else."""
        return {
            near
            for cell in self.cards
            for letter, near, _back in self._around(cell)
            if letter in self.open[cell]
        }

    def _things(self, cell: Cell) -> tuple[str, ...]:
        return tuple(self.things.get(cell, ()))

    def _goal(self, goal: GoalSight) -> tuple[str, SafeString]:
        if goal.code is None:
            return cells.goal_words("", only_you=False), drawing.back_svg()
        name = self.reader.card(goal.code)
        picture = drawing.card_svg(goal.code)
        return (name if goal.up or self.over else cells.goal_words(name, only_you=True)), picture

    def _card(self, card: CardSight) -> list[str]:
        onward: Sides = []
        free: Sides = []
        goals: Sides = []
        for letter, near, back in self._around(card.cell):
            if letter in self.open[card.cell]:
                if back in self.open.get(near, ""):
                    onward.append((cell_name(near), letter))
                elif near in self.goals:
                    goals.append((cell_name(near), letter))
                elif near not in self.cards:
                    free.append((cell_name(near), letter))
        said = [cells.connected(lit=card.cell in self.lit)]
        said += [cells.joined_to(onward)] if onward else []
        said += [cells.goals_beside(goals)] if goals else []
        return said + ([cells.open_towards(free)] if free else [])

    def _free(self, cell: Cell) -> list[str]:
        around = [side for side in self._around(cell) if side[1] in self.cards]
        needs = [(cell_name(near), at) for at, near, back in around if back in self.open[near]]
        walls = [(cell_name(near), at) for at, near, back in around if back not in self.open[near]]
        said = [cells.must_be_open(needs)] if needs else []
        return said + ([cells.must_be_closed(walls)] if walls else [])

    def _around(self, cell: Cell) -> list[tuple[str, Cell, str]]:
        return [(letters_of(side), near, letters_of(back)) for side, near, back in AROUND[cell]]
