"""The pictures of the base game."""

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START
from engine.maze.tiles import TileSet, tile
from engine.rulesets.saboteur.view import View
from games.drawing.boxes.box import Box, Head, faces
from games.drawing.boxes.common import action, adorn

_PATHS = faces(TileSet(tile(row.code, row.ways, row.mark) for row in (START, *GOALS, *PATHS)))

SABOTEUR = Box[View](
    paths=_PATHS,
    actions={row.code: action(row.act, row.tools) for row in ACTIONS},
    adorn=adorn,
    heads={
        "digger": Head("den", "digger", "nugget"),
        "saboteur": Head("dark", "saboteur", "bomb"),
    },
    signs={row.code: {"gold": "$", "stone": "o"}[row.mark] for row in GOALS},
    centred=("nugget", "eye", "stone", "bomb"),
)
