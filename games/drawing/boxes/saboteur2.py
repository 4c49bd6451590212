"""The pictures of Saboteur 2: both boxes together."""

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.grid import CardSight
from engine.maze.tiles import TileSet, tile
from engine.rulesets.saboteur2.view import View
from games.drawing.boxes import common
from games.drawing.boxes.box import Box, Head, faces
from games.drawing.pointers import Place, moved, use

_DOORS = ("blue-door", "green-door")
_ROWS = (base.START, *base.GOALS, *base.PATHS, *box.PATHS)
# Where a crystal stands in the rock of a card with one opening.
_ASIDE = {"N": (30, 60), "E": (18, 42), "S": (30, 26), "W": (43, 42)}


def adorn(card: CardSight, at: Place) -> str:
    """Draw what else is on a card."""
    if card.mark in _DOORS:
        return moved(use(card.mark), (at[0] + 30, at[1] + 43), 0.85)
    if card.mark == "crystal":
        x, y = _ASIDE.get("".join(card.ways), (30, 42))
        return use("crystal", (at[0] + x, at[1] + y))
    return common.adorn(card, at)


SABOTEUR2 = Box[View](
    paths=faces(
        TileSet((tile(row.code, row.ways, row.mark) for row in _ROWS), springs=box.SPRINGS)
    ),
    actions={
        **{row.code: common.action(row.act, row.tools) for row in base.ACTIONS},
        **{row.code: common.sign_card(row.act) for row in box.ACTIONS},
    },
    adorn=adorn,
    heads={
        "blue": Head("den", "blue", "drop"),
        "green": Head("den", "green", "leaf"),
        "boss": Head("den", "boss", "nugget"),
        "profiteer": Head("den", "profiteer", "nugget"),
        "geologist": Head("den", "geologist", "gem"),
        "saboteur": Head("dark", "saboteur", "bomb"),
    },
    signs={row.code: {"gold": "$", "stone": "o"}[row.mark] for row in base.GOALS},
    centred=("drop", "leaf", "gem"),
)
