"""Why a move cannot be made in a duel."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext as _

from engine.errors import Reason
from engine.rulesets.duel.reasons import Why
from games.texts.rulesets.common import reasons as shared


def reasons() -> Mapping[StrEnum, str]:
    """Give a sentence for each reason of the game for two and for one."""
    return {
        **shared.reasons(),
        Reason.ORIENT_FIRST: _("First choose which way the goal you reached shall lie."),
        Reason.NO_GOAL_TO_ORIENT: _("There is no goal waiting to be turned."),
        Reason.NOT_CONNECTED: _("No open way leads there from your own start card."),
        Reason.NEVER_REMOVED: _("Rock never falls on a start, a goal, gold or a troll."),
        Why.NOT_YOUR_TOOL: _("You can only mend your own tools."),
        Why.BESIDE_GOAL: _("A ladder must not lie beside a goal."),
        Why.BESIDE_GOLD: _("A ladder must not lie beside a card with gold."),
        Why.WAY_SHUT: _("A closed door or a troll stands between this place and your tunnel."),
        Why.NO_DOOR: _("There is no door."),
        Why.OWN_DOOR: _("This door is of your own colour: it is open to you anyway."),
        Why.DOOR_OPEN: _("There is a key on this door already."),
        Why.NO_TROLL: _("There is no troll."),
        Why.TROLL_BRIBED: _("This troll is bribed already."),
        Why.TROLL_OUT_OF_REACH: _("Your tunnel does not reach this troll."),
        Why.NO_COUNTER_LEFT: _("No counter is left."),
        Why.ACT_FIRST: _("First play a card or pass."),
        Why.BRIBE_OR_END: _("You have laid a card: now only a troll can be bribed."),
        Why.CLAIM_FIRST: _("First choose which gold gets the last counters."),
        Why.NOTHING_TO_CLAIM: _("There is no gold here that you could mark now."),
        Why.PAY_FIRST: _("First choose which gold pays your trolls."),
        Why.NOTHING_TO_PAY: _("You have no troll to pay now."),
        Why.NOT_THE_PRICE: _("These gold cards are not the price."),
    }
