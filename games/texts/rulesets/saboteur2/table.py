"""The table of Saboteur 2 in words: what lies before whom, what lies beside the maze."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from engine.rulesets.saboteur2.view import View
from games.texts.book import Badge, Fact, Panel, Reader
from games.texts.rulesets.common import table
from games.texts.rulesets.saboteur2.words import role_name


def seat_text(view: View, seat: int) -> str:
    """Count a seat's gold, which follows from what all have seen."""
    gold = view.purses[seat]
    return _("%(n)d gold") % {"n": gold} if gold else ""


def badges(view: View, seat: int, reader: Reader) -> Sequence[Badge]:
    """List what lies before a seat: broken tools, a trap, a theft."""
    found = list(table.broken_tools(view, seat, reader))
    if view.trapped[seat]:
        found.append(Badge("trap", _("trapped")))
    if seat in view.thefts:
        found.append(Badge("theft", _("will steal"), harm=False))
    return found


def discreet(view: View) -> View:
    """Leave out the viewer's own dwarf, and those that he has looked at."""
    return replace(view, role=None, inspected=())


def own(view: View, reader: Reader) -> Sequence[str]:
    """Tell the reader what he has won, and which dwarves he has looked at."""
    if view.seat is None:
        return ()
    gold = view.purses[view.seat]
    said = [_("You have %(n)d gold.") % {"n": gold} if gold else _("You have no gold yet.")]
    for seen in view.inspected:
        words = {"name": reader.names[seen.target], "role": role_name(seen.role)}
        said.append(
            _("You have seen that %(name)s is: %(role)s.") % words
            if seen.current
            else _("%(name)s was: %(role)s. Since then the dwarf was swapped.") % words
        )
    return said


def panels(view: View, _reader: Reader) -> Sequence[Panel]:
    """List what lies beside the maze."""
    facts = (
        Fact(_("Crystals in the maze"), str(view.crystals)),
        Fact(_("Dwarves nobody has"), str(view.undealt)),
        Fact(_("Cards set aside unseen"), str(view.aside)),
    )
    return (Panel(_("Beside the maze"), facts),)


def legend(view: View, reader: Reader) -> Sequence[str]:
    """Explain the signs in the maze as text."""
    return (*table.plain_legend(view, reader), _("H ladder, B blue door, G green door, * crystal"))
