"""The moves of Saboteur 2 in words, their choices, and why some cannot be made."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.utils.translation import gettext as _

from engine.api import Pick
from engine.rulesets.saboteur2.reasons import Why
from games.texts.book import Reader
from games.texts.rulesets.common import moves, reasons
from games.texts.rulesets.saboteur2.words import ACTION_ROWS, before_name

_REMOVE = "remove-"


def move_text(picks: Sequence[Pick], reader: Reader) -> str:
    """Say what a move will do, to the one who is about to make it."""
    chosen: dict[str, str] = {pick.kind: pick.value for pick in picks}
    row = ACTION_ROWS.get(chosen.get("card", ""))
    words = moves.words_of(picks, reader, row.tools if row else ())
    own = moves.is_own(picks, reader)
    if "card" not in chosen:
        sentence = moves.turn_sentence(chosen) if "cell" in chosen else _steal_sentence(chosen)
        return sentence % words
    act = chosen.get("act", "")
    if act.startswith(_REMOVE):
        what = before_name(act.removeprefix(_REMOVE))
        return _("Discard %(card)s face up and get rid of: %(what)s.") % (words | {"what": what})
    kind = "pass" if act == "pass" else row.act if row else "lay"
    return (_new_sentence(kind, own=own) or moves.act_sentence(kind, own=own)) % words


def _steal_sentence(chosen: Mapping[str, str]) -> str:
    return _("Take one gold from %(target)s.") if "seat" in chosen else _("Steal from nobody.")


def _new_sentence(act: str, *, own: bool) -> str:
    both = {
        "hands-off": (
            _("Take the theft card of %(target)s away."),
            _("Take your own theft card away."),
        ),
        "swap-hats": (
            _("Make %(target)s draw a new dwarf; the old one is out of this round."),
            _("Draw a new dwarf yourself; your old one is out of this round."),
        ),
        "free": (_("Set %(target)s free."), _("Set yourself free.")),
    }
    others = {
        "theft": _(
            "Lay the theft before yourself: once the round is paid you may take one gold from "
            "somebody, unless you are trapped."
        ),
        "inspect": _("Look secretly at the dwarf of %(target)s."),
        "swap-hands": _("Swap hands with %(target)s, who then draws a card; you do not."),
        "trap": _(
            "Trap %(target)s: no path cards, no share and no theft until somebody sets them free."
        ),
    }
    return both[act][own] if act in both else others.get(act, "")


def pick_text(pick: Pick, before: Sequence[Pick], reader: Reader) -> str:
    """Label one choice among those that are open."""
    if pick.kind != "act":
        return moves.pick_text(pick, before, reader)
    if pick.value.startswith(_REMOVE):
        what = before_name(pick.value.removeprefix(_REMOVE))
        return _("discard both, get rid of: %(what)s") % {"what": what}
    return {
        "pass": _("discard it and pass") if len(before) == 1 else _("discard these and pass"),
        "theft": _("lay it before me"),
        "steal-nothing": _("steal from nobody"),
    }[pick.value]


def question_text(kind: str, before: Sequence[Pick]) -> str:
    """Ask the question that one level of choosing answers."""
    if kind == "seat" and not before:
        return _("Whose gold do you take?")
    if kind == "card" and before:
        return _("Discard another card with it?")
    return moves.question_text(kind, before)


def reason_texts() -> Mapping[StrEnum, str]:
    """Say why the rules refuse a move."""
    return {
        **reasons.reasons(),
        Why.BESIDE_GOAL: _("A ladder never lies beside a goal."),
        Why.TRAPPED: _("You are trapped: no path cards until somebody sets you free."),
        Why.NOT_YOURSELF: _("This card is for somebody else, not for yourself."),
        Why.ALREADY_TRAPPED: _("They are trapped already."),
        Why.NOT_TRAPPED: _("They are not trapped."),
        Why.THEFT_LIES_THERE: _("You have a theft card before you already."),
        Why.NO_THEFT_THERE: _("They have no theft card before them."),
        Why.NOT_BEFORE_YOU: _("That does not lie before you."),
        Why.STEAL_FIRST: _("First say whose gold you take, or that you take none."),
        Why.NO_THEFT_DUE: _("There is nothing to steal now."),
        Why.NO_GOLD: _("They have no gold."),
    }
