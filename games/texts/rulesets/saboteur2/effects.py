"""What a move of Saboteur 2 will do, where only this game does it."""

from functools import singledispatch

from django.utils.translation import gettext as _

from engine.rulesets.saboteur2 import foresight
from games.texts.book import Reader
from games.texts.rulesets.common import effects as shared


@singledispatch
def foretell(effect: object, reader: Reader) -> str:
    """Tell an effect."""
    return shared.foretell(effect, reader)


@foretell.register
def _swaps_hands(effect: foresight.SwapsHands, reader: Reader) -> str:
    return shared.swapped(effect.target, effect.given, effect.got, reader)


@foretell.register
def _robs(effect: foresight.Robs, reader: Reader) -> str:
    words = {"mine": effect.mine, "theirs": effect.theirs, "who": reader.names[effect.victim]}
    return _("You then have %(mine)d gold, and %(who)s has %(theirs)d left.") % words
