"""Pictures of cards and mazes: the only place that draws them, for pages and letters alike.

A page puts `maze_svg`, `card_svg`, `role_svg`, `back_svg` and `icon_svg` where it likes and, once,
anywhere in its body, `sprites(...)` of all of them: the symbols that they point at.
"""

from games.drawing.boxes import Spot, lying, spot_of
from games.drawing.cards import back_svg, card_svg, icon_svg, role_svg
from games.drawing.maze import maze_svg
from games.drawing.raster import SHOWN_WIDTH, hand_png, hand_width, maze_png
from games.drawing.symbols import sprites
from games.drawing.words import maze_text, maze_words

__all__ = [
    "SHOWN_WIDTH",
    "Spot",
    "back_svg",
    "card_svg",
    "hand_png",
    "hand_width",
    "icon_svg",
    "lying",
    "maze_png",
    "maze_svg",
    "maze_text",
    "maze_words",
    "role_svg",
    "spot_of",
    "sprites",
]
