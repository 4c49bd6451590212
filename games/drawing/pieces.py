"""What lies on the table, piece by piece, as pointers to symbols at a place of the picture."""

from engine.maze.cells import Cell
from engine.maze.grid import CardSight, GoalSight
from games.drawing.boxes import BOX_OF
from games.drawing.pointers import Place, moved, use
from games.drawing.ways import way_id

LAMP = 'fill="url(#lamp)" stroke="#f1bd6b"'
DUSK = 'fill="url(#dusk)" stroke="#7c6753"'
"""What tunnels are filled with: connected with the start, and not."""

_ROCKS = 3


def rock(cell: Cell, at: Place) -> str:
    """Draw the slab under a card; its pattern depends on the cell alone."""
    return use(f"rock{(cell * 2654435761 >> 7) % _ROCKS}", at)


def adorned(card: CardSight, at: Place) -> str:
    """Draw what else is on a card."""
    return BOX_OF[card.code].adorn(card, at)


def floors(card: CardSight) -> list[str]:
    """Name the symbols of a card's tunnels, in the order of its ways."""
    ends = BOX_OF[card.code].ends
    return [ends.get(way) or way_id(way, climbs=card.mark == "ladder") for way in card.ways]


def path_card(card: CardSight, *, light: str = LAMP) -> str:
    """Draw a whole path card at the origin."""
    floor = "".join(map(use, floors(card)))
    box = BOX_OF[card.code]
    upon = box.unlaid(card) if box.unlaid else box.adorn(card, (0, 0))
    return f"{use('rock0')}<g {light}>{floor}</g>{upon}"


def goal_card(goal: GoalSight, at: Place) -> str:
    """Draw a goal that is no part of the maze yet, with what the viewer knows of it."""
    if goal.code is None:
        return use("back", at) + use("secret", at)
    upright, _turned = BOX_OF[goal.code].paths[goal.code]
    card = path_card(upright, light=DUSK)
    if goal.up:
        # Turned up, but it still has to be said which way it lies.
        return moved(card, at)
    eye = use("eye", (at[0] + 30, at[1] + 66))
    return use("back", at) + moved(card, (at[0] + 12, at[1] + 9), 0.6) + eye
