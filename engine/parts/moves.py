"""The moves that several games share: lay, break, mend, pass, rockfall, map, turn.

Moves name kinds of cards, never copies: two equal cards are one move. The same move is always the
same object, so that listing moves makes none, except for passes. A game puts the phrases it needs
into its notation and adds those of its own.

The kinds that every turn asks for are final, so that `type(move) is Lay` tells them: a class
pattern that does not match costs three times as much.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, dataclass_transform, final

from engine.api import Pick, Seat
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.tiles import Placed, TileSet
from engine.parts.cards import Box
from engine.parts.notation import (
    CARD,
    CELL,
    SEAT,
    WORD,
    Phrase,
    act_pick,
    card_pick,
    cell_pick,
    seat_numbered,
    seat_pick,
    turn_pick,
)
from engine.parts.tools import tool_named, tool_pick
from engine.values import Made


@dataclass_transform(frozen_default=True)
class Deed:
    """Something that a seat can do, as a frozen record."""

    def __init_subclass__(cls) -> None:
        """Make the record."""
        dataclass(frozen=True)(cls)


class OnCell(Deed):
    """Something done on a cell."""

    cell: Cell


class ToSeat(Deed):
    """Something done to a seat."""

    target: Seat


class WithCard(Deed):
    """Something done to a seat with a card that has to be named."""

    card: int
    target: Seat


@final
class Lay(OnCell):
    """Lay a path card."""

    placed: Placed


@final
class Break(WithCard):
    """Put a broken tool before a fellow player."""


@final
class Mend(WithCard):
    """Take a broken tool away."""

    tool: str


class Rockfall(OnCell):
    """Take a path card out of the maze."""


@final
class ReadMap(OnCell):
    """Look at a face-down goal."""


class Remove(Deed):
    """Discard two cards to take one away from before oneself."""

    what: str
    """A tool, or by its code the card that lies there."""
    cards: tuple[int, int]
    """Sorted."""


@final
class Orient(OnCell):
    """Choose which way a goal just turned lies."""

    turned: bool


Pass: TypeAlias = tuple[int, ...]
"""Put these cards, sorted, face down on the discard pile.

Nothing but a tuple: a hand of six has 41 of them, and nothing is made quicker.
"""
Lays = Made[Cell, tuple[Lay, ...]]
Removes = Mapping[str, Made[tuple[int, int], Remove]]


def lays_of(tiles: TileSet) -> Lays:
    """For each cell, every tile that could be laid there, by how it lies."""
    lying = range(2 * len(tiles.tiles))
    return Made(lambda cell: tuple(Lay(cell, Placed(placed)) for placed in lying), 2_000)


def removes_of(whats: Iterable[str]) -> Removes:
    """For each thing that may be taken away, doing so with two cards, sorted."""
    return {what: Made(partial(Remove, what)) for what in whats}


def passing_most(hand: tuple[int, ...]) -> Pass:
    """Pass with the card held most often."""
    return (max(hand, key=hand.count),)


ROCKFALLS: Made[Cell, Rockfall] = Made(Rockfall)
MAPS: Made[Cell, ReadMap] = Made(ReadMap)
BREAKS: Made[tuple[int, Seat], Break] = Made(lambda key: Break(*key))
MENDS: Made[tuple[int, Seat, str], Mend] = Made(lambda key: Mend(*key))
ORIENTS: Made[Cell, tuple[Orient, Orient]] = Made(
    lambda cell: (Orient(cell, turned=False), Orient(cell, turned=True))
)
"""For each cell, the goal on it upright and turned."""


def lay(box: Box[Any], lays: Lays) -> Phrase:
    """lay P7~ e4: the card, turned or not, and the cell."""

    def read(code: str, tilde: str, cell: str) -> Lay:
        kind = box.tiles.kind[box.codes[box.named[code]]]
        # A half turn that makes no difference is still the same card lying there.
        return lays[cell_named(cell)][kind * 2 + bool(tilde and box.tiles.turns(kind))]

    def write(move: Lay) -> str:
        tilde = "~" if move.placed & 1 else ""
        return f"lay {box.codes[move.placed >> 1]}{tilde} {cell_name(move.cell)}"

    return Phrase(
        Lay,
        rf"lay {CARD}(~?) {CELL}",
        read,
        write,
        lambda move: (
            card_pick(box.codes[move.placed >> 1]),
            cell_pick(move.cell),
            turn_pick(turned=bool(move.placed & 1)),
        ),
    )


def passing(box: Box[Any], *, most: int) -> Phrase:
    """pass P1 P2: up to so many cards, in any order."""
    return Phrase(
        tuple,
        rf"pass ([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*){{0,{most - 1}}})",
        lambda codes: tuple(sorted(box.named[code] for code in codes.split())),
        lambda move: "pass " + " ".join([box.codes[card] for card in move]),
        lambda move: (*(card_pick(box.codes[card]) for card in move), act_pick("pass")),
    )


def breaking(box: Box[Any]) -> Phrase:
    """break pick @2: the tool says the card."""
    return Phrase(
        Break,
        rf"break {WORD} {SEAT}",
        lambda tool, seat: BREAKS[box.kind[f"break-{tool}"], seat_numbered(seat)],
        lambda move: f"break {box.action[move.card].tools[0]} @{move.target + 1}",
        lambda move: (card_pick(box.codes[move.card]), seat_pick(move.target)),
    )


def mending(box: Box[Any]) -> Phrase:
    """fix pick @2 with fix-pick-cart: the card is named unless it shows this tool alone."""

    def read(tool: str, seat: str, using: str | None) -> Mend:
        return MENDS[box.kind[using or f"fix-{tool}"], seat_numbered(seat), tool_named(tool)]

    def write(move: Mend) -> str:
        code = box.codes[move.card]
        using = "" if code == f"fix-{move.tool}" else f" with {code}"
        return f"fix {move.tool} @{move.target + 1}{using}"

    return Phrase(
        Mend,
        rf"fix {WORD} {SEAT}(?: with (fix-[a-z-]+))?",
        read,
        write,
        lambda move: (
            card_pick(box.codes[move.card]),
            seat_pick(move.target),
            tool_pick(move.tool),
        ),
    )


def removing(box: Box[Any], find: Callable[[str, int, int], Remove]) -> Phrase:
    """remove trap with P1 D3: the cards in any order."""

    def read(what: str, one: str, other: str) -> Remove:
        low, high = sorted((box.named[one], box.named[other]))
        return find(what, low, high)

    return Phrase(
        Remove,
        rf"remove {WORD} with {CARD} {CARD}",
        read,
        lambda move: f"remove {move.what} with {' '.join(box.codes[card] for card in move.cards)}",
        lambda move: (
            *(card_pick(box.codes[card]) for card in move.cards),
            act_pick(f"remove-{move.what}"),
        ),
    )


def with_card(
    kind: type[WithCard], box: Box[Any], cards: Iterable[int], made: Mapping[tuple[int, Seat], Any]
) -> Phrase:
    """trap @2: one of these cards, and to whom it is played."""
    return Phrase(
        kind,
        rf"({'|'.join(box.codes[card] for card in cards)}) {SEAT}",
        lambda code, target: made[box.kind[code], seat_numbered(target)],
        lambda move: f"{box.codes[move.card]} @{move.target + 1}",
        lambda move: (card_pick(box.codes[move.card]), seat_pick(move.target)),
    )


def on_cell(kind: type[OnCell], verb: str, made: Mapping[Cell, Any], *first: Pick) -> Phrase:
    """rockfall e4: picked after whatever comes first."""
    return Phrase(
        kind,
        rf"{verb} {CELL}",
        lambda cell: made[cell_named(cell)],
        lambda move: f"{verb} {cell_name(move.cell)}",
        lambda move: (*first, cell_pick(move.cell)),
    )


def to_seat(kind: type[ToSeat], code: str, made: Mapping[Seat, Any]) -> Phrase:
    """swap @2: the card that always does this, and to whom."""
    return Phrase(
        kind,
        rf"{code} {SEAT}",
        lambda seat: made[seat_numbered(seat)],
        lambda move: f"{code} @{move.target + 1}",
        lambda move: (card_pick(code), seat_pick(move.target)),
    )


ROCKFALL = on_cell(Rockfall, "rockfall", ROCKFALLS, card_pick("rockfall"))
MAP = on_cell(ReadMap, "map", MAPS, card_pick("map"))
TURN = Phrase(
    Orient,
    rf"turn {CELL}(~?)",
    lambda cell, tilde: ORIENTS[cell_named(cell)][bool(tilde)],
    lambda move: f"turn {cell_name(move.cell)}{'~' if move.turned else ''}",
    lambda move: (cell_pick(move.cell), turn_pick(turned=move.turned)),
)
"""turn i3~"""
