"""Names of cards, made from what is on them: the openings of a path, the tools of an action."""

from django.utils.translation import gettext as _

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START, ActionRow, PathRow
from engine.maze.sides import half_turn, letters_of, sides_of
from games.texts.words import tool_name

PATH_ROWS = {row.code: row for row in (*PATHS, START, *GOALS)}
ACTION_ROWS = {row.code: row for row in ACTIONS}


def card_name(code: str, *, turned: bool = False) -> str:
    """Name a card of any box by its code; a turned path card is named as it lies."""
    action = ACTION_ROWS.get(code)
    if action is not None:
        return _action_name(action)
    return _path_name(PATH_ROWS[code], turned=turned)


def side_names(sides: str) -> str:
    """Write open sides in words, as "up–down"."""
    words = {"N": _("up"), "E": _("right"), "S": _("down"), "W": _("left")}
    return "–".join(words[side] for side in "NSWE" if side in sides)


def _action_name(row: ActionRow) -> str:
    tools = [tool_name(tool) for tool in row.tools]
    if row.act == "break":
        return _("broken %(tool)s") % {"tool": tools[0]}
    if row.act == "fix" and len(tools) == 1:
        return _("repair %(tool)s") % {"tool": tools[0]}
    if row.act == "fix":
        return _("repair %(one)s or %(other)s") % {"one": tools[0], "other": tools[1]}
    return {"rockfall": _("rockfall"), "map": _("map")}[row.act]


def _path_name(row: PathRow, *, turned: bool) -> str:
    groups = row.ways.split()
    sides = sides_of("".join(groups))
    around = side_names(letters_of(half_turn(sides) if turned else sides))
    if row.mark == "start":
        return _("start card")
    if row.mark == "gold":
        return _("treasure")
    if row.mark == "stone":
        return _("stone (bend %(sides)s)") % {"sides": around}
    if max(map(len, groups)) == 1:
        return _("dead end %(sides)s") % {"sides": around}
    return _shape(letters_of(sides)) % {"sides": around}


def _shape(sides: str) -> str:
    if len(sides) == 4:
        return _("crossroads")
    if len(sides) == 3:
        return _("junction %(sides)s")
    return _("straight %(sides)s") if sides in ("NS", "EW") else _("bend %(sides)s")
