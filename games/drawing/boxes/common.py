"""What is drawn alike in several boxes: start, treasure, stones, and the action cards of all."""

from collections.abc import Sequence

from engine.maze.grid import CardSight
from games.drawing.pointers import Place, moved, use
from games.drawing.tools import tools_card


def adorn(card: CardSight, at: Place) -> str:
    """Draw what else is on a card."""
    if card.mark in ("start", "ladder"):
        return use("ladder", at)
    if card.mark == "gold":
        return use("gold", at)
    if card.mark == "stone":
        # In the corner that the bend leaves free, so that it does not look like a blocked way.
        bend = "".join(card.ways)
        corner = (43 if "W" in bend else 16, 19 if "S" in bend else 66)
        return use("stone", (at[0] + corner[0], at[1] + corner[1]))
    return ""


def action(act: str, tools: Sequence[str] = ()) -> str:
    """Draw an action card that there is in more than one box."""
    if tools:
        return tools_card(act, tools)
    return use("sheet") + use({"rockfall": "rocks", "map": "chart"}[act])


def sign_card(sign: str) -> str:
    """Draw an action card that shows one sign, 40 by 40."""
    return use("sheet") + moved(use(sign), (6, 18), 1.2)
