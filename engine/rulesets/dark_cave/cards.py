"""The cards of the box as numbers: path cards and their stacks, action cards, clan cards."""

from typing import NamedTuple

from engine.decks import dark_cave as box
from engine.decks.dark_cave import CLAN_CARDS, CLANS, CREATURES
from engine.maze.sides import ALL, sides_of
from engine.maze.tiles import Tile, TileSet
from engine.parts.cards import Box, copies_of, in_order, numbered

_PATHS = in_order(box.PathRow, box.PATH_CODES, box.PATHS)
_GOALS = in_order(box.PathRow, box.GOAL_CODES, box.GOALS)
_ACTIONS = in_order(box.ActionRow, box.ACTION_CODES, box.ACTIONS)
ROWS = (*_PATHS, box.START, *_GOALS)
TILES = TileSet(
    Tile(
        row.code,
        tuple(sides_of(way) for way in row.ways.split()),
        row.mark,
        # A straight way with a hole at one end differs after a half turn.
        mark_side=sides_of(row.at.upper()) if row.at in ("n", "e", "s", "w") else 0,
    )
    for row in ROWS
)
FIT = tuple(fit if rim & ALL else 0 for rim, fit in enumerate(TILES.fit))
"""Rule A: a card must fit on all sides and prolong a way, so where no way leads nothing fits."""

BOX = Box(TILES, _ACTIONS)
CODES, KIND = BOX.codes, BOX.kind
CARDS = numbered((*box.PATHS, *box.ACTIONS), KIND)
"""By code: what can be in a hand, also of rows that have no copies any more."""
STACKS = tuple(
    copies_of((row for row in _PATHS if row.group == group), KIND)
    + tuple(KIND[row.code] for row in _ACTIONS for _ in range(row.copies[group - 1]))
    for group in (1, 2, 3)
)
"""The cards of the stacks I, II and III."""
DECK = tuple(card for stack in STACKS for card in stack)
START_KIND = KIND[box.START.code]
GOALS = numbered(box.GOALS, KIND)
"""By code: what can be a goal, also of rows that have no copies any more."""
GOAL_KINDS = copies_of(_GOALS, KIND)

INFO, ROCKFALL, SWAP, WEB = KIND["info"], KIND["rockfall"], KIND["swap"], KIND["web"]
BOOTS, AXE = KIND["boots"], KIND["axe"]
BEASTS = tuple(CREATURES)
BEAST = {KIND[name]: at for at, name in enumerate(BEASTS)}
"""For each kind of creature card, which creature it is."""

LOYAL, SABOTEUR = "loyal", "saboteur"


class Clan(NamedTuple):
    """A clan card: its back and its front."""

    clan: str
    role: str

    @property
    def works_for(self) -> str:
        """Name the clan whose gold its dwarf saves."""
        return self.clan if self.role == LOYAL else CLANS[1 - CLANS.index(self.clan)]


def clan_cards(seats: int) -> tuple[Clan, ...]:
    """List the clan cards that are shuffled for so many players."""
    clans, loyal, saboteurs = CLAN_CARDS[seats]
    return tuple(
        Clan(clan, role)
        for clan in CLANS[:clans]
        for role in (LOYAL,) * loyal + (SABOTEUR,) * saboteurs
    )
