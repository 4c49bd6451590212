"""The Duel's names: the game for two and for one, options, dwarves, cards."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.decks.duel import ACTIONS, GOALS, PATHS, RETIRED_GOALS, STARTS, PathRow
from engine.decks.saboteur import ActionRow
from engine.maze.sides import half_turn, letters_of, sides_of
from games.spoken import spoken
from games.texts.rulesets.common import cards
from games.texts.words import joined, side_names

PATH_ROWS = {row.code: row for row in (*PATHS, *STARTS, *GOALS, *RETIRED_GOALS)}
ACTION_ROWS = {row.code: row for row in ACTIONS}


def name() -> str:
    """Name the game for two."""
    return _("The Duel")


def solo_name() -> str:
    """Name the game for one."""
    return _("The Duel alone")


def pitch() -> str:
    """Say what kind of game it is."""
    return _("Two dwarves, two tunnels, doors and trolls: whoever digs out more gold wins.")


def solo_pitch() -> str:
    """Say what kind of game the one for a single player is."""
    return _("One dwarf against the mine: how much gold can you dig out in three rounds?")


def option_name(option: str) -> str:
    """Name an option of the game."""
    return {"rounds": _("Rounds"), "colour": _("Your dwarf")}[option]


def option_value(option: str, value: str) -> str:
    """Say in a few words what a value of an option means."""
    return {
        ("rounds", "3"): _("three, the whole game"),
        ("rounds", "1"): _("one, a short game"),
        ("colour", "green"): _("the green one; blue doors are closed to him"),
        ("colour", "blue"): _("the blue one; green doors are closed to him"),
    }[option, value]


@spoken
def role_name(role: str) -> str:
    """Name a dwarf."""
    return {"green": _("green dwarf"), "blue": _("blue dwarf")}[role]


def card_name(code: str, turned: bool) -> str:  # noqa: FBT001 (the way a book is asked)
    """Name a card of the box."""
    action = ACTION_ROWS.get(code)
    return _path(PATH_ROWS[code], turned=turned) if action is None else _action(action)


def _action(row: ActionRow) -> str:
    return _("key") if row.act == "key" else cards.action_name(row.act, row.tools)


def _path(row: PathRow, *, turned: bool) -> str:
    if row.mark == "start":
        return {"green": _("green start card"), "blue": _("blue start card")}[row.colour]
    parts = [cards.path_shape(row.ways, turned=turned)]
    if row.mark == "ladder":
        parts.append({"green": _("green ladder"), "blue": _("blue ladder")}[row.colour])
    gates = (gate.split(":") for gate in row.gates.split())
    parts += [_gate(what, _lying(side, turned=turned)) for side, what in gates]
    if row.gold:
        parts.append(_gold(row, turned=turned))
    return ", ".join(parts)


def _gate(what: str, side: str) -> str:
    said = {
        "green": _("green door %(side)s"),
        "blue": _("blue door %(side)s"),
        "troll": _("troll %(side)s"),
    }
    return said[what] % {"side": side_names(side)}


def _gold(row: PathRow, *, turned: bool) -> str:
    """Count the nuggets; where only some of the ways lead to them, say which."""
    ways = [way for way in row.ways.split() if set(way) & set(row.gold_sides)]
    words: dict[str, object] = {"n": row.gold}
    if len(ways) == len(row.ways.split()):
        return ngettext("%(n)d nugget", "%(n)d nuggets", row.gold) % words
    words["sides"] = joined([side_names(_lying(way, turned=turned)) for way in ways])
    return ngettext("%(n)d nugget %(sides)s", "%(n)d nuggets %(sides)s", row.gold) % words


def _lying(sides: str, *, turned: bool) -> str:
    bits = sides_of(sides)
    return letters_of(half_turn(bits) if turned else bits)
