"""Why a move cannot be made in The Dark Cave."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext as _

from engine.errors import Reason
from engine.rulesets.dark_cave.reasons import Why
from games.texts.rulesets.common import reasons as shared


def reasons() -> Mapping[StrEnum, str]:
    """Give a sentence for each reason."""
    return {
        **shared.reasons(),
        Reason.ORIENT_FIRST: _("First choose which way the goal you stepped on shall lie."),
        Reason.NO_GOAL_TO_ORIENT: _("There is no goal waiting to be turned."),
        Reason.NOT_CONNECTED: _("No way leads there that the card could prolong."),
        Reason.NOT_A_GOAL: _("Secret information shows goals and clan cards only."),
        Why.PLAY_FIRST: _("First play or discard a card, then walk."),
        Why.ALREADY_PLAYED: _("You have played or discarded in this turn already."),
        Why.ANSWER_FIRST: _("First say whether you agree to end the game."),
        Why.NOTHING_PROPOSED: _("Nobody proposed to end the game."),
        Why.ALREADY_DECLINED: _("That was proposed in this turn already, and declined."),
        Why.OUTSIDE: _("Your dwarf has left the cave."),
        Why.NO_STEPS: _("Your dwarf has no steps left in this turn."),
        Why.OUT_OF_REACH: _("That is too far away, or a web bars the way."),
        Why.NO_HOLE: _("There is no dark hole for a creature to come out of."),
        Why.OCCUPIED: _("A dwarf or a creature stands on that card."),
        Why.WEB_THERE: _("There is a web already."),
        Why.NO_WAY_THERE: _("A web needs a way or an open end."),
        Why.NO_AXE: _("You have no axe before you."),
        Why.NOT_BESIDE: _("Your dwarf does not stand beside that web."),
        Why.HAS_BOOTS: _("There are boots already, and nobody has two pairs."),
        Why.OWN_SEAT: _("This card is played on somebody else."),
        Why.CLAN_SHOWN: _("That clan card lies open already."),
    }
