"""A picture as a file of its own, for pages that only show it."""

from games.drawing.frame import Table
from games.drawing.maze import maze_svg
from games.drawing.symbols import definitions


def maze_file(table: Table) -> str:
    """Draw the maze with all symbols that it needs in it."""
    picture = maze_svg(table, tight=True)
    return picture.replace(">", f">{definitions(picture)}", 1)
