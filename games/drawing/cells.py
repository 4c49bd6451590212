"""A maze card by card, each drawn at its own corner: a letter's picture is put together of them."""

from collections.abc import Iterable, Iterator

from engine.maze.cells import Cell
from engine.maze.grid import CardSight
from games.drawing.boxes import BOXES
from games.drawing.frame import Table
from games.drawing.light import Tunnel
from games.drawing.maze import FRESH, goals_shown, sign_of_fresh
from games.drawing.pieces import DUSK, LAMP, adorned, floors, goal_card, rock
from games.drawing.pointers import outline, scaled, use

_CORNER = (0, 0)


def lying(table: Table) -> Iterator[tuple[Cell, str]]:
    """Draw what lies on the table: cards of the maze, and goals that are none yet."""
    lit, taken = BOXES[table.ruleset].light(table).tunnels, set[Cell]()
    for card in table.cards:
        taken.add(card.cell)
        yield card.cell, _card(card, lit)
    for goal in goals_shown(table):
        if goal.cell not in taken:
            yield goal.cell, goal_card(goal, _CORNER)


def _card(card: CardSight, lit: frozenset[Tunnel]) -> str:
    tunnels = {False: "", True: ""}
    for way, floor in zip(card.ways, floors(card), strict=True):
        tunnels[(card.cell, way) in lit] += use(floor)
    return (
        f"{rock(card.cell, _CORNER)}<g {DUSK}>{tunnels[False]}</g>"
        f"<g {LAMP}>{tunnels[True]}</g>{adorned(card, _CORNER)}"
    )


def upon(table: Table, fresh: Iterable[Cell]) -> Iterator[tuple[Cell, tuple[float, float], str]]:
    """Draw what stands upon cards, and where on them; and what marks cells as changed."""
    for piece in BOXES[table.ruleset].pieces(table):
        yield piece.cell, piece.at, scaled(use(piece.symbol), piece.scale)
    for cell in sorted(fresh):
        yield cell, _CORNER, outline(_CORNER, FRESH)
        yield cell, _CORNER, use(sign_of_fresh(table, cell))
