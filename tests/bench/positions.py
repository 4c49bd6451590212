"""Positions to measure pages and letters in: games played by the rules alone, many and quickly."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any

from engine.cli import bench as engine_bench
from engine.cli.workloads import lays_among, seed
from engine.registry import ruleset

SEATS = {"saboteur": 4, **engine_bench.TABLES}
"""How many play a game that is measured."""
LOOKS = (40, 50, 60)
"""A game played by bots is looked at after so many moves, each time as another table."""
_numbers = count(1)
"""No game is played twice: each position is new to every cache."""


@dataclass(frozen=True, slots=True)
class Told:
    """A move, or the deal, as it is stored."""

    seat: int | None
    notation: str
    events: list[Any]


@dataclass(frozen=True, slots=True)
class Position:
    """A game as far as it has got."""

    ruleset: str
    seats: int
    state: Any
    """As it is stored."""
    asked: list[int]
    cards: int
    """How many lie in the maze."""
    moves: tuple[Told, ...]
    """The deal first."""

    def with_story(self, moves: int) -> "Position":
        """Take as many moves to tell of, from the start, over again where there are too few."""
        deal, *made = self.moves
        return replace(self, moves=(deal, *(made * (moves // len(made) + 1))[:moves]))


def natural(key: str, wanted: int) -> list[Position]:
    """Let bots play games of their own: their mazes are of the size that people's are."""
    return list(islice(_natural(key), wanted))


def _natural(key: str) -> Iterator[Position]:
    for number in _numbers:
        game = list(islice(_played(key, SEATS[key], number, build=False), max(LOOKS) + 1))
        looks = [game[moves] for moves in LOOKS if moves < len(game)]
        # A short game is over before the first look.
        yield from looks or [game[len(game) // 2]]


def built(key: str, seats: int, sizes: range, wanted: int) -> list[Position]:
    """Let everybody build wherever he can; from each game the first maze of such a size."""
    return list(islice(_built(key, seats, sizes), wanted))


def _built(key: str, seats: int, sizes: range) -> Iterator[Position]:
    for number in _numbers:
        for position in _played(key, seats, number, build=True):
            if position.cards in sizes:
                yield position
                break


def _played(key: str, seats: int, number: int, *, build: bool) -> Iterator[Position]:
    rules, chance = ruleset(key), random.Random(number)
    step, moves = rules.setup(seed(number), seats, {}), []
    moves.append(Told(None, "", _stored(rules, step.events)))
    while asked := rules.to_act(step.state):
        seat = min(asked)
        yield _position(rules, seats, step.state, moves)
        legal = rules.legal_moves(step.state, seat)
        if build:
            move = chance.choice(lays_among(rules, legal) or legal)
        else:
            move = rules.choose(rules.view(step.state, seat), legal)
        step = rules.apply(step.state, seat, move)
        moves.append(Told(seat, rules.format(move), _stored(rules, step.events)))


def _position(rules: Any, seats: int, state: Any, moves: Sequence[Told]) -> Position:
    return Position(
        ruleset=rules.meta.key,
        seats=seats,
        state=rules.dump(state),
        asked=sorted(rules.to_act(state)),
        cards=len(rules.view(state, None).cards),
        moves=tuple(moves),
    )


def _stored(rules: Any, events: Sequence[Any]) -> list[Any]:
    return [rules.dump_event(event) for event in events]
