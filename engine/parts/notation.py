"""Moves as lines of text and as choices by hand: the grammar of a game, phrase by phrase."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from engine.api import Pick, PickKind, Seat
from engine.errors import MoveSyntaxError
from engine.maze.cells import Cell, cell_name

MoveT = TypeVar("MoveT")

CELL = r"(-?[a-z]{1,2}-?[0-9]{1,2})"
CARD = r"([a-z][a-z0-9-]*)"
SEAT = r"@([0-9]{1,2})"
WORD = r"([a-z]+)"
LONGEST = 80


class Phrase(NamedTuple):
    """How one kind of move is written, read and picked."""

    kind: type[Any]
    grammar: str
    """Of a line in lower case with single spaces; its groups are what `read` is given."""
    read: Callable[..., Any]
    """Raises KeyError or ValueError for words that name nothing."""
    write: Callable[[Any], str]
    picks: Callable[[Any], Sequence[Pick]]


def word(text: str, move: object) -> Phrase:
    """Make the phrase of a move that is always the same: one line, one act."""
    act = (Pick(PickKind.ACT, text.replace(" ", "-")),)
    return Phrase(type(move), text, lambda: move, lambda _move: text, lambda _move: act)


class Notation(Generic[MoveT]):
    """The notation of one game."""

    def __init__(self, *phrases: Phrase) -> None:
        """Put the phrases together; they are tried in this order."""
        self._of_kind = {phrase.kind: phrase for phrase in phrases}
        self.words = frozenset(word for phrase in phrases for word in _begins(phrase.grammar))
        """What moves begin with."""
        self._grammar = tuple((re.compile(phrase.grammar), phrase.read) for phrase in phrases)
        self.parse: Callable[[str], MoveT] = lru_cache(maxsize=4096)(self._parse)
        """Read one line of notation, in any case and spacing; raises MoveSyntaxError."""

    def _parse(self, text: str) -> MoveT:
        line = " ".join(text.lower().split()) if len(text) <= LONGEST else ""
        for pattern, read in self._grammar:
            match = pattern.fullmatch(line)
            if match:
                try:
                    move: MoveT = read(*match.groups())
                except (KeyError, ValueError) as unknown:
                    raise MoveSyntaxError(text) from unknown
                return move
        raise MoveSyntaxError(text)

    def format(self, move: MoveT) -> str:
        """Write a move as one line of notation."""
        return self._of_kind[type(move)].write(move)

    def picks(self, move: MoveT) -> tuple[Pick, ...]:
        """Split a move into the choices that lead to it."""
        return tuple(self._of_kind[type(move)].picks(move))


def _begins(grammar: str) -> list[str]:
    """List the first words of a grammar: those of its first group, if it begins with one."""
    first = re.match(r"\(?([a-z|\- ]+)", grammar)
    return [said.split()[0] for said in first[1].split("|")] if first else []


def seat_numbered(number: str) -> Seat:
    """Read a seat's number, which counts from 1."""
    return Seat(int(number) - 1)


def card_pick(code: str) -> Pick:
    """Pick a card."""
    return Pick(PickKind.CARD, code)


def cell_pick(cell: Cell) -> Pick:
    """Pick a cell."""
    return Pick(PickKind.CELL, cell_name(cell))


def seat_pick(seat: Seat) -> Pick:
    """Pick a seat."""
    return Pick(PickKind.SEAT, str(seat + 1))


def turn_pick(*, turned: bool) -> Pick:
    """Pick which way up a card lies."""
    return Pick(PickKind.TURN, "turned" if turned else "upright")


def act_pick(act: str) -> Pick:
    """Pick what is done."""
    return Pick(PickKind.ACT, act)
