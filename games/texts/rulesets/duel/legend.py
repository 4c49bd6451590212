"""What the maze of a duel in characters cannot show, cell by cell."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.maze.cells import Cell, cell_name
from engine.rulesets.duel.view import View
from games.texts.book import Reader


def legend(view: View, reader: Reader) -> Sequence[str]:
    """Explain the signs, and name colours, gold, counters and keys by their cells."""
    signs = _("S start, H ladder, $ gold, t troll, g green door, b blue door, × dead end")
    goals = _("? goal face down; a number is the gold you saw there")
    found = sorted(things(view, reader).items())
    return [signs, goals, *(f"{cell_name(cell)}: {', '.join(what)}" for cell, what in found)]


def things(view: View, _reader: Reader) -> Mapping[Cell, Sequence[str]]:
    """Name colours, gold, counters and keys by their cells."""
    found: dict[Cell, list[str]] = {}
    for cell, what in _things(view):
        found.setdefault(cell, []).append(what)
    return found


def _things(view: View) -> Iterator[tuple[Cell, str]]:
    said = _coloured()
    for card in view.cards:
        if card.mark in ("start", "ladder"):
            yield card.cell, said[card.mark, card.colour]
        elif card.gold:
            yield card.cell, _("%(gold)d gold") % {"gold": card.gold}
    for spot in view.laid_counters:
        yield spot.cell, said["counter", view.dwarves[spot.seat]]
    for key in view.laid_keys:
        yield key.cell, said["key", view.dwarves[key.seat]]


def _coloured() -> dict[tuple[str, str], str]:
    return {
        ("start", "green"): _("green start card"),
        ("start", "blue"): _("blue start card"),
        ("ladder", "green"): _("green ladder"),
        ("ladder", "blue"): _("blue ladder"),
        ("counter", "green"): _("green counter"),
        ("counter", "blue"): _("blue counter"),
        ("key", "green"): _("a key for the green dwarf"),
        ("key", "blue"): _("a key for the blue dwarf"),
    }
