"""The moves of a duel in words: what confirming will do, and the labels of the choices."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.api import Pick, PickKind
from games.texts.book import Reader
from games.texts.rulesets.common import moves
from games.texts.rulesets.duel.words import ACTION_ROWS
from games.texts.words import joined, side_names, tool_name

_REMOVE = "remove-"


def move_text(picks: Sequence[Pick], reader: Reader) -> str:
    """Say what a move will do, to the one who is about to make it."""
    chosen: dict[str, str] = dict(picks)
    row = ACTION_ROWS.get(chosen.get("card", ""))
    words = moves.words_of(picks, reader, row.tools if row else ())
    act = chosen.get("act", row.act if row else "lay")
    if "card" not in chosen:
        return _without_card(chosen) % words
    if act.startswith(_REMOVE):
        words |= {"tool": tool_name(act.removeprefix(_REMOVE)), "cards": _cards(picks, reader)}
        return _("Discard %(cards)s and mend your %(tool)s.") % words
    if act == "pass":
        return _("Pass: put %(cards)s face down on the discard pile.") % {
            "cards": _cards(picks, reader)
        }
    if act == "key":
        return _key(chosen)
    return moves.act_sentence(act, own=moves.is_own(picks, reader)) % words


def _cards(picks: Sequence[Pick], reader: Reader) -> str:
    return joined([reader.card(pick.value) for pick in picks if pick.kind == "card"])


def _key(chosen: dict[str, str]) -> str:
    words = {"side": side_names(chosen["side"]), "cell": chosen["cell"]}
    return _("Put a key on the door %(side)s at %(cell)s. It opens for you alone.") % words


def _without_card(chosen: dict[str, str]) -> str:
    act = chosen.get("act", "")
    if act == "bribe":
        return _("Put a counter on the troll at %(cell)s. It costs 1 gold at the end of the round.")
    if act == "end":
        return _("Bribe nobody and draw.")
    if "pay" in chosen:
        return _("Pay your trolls with gold: %(values)s.") % {"values": _values(chosen["pay"])}
    if "turn" not in chosen:
        return _("Put a counter on the gold at %(cell)s.")
    if chosen["turn"] == "turned":
        return _("Lay the goal at %(cell)s turned round.")
    return _("Lay the goal at %(cell)s as it came.")


def _values(pay: str) -> str:
    return pay.replace("-", " + ")


def pick_text(pick: Pick, before: Sequence[Pick], reader: Reader) -> str:
    """Label one choice among those that are open."""
    if pick.kind == "side":
        return side_names(pick.value)
    if pick.kind == "pay":
        return _("pay with %(values)s") % {"values": _values(pick.value)}
    if pick.kind != "act":
        return moves.pick_text(pick, before, reader)
    both = len(before) > 1
    if pick.value.startswith(_REMOVE):
        tool = tool_name(pick.value.removeprefix(_REMOVE))
        return _("discard both and mend your %(tool)s") % {"tool": tool}
    if pick.value == "pass":
        return _("discard both and pass") if both else _("discard it and pass")
    return {"bribe": _("bribe a troll"), "end": _("draw, bribe nobody")}[pick.value]


def question_text(kind: str, before: Sequence[Pick]) -> str:
    """Ask the question that one level of choosing answers."""
    if kind == "side":
        return _("Which door?")
    if kind == "pay":
        return _("Which gold pays your trolls?")
    if kind == "card" and before:
        return _("Or discard a second card with it:")
    if kind == "cell" and not before:
        return _("Which gold do you mark?")
    if kind == "cell" and before[-1] == Pick(PickKind.ACT, "bribe"):
        return _("Which troll?")
    return moves.question_text(kind, before)
