"""The pictures of the base game."""

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START, ActionRow
from engine.maze.grid import CardSight
from engine.maze.tiles import TileSet, tile
from games.drawing.boxes.box import Box, Head, faces
from games.drawing.pointers import Place, use
from games.drawing.tools import tools_card

_PATHS = faces(TileSet(tile(row.code, row.ways, row.mark) for row in (START, *GOALS, *PATHS)))


def adorn(card: CardSight, at: Place) -> str:
    """Draw what else is on a card."""
    if card.mark == "start":
        return use("ladder", at)
    if card.mark == "gold":
        return use("gold", at)
    if card.mark == "stone":
        # In the corner that the bend leaves free, so that it does not look like a blocked way.
        bend = "".join(card.ways)
        corner = (43 if "W" in bend else 16, 19 if "S" in bend else 66)
        return use("stone", (at[0] + corner[0], at[1] + corner[1]))
    return ""


def action(row: ActionRow) -> str:
    """Draw an action card."""
    if row.tools:
        return tools_card(row.act, row.tools)
    return use("sheet") + use({"rockfall": "rocks", "map": "chart"}[row.act])


SABOTEUR = Box(
    paths=_PATHS,
    actions={row.code: action(row) for row in ACTIONS},
    adorn=adorn,
    heads={
        "digger": Head("den", "digger", "nugget"),
        "saboteur": Head("dark", "saboteur", "bomb"),
    },
    signs={row.code: {"gold": "$", "stone": "o"}[row.mark] for row in GOALS},
    centred=("nugget", "eye", "stone", "bomb"),
)
