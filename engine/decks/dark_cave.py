"""The box of The Dark Cave: path cards with their fields, goals, action cards, clan cards.

Upright as in the project's deck tables (section B); a half turn gives the other way up. A field is
named for the open edges it touches, or for its place inside: c middle, t tunnel, d and dd the inner
fields of a dead end, ns, ew, nw, es, ne, sw the middle of one of two ways.
"""

from collections.abc import Mapping
from typing import NamedTuple


class PathRow(NamedTuple):
    """One kind of path card."""

    code: str
    copies: int = 0
    ways: str = ""
    """The ways as they are drawn, each as letters of the edges it joins."""
    fields: str = ""
    """Field:edges it touches."""
    steps: str = ""
    """Fields that are neighbours inside the card."""
    mark: str = ""
    at: str = ""
    """The field with the mark; for a bridge of group II the step n-s."""

    @property
    def group(self) -> int:
        """The stack it belongs to: 1, 2 or 3."""
        return self.code.partition("-")[0].count("I")


class ActionRow(NamedTuple):
    """One kind of action card and its copies in the stacks I, II and III."""

    code: str
    copies: tuple[int, int, int] = (0, 0, 0)
    act: str = ""


# The order in which cards are numbered and dealt; these lists never change. The rows below may stand
# in any order, those of further cards come after all that are listed here. A card that leaves the box
# keeps its row, with no copies.
PATH_CODES = (
    "I-X I-TH I-TV I-NS I-EW I-BR I-BL I-X-HOLE I-TV-HOLE I-NS-HOLE I-BR-LADDER I-BL-LADDER"
    " I-BRIDGE-NS I-BRIDGE-EW I-DCA-TUNNEL I-DCB-TUNNEL I-TH-VEIN II-X II-TH II-TV II-NS II-EW"
    " II-BR II-BL II-DN II-TH-HOLE II-EW-HOLE II-BL-HOLE II-DN-LADDER II-BRIDGE-NS II-DCA-TUNNEL"
    " II-DCB-TUNNEL II-TV-VEIN III-X III-TH III-TV III-NS III-EW III-BR III-BL III-DE"
    " III-X-HOLE III-TV-HOLE III-BR-HOLE III-DE-LADDER III-BRIDGE-EW III-DCA-TUNNEL"
)
GOAL_CODES = "GOAL-EXIT GOAL-LADDER GOAL-HOLE GOAL-VEIN"
ACTION_CODES = "info rockfall swap web boots axe goblin lindworm rat"

# fmt: off
_CROSS = "n-e n-s n-w e-s e-w s-w"

# Section B.3: 50 path cards, 19 of group I, 17 of group II, 14 of group III.
PATHS: tuple[PathRow, ...] = (
    PathRow("I-X",             2, "NESW",  "c:NESW"),
    PathRow("I-TH",            2, "NEW",   "c:NEW"),
    PathRow("I-TV",            1, "NES",   "c:NES"),
    PathRow("I-NS",            1, "NS",    "c:NS"),
    PathRow("I-EW",            1, "EW",    "c:EW"),
    PathRow("I-BR",            1, "NE",    "c:NE"),
    PathRow("I-BL",            1, "NW",    "c:NW"),
    PathRow("I-X-HOLE",        1, "NESW",  "c:NESW", "", "hole", "c"),
    PathRow("I-TV-HOLE",       1, "NES",   "c:NES",  "", "hole", "c"),
    PathRow("I-NS-HOLE",       1, "NS",    "c:NS",   "", "hole", "c"),
    PathRow("I-BR-LADDER",     1, "NE",    "c:NE",   "", "ladder", "c"),
    PathRow("I-BL-LADDER",     1, "NW",    "c:NW",   "", "ladder", "c"),
    PathRow("I-BRIDGE-NS",     1, "NS EW", "ns:NS ew:EW", "", "bridge", "ns"),
    PathRow("I-BRIDGE-EW",     1, "NS EW", "ns:NS ew:EW", "", "bridge", "ew"),
    PathRow("I-DCA-TUNNEL",    1, "NW ES", "nw:NW es:ES t", "nw-t es-t", "tunnel", "t"),
    PathRow("I-DCB-TUNNEL",    1, "NE SW", "ne:NE sw:SW t", "ne-t sw-t", "tunnel", "t"),
    PathRow("I-TH-VEIN",       1, "NEW",   "c:NEW",  "", "vein", "c"),
    PathRow("II-X",            1, "NESW",  "n:N e:E s:S w:W", _CROSS),
    PathRow("II-TH",           1, "NEW",   "n:N e:E w:W", "n-e n-w e-w"),
    PathRow("II-TV",           2, "NES",   "n:N e:E s:S", "n-e n-s e-s"),
    PathRow("II-NS",           1, "NS",    "n:N s:S", "n-s"),
    PathRow("II-EW",           1, "EW",    "e:E w:W", "e-w"),
    PathRow("II-BR",           1, "NE",    "n:N e:E", "n-e"),
    PathRow("II-BL",           1, "NW",    "n:N w:W", "n-w"),
    PathRow("II-DN",           1, "N",     "n:N d",   "n-d"),
    PathRow("II-TH-HOLE",      1, "NEW",   "n:N e:E w:W", "n-e n-w e-w", "hole", "n"),
    PathRow("II-EW-HOLE",      1, "EW",    "e:E w:W", "e-w", "hole", "e"),
    PathRow("II-BL-HOLE",      1, "NW",    "n:N w:W", "n-w", "hole", "n"),
    PathRow("II-DN-LADDER",    1, "N",     "n:N d",   "n-d", "ladder", "d"),
    PathRow("II-BRIDGE-NS",    1, "NS EW", "n:N s:S e:E w:W", "n-s e-w", "bridge", "n-s"),
    PathRow("II-DCA-TUNNEL",   1, "NW ES", "n:N w:W e:E s:S t", "n-w e-s n-t w-t e-t s-t", "tunnel", "t"),
    PathRow("II-DCB-TUNNEL",   1, "NE SW", "n:N e:E s:S w:W t", "n-e s-w n-t e-t s-t w-t", "tunnel", "t"),
    PathRow("II-TV-VEIN",      1, "NES",   "n:N e:E s:S", "n-e n-s e-s", "vein", "n"),
    PathRow("III-X",           1, "NESW",  "n:N e:E s:S w:W c", "n-c e-c s-c w-c"),
    PathRow("III-TH",          1, "NEW",   "n:N e:E w:W c", "n-c e-c w-c"),
    PathRow("III-TV",          1, "NES",   "n:N e:E s:S c", "n-c e-c s-c"),
    PathRow("III-NS",          1, "NS",    "n:N s:S c", "n-c s-c"),
    PathRow("III-EW",          1, "EW",    "e:E w:W c", "e-c w-c"),
    PathRow("III-BR",          1, "NE",    "n:N e:E c", "n-c e-c"),
    PathRow("III-BL",          1, "NW",    "n:N w:W c", "n-c w-c"),
    PathRow("III-DE",          1, "E",     "e:E d dd", "e-d d-dd"),
    PathRow("III-X-HOLE",      1, "NESW",  "n:N e:E s:S w:W c", "n-c e-c s-c w-c", "hole", "c"),
    PathRow("III-TV-HOLE",     1, "NES",   "n:N e:E s:S c", "n-c e-c s-c", "hole", "c"),
    PathRow("III-BR-HOLE",     1, "NE",    "n:N e:E c", "n-c e-c", "hole", "c"),
    PathRow("III-DE-LADDER",   1, "E",     "e:E d dd", "e-d d-dd", "ladder", "dd"),
    PathRow("III-BRIDGE-EW",   1, "NS EW", "n:N s:S ns e:E w:W ew", "n-ns s-ns e-ew w-ew", "bridge", "ew"),
    PathRow("III-DCA-TUNNEL",  1, "NW ES", "n:N w:W nw e:E s:S es t", "n-nw w-nw e-es s-es nw-t es-t", "tunnel", "t"),
)

# Section B.2: the start card has a ladder, a goal one field for each open edge and one in the middle.
START = PathRow("START", 1, "NESW", "c:NESW", "", "ladder", "c")
GOALS: tuple[PathRow, ...] = (
    PathRow("GOAL-EXIT",   1, "NESW", "n:N e:E s:S w:W c", "n-c e-c s-c w-c", "exit", "c"),
    PathRow("GOAL-LADDER", 1, "NE",   "n:N e:E c", "n-c e-c", "ladder", "c"),
    PathRow("GOAL-HOLE",   1, "NW",   "n:N w:W c", "n-c w-c", "hole", "c"),
    PathRow("GOAL-VEIN",   1, "NEW",  "n:N e:E w:W c", "n-c e-c w-c", "vein", "c"),
)

# Section B.3: 32 action cards, 10, 10 and 12.
ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("info",     (2, 2, 1), "info"),
    ActionRow("rockfall", (1, 1, 1), "rockfall"),
    ActionRow("swap",     (0, 1, 1), "swap"),
    ActionRow("web",      (1, 1, 1), "web"),
    ActionRow("boots",    (1, 1, 1), "boots"),
    ActionRow("axe",      (1, 1, 1), "axe"),
    ActionRow("goblin",   (1, 1, 2), "lure"),
    ActionRow("lindworm", (1, 1, 2), "lure"),
    ActionRow("rat",      (2, 1, 2), "lure"),
)

# Creature -> steps, in the order in which several on one field attack (ruling 19).
CREATURES: Mapping[str, int] = {"goblin": 5, "lindworm": 4, "rat": 3}

CLANS = ("blue", "yellow")
# Players -> the clan cards that are shuffled: (clans in play, loyal dwarves, saboteurs) of each.
CLAN_CARDS: Mapping[int, tuple[int, int, int]] = {
    2: (2, 1, 0), 3: (1, 2, 2), 4: (1, 2, 2),
    5: (2, 3, 1), 6: (2, 3, 1), 7: (2, 3, 1), 8: (2, 3, 1),
}

# Players -> the cards of a hand that come from the stacks I, II and III.
DEAL: Mapping[int, tuple[int, int, int]] = {
    2: (5, 0, 0), 3: (5, 0, 0), 4: (5, 0, 0), 5: (4, 1, 0), 6: (4, 1, 0), 7: (3, 2, 0), 8: (3, 2, 0),
}
BOXED = 5
"""So many cards of each stack stay in the box."""

# Players -> columns and rows of the field with the goals in its corners.
FIELD: Mapping[int, int] = {2: 9, 3: 9, 4: 9, 5: 9, 6: 7, 7: 7, 8: 7}

GOLD = 46
PURSE = 3
"""Gold each dwarf begins with."""
STEPS = 3
# fmt: on
