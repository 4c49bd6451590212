"""What is measured of the engine: games played at random, single moves, replays from notation."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.api import Ruleset, Seat
from engine.cli.measure import Work
from engine.registry import ruleset
from engine.rng import SEED_BYTES

GAME = ruleset("saboteur")


def seed(number: int) -> bytes:
    """Make the seed of a numbered game, the same on every machine."""
    return number.to_bytes(SEED_BYTES, "big")


def playouts(seats: int, key: str = "saboteur") -> Work:
    """Play whole games at random through the contract; a unit is a move."""
    games = _games(ruleset(key), seats)
    return lambda: next(games)


def _games(game: Ruleset[Any, Any, Any], seats: int) -> Iterator[int]:
    chance, number = random.Random(1), 0  # noqa: S311 - a measurement
    while True:
        number += 1
        moves, state = 0, game.setup(seed(number), seats, {}).state
        while asked := game.to_act(state):
            seat = min(asked)
            move = chance.choice(game.legal_moves(state, seat))
            state = game.apply(state, seat, move).state
            moves += 1
        yield moves


def chess_playouts(chess: Any) -> Work:
    """Play chess at random as leanly as the library allows; a unit is a move."""
    chance = random.Random(1)  # noqa: S311 - a measurement

    def play() -> int:
        board, moves = chess.Board(), 0
        # `is_game_over` would list the moves a second time. Bare kings end by the 75-move rule.
        while (legal := list(board.legal_moves)) and board.halfmove_clock < 150:
            board.push(chance.choice(legal))
            moves += 1
        return moves

    return play


def tables(seats: int, sizes: range, wanted: int = 100) -> list[Any]:
    """Collect states in which the maze holds so many cards and the seat asked can add one."""
    chance, number = random.Random(1), 0  # noqa: S311 - a measurement
    found: list[Any] = []
    while len(found) < wanted:
        number += 1
        state = GAME.setup(seed(number), seats, {"rounds": "1"}).state
        while asked := GAME.to_act(state):
            (seat,) = asked
            moves = GAME.legal_moves(state, seat)
            lays = lays_among(GAME, moves)
            if lays and len(GAME.view(state, None).cards) in sizes:
                found.append(state)
            state = GAME.apply(state, seat, chance.choice(lays or moves)).state
    return chance.sample(found, wanted)


def lays_among(game: Ruleset[Any, Any, Any], moves: Sequence[Any]) -> list[Any]:
    """Pick the moves that add to the maze: players at random hardly leave the start."""
    return [move for move in moves if game.format(move).startswith("lay")]


def moves_at(states: list[Any]) -> Work:
    """List the moves and make one, at each of the states; a unit is one of these."""
    chance = random.Random(1)  # noqa: S311 - a measurement
    asked = [(state, min(GAME.to_act(state))) for state in states]

    def move_everywhere() -> int:
        for state, seat in asked:
            GAME.apply(state, seat, chance.choice(GAME.legal_moves(state, seat)))
        return len(asked)

    return move_everywhere


def lists_at(states: list[Any]) -> Work:
    """List the moves at each of the states; a unit is one list."""
    asked = [(state, min(GAME.to_act(state))) for state in states]

    def list_everywhere() -> int:
        for state, seat in asked:
            GAME.legal_moves(state, seat)
        return len(asked)

    return list_everywhere


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as its moves in notation, as the service keeps them."""

    seed: bytes
    seats: int
    moves: tuple[tuple[Seat, str], ...]

    def replay(self) -> int:
        """Play it again from the deal, every move read and checked; a unit is a move."""
        state = GAME.setup(self.seed, self.seats, {}).state
        for seat, notation in self.moves:
            state = GAME.apply(state, seat, GAME.parse(notation)).state
        assert GAME.outcome(state)
        return len(self.moves)


def record_game(seats: int, number: int = 0) -> Recorded:
    """Make a game of three rounds, played by who builds wherever he can, and keep its moves."""
    chance = random.Random(number)  # noqa: S311 - a measurement
    state, moves = GAME.setup(seed(number), seats, {}).state, []
    while asked := GAME.to_act(state):
        (seat,) = asked
        legal = GAME.legal_moves(state, seat)
        move = chance.choice(lays_among(GAME, legal) or legal)
        moves.append((seat, GAME.format(move)))
        state = GAME.apply(state, seat, move).state
    return Recorded(seed(number), seats, tuple(moves))


def first_replays(rounds: int, games: int) -> Work:
    """Replay so many games, in each round others that were never read before; a unit is a game."""
    recorded = iter([record_game(4, number) for number in range(rounds * games)])

    def replay() -> int:
        for game in islice(recorded, games):
            game.replay()
        return games

    return replay
