"""Names of cards, made from what is on them: the openings of a path, the tools of an action."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.maze.sides import half_turn, letters_of, sides_of
from games.texts.words import side_names, tool_name


def path_name(ways: str, mark: str, *, turned: bool) -> str:
    """Name a path card, the start or a goal by its ways and what is on it, as it lies."""
    if mark == "start":
        return _("start card")
    if mark == "gold":
        return _("treasure")
    if mark == "stone":
        return _("stone (bend %(sides)s)") % {"sides": around(ways, turned=turned)}
    return path_shape(ways, turned=turned)


def action_name(act: str, tools: Sequence[str]) -> str:
    """Name an action card that there is in more than one box."""
    if tools:
        return _tools_name(act, tools)
    return {"rockfall": _("rockfall"), "map": _("map")}[act]


def path_shape(ways: str, *, turned: bool) -> str:
    """Describe a path card by its ways, written as in the decks, as it lies."""
    lying = [_as_it_lies(way, turned=turned) for way in ways.split()]
    joined = sorted(way for way in lying if len(way) > 1)
    blind = "".join(way for way in lying if len(way) == 1)
    if not joined:
        return _("dead end %(sides)s") % {"sides": side_names(blind)}
    shape = _two(joined) if len(joined) > 1 else _one(joined[0])
    if not blind:
        return shape
    return _("%(shape)s, dead end %(sides)s") % {"shape": shape, "sides": side_names(blind)}


def around(ways: str, *, turned: bool) -> str:
    """Name the open sides of a card as it lies."""
    return side_names(_as_it_lies(ways.replace(" ", ""), turned=turned))


def _tools_name(act: str, tools: Sequence[str]) -> str:
    names = [tool_name(tool) for tool in tools]
    if act == "break":
        return _("broken %(tool)s") % {"tool": names[0]}
    if len(names) == 1:
        return _("repair %(tool)s") % {"tool": names[0]}
    return _("repair %(one)s or %(other)s") % {"one": names[0], "other": names[1]}


def _as_it_lies(way: str, *, turned: bool) -> str:
    sides = sides_of(way)
    return letters_of(half_turn(sides) if turned else sides)


def _one(sides: str) -> str:
    words = {"sides": side_names(sides)}
    if len(sides) == 4:
        return _("crossroads")
    if len(sides) == 3:
        return _("junction %(sides)s") % words
    return (_("straight %(sides)s") if sides in ("NS", "EW") else _("bend %(sides)s")) % words


def _two(ways: Sequence[str]) -> str:
    if ways == ["EW", "NS"]:
        return _("bridge")
    one, other = (side_names(way) for way in ways)
    return _("two bends, %(one)s and %(other)s") % {"one": one, "other": other}
