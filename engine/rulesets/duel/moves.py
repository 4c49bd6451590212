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
from engine.maze.sides import letters_of, sides_of
from engine.maze.tiles import Placed
from engine.parts.tools import TOOLS
from engine.rulesets.duel.cards import ACTION, CODES, KIND, TILES
from engine.values import Made


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a path card."""

    cell: Cell
    placed: Placed


@dataclass(frozen=True, slots=True)
class Break:
    """Put a broken tool before the opponent."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class Mend:
    """Take a broken tool away from before oneself."""

    card: int
    target: Seat
    tool: str


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Put a key on a door of the other colour."""

    cell: Cell
    side: int


@dataclass(frozen=True, slots=True)
class Rockfall:
    """Take a path card out of the maze."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ReadMap:
    """Look at a face-down goal."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Remove:
    """Discard two cards to take a broken tool away from before oneself."""

    tool: str
    cards: tuple[int, int]
    """Sorted."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Put one or two cards face down on the discard pile."""

    cards: tuple[int, ...]
    """Sorted."""


@dataclass(frozen=True, slots=True)
class Bribe:
    """Put a counter on a troll: a step of its own, no action."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class End:
    """After laying: bribe nobody any more and draw."""


@dataclass(frozen=True, slots=True)
class Orient:
    """Choose which way a goal just turned lies (question 1)."""

    cell: Cell
    turned: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Choose gold to mark while there are not counters enough for all (ruling 8)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Pay:
    """Choose the gold cards that pay for the bribed trolls (ruling 21)."""

    values: tuple[int, ...]
    """Their values, the highest first."""


Move: TypeAlias = (
    Lay
    | Break
    | Mend
    | OpenDoor
    | Rockfall
    | ReadMap
    | Remove
    | Pass
    | Bribe
    | End
    | Orient
    | Claim
    | Pay
)
KEY, ROCKFALL, MAP = KIND["key"], KIND["rockfall"], KIND["map"]

LAYS: Made[Cell, tuple[Lay, ...]] = Made(
    lambda cell: tuple(Lay(cell, Placed(placed)) for placed in range(2 * len(TILES.tiles))),
    2_000,
)
"""For each cell, every tile that could be laid there, by how it lies."""
ROCKFALLS: Made[Cell, Rockfall] = Made(Rockfall)
MAPS: Made[Cell, ReadMap] = Made(ReadMap)
DOORS: Made[tuple[Cell, int], OpenDoor] = Made(lambda key: OpenDoor(*key))
BRIBES: Made[Cell, Bribe] = Made(Bribe)
PASSES: Made[tuple[int, ...], Pass] = Made(Pass)
PAIRS: Made[int, tuple[Pass, ...]] = Made(
    lambda low: tuple(PASSES[low, high] for high in range(len(CODES)))
)
"""For each card, the passes with it and a second one."""
SINGLES: Made[int, Pass] = Made(lambda card: PASSES[(card,)])
BREAKS: Made[tuple[int, Seat], Break] = Made(lambda key: Break(*key))
MENDS: Made[tuple[int, Seat, str], Mend] = Made(lambda key: Mend(*key))
REMOVES: Made[tuple[str, tuple[int, int]], Remove] = Made(lambda key: Remove(*key))
END = End()


def format_move(move: Move) -> str:
    """Write a move as one line of notation."""
    match move:
        case Lay(cell, placed):
            return f"lay {CODES[placed >> 1]}{'~' if placed & 1 else ''} {cell_name(cell)}"
        case Pass(cards):
            return f"pass {_codes(cards)}"
        case Break(card, target):
            return f"break {ACTION[card].tools[0]} @{target + 1}"
        case Mend(card, target, tool):
            using = "" if CODES[card] == f"fix-{tool}" else f" with {CODES[card]}"
            return f"fix {tool} @{target + 1}{using}"
        case OpenDoor(cell, side):
            return f"key {cell_name(cell)} {letters_of(side)}"
        case Rockfall(cell):
            return f"rockfall {cell_name(cell)}"
        case ReadMap(cell):
            return f"map {cell_name(cell)}"
        case Remove(tool, cards):
            return f"remove {tool} with {_codes(cards)}"
        case Bribe(cell):
            return f"bribe {cell_name(cell)}"
        case End():
            return "end"
        case Orient(cell, turned):
            return f"turn {cell_name(cell)}{'~' if turned else ''}"
        case Claim(cell):
            return f"claim {cell_name(cell)}"
        case Pay(values):
            return f"pay {' '.join(map(str, values))}"


def _codes(cards: tuple[int, ...]) -> str:
    return " ".join(CODES[card] for card in cards)


_NAMED = {code.lower(): kind for code, kind in KIND.items()}


def _lay(code: str, turned: str, cell: str) -> Move:
    kind = TILES.kind[code.upper()]
    # A half turn that makes no difference is still the same card lying there.
    return LAYS[cell_named(cell)][kind * 2 + bool(turned and TILES.turns(kind))]


def _break(tool: str, target: str) -> Move:
    return BREAKS[KIND[f"break-{tool}"], _seat(target)]


def _mend(tool: str, target: str, using: str | None) -> Move:
    return MENDS[KIND[using or f"fix-{tool}"], _seat(target), _tool(tool)]


def _remove(tool: str, one: str, other: str) -> Move:
    low, high = sorted((_NAMED[one], _NAMED[other]))
    return REMOVES[_tool(tool), (low, high)]


def _pass(codes: str) -> Move:
    return PASSES[tuple(sorted(_NAMED[code] for code in codes.split()))]


def _pay(values: str) -> Move:
    return Pay(tuple(sorted(map(int, values.split()), reverse=True)))


def _tool(tool: str) -> str:
    if tool not in TOOLS:
        raise KeyError(tool)
    return tool


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


_CELL = r"(-?[a-z]{1,2}-?[0-9]{1,2})"
_CARD = r"[a-z][a-z0-9-]*"
_SEAT = r"@([0-9]{1,2})"
_GRAMMAR: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(rf"lay ({_CARD})(~?) {_CELL}"), _lay),
    (re.compile(rf"pass ({_CARD}(?: {_CARD})?)"), _pass),
    (re.compile(rf"break ([a-z]+) {_SEAT}"), _break),
    (re.compile(rf"fix ([a-z]+) {_SEAT}(?: with (fix-[a-z-]+))?"), _mend),
    (
        re.compile(rf"key {_CELL} ([nesw])"),
        lambda cell, side: DOORS[cell_named(cell), sides_of(side.upper())],
    ),
    (re.compile(rf"rockfall {_CELL}"), lambda cell: ROCKFALLS[cell_named(cell)]),
    (re.compile(rf"map {_CELL}"), lambda cell: MAPS[cell_named(cell)]),
    (re.compile(rf"remove ([a-z]+) with ({_CARD}) ({_CARD})"), _remove),
    (re.compile(rf"bribe {_CELL}"), lambda cell: BRIBES[cell_named(cell)]),
    (re.compile(r"end"), lambda: END),
    (
        re.compile(rf"turn {_CELL}(~?)"),
        lambda cell, t: Orient(cell_named(cell), turned=bool(t)),
    ),
    (re.compile(rf"claim {_CELL}"), lambda cell: Claim(cell_named(cell))),
    (re.compile(r"pay ([1-3](?: [1-3]){0,7})"), _pay),
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
        case Pass(cards):
            return (*map(_card, cards), Pick("act", "pass"))
        case Break(card, target):
            return (_card(card), Pick("seat", str(target + 1)))
        case Mend(card, target, tool):
            return (_card(card), Pick("seat", str(target + 1)), Pick("tool", tool))
        case OpenDoor(cell, side):
            return (_card(KEY), _cell(cell), Pick("side", letters_of(side)))
        case Rockfall(cell):
            return (_card(ROCKFALL), _cell(cell))
        case ReadMap(cell):
            return (_card(MAP), _cell(cell))
        case Remove(tool, cards):
            return (*map(_card, cards), Pick("act", f"remove-{tool}"))
        case Bribe(cell):
            return (Pick("act", "bribe"), _cell(cell))
        case End():
            return (Pick("act", "end"),)
        case Orient(cell, turned):
            return (_cell(cell), _turn(turned=turned))
        case Claim(cell):
            return (_cell(cell),)
        case Pay(values):
            return (Pick("pay", "-".join(map(str, values))),)


def _card(kind: int) -> Pick:
    return Pick("card", CODES[kind])


def _cell(cell: Cell) -> Pick:
    return Pick("cell", cell_name(cell))


def _turn(*, turned: bool) -> Pick:
    return Pick("turn", "turned" if turned else "upright")
