"""What lies and stands on the cells of The Dark Cave besides their cards, in words."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.maze.cells import Cell, cell_named
from engine.rulesets.dark_cave.view import View
from games.texts.book import Reader
from games.texts.rulesets.dark_cave.words import creature_subject, field_name


def things(view: View, reader: Reader) -> Mapping[Cell, Sequence[str]]:
    """Name by cell who stands there, what gold lies there, and the webs on its borders."""
    found: dict[Cell, list[str]] = {}
    for cell, what in _things(view, reader):
        found.setdefault(cell_named(cell), []).append(what)
    return found


def _things(view: View, reader: Reader) -> Iterator[tuple[str, str]]:
    for dwarf in view.dwarves:
        if dwarf.place is not None:
            said = _("%(who)s lies %(where)s.") if dwarf.lying else _("%(who)s stands %(where)s.")
            yield _at(dwarf.place, said, who=reader.names[dwarf.seat])
    for creature in view.creatures:
        who = creature_subject(creature.creature)
        yield _at(creature.place, _("%(who)s lurks %(where)s."), who=who)
    for field in view.fields:
        if field.gold:
            yield _at(field.place, _("Gold lies %(where)s."))
    for web in view.webs:
        one, _slash, other = web.border.partition("/")
        for here, there in ((one, other), (other, one)):
            yield here, _("A web bars the way to %(cell)s.") % {"cell": there}


def _at(place: str, said: str, **words: str) -> tuple[str, str]:
    cell, _dot, field = place.partition(".")
    return cell, said % {"where": field_name(field or "c"), **words}
