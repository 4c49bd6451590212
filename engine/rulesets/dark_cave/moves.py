"""What a seat can do, and the notation for it."""

from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias

from engine.api import Pick, PickKind, Seat
from engine.maze.cells import Cell
from engine.parts import moves
from engine.parts.moves import Deed, Lay, OnCell, Orient, Pass, Rockfall, ToSeat, WithCard
from engine.parts.notation import Notation, Phrase, act_pick, card_pick, word
from engine.rulesets.dark_cave import cards
from engine.rulesets.dark_cave.cards import BEASTS, BOX, CODES, KIND, TILES
from engine.rulesets.dark_cave.places import (
    BORDER_NAMES,
    PLACE_NAMES,
    Border,
    Place,
    border_named,
    place_named,
)
from engine.values import Made


class OnBorder(Deed):
    """Something done on a border."""

    border: Border


class LookAtGoal(OnCell):
    """Secret information: look at a face-down goal."""


class LookAtClan(ToSeat):
    """Secret information: look at somebody's clan card."""


class Swap(ToSeat):
    """Exchange hands with somebody."""


class LayWeb(OnBorder):
    """Lay a web on a border."""


class Equip(WithCard):
    """Put boots or an axe before somebody."""


class Lure(Deed):
    """Let a creature out of a hole, or move it on, to a place where it attacks whom it meets.

    Which way it takes makes no difference, so the move names where it stops (decision: no paths).
    """

    card: int
    place: Place
    stay: bool
    """It does not take a step: dwarves on the place where it is are spared."""


class Walk(Deed):
    """Walk to a field; a face-down goal goes by its middle."""

    place: Place


class Cut(OnBorder):
    """Use an axe on a web beside the dwarf."""


class Order(Deed):
    """The standing order for one's axes when a creature attacks: a setting, not a move."""

    keep: bool


class End(Deed):
    """Stop walking and end the turn."""


class Propose(Deed):
    """Propose to end the game here."""


class Answer(Deed):
    """Agree to end the game here, or not."""

    agree: bool


Action: TypeAlias = LookAtGoal | LookAtClan | Rockfall | Swap | LayWeb | Equip | Lure
Play: TypeAlias = Lay | Pass | Action
Move: TypeAlias = Play | Walk | Orient | Cut | Order | End | Propose | Answer

LAYS = moves.lays_of(TILES)
LOOKS_AT_GOALS: Made[Cell, LookAtGoal] = Made(LookAtGoal)
LOOKS_AT_CLANS: Made[Seat, LookAtClan] = Made(LookAtClan)
SWAPS: Made[Seat, Swap] = Made(Swap)
WEBS: Made[Border, LayWeb] = Made(LayWeb)
EQUIPS: Made[tuple[int, Seat], Equip] = Made(lambda key: Equip(*key))
LURES: Mapping[int, Made[Place, Lure]] = {
    card: Made(partial(Lure, card, stay=False)) for card in cards.BEAST
}
STAYS: Mapping[int, Made[Place, Lure]] = {
    card: Made(partial(Lure, card, stay=True)) for card in cards.BEAST
}
WALKS: Made[Place, Walk] = Made(Walk)
CUTS: Made[Border, Cut] = Made(Cut)
END, PROPOSE = End(), Propose()
KEEP, USE = Order(keep=True), Order(keep=False)
AGREE, DECLINE = Answer(agree=True), Answer(agree=False)


def card_of(play: Lay | Action) -> int:
    """Name the card that is played from the hand."""
    match play:
        case Lay(_, placed):
            return placed >> 1
        case Equip(card, _) | Lure(card, _, _):
            return card
        case LookAtGoal() | LookAtClan():
            return cards.INFO
        case Rockfall():
            return cards.ROCKFALL
        case Swap():
            return cards.SWAP
        case LayWeb():
            return cards.WEB


_PLACE = r"(-?[a-z]{1,2}-?[0-9]{1,2}(?:\.[a-z]{1,2})?)"
_BORDER = r"(-?[a-z]{1,2}-?[0-9]{1,2}/-?[a-z]{1,2}-?[0-9]{1,2})"


def _place_pick(place: Place) -> Pick:
    return Pick(PickKind.FIELD, PLACE_NAMES[place])


def _on_border(kind: type[OnBorder], verb: str, made: Mapping[Border, Any], first: Pick) -> Phrase:
    return Phrase(
        kind,
        rf"{verb} {_BORDER}",
        lambda border: made[border_named(border)],
        lambda move: f"{verb} {BORDER_NAMES[move.border]}",
        lambda move: (first, Pick(PickKind.BORDER, BORDER_NAMES[move.border])),
    )


def _one_of(kind: type[Any], said: Mapping[str, Any]) -> Phrase:
    text = {move: line for line, move in said.items()}
    return Phrase(
        kind,
        f"({'|'.join(said)})",
        lambda line: said[line],
        lambda move: text[move],
        lambda move: (act_pick(text[move].replace(" ", "-")),),
    )


def _pass_picks(move: Pass) -> tuple[Pick, ...]:
    first, *more = [card_pick(CODES[card]) for card in move]
    return (first, act_pick("pass-two" if more else "pass"), *more)


NOTATION = Notation[Move](
    Phrase(
        Walk,
        rf"walk {_PLACE}",
        lambda place: WALKS[place_named(place)],
        lambda move: f"walk {PLACE_NAMES[move.place]}",
        lambda move: (act_pick("walk"), _place_pick(move.place)),
    ),
    moves.lay(BOX, LAYS),
    moves.passing(BOX, most=2)._replace(picks=_pass_picks),
    moves.on_cell(LookAtGoal, "info", LOOKS_AT_GOALS, card_pick("info")),
    moves.to_seat(LookAtClan, "info", LOOKS_AT_CLANS),
    moves.ROCKFALL,
    moves.to_seat(Swap, "swap", SWAPS),
    _on_border(LayWeb, "web", WEBS, card_pick("web")),
    moves.with_card(Equip, BOX, (cards.BOOTS, cards.AXE), EQUIPS),
    Phrase(
        Lure,
        rf"lure ({'|'.join(BEASTS)}) {_PLACE}( stay)?",
        lambda code, place, stay: (STAYS if stay else LURES)[KIND[code]][place_named(place)],
        lambda move: (
            f"lure {CODES[move.card]} {PLACE_NAMES[move.place]}{' stay' if move.stay else ''}"
        ),
        lambda move: (
            card_pick(CODES[move.card]),
            _place_pick(move.place),
            act_pick("stay" if move.stay else "lure"),
        ),
    ),
    moves.TURN,
    _on_border(Cut, "cut", CUTS, act_pick("cut")),
    _one_of(Order, {"order keep": KEEP, "order use": USE}),
    _one_of(Answer, {"agree": AGREE, "decline": DECLINE}),
    word("end", END),
    word("propose", PROPOSE),
)
