"""What a move will do, as sentences to the one who is about to make it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import Cell, cell_name
from engine.parts import effects
from engine.parts.board import GOAL_CELLS
from games.texts.book import Reader
from games.texts.words import joined, tool_name


@singledispatch
def foretell(effect: object, _reader: Reader) -> str:
    """Tell an effect; each ruleset falls back on this for what it does not say in its own words."""
    raise TypeError(f"no sentence for {type(effect).__name__}")


def goal_name(cell: Cell, reader: Reader) -> str:
    """Name a goal by its cell, and where there are three in a column by its place among them."""
    name = cell_name(cell)
    if not reader.book.three_goals:
        return _("the goal at %(cell)s") % {"cell": name}
    where = (_("the upper goal (%(cell)s)"), _("the middle goal (%(cell)s)"))
    said = (*where, _("the lower goal (%(cell)s)"))[GOAL_CELLS.index(cell)]
    return said % {"cell": name}


def cell_names(cells: Iterable[Cell]) -> str:
    """List cells as in a sentence."""
    return joined([cell_name(cell) for cell in cells])


@foretell.register
def _reaches(effect: effects.Reaches, reader: Reader) -> str:
    words = {"goal": goal_name(effect.goal, reader)}
    if effect.code is None:
        return _("Reaches %(goal)s, which is turned up.") % words
    return _("Reaches %(goal)s. You know what lies there: %(card)s.") % (
        words | {"card": reader.card(effect.code)}
    )


@foretell.register
def _looks(effect: effects.Looks, reader: Reader) -> str:
    words = {"goal": goal_name(effect.goal, reader)}
    if effect.code is None:
        return _("You alone learn what %(goal)s is.") % words
    return _("You have looked at %(goal)s before: %(card)s.") % (
        words | {"card": reader.card(effect.code)}
    )


@foretell.register
def _leads_on(effect: effects.LeadsOn, _reader: Reader) -> str:
    return _("The way from the start leads on to %(cells)s.") % {"cells": cell_names(effect.cells)}


@foretell.register
def _joins(effect: effects.Joins, _reader: Reader) -> str:
    said = ngettext(
        "Joins %(n)d more card with the start.",
        "Joins %(n)d more cards with the start.",
        effect.cards,
    )
    return said % {"n": effect.cards}


@foretell.register
def _ends(_effect: effects.Ends, _reader: Reader) -> str:
    return _("The way ends here.")


@foretell.register
def _apart(_effect: effects.Apart, _reader: Reader) -> str:
    return _("Lies apart: no way leads from the start to it.")


@foretell.register
def _gone(effect: effects.Gone, reader: Reader) -> str:
    return _("Takes away what lies at %(cell)s: %(card)s.") % {
        "cell": cell_name(effect.cell),
        "card": reader.card(effect.card, turned=effect.turned),
    }


@foretell.register
def _cuts_off(effect: effects.CutsOff, _reader: Reader) -> str:
    said = ngettext(
        "Cuts %(n)d more card off from the start.",
        "Cuts %(n)d more cards off from the start.",
        effect.cards,
    )
    return said % {"n": effect.cards}


@foretell.register
def _closes(effect: effects.Closes, reader: Reader) -> str:
    words = {"goals": joined([goal_name(goal, reader) for goal in effect.goals])}
    if effect.all_ways:
        return _("Closes every way to %(goals)s.") % words
    return _("Closes the shortest way to %(goals)s.") % words


@foretell.register
def _hinders(effect: effects.Hinders, reader: Reader) -> str:
    words = {"who": reader.names[effect.target]}
    if effect.already:
        return _("%(who)s cannot lay path cards as it is.") % words
    return _("%(who)s cannot lay path cards then.") % words


@foretell.register
def _frees(effect: effects.Frees, reader: Reader) -> str:
    if effect.left:
        return reader.say(
            effect.target,
            _("You still cannot lay path cards: %(left)s."),
            _("%(who)s still cannot lay path cards: %(left)s."),
            left=_burdens(effect.left),
        )
    return reader.say(
        effect.target,
        _("You can lay path cards again."),
        _("%(who)s can lay path cards again."),
    )


def _burdens(left: Sequence[str]) -> str:
    broken: Mapping[str, str] = {
        one: _("broken %(tool)s") % {"tool": tool_name(one)} for one in left if one != "trap"
    }
    return joined([broken.get(one, _("trapped")) for one in left])


@foretell.register
def _draws(effect: effects.Draws, _reader: Reader) -> str:
    if not effect.cards:
        return _("The stock is empty: you draw nothing for it.")
    said = ngettext("You draw a card for it.", "You draw %(n)d cards for it.", effect.cards)
    return said % {"n": effect.cards}


def swapped(target: int, given: int, got: int, reader: Reader) -> str:
    """Say how many cards go each way when hands are swapped."""
    words = {"who": reader.names[target], "given": given, "got": got}
    return _("Cards that %(who)s gets from you: %(given)d. Cards that you get: %(got)d.") % words
