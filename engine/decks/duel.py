"""The box of The Duel, for two players and for one: path cards, goals, action cards, counters.

Upright ways, doors, trolls and gold as in the project's deck tables (section A); a half turn gives
the other way up.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.decks.saboteur import ActionRow


class PathRow(NamedTuple):
    """One kind of path card, start card or goal."""

    code: str
    copies: int = 0
    ways: str = ""
    mark: str = ""
    colour: str = ""
    """Whose start or ladder it is."""
    gates: str = ""
    """Doors and trolls, each as the side it stands on and what it is."""
    gold: int = 0
    gold_sides: str = ""
    """The sides of the ways from which the gold can be won."""


# The order in which cards are numbered and dealt; these lists never change. The rows below may stand
# in any order, those of further cards come after all that are listed here. A card that leaves the box
# keeps its row, with no copies.
PATH_CODES = (
    "DU-NS DU-EW DU-BEND-R DU-BEND-L DU-STUB-N DU-STUB-W DU-STUB-S DU-STUB-E1 DU-STUB-E2"
    " DU-LADDER-GREEN DU-LADDER-BLUE DU-BRIDGE DU-BRIDGE-GOLD DU-DBEND DU-DBEND-GOLD DU-GOLD-1"
    " DU-GOLD-2 DU-GOLD-3 DU-DOOR-G1 DU-DOOR-G2 DU-DOOR-G3 DU-DOOR-B1 DU-DOOR-B2 DU-DOOR-B3"
    " DU-TROLL-1 DU-TROLL-2 DU-TROLL-3"
)
START_CODES = "DU-START-GREEN DU-START-BLUE"
GOAL_CODES = (
    "DU-GOAL-10 DU-GOAL-11 DU-GOAL-12 DU-GOAL-13 DU-GOAL-14 DU-GOAL-15 DU-GOAL-16 DU-GOAL-16-OLD"
    " DU-GOAL-17 DU-GOAL-17-OLD DU-GOAL-18 DU-GOAL-18-OLD DU-GOAL-19 DU-GOAL-20 DU-GOAL-21"
    " DU-GOAL-22 DU-GOAL-23 DU-GOAL-24 DU-GOAL-25 DU-GOAL-26 DU-GOAL-27"
)
ACTION_CODES = (
    "break-pick break-lantern break-cart fix-pick fix-lantern fix-cart fix-pick-lantern"
    " fix-pick-cart fix-lantern-cart key rockfall map"
)

# fmt: off
COLOURS = ("green", "blue")

# Section A.1: 34 path cards besides the start cards.
PATHS: tuple[PathRow, ...] = (
    PathRow("DU-NS",           3, "NS"),
    PathRow("DU-EW",           4, "EW"),
    PathRow("DU-BEND-R",       2, "NE"),
    PathRow("DU-BEND-L",       2, "NW"),
    PathRow("DU-STUB-N",       1, "ES N"),
    PathRow("DU-STUB-W",       1, "ES W"),
    PathRow("DU-STUB-S",       1, "NE S"),
    PathRow("DU-STUB-E1",      1, "NS E"),
    PathRow("DU-STUB-E2",      1, "SW E"),
    PathRow("DU-LADDER-GREEN", 1, "NE",    "ladder", "green"),
    PathRow("DU-LADDER-BLUE",  1, "NW",    "ladder", "blue"),
    PathRow("DU-BRIDGE",       1, "NS EW"),
    PathRow("DU-BRIDGE-GOLD",  1, "NS EW", "gold", gold=1, gold_sides="NS"),
    PathRow("DU-DBEND",        1, "SW NE"),
    PathRow("DU-DBEND-GOLD",   1, "NW ES", "gold", gold=1, gold_sides="ES"),
    PathRow("DU-GOLD-1",       1, "EW S",  "gold", gold=1, gold_sides="S"),
    PathRow("DU-GOLD-2",       1, "ESW N", "gold", gold=1, gold_sides="N"),
    PathRow("DU-GOLD-3",       1, "NSW E", "gold", gold=1, gold_sides="E"),
    PathRow("DU-DOOR-G1",      1, "NESW",  gates="E:green"),
    PathRow("DU-DOOR-G2",      1, "NES",   gates="N:green"),
    PathRow("DU-DOOR-G3",      1, "NEW",   gates="N:green"),
    PathRow("DU-DOOR-B1",      1, "NESW",  gates="S:blue"),
    PathRow("DU-DOOR-B2",      1, "NES",   gates="S:blue"),
    PathRow("DU-DOOR-B3",      1, "NEW",   gates="E:blue"),
    PathRow("DU-TROLL-1",      1, "NESW",  gates="S:troll"),
    PathRow("DU-TROLL-2",      1, "NSW",   gates="S:troll"),
    PathRow("DU-TROLL-3",      1, "NEW",   gates="E:troll"),
)

STARTS: tuple[PathRow, ...] = (
    PathRow("DU-START-GREEN", 1, "NESW", "start", "green"),
    PathRow("DU-START-BLUE",  1, "NESW", "start", "blue"),
)

# Section A.2: 18 goals with 25 nuggets; with the five path cards 30 in all.
GOALS: tuple[PathRow, ...] = (
    PathRow("DU-GOAL-10", 1, "W N E"),
    PathRow("DU-GOAL-11", 1, "NEW",     "gold", gates="E:green",         gold=1, gold_sides="NEW"),
    PathRow("DU-GOAL-12", 1, "NEW",     "gold", gates="N:blue",          gold=2, gold_sides="NEW"),
    PathRow("DU-GOAL-13", 1, "W N E S"),
    PathRow("DU-GOAL-14", 1, "SW",      "gold",                          gold=2, gold_sides="SW"),
    PathRow("DU-GOAL-15", 1, "ES",      "gold",                          gold=2, gold_sides="ES"),
    PathRow("DU-GOAL-16", 1, "E S",     "gold",                          gold=1, gold_sides="E"),
    PathRow("DU-GOAL-17", 1, "ES",      "gold", gates="E:green",         gold=1, gold_sides="ES"),
    PathRow("DU-GOAL-18", 1, "SW",      "gold", gates="W:blue",          gold=1, gold_sides="SW"),
    PathRow("DU-GOAL-19", 1, "W S",     "gold",                          gold=3, gold_sides="S"),
    PathRow("DU-GOAL-20", 1, "NSW",     "gold", gates="W:blue",          gold=1, gold_sides="NSW"),
    PathRow("DU-GOAL-21", 1, "NSW",     "gold", gates="S:green",         gold=2, gold_sides="NSW"),
    PathRow("DU-GOAL-22", 1, "ESW",     "gold", gates="S:green",         gold=3, gold_sides="ESW"),
    PathRow("DU-GOAL-23", 1, "W N S"),
    PathRow("DU-GOAL-24", 1, "NES",     "gold", gates="S:blue",          gold=3, gold_sides="NES"),
    PathRow("DU-GOAL-25", 1, "NS W E",  "gold",                          gold=1, gold_sides="NS"),
    PathRow("DU-GOAL-26", 1, "EW N S",  "gold",                          gold=2, gold_sides="EW"),
    PathRow("DU-GOAL-27", 1, "NESW"),
)
GOALS_A_ROUND = 6

# Ruling 26: goals 16 to 18 as they were before they were mended. Games begun with them go on with
# them, in place of the goals whose codes they bear; they are dealt to no other game.
RETIRED = "-OLD"
RETIRED_GOALS: tuple[PathRow, ...] = (
    PathRow("DU-GOAL-16-OLD", 0, "E S", "gold",                          gold=1, gold_sides="ES"),
    PathRow("DU-GOAL-17-OLD", 0, "ES",  "gold", gates="E:green S:green", gold=1, gold_sides="ES"),
    PathRow("DU-GOAL-18-OLD", 0, "SW",  "gold", gates="W:blue S:blue",   gold=1, gold_sides="SW"),
)

# Section A.3: 18 action cards.
ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("break-pick",       2, "break", ("pick",)),
    ActionRow("break-lantern",    2, "break", ("lantern",)),
    ActionRow("break-cart",       2, "break", ("cart",)),
    ActionRow("fix-pick",         1, "fix",   ("pick",)),
    ActionRow("fix-lantern",      1, "fix",   ("lantern",)),
    ActionRow("fix-cart",         1, "fix",   ("cart",)),
    ActionRow("fix-pick-lantern", 1, "fix",   ("pick", "lantern")),
    ActionRow("fix-pick-cart",    1, "fix",   ("pick", "cart")),
    ActionRow("fix-lantern-cart", 1, "fix",   ("lantern", "cart")),
    ActionRow("key",              2, "key"),
    ActionRow("rockfall",         2, "rockfall"),
    ActionRow("map",              2, "map"),
)

# Section A.4: the other parts. The counters are a common stock of two-sided pieces.
HAND_SIZE = 6
COUNTERS = 8
COUNTERS_SOLO = 6
KEYS = 2
ASIDE_SOLO = 10

# Columns and rows of starts and goals.
STARTS_AT: Mapping[str, tuple[int, int]] = {"green": (0, 1), "blue": (0, 3)}
GOALS_AT = ((5, 0), (5, 2), (5, 4), (7, 1), (7, 3), (9, 2))
START_AT_SOLO = (0, 2)
GOALS_AT_SOLO = ((8, 0), (8, 2), (8, 4), (10, 1), (10, 3), (12, 2))

# The least gold for each result of the solo game, the plainest first.
GRADES_SOLO = (0, 15, 20, 25)
# fmt: on
