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
from engine.rulesets.saboteur.state import ACTION, CODES, KIND, TILES
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
class Discard:
    """Pass: put a card face down on the discard pile."""

    card: int


@dataclass(frozen=True, slots=True)
class Orient:
    """Choose which way a stone just turned lies (ruling 66)."""

    cell: Cell
    turned: bool


Move: TypeAlias = Lay | Break | Mend | Rockfall | ReadMap | Discard | Orient
ROCKFALL, MAP = KIND["rockfall"], KIND["map"]
ACTION_CODES = frozenset(CODES[kind] for kind in ACTION)

LAYS: Made[Cell, tuple[Lay, ...]] = Made(
    lambda cell: tuple(Lay(cell, Placed(placed)) for placed in range(2 * len(TILES.tiles))),
    2_000,
)
"""For each cell, every tile that could be laid there, by how it lies."""
ROCKFALLS: Made[Cell, Rockfall] = Made(Rockfall)
MAPS: Made[Cell, ReadMap] = Made(ReadMap)
DISCARDS: Made[int, Discard] = Made(Discard)
BREAKS: Made[tuple[int, Seat], Break] = Made(lambda key: Break(*key))
MENDS: Made[tuple[int, Seat, str], Mend] = Made(lambda key: Mend(*key))


def format_move(move: Move) -> str:
    """Write a move as one line of notation."""
    match move:
        case Lay(cell, placed):
            return f"lay {CODES[placed >> 1]}{'~' if placed & 1 else ''} {cell_name(cell)}"
        case Discard(card):
            return f"pass {CODES[card]}"
        case Break(card, target):
            return f"break {ACTION[card].tools[0]} @{target + 1}"
        case Mend(card, target, tool):
            using = "" if CODES[card] == f"fix-{tool}" else f" with {CODES[card]}"
            return f"fix {tool} @{target + 1}{using}"
        case Rockfall(cell):
            return f"rockfall {cell_name(cell)}"
        case ReadMap(cell):
            return f"map {cell_name(cell)}"
        case Orient(cell, turned):
            return f"turn {cell_name(cell)}{'~' if turned else ''}"


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


def _discard(code: str) -> Move:
    return DISCARDS[KIND[code if code in ACTION_CODES else code.upper()]]


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


_CELL = r"(-?[a-z]{1,2}-?[0-9]{1,2})"
_GRAMMAR: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(rf"lay ([a-z][0-9]?)(~?) {_CELL}"), _lay),
    (re.compile(r"break ([a-z]+) @([0-9]{1,2})"), _break),
    (re.compile(r"fix ([a-z]+) @([0-9]{1,2})(?: with (fix-[a-z-]+))?"), _mend),
    (re.compile(rf"rockfall {_CELL}"), lambda cell: ROCKFALLS[cell_named(cell)]),
    (re.compile(rf"map {_CELL}"), lambda cell: MAPS[cell_named(cell)]),
    (re.compile(r"pass ([a-z0-9-]+)"), _discard),
    (
        re.compile(rf"turn {_CELL}(~?)"),
        lambda cell, t: Orient(cell_named(cell), turned=bool(t)),
    ),
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
    """Split a move into card, place and way round."""
    match move:
        case Lay(cell, placed):
            return (_card(placed >> 1), _cell(cell), _turn(turned=bool(placed & 1)))
        case Discard(card):
            return (_card(card), Pick("act", "pass"))
        case Break(card, target):
            return (_card(card), Pick("seat", str(target + 1)))
        case Mend(card, target, tool):
            return (_card(card), Pick("seat", str(target + 1)), Pick("tool", tool))
        case Rockfall(cell):
            return (_card(ROCKFALL), _cell(cell))
        case ReadMap(cell):
            return (_card(MAP), _cell(cell))
        case Orient(cell, turned):
            return (_cell(cell), _turn(turned=turned))


def _card(kind: int) -> Pick:
    return Pick("card", CODES[kind])


def _cell(cell: Cell) -> Pick:
    return Pick("cell", cell_name(cell))


def _turn(*, turned: bool) -> Pick:
    return Pick("turn", "turned" if turned else "upright")
