"""What a seat can do, and the notation for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from engine.api import Pick, PickKind, Seat
from engine.maze.cells import Cell, cell_name, cell_named
from engine.parts import moves
from engine.parts.moves import Lay, Orient, Pass, Rockfall
from engine.parts.notation import (
    CELL,
    SEAT,
    Notation,
    Phrase,
    act_pick,
    card_pick,
    cell_pick,
    seat_numbered,
    seat_pick,
    word,
)
from engine.rulesets.dark_cave import cards
from engine.rulesets.dark_cave.cards import BEASTS, BOX, CODES, KIND, TILES
from engine.rulesets.dark_cave.places import (
    BORDER_NAMES,
    NAMES,
    PLACE_NAMES,
    Border,
    Place,
    border_named,
    cell_of,
    place_named,
)
from engine.values import Made


@dataclass(frozen=True, slots=True)
class LookAtGoal:
    """Secret information: look at a face-down goal."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class LookAtClan:
    """Secret information: look at somebody's clan card."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange hands with somebody."""

    target: Seat


@dataclass(frozen=True, slots=True)
class LayWeb:
    """Lay a web on a border."""

    border: Border


@dataclass(frozen=True, slots=True)
class Equip:
    """Put boots or an axe before somebody."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class Lure:
    """Let a creature out of a hole, or move it on, to a place where it attacks whom it meets.

    Which way it takes makes no difference, so the move names where it stops (decision: no paths).
    """

    card: int
    place: Place
    stay: bool
    """It does not take a step: dwarves on the place where it is are spared."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Walk to a field; a face-down goal goes by its middle."""

    place: Place


@dataclass(frozen=True, slots=True)
class Cut:
    """Use an axe on a web beside the dwarf."""

    border: Border


@dataclass(frozen=True, slots=True)
class Order:
    """The standing order for one's axes when a creature attacks: a setting, not a move."""

    keep: bool


@dataclass(frozen=True, slots=True)
class End:
    """Stop walking and end the turn."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to end the game here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to end the game here, or not."""

    agree: bool


Action: TypeAlias = LookAtGoal | LookAtClan | Rockfall | Swap | LayWeb | Equip | Lure
Play: TypeAlias = Lay | Pass | Action
Move: TypeAlias = Play | Walk | Orient | Cut | Order | End | Propose | Answer

LAYS = moves.lays_of(TILES)
PAIRS = moves.pairs_of(BOX)
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


def _place_picks(place: Place) -> tuple[Pick, Pick]:
    return cell_pick(cell_of(place)), Pick(PickKind.FIELD, NAMES[place & 15])


def _on_seat(kind: type[Any], card: str, made: Mapping[Seat, Any]) -> Phrase:
    return Phrase(
        kind,
        rf"{card} {SEAT}",
        lambda seat: made[seat_numbered(seat)],
        lambda move: f"{card} @{move.target + 1}",
        lambda move: (card_pick(card), seat_pick(move.target)),
    )


def _on_border(kind: type[Any], verb: str, made: Mapping[Border, Any], first: Pick) -> Phrase:
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
        lambda move: (act_pick("walk"), *_place_picks(move.place)),
    ),
    moves.lay(BOX, LAYS),
    moves.passing(BOX, most=2)._replace(picks=_pass_picks),
    Phrase(
        LookAtGoal,
        rf"info {CELL}",
        lambda cell: LOOKS_AT_GOALS[cell_named(cell)],
        lambda move: f"info {cell_name(move.cell)}",
        lambda move: (card_pick("info"), cell_pick(move.cell)),
    ),
    _on_seat(LookAtClan, "info", LOOKS_AT_CLANS),
    moves.ROCKFALL,
    _on_seat(Swap, "swap", SWAPS),
    _on_border(LayWeb, "web", WEBS, card_pick("web")),
    Phrase(
        Equip,
        rf"(boots|axe) {SEAT}",
        lambda code, seat: EQUIPS[KIND[code], seat_numbered(seat)],
        lambda move: f"{CODES[move.card]} @{move.target + 1}",
        lambda move: (card_pick(CODES[move.card]), seat_pick(move.target)),
    ),
    Phrase(
        Lure,
        rf"lure ({'|'.join(BEASTS)}) {_PLACE}( stay)?",
        lambda code, place, stay: (STAYS if stay else LURES)[KIND[code]][place_named(place)],
        lambda move: (
            f"lure {CODES[move.card]} {PLACE_NAMES[move.place]}{' stay' if move.stay else ''}"
        ),
        lambda move: (
            card_pick(CODES[move.card]),
            *_place_picks(move.place),
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
