"""What a move of The Duel will do, where only this game does it."""

from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.rulesets.duel import foresight
from games.texts.book import Reader
from games.texts.rulesets.common import effects as shared


@singledispatch
def foretell(effect: object, reader: Reader) -> str:
    """Tell an effect."""
    return shared.foretell(effect, reader)


@foretell.register
def _marks(effect: foresight.Marks, reader: Reader) -> str:
    return reader.say(
        effect.winner,
        _("Wins you the gold at %(cell)s, worth %(value)d."),
        _("Wins %(who)s the gold at %(cell)s, worth %(value)d."),
        cell=cell_name(effect.cell),
        value=effect.value,
    )


@foretell.register
def _chooses(effect: foresight.Chooses, _reader: Reader) -> str:
    said = ngettext(
        "There is only %(n)d counter left: you then choose what it marks.",
        "There are only %(n)d counters left: you then choose what they mark.",
        effect.counters,
    )
    return said % {"n": effect.counters}


@foretell.register
def _cuts_apart(effect: foresight.CutsApart, reader: Reader) -> str:
    return reader.say(
        effect.seat,
        ngettext(
            "Cuts you off from %(n)d more card.",
            "Cuts you off from %(n)d more cards.",
            effect.cards,
        ),
        ngettext(
            "Cuts %(who)s off from %(n)d more card.",
            "Cuts %(who)s off from %(n)d more cards.",
            effect.cards,
        ),
        n=effect.cards,
    )


@foretell.register
def _counters_left(effect: foresight.CountersLeft, _reader: Reader) -> str:
    said = ngettext(
        "Costs a counter; then %(n)d is left.",
        "Costs a counter; then %(n)d are left.",
        effect.counters,
    )
    return said % {"n": effect.counters}
