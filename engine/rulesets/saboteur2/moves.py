"""What a seat can do, and the notation for it.

Moves name kinds of cards, never copies: two equal cards are one move. The same move is always the
same object, so that listing moves makes none.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.api import Pick, Seat
from engine.errors import MoveSyntaxError
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.tiles import Placed
from engine.parts.tools import TOOLS
from engine.rulesets.saboteur2.state import ACTION, CODES, KIND
from engine.rulesets.saboteur2.tiles import TILES
from engine.values import Made


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a path card."""

    cell: Cell
    placed: Placed


@dataclass(frozen=True, slots=True)
class Break:
    """Put a broken tool before a fellow player."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class Mend:
    """Take a broken tool away from before anybody."""

    card: int
    target: Seat
    tool: str


@dataclass(frozen=True, slots=True)
class Rockfall:
    """Take a path card out of the maze."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ReadMap:
    """Look at a face-down goal."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Aim:
    """Play one of the new cards that names a seat, as trap or inspect."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class LayTheft:
    """Lay a theft card before oneself, for after the shares."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Discard two cards to take one away from before oneself."""

    what: str
    """A tool, trap or theft."""
    cards: tuple[int, int]


class Pass(tuple[int, ...]):
    """Put one to three cards, sorted, face down on the discard pile.

    A tuple of its own kind: a hand has 41 of them, and nothing is made quicker.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Orient:
    """Choose which way a stone just turned lies (ruling 66)."""

    cell: Cell
    turned: bool


@dataclass(frozen=True, slots=True)
class Steal:
    """After the shares: take one gold from somebody, or from nobody."""

    victim: Seat | None


Move: TypeAlias = (
    Lay | Break | Mend | Rockfall | ReadMap | Aim | LayTheft | Remove | Pass | Orient | Steal
)
ROCKFALL, MAP, THEFT = KIND["rockfall"], KIND["map"], KIND["theft"]
HANDS_OFF, SWAP_HATS, INSPECT = KIND["hands-off"], KIND["swap-hats"], KIND["inspect"]
SWAP_HANDS, TRAP, FREE = KIND["swap-hands"], KIND["trap"], KIND["free"]
AIMED = (HANDS_OFF, SWAP_HATS, INSPECT, SWAP_HANDS, TRAP, FREE)
REMOVABLE = (*TOOLS, CODES[TRAP], CODES[THEFT])

LAYS: Made[Cell, tuple[Lay, ...]] = Made(
    lambda cell: tuple(Lay(cell, Placed(placed)) for placed in range(2 * len(TILES.tiles))),
    2_000,
)
"""For each cell, every tile that could be laid there, by how it lies."""
ROCKFALLS: Made[Cell, Rockfall] = Made(Rockfall)
MAPS: Made[Cell, ReadMap] = Made(ReadMap)
BREAKS: Made[tuple[int, Seat], Break] = Made(lambda key: Break(*key))
MENDS: Made[tuple[int, Seat, str], Mend] = Made(lambda key: Mend(*key))
AIMS: Made[tuple[int, Seat], Aim] = Made(lambda key: Aim(*key))
REMOVES: Made[tuple[str, tuple[int, int]], Remove] = Made(lambda key: Remove(*key))
STEALS: Made[Seat | None, Steal] = Made(Steal)
LAY_THEFT = LayTheft()


def format_move(move: Move) -> str:
    """Write a move as one line of notation."""
    match move:
        case Lay(cell, placed):
            return f"lay {CODES[placed >> 1]}{'~' if placed & 1 else ''} {cell_name(cell)}"
        case Pass():
            return f"pass {_codes(move)}"
        case Break(card, target):
            return f"break {ACTION[card].tools[0]} @{target + 1}"
        case Mend(card, target, tool):
            using = "" if CODES[card] == f"fix-{tool}" else f" with {CODES[card]}"
            return f"fix {tool} @{target + 1}{using}"
        case Rockfall(cell):
            return f"rockfall {cell_name(cell)}"
        case ReadMap(cell):
            return f"map {cell_name(cell)}"
        case Aim(card, target):
            return f"{CODES[card]} @{target + 1}"
        case LayTheft():
            return "theft"
        case Remove(what, cards):
            return f"remove {what} with {_codes(cards)}"
        case Orient(cell, turned):
            return f"turn {cell_name(cell)}{'~' if turned else ''}"
        case Steal(victim):
            return "steal nothing" if victim is None else f"steal @{victim + 1}"


def _codes(cards: tuple[int, ...]) -> str:
    return " ".join(CODES[card] for card in cards)


def _lay(code: str, turned: str, cell: str) -> Move:
    kind = TILES.kind[code.upper()]
    # A half turn that makes no difference is still the same card lying there.
    return LAYS[cell_named(cell)][kind * 2 + bool(turned and TILES.turns(kind))]


def _break(tool: str, target: str) -> Move:
    return BREAKS[KIND[f"break-{tool}"], _seat(target)]


def _mend(tool: str, target: str, using: str | None) -> Move:
    if tool not in TOOLS:
        raise KeyError(tool)
    return MENDS[KIND[using or f"fix-{tool}"], _seat(target), tool]


def _remove(what: str, one: str, other: str) -> Move:
    if what not in REMOVABLE:
        raise KeyError(what)
    low, high = sorted((_card_named(one), _card_named(other)))
    return REMOVES[what, (low, high)]


def _pass(codes: str) -> Move:
    return Pass(sorted(map(_card_named, codes.split())))


_BY_TEXT = {code.lower(): kind for code, kind in KIND.items()}


def _card_named(code: str) -> int:
    return _BY_TEXT[code]


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


_CELL = r"(-?[a-z]{1,2}-?[0-9]{1,2})"
_CARD = r"[a-z][a-z0-9-]*"
_SEAT = r"@([0-9]{1,2})"
_GRAMMAR: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(rf"lay ([a-z][0-9]?)(~?) {_CELL}"), _lay),
    (re.compile(rf"pass ({_CARD}(?: {_CARD}){{0,2}})"), _pass),
    (re.compile(rf"break ([a-z]+) {_SEAT}"), _break),
    (re.compile(rf"fix ([a-z]+) {_SEAT}(?: with (fix-[a-z-]+))?"), _mend),
    (re.compile(rf"rockfall {_CELL}"), lambda cell: ROCKFALLS[cell_named(cell)]),
    (re.compile(rf"map {_CELL}"), lambda cell: MAPS[cell_named(cell)]),
    (
        re.compile(rf"({'|'.join(CODES[card] for card in AIMED)}) {_SEAT}"),
        lambda code, target: AIMS[KIND[code], _seat(target)],
    ),
    (re.compile(r"theft"), lambda: LAY_THEFT),
    (re.compile(rf"remove ([a-z]+) with ({_CARD}) ({_CARD})"), _remove),
    (
        re.compile(rf"turn {_CELL}(~?)"),
        lambda cell, t: Orient(cell_named(cell), turned=bool(t)),
    ),
    (re.compile(rf"steal {_SEAT}"), lambda victim: STEALS[_seat(victim)]),
    (re.compile(r"steal nothing"), lambda: STEALS[None]),
)


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """Read one line of notation, in any case and spacing; raises MoveSyntaxError."""
    line = " ".join(text.lower().split()) if len(text) <= 80 else ""
    for pattern, make in _GRAMMAR:
        match = pattern.fullmatch(line)
        if match:
            try:
                return make(*match.groups())
            except (KeyError, ValueError) as unknown:
                raise MoveSyntaxError(text) from unknown
    raise MoveSyntaxError(text)


def picks(move: Move) -> tuple[Pick, ...]:
    """Split a move into cards, place and way round; a run of cards may be picked in any order."""
    match move:
        case Lay(cell, placed):
            return (_card(placed >> 1), _cell(cell), _turn(turned=bool(placed & 1)))
        case Pass():
            return (*map(_card, move), Pick("act", "pass"))
        case Break(card, target) | Aim(card, target):
            return (_card(card), Pick("seat", str(target + 1)))
        case Mend(card, target, tool):
            return (_card(card), Pick("seat", str(target + 1)), Pick("tool", tool))
        case Rockfall(cell):
            return (_card(ROCKFALL), _cell(cell))
        case ReadMap(cell):
            return (_card(MAP), _cell(cell))
        case LayTheft():
            return (_card(THEFT), Pick("act", "theft"))
        case Remove(what, cards):
            return (*map(_card, cards), Pick("act", f"remove-{what}"))
        case Orient(cell, turned):
            return (_cell(cell), _turn(turned=turned))
        case Steal(victim):
            nobody = Pick("act", "steal-nothing")
            return (nobody if victim is None else Pick("seat", str(victim + 1)),)


def _card(kind: int) -> Pick:
    return Pick("card", CODES[kind])


def _cell(cell: Cell) -> Pick:
    return Pick("cell", cell_name(cell))


def _turn(*, turned: bool) -> Pick:
    return Pick("turn", "turned" if turned else "upright")
