"""Why a move cannot be made, where every maze game has the same reasons."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext as _

from engine.errors import Reason


def reasons() -> Mapping[StrEnum, str]:
    """Give a sentence for each reason that the games share."""
    return {
        Reason.GAME_OVER: _("The game is over."),
        Reason.NOT_ASKED: _("It is not your turn."),
        Reason.ORIENT_FIRST: _("First choose which way the stone you reached shall lie."),
        Reason.NO_GOAL_TO_ORIENT: _("There is no stone waiting to be turned."),
        Reason.SETTING: _("This is a setting of yours and no move."),
        Reason.NO_SETTING: _("This cannot be set."),
        Reason.NO_SUCH_CARD: _("You do not hold this card."),
        Reason.TOOLS_BROKEN: _("One of your tools is broken: no path cards until it is mended."),
        Reason.CELL_TAKEN: _("There is a card already."),
        Reason.NO_NEIGHBOUR: _("A path card must touch another card."),
        Reason.NOT_CONNECTED: _("No unbroken way leads there from the start."),
        Reason.DOES_NOT_FIT: _("The card does not fit its neighbours this way up."),
        Reason.NO_SUCH_SEAT: _("Nobody sits there."),
        Reason.OWN_TOOL: _("You cannot break your own tool."),
        Reason.ALREADY_BROKEN: _("That tool is broken already."),
        Reason.NOT_BROKEN: _("That tool is not broken."),
        Reason.WRONG_TOOL: _("This card does not mend that tool."),
        Reason.NOTHING_THERE: _("There is no card in that place."),
        Reason.NEVER_REMOVED: _("Rock never falls on the start or on a goal."),
        Reason.NOT_A_GOAL: _("A map shows goals only."),
        Reason.GOAL_FACE_UP: _("That goal lies face up already."),
    }
