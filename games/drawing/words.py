"""The maze without a picture: in characters, and in a sentence for who cannot see it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.ascii import picture
from engine.maze.cells import cell_name
from games.drawing.boxes import BOXES
from games.drawing.frame import Table


def maze_text(table: Table) -> str:
    """Draw the maze in characters, with what the viewer knows of the goals."""
    box = BOXES[table.ruleset]
    return box.text(table) if box.text else picture(table.cards, table.goals, box.signs)


def maze_words(table: Table) -> str:
    """Say in words what the picture shows, for who cannot see it."""
    turned = [cell_name(goal.cell) for goal in table.goals if goal.up]
    ends = sorted(map(cell_name, BOXES[table.ruleset].light(table).ends))
    laid = sum(card.mark != "start" for card in table.cards)
    said = [
        ngettext(
            "The maze: %(n)d path card is laid.",
            "The maze: %(n)d path cards are laid.",
            laid,
        )
        % {"n": laid}
    ]
    if ends:
        said.append(_("The way from the start leads on to %(cells)s.") % {"cells": ", ".join(ends)})
    if turned:
        said.append(_("Goals turned up: %(cells)s.") % {"cells": ", ".join(turned)})
    return " ".join(said)
