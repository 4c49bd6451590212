"""What lies on the table, piece by piece, as pointers to symbols at a place of the picture."""

from engine.maze.cells import Cell
from engine.maze.grid import GoalSight
from games.drawing.faces import PATH_FACES
from games.drawing.ways import HEIGHT, WIDTH, way_id

Place = tuple[int, int]

LAMP = 'fill="url(#lamp)" stroke="#f1bd6b"'
DUSK = 'fill="url(#dusk)" stroke="#7c6753"'
"""What tunnels are filled with: connected with the start, and not."""

_ROCKS = 3
_LADDERS = ("start", "ladder")


def use(symbol: str, at: Place = (0, 0)) -> str:
    """Point at a symbol."""
    x, y = (f' {axis}="{value}"' if value else "" for axis, value in zip("xy", at, strict=True))
    return f'<use href="#{symbol}"{x}{y}/>'


def rock(cell: Cell, at: Place) -> str:
    """Draw the slab under a card; its pattern depends on the cell alone."""
    return use(f"rock{(cell * 2654435761 >> 7) % _ROCKS}", at)


def mark(name: str, ways: tuple[str, ...], at: Place) -> str:
    """Draw what else is on a card."""
    if name in _LADDERS:
        return use("ladder", at)
    if name == "gold":
        return use("gold", at)
    if name == "stone":
        # In the corner that the bend leaves free, so that it does not look like a blocked way.
        bend = "".join(ways)
        corner = (43 if "W" in bend else 16, 19 if "S" in bend else 66)
        return use("stone", (at[0] + corner[0], at[1] + corner[1]))
    return ""


def path_card(ways: tuple[str, ...], name: str, *, light: str = LAMP) -> str:
    """Draw a whole path card at the origin."""
    floor = "".join(use(way_id(way)) for way in ways)
    return f"{use('rock0')}<g {light}>{floor}</g>{mark(name, ways, (0, 0))}"


def goal_card(goal: GoalSight, at: Place) -> str:
    """Draw a goal that is no part of the maze yet, with what the viewer knows of it."""
    if goal.code is None:
        return use("back", at) + use("secret", at)
    face = PATH_FACES[goal.code]
    card = path_card(face.upright, face.mark, light=DUSK)
    if goal.up:
        # Turned up, but it still has to be said which way it lies.
        return f'<g transform="translate({at[0]} {at[1]})">{card}</g>'
    return (
        f"{use('back', at)}"
        f'<g transform="translate({at[0] + 12} {at[1] + 9}) scale(.6)">{card}</g>'
        f"{use('eye', (at[0] + 30, at[1] + 66))}"
    )


def outline(at: Place, attributes: str, *, inset: float = 2) -> str:
    """Draw a line around a cell."""
    return (
        f'<rect x="{at[0] + inset:g}" y="{at[1] + inset:g}" width="{WIDTH - 2 * inset:g}"'
        f' height="{HEIGHT - 2 * inset:g}" rx="5" {attributes}/>'
    )
