"""The maze as text, five characters by three a card, for letters, terminals and screen readers.

Rock is shaded, tunnels are lines, a dead end stops short with a cross, a covered goal shows a
question mark, or what its viewer knows of it.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.maze.cells import POINT, Cell, cell_at, column_name, row_name
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
Tile = tuple[str, ...]
"""Three lines of five characters."""
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
    tiles = {
        card.cell: _card(card.ways, marks.get(card.mark, ""), card.gates, card.mark == "ladder")
        for card in cards
    }
    for goal in goals:
        if goal.cell not in tiles:
            face = (faces or {}).get(goal.code or "", "?")
            tiles[goal.cell] = "▒▒▒▒▒", f"▒ {face} ▒", "▒▒▒▒▒"
    for cell, signs in (over or {}).items():
        tiles[cell] = _covered(tiles.get(cell, _EMPTY), signs)
    xs, ys = zip(*[POINT[cell] for cell in (*tiles, *field)], strict=True)
    columns = range(min(xs), max(xs) + 1)
    lines = ["    " + "".join(column_name(x).center(5) for x in columns).rstrip()]
    for y in range(min(ys), max(ys) + 1):
        drawn = [tiles.get(cell_at(x, y), _EMPTY) for x in columns]
        labels = "    ", row_name(y).rjust(3) + " ", "    "
        for label, parts in zip(labels, zip(*drawn, strict=True), strict=True):
            lines.append((label + "".join(parts)).rstrip())
    return "\n".join(lines) + "\n"


_EMPTY = "     ", "  ·  ", "     "


def _covered(tile: Tile, signs: Mapping[tuple[int, int], str]) -> Tile:
    lines = [[*line] for line in tile]
    for (line, at), sign in signs.items():
        lines[line][at] = sign
    return tuple(["".join(line) for line in lines])


# Of cards that look alike there are a hundred at most in each box.
@lru_cache(maxsize=1_000)
def _card(
    ways: tuple[str, ...],
    sign: str,
    gates: tuple[tuple[str, str], ...],
    climbs: bool,  # noqa: FBT001 (a key of what is kept)
) -> Tile:
    north = south = "░"
    west = east = "░░"
    for way in ways:
        # A ladder's one way leads up to the start.
        blind = len(way) == 1 and not climbs
        if "N" in way:
            north = "╵" if blind else "│"
        if "S" in way:
            south = "╷" if blind else "│"
        if "W" in way:
            west = "╴░" if blind else "──"
        if "E" in way:
            east = "░╶" if blind else "──"
    # Doors and trolls stand on a side, by their first letters: green, blue, troll.
    on = {side: gate[0] for gate, side in gates}
    north, south = on.get("N", north), on.get("S", south)
    west = on["W"] + west[1] if "W" in on else west
    east = east[0] + on["E"] if "E" in on else east
    return f"░░{north}░░", f"{west}{sign or _middle(ways)}{east}", f"░░{south}░░"


def _middle(ways: tuple[str, ...]) -> str:
    joined = tuple(sorted(way for way in ways if len(way) > 1))
    if not joined:
        return "×"
    return _TWO_WAYS[joined] if len(joined) == 2 else _JOINTS[joined[0]]
