"""A maze card by card, each drawn at its own corner: a letter's picture is put together of them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.maze.cells import Cell
from engine.maze.grid import CardSight
from games.drawing.boxes import BOXES, Piece
from games.drawing.frame import Cards, Goals, Table
from games.drawing.light import Tunnel
from games.drawing.maze import FRESH, goals_shown, sign_of_fresh
from games.drawing.pieces import DUSK, LAMP, adorned, floors, goal_card, rock
from games.drawing.pointers import outline, scaled, use

_CORNER = (0, 0)


class Sights(NamedTuple):
    """All of a view that its picture shows."""

    ruleset: str
    cards: Cards
    goals: Goals
    """As they are shown, turned up where the game is over."""
    lit: frozenset[Tunnel]
    pieces: tuple[Piece, ...]


def sights(table: Table) -> Sights:
    """Pick out of a view what its picture shows, whoever sees it."""
    box = BOXES[table.ruleset]
    lit, pieces = box.light(table).tunnels, tuple(box.pieces(table))
    return Sights(table.ruleset, table.cards, goals_shown(table), lit, pieces)


def lying(table: Sights) -> Iterator[tuple[Cell, str]]:
    """Draw what lies on the table: cards of the maze, and goals that are none yet."""
    taken = set[Cell]()
    for card in table.cards:
        taken.add(card.cell)
        yield card.cell, _card(card, table.lit)
    for goal in table.goals:
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


def upon(table: Sights, fresh: Iterable[Cell]) -> Iterator[tuple[Cell, tuple[float, float], str]]:
    """Draw what stands upon cards, and where on them; and what marks cells as changed."""
    for piece in table.pieces:
        yield piece.cell, piece.at, scaled(use(piece.symbol), piece.scale)
    for cell in sorted(fresh):
        yield cell, _CORNER, outline(_CORNER, FRESH)
        yield cell, _CORNER, use(sign_of_fresh(table, cell))
