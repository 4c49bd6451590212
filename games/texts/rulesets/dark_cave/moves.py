"""The Dark Cave's moves in words: what confirming will do, labels of choices, what they cost."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Pick
from engine.decks.dark_cave import CREATURES
from engine.rulesets.dark_cave.sights import WalkSight
from engine.rulesets.dark_cave.view import View
from games.spoken import spoken
from games.texts.book import Price, Reader
from games.texts.rulesets.common import moves
from games.texts.rulesets.dark_cave.words import (
    PATH_ROWS,
    border_name,
    creature_name,
    place_name,
)
from games.texts.words import joined


def move_text(picks: Sequence[Pick], reader: Reader) -> str:
    """Say what a move will do, to the one who is about to make it."""
    chosen: dict[str, str] = {pick.kind: pick.value for pick in picks}
    words = {
        **moves.words_of(picks, reader),
        "place": place_name(chosen["field"]) if "field" in chosen else "",
        "border": border_name(chosen.get("border", "")),
        "creature": creature_name(card) if (card := chosen.get("card", "")) in CREATURES else "",
    }
    return _sentence(chosen, own=moves.is_own(picks, reader)) % words


def _sentence(chosen: dict[str, str], *, own: bool) -> str:
    card, act = chosen.get("card"), chosen.get("act", "")
    if card is None:
        return _turn_sentence(chosen) if "turn" in chosen else _act_sentences()[act]
    if act in ("pass", "pass-two"):
        return _("Pass: put %(card)s face down on the discard pile.")
    if card in PATH_ROWS:
        return _("Lay %(card)s at %(cell)s.")
    if act in ("lure", "stay"):
        return _lure_sentence(act)
    if card == "info":
        if "cell" in chosen:
            return _("Look secretly at the goal at %(cell)s.")
        return _("Look secretly at the clan card of %(target)s.")
    return {
        "rockfall": _("Let rock fall at %(cell)s: the path card there goes to the discard pile."),
        "swap": _("Swap your whole hand with %(target)s, who then draws in your place."),
        "web": _("Lay a web between %(border)s."),
        "boots": _("Put the boots before yourself.") if own else _("Give the boots to %(target)s."),
        "axe": _("Put the axe before yourself.") if own else _("Give the axe to %(target)s."),
    }[card]


def _turn_sentence(chosen: dict[str, str]) -> str:
    if chosen["turn"] == "turned":
        return _("Lay the goal at %(cell)s turned round.")
    return _("Lay the goal at %(cell)s as it came.")


def _lure_sentence(act: str) -> str:
    if act == "stay":
        return _("Put the %(creature)s on %(place)s without a step: it attacks nobody.")
    return _("Send the %(creature)s to %(place)s.")


def _act_sentences() -> dict[str, str]:
    return {
        "walk": _("Walk to %(place)s."),
        "cut": _("Use an axe on the web between %(border)s."),
        "order-keep": _("When a creature attacks, an axe of yours is used. Keep axes instead."),
        "order-use": _("When a creature attacks, your axes are kept. Use an axe instead."),
        "end": _("End your turn here."),
        "propose": _("Propose to end the game as it stands. It ends if everybody agrees."),
        "agree": _("Agree: the game ends as it stands."),
        "decline": _("Do not agree: the game goes on."),
    }


def pick_text(pick: Pick, before: Sequence[Pick], reader: Reader) -> str:
    """Label one choice among those that are open."""
    match pick.kind:
        case "field":
            return place_name(pick.value)
        case "border":
            return border_name(pick.value)
        case "act":
            return _act_label(pick.value)
        case _:
            return moves.pick_text(pick, before, reader)


@spoken
def _act_label(act: str) -> str:
    return {
        "pass": _("discard it and pass"),
        "pass-two": _("discard it with another and pass"),
        "lure": _("let it attack"),
        "stay": _("without a step, without an attack"),
        "walk": _("walk"),
        "cut": _("use an axe on a web"),
        "end": _("end the turn"),
        "propose": _("propose to end the game"),
        "agree": _("agree to the end"),
        "decline": _("play on"),
    }[act]


def question_text(kind: str, before: Sequence[Pick]) -> str:
    """Ask the question that one level of choosing answers."""
    match kind:
        case "field":
            return _("Where to?")
        case "border":
            return _("Between which cards?")
        case "act" if not before:
            return _("What next?")
        case _:
            return moves.question_text(kind, before)


def price(view: View, picks: Sequence[Pick]) -> Price:
    """Say what a walk costs: its steps, tolls, and who is met."""
    chosen: dict[str, str] = {pick.kind: pick.value for pick in picks}
    if chosen.get("act") != "walk" or "field" not in chosen:
        return Price()
    walk = next((walk for walk in view.walks if walk.place == chosen["field"]), None)
    if walk is None:
        return Price()
    return _price(walk)


@spoken
def _price(walk: WalkSight) -> Price:
    steps = len(walk.path)
    said = [ngettext("%(n)d step", "%(n)d steps", steps) % {"n": steps}]
    if walk.cards:
        said.append(
            ngettext(
                "costs %(n)d hand card on the bridge",
                "costs %(n)d hand cards on bridges",
                walk.cards,
            )
            % {"n": walk.cards}
        )
    if walk.gold:
        said.append(_("costs %(n)d gold in the tunnel") % {"n": walk.gold})
    if walk.creatures:
        names = joined([creature_name(name) for name in walk.creatures])
        said.append(_("there attacks: %(creatures)s") % {"creatures": names})
    if walk.ends in ("goal", "exit"):
        said.append(_("turns the goal") if walk.ends == "goal" else _("out of the cave"))
    return Price(", ".join(said), harm=bool(walk.cards or walk.gold or walk.creatures))
