"""A game in a rehearsal: who gets how much, how long it takes, which deadlines are missed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from games.leagues.rehearsal.people import Person
from games.leagues.rules.values import Earned, Ending, Line

USUAL, SLOWLY = 0.15, 0.6
"""The part of his time for a turn that somebody takes in the mean."""
SPREAD = 0.6
"""By such a part of it his turns differ."""
MISSED = 2
"""After so many deadlines in a row a bot plays for who never answers."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a rehearsal knows of the game that is played."""

    turns: Mapping[int, int]
    """By table size: how often each seat is asked."""
    most: int
    """No seat can have more gold."""
    hours: float
    """So long a turn may last."""
    roles: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By table size, where points hang on them; nothing elsewhere."""

    def longest(self, size: int) -> float:
        """Hours that a game lasts if every turn does as long as it may."""
        return size * self.turns[size] * self.hours


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    lines: tuple[Line, ...]
    hours: float
    turns: int


def play(board: Board, table: Sequence[tuple[str, Person, bool]], chance: Random) -> Played:
    """Play a game; each with his name, and whether he is there to its end."""
    size = len(table)
    gold = [_gold(board, person, chance) for _, person, _ in table]
    best = max(gold)
    lines = tuple(
        Line(
            name,
            scored,
            Ending.PLAYED if stays else Ending.FORFEIT,
            won=scored == best,
            rounds=_rounds(board, size, scored, chance),
            misses=MISSED if person.silent else 0,
        )
        for (name, person, stays), scored in zip(table, gold, strict=True)
    )
    hours = sum(_hours(board, size, person, chance) for _, person, _ in table)
    return Played(lines, hours, size * board.turns[size])


def _rounds(board: Board, size: int, gold: int, chance: Random) -> tuple[Earned, ...]:
    """All gold is earned in one role, whichever it is."""
    return (Earned(chance.choice(board.roles[size]), gold),) if board.roles else ()


def _gold(board: Board, person: Person, chance: Random) -> int:
    """More for the stronger, and luck besides, as much as strength."""
    scored = round(board.most / 2 + board.most / 6 * (person.strength + chance.gauss(0, 1)))
    return min(max(scored, 0), board.most)


def _hours(board: Board, size: int, person: Person, chance: Random) -> float:
    turns = board.turns[size]
    if person.silent:
        return board.hours * min(MISSED, turns)
    mean = board.hours * (SLOWLY if person.slow else USUAL)
    drawn = chance.gauss(mean * turns, SPREAD * mean * sqrt(turns))
    return min(max(drawn, 0.0), board.hours * turns)
