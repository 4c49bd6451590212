"""The maze as text, five characters by three a card, for letters, terminals and screen readers.

Rock is shaded, tunnels are lines, a dead end stops short with a cross, a covered goal shows a
question mark, or what its viewer knows of it.
"""

from collections.abc import Iterable, Mapping

from engine.maze.cells import Cell, cell_at, column, column_name, row, row_name
from engine.maze.grid import CardSight, GoalSight

_JOINTS = {
    "NESW": "┼", "NES": "├", "NSW": "┤", "NEW": "┴", "ESW": "┬", "NS": "│", "EW": "─",
    "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
}  # fmt: skip
_TWO_WAYS = {("EW", "NS"): "╫", ("ES", "NW"): "╱", ("NE", "SW"): "╲"}
_MARKS = {
    "start": "S", "gold": "$", "stone": "o", "ladder": "H", "crystal": "*",
    "blue-door": "B", "green-door": "G",
}  # fmt: skip
_NOMINAL = (cell_at(0, 0), cell_at(8, 4))


def picture(
    cards: Iterable[CardSight],
    goals: Iterable[GoalSight] = (),
    faces: Mapping[str, str] | None = None,
    *,
    marks: Mapping[str, str] = _MARKS,
    over: Mapping[Cell, Mapping[tuple[int, int], str]] | None = None,
    field: Iterable[Cell] = _NOMINAL,
) -> str:
    """Draw the maze; `faces` gives a character for each goal code that the viewer knows.

    `over` puts characters over a cell's own, by line and column; `field` is shown in any case.
    """
    tiles = {card.cell: _card(card, marks) for card in cards}
    for goal in goals:
        if goal.cell not in tiles:
            face = (faces or {}).get(goal.code or "", "?")
            tiles[goal.cell] = ["▒▒▒▒▒", f"▒ {face} ▒", "▒▒▒▒▒"]
    for cell, signs in (over or {}).items():
        tiles[cell] = _covered(tiles.get(cell, _EMPTY), signs)
    shown = (*tiles, *field)
    xs, ys = [column(cell) for cell in shown], [row(cell) for cell in shown]
    columns = range(min(xs), max(xs) + 1)
    lines = ["    " + "".join(column_name(x).center(5) for x in columns).rstrip()]
    for y in range(min(ys), max(ys) + 1):
        drawn = [tiles.get(cell_at(x, y), _EMPTY) for x in columns]
        for line in range(3):
            label = row_name(y).rjust(3) + " " if line == 1 else "    "
            lines.append((label + "".join(tile[line] for tile in drawn)).rstrip())
    return "\n".join(lines) + "\n"


_EMPTY = ["     ", "  ·  ", "     "]


def _covered(tile: list[str], signs: Mapping[tuple[int, int], str]) -> list[str]:
    return [
        "".join(signs.get((line, at), character) for at, character in enumerate(text))
        for line, text in enumerate(tile)
    ]


def _card(card: CardSight, marks: Mapping[str, str]) -> list[str]:
    north = south = "░"
    west = east = "░░"
    for way in card.ways:
        # A ladder's one way leads up to the start.
        blind = len(way) == 1 and card.mark != "ladder"
        if "N" in way:
            north = "╵" if blind else "│"
        if "S" in way:
            south = "╷" if blind else "│"
        if "W" in way:
            west = "╴░" if blind else "──"
        if "E" in way:
            east = "░╶" if blind else "──"
    # Doors and trolls stand on a side, by their first letters: green, blue, troll.
    on = {side: gate[0] for gate, side in card.gates}
    north, south = on.get("N", north), on.get("S", south)
    west = on["W"] + west[1] if "W" in on else west
    east = east[0] + on["E"] if "E" in on else east
    return [f"░░{north}░░", f"{west}{_middle(card, marks)}{east}", f"░░{south}░░"]


def _middle(card: CardSight, marks: Mapping[str, str]) -> str:
    joined = tuple(sorted(way for way in card.ways if len(way) > 1))
    if card.mark in marks:
        return marks[card.mark]
    if not joined:
        return "×"
    return _TWO_WAYS[joined] if len(joined) == 2 else _JOINTS[joined[0]]
