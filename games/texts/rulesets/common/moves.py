"""Moves in words, made from their picks: what confirming will do, and the labels of the choices."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engine.api import Pick
from games.spoken import spoken
from games.texts.book import Reader
from games.texts.words import tool_name


def act_sentence(act: str, *, own: bool) -> str:
    """Say what a card of this kind will do; lay and pass are kinds as well."""
    return {
        "lay": _("Lay %(card)s at %(cell)s."),
        "pass": _("Pass: put %(card)s face down on the discard pile."),
        "break": _("Break the %(tool)s of %(target)s."),
        "fix": _("Mend your own %(tool)s.") if own else _("Mend the %(tool)s of %(target)s."),
        "rockfall": _("Let rock fall at %(cell)s: the path card there goes to the discard pile."),
        "map": _("Look secretly at the goal at %(cell)s."),
    }[act]


def turn_sentence(chosen: Mapping[str, str]) -> str:
    """Say which way a goal that was reached will lie."""
    if chosen["turn"] == "turned":
        return _("Lay the stone at %(cell)s turned round.")
    return _("Lay the stone at %(cell)s as it came.")


def words_of(picks: Sequence[Pick], reader: Reader, tools: Sequence[str] = ()) -> dict[str, str]:
    """Collect what the sentences about a move are filled with; tools are those on its card."""
    chosen: dict[str, str] = {pick.kind: pick.value for pick in picks}
    cards = [pick.value for pick in picks if pick.kind == "card"]
    turned = chosen.get("turn") == "turned"
    tool = chosen.get("tool", tools[0] if tools else "")
    return {
        "card": ", ".join(reader.card(card, turned=turned) for card in cards),
        "cell": chosen.get("cell", ""),
        "tool": tool_name(tool) if tool else "",
        "target": reader.names[int(chosen["seat"]) - 1] if "seat" in chosen else "",
    }


def is_own(picks: Sequence[Pick], reader: Reader) -> bool:
    """Tell whether a move names the reader's own seat."""
    return reader.seat is not None and ("seat", str(reader.seat + 1)) in picks


def pick_text(pick: Pick, _before: Sequence[Pick], reader: Reader) -> str:
    """Label one choice among those that are open."""
    match pick.kind:
        case "card":
            return reader.card(pick.value)
        case "seat":
            own = is_own([pick], reader)
            return _("myself") if own else reader.names[int(pick.value) - 1]
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


def question_text(kind: str, _before: Sequence[Pick]) -> str:
    """Ask the question that one level of choosing answers."""
    return _question(kind)


@spoken
def _question(kind: str) -> str:
    return {
        "card": _("Which card?"),
        "cell": _("Where?"),
        "seat": _("On whom?"),
        "tool": _("Which tool?"),
        "turn": _("Which way up?"),
        "act": _("What to do?"),
    }[kind]
