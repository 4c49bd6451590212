"""The maze as a small picture for lists: its tunnels as lines, so that one knows it again.

It points at no symbols and stands alone as a file. Drawn from what everybody may see and from
nothing else: it lies in caches, where whoever uses the same browser finds it.
"""

from collections.abc import Iterable

from engine.maze.cells import Cell, column, row
from games.drawing.boxes import BOXES
from games.drawing.colours import GROUND
from games.drawing.frame import Frame, Table, frame

_ACROSS, _DOWN = 10, 14
"""A card in units of the small picture."""
_EDGE = 3
_TO = {"N": "v-7", "E": "h5", "S": "v7", "W": "h-5"}
"""From the middle of a card to the mouth of its tunnel."""
_GOAL, _GOLD, _START = "#8a6a3c", "#ffd34d", "#fff0c2"


def small_svg(table: Table) -> str:
    """Draw a small picture of the maze."""
    lit, _ends = BOXES[table.ruleset].light(table)
    shown = frame(table)
    width, height = (shown.right - shown.left + 1) * _ACROSS, (shown.bottom - shown.top + 1) * _DOWN
    lying = {card.cell for card in table.cards}
    tunnels: dict[bool, list[str]] = {False: [], True: []}
    for card in table.cards:
        for way in card.ways:
            path = "".join(f"M{_middle(shown, card.cell)}{_TO[side]}" for side in way)
            tunnels[(card.cell, way) in lit].append(path)
    cards = "".join(f"M{_corner(shown, cell)}h9v13h-9z" for cell in sorted(lying))
    goals = "".join(
        f"M{_corner(shown, goal.cell)}h9v13h-9z" for goal in table.goals if goal.cell not in lying
    )
    marks = "".join(
        f'<circle cx="{x}" cy="{y}" r="2.6" fill="{colour}"/>'
        for card in table.cards
        for colour in [{"start": _START, "gold": _GOLD}.get(card.mark)]
        if colour
        for x, y in [_middle(shown, card.cell).split()]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_EDGE} {-_EDGE} {width + 2 * _EDGE}'
        f' {height + 2 * _EDGE}"><path fill="{GROUND}" d="M-9-9h{width + 18}v{height + 18}H-9z"/>'
        f'<path fill="#4a3a2b" d="{cards}"/><path fill="{_GOAL}" d="{goals}"/>'
        f'<g fill="none" stroke-width="2.6" stroke-linecap="round">'
        f"{_lines('#8b7763', tunnels[False])}{_lines('#f0ab3c', tunnels[True])}</g>{marks}</svg>"
    )


def _lines(colour: str, paths: Iterable[str]) -> str:
    return f'<path stroke="{colour}" d="{"".join(paths)}"/>'


def _corner(shown: Frame, cell: Cell) -> str:
    left, top = _place(shown, cell)
    return f"{left + 0.5:g} {top + 0.5:g}"


def _middle(shown: Frame, cell: Cell) -> str:
    left, top = _place(shown, cell)
    return f"{left + _ACROSS // 2} {top + _DOWN // 2}"


def _place(shown: Frame, cell: Cell) -> tuple[int, int]:
    return (column(cell) - shown.left) * _ACROSS, (row(cell) - shown.top) * _DOWN
