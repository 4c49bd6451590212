"""The box of Saboteur, both editions: path cards, goals, action cards, gold and dwarves.

Upright ways as in the project's deck tables (section A); a half turn gives the other way up.
"""

from collections.abc import Mapping
from typing import NamedTuple


class PathRow(NamedTuple):
    """One kind of path card."""

    code: str
    copies: int = 0
    ways: str = ""
    mark: str = ""


class ActionRow(NamedTuple):
    """One kind of action card and the tools drawn on it."""

    code: str
    copies: int = 0
    act: str = ""
    tools: tuple[str, ...] = ()


# The order in which cards are numbered and dealt; these lists never change. The rows below may stand
# in any order, those of further cards come after all that are listed here. A card that leaves the box
# keeps its row, with no copies.
PATH_CODES = "P1 P2 P3 P4 P5 P6 P7 D1 D2 D3 D4 D5 D6 D7 D8 D9"
GOAL_CODES = "Z1 Z2 Z3"
ACTION_CODES = (
    "break-pick break-lantern break-cart fix-pick fix-lantern fix-cart fix-pick-lantern"
    " fix-pick-cart fix-lantern-cart rockfall map"
)
TREASURE = "Z1"

# fmt: off
# Section A.1: 31 passages and 9 dead ends.
PATHS: tuple[PathRow, ...] = (
    PathRow("P1", 5, "NESW"),
    PathRow("P2", 5, "NSW"),
    PathRow("P3", 5, "ESW"),
    PathRow("P4", 4, "NS"),
    PathRow("P5", 3, "EW"),
    PathRow("P6", 5, "SW"),
    PathRow("P7", 4, "ES"),
    PathRow("D1", 1, "N E S W"),
    PathRow("D2", 1, "N S W"),
    PathRow("D3", 1, "E S W"),
    PathRow("D4", 1, "N S"),
    PathRow("D5", 1, "E W"),
    PathRow("D6", 1, "S W"),
    PathRow("D7", 1, "E S"),
    PathRow("D8", 1, "S"),
    PathRow("D9", 1, "W"),
)

# Section A.2: the start card and the three goals.
START = PathRow("S", 1, "NESW", "start")
GOALS: tuple[PathRow, ...] = (
    PathRow("Z1", 1, "NESW", "gold"),
    PathRow("Z2", 1, "SW",   "stone"),
    PathRow("Z3", 1, "NW",   "stone"),
)

# Section A.3: 27 action cards.
ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("break-pick",       3, "break", ("pick",)),
    ActionRow("break-lantern",    3, "break", ("lantern",)),
    ActionRow("break-cart",       3, "break", ("cart",)),
    ActionRow("fix-pick",         2, "fix",   ("pick",)),
    ActionRow("fix-lantern",      2, "fix",   ("lantern",)),
    ActionRow("fix-cart",         2, "fix",   ("cart",)),
    ActionRow("fix-pick-lantern", 1, "fix",   ("pick", "lantern")),
    ActionRow("fix-pick-cart",    1, "fix",   ("pick", "cart")),
    ActionRow("fix-lantern-cart", 1, "fix",   ("lantern", "cart")),
    ActionRow("rockfall",         3, "rockfall"),
    ActionRow("map",              6, "map"),
)

# Section A.4: value of a gold card -> copies; 44 nuggets on 28 cards.
GOLD: Mapping[int, int] = {1: 16, 2: 8, 3: 4}

# Players -> (diggers, saboteurs) that are shuffled; one dwarf is always left over.
ROLES: Mapping[int, tuple[int, int]] = {
    3: (3, 1), 4: (4, 1), 5: (4, 2), 6: (5, 2),
    7: (5, 3), 8: (6, 3), 9: (7, 3), 10: (7, 4),
}

HAND_SIZE: Mapping[int, int] = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}

# Saboteurs at the table -> gold that each of them gets when the treasure is missed.
SABOTEUR_PAY: Mapping[int, int] = {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}
# fmt: on
