"""Pictures of cards, mazes and numbers: the only place that draws them, for pages and letters.

A page puts `maze_svg`, `card_svg`, `role_svg`, `back_svg` and `icon_svg` where it likes and, once,
anywhere in its body, `sprites(...)` of all of them: the symbols that they point at.
"""

from games.drawing.boxes import Spot, lit, lying, spot_of, way_of
from games.drawing.cards import back_svg, card_svg, icon_svg, role_svg
from games.drawing.charts import line_svg, range_svg
from games.drawing.files import maze_file
from games.drawing.frame import frame as field
from games.drawing.maze import maze_svg
from games.drawing.raster import SHOWN_WIDTH, hand_png, hand_width, maze_png
from games.drawing.small import small_svg
from games.drawing.symbols import sprites
from games.drawing.touch import Touch
from games.drawing.words import maze_text, maze_words, outside_words

__all__ = [
    "SHOWN_WIDTH",
    "Spot",
    "Touch",
    "back_svg",
    "card_svg",
    "field",
    "hand_png",
    "hand_width",
    "icon_svg",
    "line_svg",
    "lit",
    "lying",
    "maze_file",
    "maze_png",
    "maze_svg",
    "maze_text",
    "maze_words",
    "outside_words",
    "range_svg",
    "role_svg",
    "small_svg",
    "spot_of",
    "sprites",
    "way_of",
]
