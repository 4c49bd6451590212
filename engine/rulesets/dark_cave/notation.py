"""Moves as one line of text, and as the choices that lead to them."""

import re
from collections.abc import Callable
from functools import lru_cache

from engine.api import Pick, Seat
from engine.errors import MoveSyntaxError
from engine.maze.cells import Cell, cell_name, cell_named
from engine.rulesets.dark_cave.fields import (
    BORDER_NAMES,
    NAMES,
    PATH_KINDS,
    PLACE_NAMES,
    TURNS,
    Place,
    border_named,
    place_named,
)
from engine.rulesets.dark_cave.moves import (
    AGREE,
    CUTS,
    DECLINE,
    DISCARDS,
    END,
    EQUIPS,
    INFO,
    KEEP,
    LAYS,
    LOOKS_AT_CLANS,
    LOOKS_AT_GOALS,
    LURES,
    PROPOSE,
    ROCKFALL,
    ROCKFALLS,
    SWAP,
    SWAPS,
    USE,
    WALKS,
    WEB,
    WEBS,
    Answer,
    Cut,
    Discard,
    End,
    Equip,
    Lay,
    LayWeb,
    LookAtClan,
    LookAtGoal,
    Lure,
    Move,
    Order,
    Propose,
    Rockfall,
    Swap,
    Turned,
    Walk,
)
from engine.rulesets.dark_cave.state import BEASTS, CODES, DECK, KIND

_CARDS = frozenset(DECK)


def format_move(move: Move) -> str:
    """Write a move as one line of notation."""
    match move:
        case Lay(cell, placed):
            return f"lay {CODES[placed >> 1]}{'~' if placed & 1 else ''} {cell_name(cell)}"
        case Discard(cards):
            return "pass " + " ".join([CODES[card] for card in cards])
        case Walk(place):
            return f"walk {PLACE_NAMES[place]}"
        case LookAtGoal(cell):
            return f"info {cell_name(cell)}"
        case LookAtClan(target):
            return f"info @{target + 1}"
        case Rockfall(cell):
            return f"rockfall {cell_name(cell)}"
        case Swap(target):
            return f"swap @{target + 1}"
        case LayWeb(border):
            return f"web {BORDER_NAMES[border]}"
        case Equip(card, target):
            return f"{CODES[card]} @{target + 1}"
        case Lure(card, place, stay):
            return f"lure {CODES[card]} {PLACE_NAMES[place]}{' stay' if stay else ''}"
        case Turned(cell, turned):
            return f"turn {cell_name(cell)}{'~' if turned else ''}"
        case Cut(border):
            return f"cut {BORDER_NAMES[border]}"
        case Order(keep):
            return f"order {'keep' if keep else 'use'}"
        case Answer(agree):
            return "agree" if agree else "decline"
        case End():
            return "end"
        case Propose():
            return "propose"


def _kind(code: str) -> int:
    kind = KIND[code] if code in KIND else KIND[code.upper()]
    if kind not in _CARDS:
        raise KeyError(code)
    return kind


def _lay(code: str, turned: str, cell: str) -> Move:
    kind = _kind(code)
    if kind >= PATH_KINDS:
        raise KeyError(code)
    # A half turn that makes no difference is still the same card lying there.
    return LAYS[cell_named(cell)][kind * 2 + bool(turned and TURNS[kind])]


def _discard(one: str, other: str | None) -> Move:
    return DISCARDS[tuple(sorted(_kind(code) for code in (one, other) if code))]


def _lure(code: str, place: str, stay: str | None) -> Move:
    if code not in BEASTS:
        raise KeyError(code)
    return LURES[KIND[code], place_named(place), bool(stay)]


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


_CODE = r"([a-z]+(?:-[a-z]+)*)"
_CELL = r"(-?[a-z]{1,2}-?[0-9]{1,2})"
_SEAT = r"@([0-9]{1,2})"
_PLACE = r"(-?[a-z]{1,2}-?[0-9]{1,2}(?:\.[a-z]{1,2})?)"
_BORDER = r"(-?[a-z]{1,2}-?[0-9]{1,2}/-?[a-z]{1,2}-?[0-9]{1,2})"
_WORDS: dict[str, Move] = {
    "order keep": KEEP,
    "order use": USE,
    "end": END,
    "propose": PROPOSE,
    "agree": AGREE,
    "decline": DECLINE,
}
_GRAMMAR: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(rf"walk {_PLACE}"), lambda place: WALKS[place_named(place)]),
    (re.compile(rf"lay {_CODE}(~?) {_CELL}"), _lay),
    (re.compile(rf"pass {_CODE}(?: {_CODE})?"), _discard),
    (re.compile(rf"info {_CELL}"), lambda cell: LOOKS_AT_GOALS[cell_named(cell)]),
    (re.compile(rf"info {_SEAT}"), lambda seat: LOOKS_AT_CLANS[_seat(seat)]),
    (re.compile(rf"rockfall {_CELL}"), lambda cell: ROCKFALLS[cell_named(cell)]),
    (re.compile(rf"swap {_SEAT}"), lambda seat: SWAPS[_seat(seat)]),
    (re.compile(rf"web {_BORDER}"), lambda border: WEBS[border_named(border)]),
    (re.compile(rf"(boots|axe) {_SEAT}"), lambda code, seat: EQUIPS[KIND[code], _seat(seat)]),
    (re.compile(rf"lure {_CODE} {_PLACE}( stay)?"), _lure),
    (re.compile(rf"turn {_CELL}(~?)"), lambda cell, t: Turned(cell_named(cell), turned=bool(t))),
    (re.compile(rf"cut {_BORDER}"), lambda border: CUTS[border_named(border)]),
)


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """Read one line of notation, in any case and spacing; raises MoveSyntaxError."""
    line = " ".join(text.lower().split()) if len(text) <= 80 else ""
    if line in _WORDS:
        return _WORDS[line]
    for pattern, make in _GRAMMAR:
        match = pattern.fullmatch(line)
        if match:
            try:
                return make(*match.groups())
            except (KeyError, ValueError) as unknown:
                raise MoveSyntaxError(text) from unknown
    raise MoveSyntaxError(text)


def picks(move: Move) -> tuple[Pick, ...]:
    """Split a move into what is done, with which card, to whom or where, and how."""
    match move:
        case Lay(cell, placed):
            turn = Pick("turn", "turned" if placed & 1 else "upright")
            return (_card(placed >> 1), _cell(cell), turn)
        case Discard(cards):
            more = [_card(card) for card in cards[1:]]
            return (_card(cards[0]), Pick("act", "pass-two" if more else "pass"), *more)
        case LookAtGoal(cell):
            return (_card(INFO), _cell(cell))
        case LookAtClan(target):
            return (_card(INFO), _at(target))
        case Rockfall(cell):
            return (_card(ROCKFALL), _cell(cell))
        case Swap(target):
            return (_card(SWAP), _at(target))
        case LayWeb(border):
            return (_card(WEB), Pick("border", BORDER_NAMES[border]))
        case Equip(card, target):
            return (_card(card), _at(target))
        case Lure(card, place, stay):
            return (_card(card), *_place(place), Pick("act", "stay" if stay else "lure"))
        case Walk(place):
            return (Pick("act", "walk"), *_place(place))
        case Turned(cell, turned):
            return (_cell(cell), Pick("turn", "turned" if turned else "upright"))
        case Cut(border):
            return (Pick("act", "cut"), Pick("border", BORDER_NAMES[border]))
        case Order() | Answer() | End() | Propose():
            return (Pick("act", format_move(move).replace(" ", "-")),)


def _card(kind: int) -> Pick:
    return Pick("card", CODES[kind])


def _at(seat: Seat) -> Pick:
    return Pick("seat", str(seat + 1))


def _cell(cell: Cell) -> Pick:
    return Pick("cell", cell_name(cell))


def _place(place: Place) -> tuple[Pick, Pick]:
    return (_cell(Cell(place >> 4)), Pick("field", NAMES[place & 15]))
