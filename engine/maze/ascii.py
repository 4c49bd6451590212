"""The maze as text, five characters by three a card, for letters, terminals and screen readers.

Rock is shaded, tunnels are lines, a dead end stops short with a cross, a covered goal shows a
question mark, or what its viewer knows of it.
"""

from collections.abc import Iterable, Mapping

from engine.maze.cells import cell_at, column, column_name, row
from engine.maze.grid import CardSight, GoalSight

_JOINTS = {
    "NESW": "┼", "NES": "├", "NSW": "┤", "NEW": "┴", "ESW": "┬", "NS": "│", "EW": "─",
    "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
}  # fmt: skip
_TWO_WAYS = {("EW", "NS"): "╫", ("ES", "NW"): "╱", ("NE", "SW"): "╲"}
_MARKS = {"start": "S", "gold": "$", "stone": "o", "ladder": "H"}
_NOMINAL = (cell_at(0, 0), cell_at(8, 4))


def picture(
    cards: Iterable[CardSight],
    goals: Iterable[GoalSight] = (),
    faces: Mapping[str, str] | None = None,
) -> str:
    """Draw the maze; `faces` gives a character for each goal code that the viewer knows."""
    tiles = {card.cell: _card(card) for card in cards}
    for goal in goals:
        if goal.cell not in tiles:
            face = (faces or {}).get(goal.code or "", "?")
            tiles[goal.cell] = ["▒▒▒▒▒", f"▒ {face} ▒", "▒▒▒▒▒"]
    xs = [column(cell) for cell in (*tiles, *_NOMINAL)]
    ys = [row(cell) for cell in (*tiles, *_NOMINAL)]
    columns = range(min(xs), max(xs) + 1)
    lines = ["    " + "".join(column_name(x).center(5) for x in columns).rstrip()]
    for y in range(min(ys), max(ys) + 1):
        drawn = [tiles.get(cell_at(x, y), _EMPTY) for x in columns]
        for line in range(3):
            label = str(y + 1).rjust(3) + " " if line == 1 else "    "
            lines.append((label + "".join(tile[line] for tile in drawn)).rstrip())
    return "\n".join(lines) + "\n"


_EMPTY = ["     ", "  ·  ", "     "]


def _card(card: CardSight) -> list[str]:
    north = south = "░"
    west = east = "░░"
    for way in card.ways:
        blind = len(way) == 1
        if "N" in way:
            north = "╵" if blind else "│"
        if "S" in way:
            south = "╷" if blind else "│"
        if "W" in way:
            west = "╴░" if blind else "──"
        if "E" in way:
            east = "░╶" if blind else "──"
    return [f"░░{north}░░", f"{west}{_middle(card)}{east}", f"░░{south}░░"]


def _middle(card: CardSight) -> str:
    joined = tuple(sorted(way for way in card.ways if len(way) > 1))
    if card.mark in _MARKS:
        return _MARKS[card.mark]
    if not joined:
        return "×"
    return _TWO_WAYS[joined] if len(joined) == 2 else _JOINTS[joined[0]]
