"""Whole games of every registered ruleset, at every number of seats and with all options."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.api import Seat, Step
from engine.registry import RULESETS
from tests.engine.contract.known import KNOWN

MANY = 8
"""With more choices of options than this, a table leaves out every second one."""


class Ply(NamedTuple):
    """One move of a game: the state before it, the move, and where it led."""

    state: Any
    seat: Seat
    move: Any
    step: Step[Any]


class Game(NamedTuple):
    """A game from its first deal to its end."""

    ruleset: Any
    seed: bytes
    seats: int
    options: dict[str, str]
    first: Step[Any]
    plies: list[Ply]

    @property
    def states(self) -> list[Any]:
        """Every state of the game, the last one included."""
        return [self.first.state, *(ply.step.state for ply in self.plies)]

    @property
    def steps(self) -> list[Step[Any]]:
        """Every step of the game, the deal included."""
        return [self.first, *(ply.step for ply in self.plies)]


def tables(key: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of seats with every choice of options, or every second if these are many."""
    meta = RULESETS[key].meta
    choices = list(product(*(range(len(values)) for values in meta.options.values())))
    for seats in meta.seats:
        for choice in choices:
            if len(choices) > MANY and (seats + sum(choice)) % 2:
                continue
            values = (values[at] for values, at in zip(meta.options.values(), choice, strict=True))
            yield seats, dict(zip(meta.options, values, strict=True))


def ways(key: str, seats: int) -> list[tuple[dict[str, str], str]]:
    """Every choice of options at a table with each way to play."""
    chosen = [options for at, options in tables(key) if at == seats]
    return list(product(chosen, KNOWN[key].PLAYERS))


@cache
def game_at(key: str, seats: int, at: int) -> Game:
    """The game in this place among those of a table: played once, by whoever asks for it first."""
    return play(key, seats, *ways(key, seats)[at])


def games(key: str, seats: int) -> list[Game]:
    """A game of each way to play, for every choice of options."""
    return [game_at(key, seats, at) for at in range(len(ways(key, seats)))]


def third(key: str, seats: int) -> range:
    """The places of a third of them, for what is slow to look at."""
    return range(len(ways(key, seats)))[seats % 3 :: 3]


@cache
def corner_games(key: str, seats: int) -> tuple[Game, ...]:
    """Games that begin in a corner."""
    ruleset, known = RULESETS[key], KNOWN[key]
    corners = [ruleset.parse_position(text) for text in known.CORNERS]
    return tuple(
        play_on(key, Game(ruleset, bytes(16), seats, {}, Step(state, ()), []), name)
        for state, name in product(corners, known.PLAYERS)
        if len(ruleset.outcome(finish(key, state)).scores) == seats
    )


def some_games(key: str, seats: int) -> list[Game]:
    """A third of a table's games, and those that begin in a corner."""
    return [*(game_at(key, seats, at) for at in third(key, seats)), *corner_games(key, seats)]


def finish(key: str, state: Any) -> Any:
    """Play a game to its end by default moves."""
    ruleset = RULESETS[key]
    for _ in range(KNOWN[key].MOST_MOVES):
        for seat in ruleset.to_act(state):
            state = ruleset.apply(state, seat, ruleset.default_move(state, seat)).state
    return state


def play(key: str, seats: int, options: dict[str, str], player: str) -> Game:
    """Play one game to its end, the same in every run."""
    seed = Random(f"{key} {seats} {options} {player}").randbytes(16)
    first = RULESETS[key].setup(seed, seats, options)
    return play_on(key, Game(RULESETS[key], seed, seats, options, first, []), player)


def play_on(key: str, game: Game, player: str) -> Game:
    """Play a game on to its end."""
    ruleset, known = game.ruleset, KNOWN[key]
    chance = Random(f"{game.seed.hex()} {player}")
    state, plies = game.first.state, game.plies
    while asked := sorted(ruleset.to_act(state)):
        seat = chance.choice(asked)
        move = known.PLAYERS[player](state, chance)
        step = ruleset.apply(state, seat, move)
        plies.append(Ply(state, seat, move, step))
        assert len(plies) <= known.MOST_MOVES, f"no end in sight: {game.options} {game.seed.hex()}"
        state = step.state
    return game


every_table = pytest.mark.parametrize(
    ("key", "seats"),
    [(key, seats) for key, ruleset in RULESETS.items() for seats in ruleset.meta.seats],
)
every_ruleset = pytest.mark.parametrize("key", RULESETS)
