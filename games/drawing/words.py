"""The maze without a picture: in characters, and in a sentence for who cannot see it."""

from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.maze.ascii import picture
from engine.maze.cells import cell_name, column, row
from games.drawing.boxes import BOXES
from games.drawing.frame import Cards, Goals, Table


def maze_text(table: Table) -> str:
    """Draw the maze in characters, with what the viewer knows of the goals."""
    box = BOXES[table.ruleset]
    return box.text(table) if box.text else _plain(table.cards, table.goals, table.ruleset)


@lru_cache(maxsize=256)
def _plain(cards: Cards, goals: Goals, ruleset: str) -> str:
    return picture(cards, goals, BOXES[ruleset].signs)


def maze_words(table: Table) -> str:
    """Say in words what the picture shows, for who cannot see it."""
    turned = tuple(cell_name(goal.cell) for goal in table.goals if goal.up)
    missed = tuple(cell_name(goal.cell) for goal in table.goals if not goal.up)
    laid = sum(card.mark != "start" for card in table.cards)
    if table.outcome is not None:
        # Nothing is laid any more, so nobody asks where the way leads on.
        return _words(get_language(), laid, (), turned, missed)
    ends = tuple(sorted(map(cell_name, BOXES[table.ruleset].light(table).ends)))
    return _words(get_language(), laid, ends, turned, ())


@lru_cache(maxsize=1_000)
def _words(
    _language: str | None,
    laid: int,
    ends: tuple[str, ...],
    turned: tuple[str, ...],
    missed: tuple[str, ...],
) -> str:
    cards = ngettext(
        "The maze: %(n)d path card is laid.",
        "The maze: %(n)d path cards are laid.",
        laid,
    )
    said = [cards % {"n": laid} if laid else _("The maze: no path card is laid.")]
    if ends:
        said.append(_("The way from the start leads on to %(cells)s.") % {"cells": ", ".join(ends)})
    if turned:
        said.append(_("Goals turned up: %(cells)s.") % {"cells": ", ".join(turned)})
    if missed:
        said.append(_("Turned up after the end: %(cells)s.") % {"cells": ", ".join(missed)})
    return " ".join(said)


def outside_words(table: Table) -> str:
    """Say how cells left of column a and above row 1 are called, where there are any."""
    ends = BOXES[table.ruleset].light(table).ends
    cells = [*(card.cell for card in table.cards), *ends]
    said = []
    if any(column(cell) < 0 for cell in cells):
        said.append(_("Left of column a come the columns zz, zy, zx and so on."))
    if any(row(cell) < 0 for cell in cells):
        said.append(_("Above row 1 come the rows 99, 98, 97 and so on."))
    return " ".join(said)
