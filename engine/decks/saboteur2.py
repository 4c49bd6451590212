"""The box of Saboteur 2: path cards, action cards, dwarves and shares of the treasure.

It is played with all path and action cards of the base box; the base's dwarves and gold stay there.
Upright ways as in the project's deck tables (section B); a half turn gives the other way up.
"""

from collections.abc import Mapping

from engine.decks.saboteur import ActionRow, PathRow

# As in the base box: the order in which these cards are numbered and dealt, after those of that box.
PATH_CODES = (
    "E1 E2 E3 L1 L2 L3 L4 B1 B2 B3 G1 G2 G3 X1 X2 X3 X4 X5 C1 C2 C3 C4 C5 C6 C7 C8"
)
ACTION_CODES = "theft hands-off swap-hats inspect swap-hands trap free"

# fmt: off
# Section B.1: 30 path cards. A door stands on the way that joins two sides; crystals lie loose.
PATHS: tuple[PathRow, ...] = (
    PathRow("E1", 2, "NS EW"),                  # bridge
    PathRow("E2", 1, "NW ES"),                  # double curves
    PathRow("E3", 1, "NE SW"),
    PathRow("L1", 1, "S",       "ladder"),
    PathRow("L2", 1, "W",       "ladder"),
    PathRow("L3", 1, "ES",      "ladder"),
    PathRow("L4", 1, "NE",      "ladder"),
    PathRow("B1", 1, "NS",      "blue-door"),
    PathRow("B2", 1, "EW",      "blue-door"),
    PathRow("B3", 1, "SW",      "blue-door"),
    PathRow("G1", 1, "NS E",    "green-door"),
    PathRow("G2", 1, "EW",      "green-door"),
    PathRow("G3", 1, "ES",      "green-door"),
    PathRow("X1", 1, "NE S"),
    PathRow("X2", 1, "NS E W"),
    PathRow("X3", 1, "EW N S"),
    PathRow("X4", 1, "NS E"),
    PathRow("X5", 2, "ES N"),
    PathRow("C1", 1, "W",       "crystal"),
    PathRow("C2", 1, "S",       "crystal"),
    PathRow("C3", 3, "ESW",     "crystal"),
    PathRow("C4", 1, "ESW N",   "crystal"),
    PathRow("C5", 1, "NES",     "crystal"),
    PathRow("C6", 1, "NSW E",   "crystal"),
    PathRow("C7", 1, "NESW",    "crystal"),
    PathRow("C8", 1, "EW S",    "crystal"),
)

# The start and all ladders are one network.
SPRINGS = ("start", "ladder")

# Section B.2: 20 action cards of seven new kinds.
ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("theft",      4, "theft"),
    ActionRow("hands-off",  3, "hands-off"),
    ActionRow("swap-hats",  2, "swap-hats"),
    ActionRow("inspect",    2, "inspect"),
    ActionRow("swap-hands", 2, "swap-hands"),
    ActionRow("trap",       3, "trap"),
    ActionRow("free",       4, "free"),
)

# The 21st action card of the box: one more of a kind that the base has (option fourth_rockfall).
EXTRA = "rockfall"

# Section B.3: 15 dwarves.
DWARVES: Mapping[str, int] = {
    "blue": 4, "green": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3,
}

HAND_SIZE = 6
ASIDE = 10

# Winners -> gold for each of them; five and more get one piece each.
SHARES: Mapping[int, int] = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2}
SMALLEST_SHARE = 1

# What these two get less than the others.
LESS: Mapping[str, int] = {"boss": 1, "profiteer": 2}
# fmt: on
