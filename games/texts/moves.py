"""Moves in words, made from their picks: what confirming will do, and the labels of the choices."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.api import Pick, Seat
from games.texts.cards import ACTION_ROWS, card_name
from games.texts.words import tool_name


def move_text(picks: Sequence[Pick], names: Sequence[str], viewer: Seat | None = None) -> str:
    """Say what a move will do, to the one who is about to make it."""
    chosen = dict(picks)
    card = chosen.get("card", "")
    words = {
        "card": card_name(card, turned=chosen.get("turn") == "turned") if card else "",
        "cell": chosen.get("cell", ""),
        "tool": _tool(card, chosen),
        "target": _name(chosen, names),
    }
    own = chosen.get("seat") == str(viewer + 1 if viewer is not None else None)
    return _sentence(card, chosen, own=own) % words


def _sentence(card: str, chosen: dict[str, str], *, own: bool) -> str:
    if chosen.get("act") == "pass":
        return _("Pass: put %(card)s face down on the discard pile.")
    if not card:
        return _turn_sentence(chosen)
    row = ACTION_ROWS.get(card)
    if row is None:
        return _("Lay %(card)s at %(cell)s.")
    return {
        "break": _("Break the %(tool)s of %(target)s."),
        "fix": _("Mend your own %(tool)s.") if own else _("Mend the %(tool)s of %(target)s."),
        "rockfall": _("Let rock fall at %(cell)s: the path card there goes to the discard pile."),
        "map": _("Look secretly at the goal at %(cell)s."),
    }[row.act]


def _turn_sentence(chosen: dict[str, str]) -> str:
    if chosen["turn"] == "turned":
        return _("Lay the stone at %(cell)s turned round.")
    return _("Lay the stone at %(cell)s as it came.")


def _tool(card: str, chosen: dict[str, str]) -> str:
    row = ACTION_ROWS.get(card)
    if row is None or not row.tools:
        return ""
    return tool_name(chosen.get("tool", row.tools[0]))


def _name(chosen: dict[str, str], names: Sequence[str]) -> str:
    return names[int(chosen["seat"]) - 1] if "seat" in chosen else ""


def pick_text(pick: Pick, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Label one choice among those that are open."""
    match pick.kind:
        case "card":
            return card_name(pick.value)
        case "seat":
            own = viewer is not None and int(pick.value) - 1 == viewer
            return _("myself") if own else names[int(pick.value) - 1]
        case "tool":
            return tool_name(pick.value)
        case "cell":
            return pick.value
        case _:
            return {
                ("turn", "upright"): _("as it is"),
                ("turn", "turned"): _("turned round"),
                ("act", "pass"): _("discard it and pass"),
            }[pick.kind, pick.value]


def question_text(kind: str) -> str:
    """Ask the question that one level of choosing answers."""
    return {
        "card": _("Which card?"),
        "cell": _("Where?"),
        "seat": _("On whom?"),
        "tool": _("Which tool?"),
        "turn": _("Which way up?"),
        "act": _("What to do?"),
    }[kind]
