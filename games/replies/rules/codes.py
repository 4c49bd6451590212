"""Short codes for what can be played: a letter for each card, a number for each way to play it.

They hang on the moves alone and not on the order in which rules list them: in one position they are
the same for every letter, page and reply, whatever release of ours reads them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_uppercase
from typing import Generic, Protocol, TypeVar

MOST = 99
"""So many ways one letter stands for; more of a card go on under the next one."""


class Playable(Protocol):
    """A legal move: its notation, and the picks that lead to it."""

    @property
    def text(self) -> str:
        """The notation."""

    @property
    def picks(self) -> Sequence[tuple[str, str]]:
        """What is picked, each by kind and value."""


MoveT = TypeVar("MoveT", bound=Playable)


@dataclass(frozen=True, slots=True)
class Group(Generic[MoveT]):
    """All that can be done with one card, or to one question."""

    letter: str
    first: tuple[str, str]
    """The pick that they have in common."""
    moves: tuple[MoveT, ...]

    def coded(self) -> Iterator[tuple[str, MoveT]]:
        """Go through the moves with their codes."""
        for number, move in enumerate(self.moves, 1):
            yield f"{self.letter}{number}", move


def grouped(moves: Iterable[MoveT]) -> tuple[Group[MoveT], ...]:
    """Put moves that begin with the same pick together, and give each its code."""
    ordered = sorted(moves, key=_place)
    cards = [(first, list(found)) for first, found in groupby(ordered, key=_first)]
    parts = [
        (first, tuple(found[at : at + MOST]))
        for first, found in cards
        for at in range(0, len(found), MOST)
    ]
    # More than 26 cards nobody holds; what is beyond has no code, and is played by its notation.
    return tuple(
        Group(letter, first, found)
        for letter, (first, found) in zip(ascii_uppercase, parts, strict=False)
    )


def found(code: str, moves: Iterable[MoveT]) -> MoveT | None:
    """Find the move of a code; None if none has it."""
    coded = {named: move for group in grouped(moves) for named, move in group.coded()}
    return coded.get(code)


def passes(move: Playable) -> bool:
    """Tell whether a move does nothing but part with cards."""
    return move.text.startswith("pass ")


def _place(move: Playable) -> tuple[object, ...]:
    """Order moves: of each card first what it does, then passing with it, then with others too."""
    card = _natural(_first(move)[1])
    return card, passes(move), passes(move) and len(move.picks), _natural(move.text)


def _first(move: Playable) -> tuple[str, str]:
    kind, value = move.picks[0] if move.picks else ("", move.text)
    return str(kind), value


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Order e2 before e10."""
    parts = re.findall(r"\d+|\D+", text)
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts]
