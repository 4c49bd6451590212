"""The Dark Cave in characters, with all that stands and lies on its cards."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from engine.decks.dark_cave import GOALS
from engine.maze.ascii import picture
from engine.maze.cells import Cell
from engine.maze.grid import CardSight, GoalSight
from engine.maze.sides import E, S
from engine.rulesets.dark_cave.places import BESIDE, border_named
from engine.rulesets.dark_cave.sights import WebSight
from engine.rulesets.dark_cave.view import View
from games.drawing.boxes.dark_cave_fields import place

_MARKS = {"hole": "O", "ladder": "H", "vein": "*", "exit": "E", "tunnel": "T", "bridge": "="}
GOAL_SIGNS = {row.code: _MARKS[row.mark] for row in GOALS}
"""What is seen of a goal, by its code."""
_CHARACTERS = {
    "n": (0, 2), "s": (2, 2), "w": (1, 0), "e": (1, 4), "c": (1, 2), "t": (1, 2),
    "ns": (0, 3), "ew": (2, 0), "nw": (0, 1), "ne": (0, 3), "sw": (2, 1), "es": (2, 3),
    "d": (0, 4), "dd": (2, 4),
}  # fmt: skip
"""Where in a card's three lines of five characters a field is."""
_CORNERS = ((0, 1), (0, 3), (2, 1), (2, 3), (0, 0), (0, 4), (2, 0), (2, 4))
"""Where more signs go when a field's own place is taken."""


def text(view: View) -> str:
    """Draw the maze in characters: a digit is a dwarf, a letter a creature, # a web."""
    return _text(view.cards, view.goals, view.webs, tuple(_signs(view)))


_Cards = tuple[CardSight, ...]
_Webs = tuple[WebSight, ...]
_Signs = tuple[tuple[str, str], ...]
"""Places, and the characters of who stands there."""


@lru_cache(maxsize=256)
def _text(cards: _Cards, goals: tuple[GoalSight, ...], webs: _Webs, signs: _Signs) -> str:
    ends = [goal.cell for goal in goals]
    over = _over(cards, webs, signs)
    return picture(cards, goals, GOAL_SIGNS, marks=_MARKS, over=over, field=ends)


def _over(cards: _Cards, webs: _Webs, signs: _Signs) -> dict[Cell, dict[tuple[int, int], str]]:
    over: dict[Cell, dict[tuple[int, int], str]] = defaultdict(dict)
    for web in webs:
        (cell, side), (near, _back) = BESIDE[border_named(web.border)]
        laid = any(card.cell == cell for card in cards)
        ends = {S: ((2, 2), (0, 2)), E: ((1, 4), (1, 0))}[side]
        over[cell if laid else near][ends[not laid]] = "#"
    # What is special about a card stands in its middle.
    marked = {card.cell: (1, 2) for card in cards if card.mark}
    for name, sign in signs:
        cell, field = place(name)
        taken = {*over[cell], marked.get(cell)}
        free = [at for at in (_CHARACTERS[field], *_CORNERS) if at not in taken]
        # Where a whole crowd stands, a plus says that there are more; the legend names them.
        over[cell][free[0] if free else _CORNERS[-1]] = sign if free else "+"
    return over


def _signs(view: View) -> Iterator[tuple[str, str]]:
    for creature in view.creatures:
        yield creature.place, creature.creature[0]
    for dwarf in view.dwarves:
        if dwarf.place is not None:
            yield dwarf.place, str(dwarf.seat + 1)
