"""`bench`: how quick the engine is beside its peers, and that it keeps no memory."""

import argparse
import gc
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.api import Ruleset, Seat
from engine.cli.measure import Row, Work, compare, cost, progress
from engine.registry import ruleset
from engine.rng import SEED_BYTES

GAME = ruleset("saboteur")
TABLES = {"saboteur2": 5, "duel": 2, "duel-solo": 1, "dark-cave": 5}
"""How many play in the comparison of the other rulesets with the base game."""
_PAGE = 4096
_MOST_BLOCKS, _MOST_BYTES = 1.25, 2_000_000
"""Caches go on filling with rare cells; states kept by mistake would take tens of megabytes."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Ratios of CPU times measured in one run; 1 if a goal is missed.",
    )
    parser.add_argument("--quick", action="store_true", help="shorter samples, fewer games")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure everything and print a line for each result."""
    rows, missing = engine_rows()
    seconds = 0.3 if arguments.quick else 1.0
    results = compare(rows, seconds=seconds)
    for line in (*(result.line() for result in results), *missing, *figures(seconds)):
        print(line)
    flat, line = memory(1_000 if arguments.quick else 10_000)
    print(line)
    return 0 if flat and all(result.met for result in results) else 1


def engine_rows() -> tuple[list[Row], list[str]]:
    """Build the engine's rows, and a line for each whose peer is not installed."""
    big, small = tables(10, range(34, 45)), tables(3, range(5, 13))
    rows = [
        Row(
            "E8",
            "a move at 10 players on a big maze, beside 3 players on a small one",
            1.5,
            ours=moves_at(big),
            peer=moves_at(small),
            at_most=True,
        ),
        *(
            Row(
                f"E6 {key}",
                f"random moves a second of {key}, beside saboteur",
                0.4,
                ours=playouts(seats, key),
                peer=playouts(4),
            )
            for key, seats in TABLES.items()
        ),
    ]
    try:
        chess = import_module("chess")
    except ModuleNotFoundError:
        return rows, ["E1   skipped: python-chess is not installed (dependency group bench)"]
    what = "random moves a second, beside python-chess"
    return [Row("E1", what, 2.5, ours=playouts(4), peer=_chess_playouts(chess)), *rows], []


def playouts(seats: int, key: str = "saboteur") -> Work:
    """Play whole games at random through the contract; a unit is a move."""
    games = _games(ruleset(key), seats)
    return lambda: next(games)


def _games(game: Ruleset[Any, Any, Any], seats: int) -> Iterator[int]:
    chance, number = random.Random(1), 0  # noqa: S311 - a measurement
    while True:
        number += 1
        moves, state = 0, game.setup(number.to_bytes(SEED_BYTES, "big"), seats, {}).state
        while asked := game.to_act(state):
            seat = min(asked)
            move = chance.choice(game.legal_moves(state, seat))
            state = game.apply(state, seat, move).state
            moves += 1
        yield moves


def _chess_playouts(chess: Any) -> Work:
    chance = random.Random(1)  # noqa: S311 - a measurement

    def play() -> int:
        board, moves = chess.Board(), 0
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def tables(seats: int, sizes: range, wanted: int = 100) -> list[Any]:
    """Collect states in which the maze holds so many cards and the seat asked can add one."""
    chance, number = random.Random(1), 0  # noqa: S311 - a measurement
    found: list[Any] = []
    while len(found) < wanted:
        number += 1
        state = GAME.setup(number.to_bytes(SEED_BYTES, "big"), seats, {"rounds": "1"}).state
        while asked := GAME.to_act(state):
            (seat,) = asked
            moves = GAME.legal_moves(state, seat)
            lays = [move for move in moves if GAME.format(move).startswith("lay")]
            if lays and len(state.maze.cards) in sizes:
                found.append(state)
            state = GAME.apply(state, seat, chance.choice(lays or moves)).state
    return chance.sample(found, wanted)


def moves_at(states: list[Any]) -> Work:
    """List the moves and make one, at each of the states; a unit is one of these."""
    chance = random.Random(1)  # noqa: S311 - a measurement

    def move_everywhere() -> int:
        for state in states:
            GAME.apply(state, state.asked, chance.choice(GAME.legal_moves(state, state.asked)))
        return len(states)

    return move_everywhere


def figures(seconds: float) -> Iterator[str]:
    """Say how quick this machine is: no goal, since no other machine is like it."""
    move = cost(playouts(4), seconds)
    recorded = record_game(4)
    game = cost(recorded.replay, seconds) * len(recorded.moves)
    yield f"{1 / move:,.0f} random moves a second at 4 players"
    for key, seats in TABLES.items():
        played = [0, 0]
        spent = cost(_counted(playouts(seats, key), played), seconds)
        games = played[0] / played[1] / spent
        yield f"{1 / spent:,.0f} moves, {games:,.0f} games a second of {key} at {seats}"
    yield f"{game * 1e3:.2f} ms to replay a game of {len(recorded.moves)} moves from its notation"
    for name, states in (("small", tables(3, range(5, 13))), ("big", tables(10, range(34, 45)))):
        listing = cost(lambda states=states: _list_all(states), seconds)  # type: ignore[misc]
        both = cost(moves_at(states), seconds)
        times = f"{listing * 1e6:.1f} us to list the moves, {both * 1e6:.1f} us with one made"
        yield f"{times} ({name} mazes)"


def _counted(work: Work, played: list[int]) -> Work:
    """Count games and moves on the way."""

    def count() -> int:
        moves = work()
        played[0] += 1
        played[1] += moves
        return moves

    return count


def _list_all(states: list[Any]) -> int:
    for state in states:
        GAME.legal_moves(state, state.asked)
    return len(states)


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


def record_game(seats: int) -> Recorded:
    """Make a game of three rounds at random and keep its moves."""
    chance, seed = random.Random(1), bytes(SEED_BYTES)  # noqa: S311 - a measurement
    state, moves = GAME.setup(seed, seats, {}).state, []
    while asked := GAME.to_act(state):
        (seat,) = asked
        move = chance.choice(GAME.legal_moves(state, seat))
        moves.append((seat, GAME.format(move)))
        state = GAME.apply(state, seat, move).state
    return Recorded(seed, seats, tuple(moves))


def memory(games: int) -> tuple[bool, str]:
    """Play many games at tables of all sizes and compare the memory before and after."""
    tables_by_size = [playouts(seats) for seats in GAME.meta.seats]
    begun = (0, 0)
    for number in range(games + games // 10):
        if number % 500 == 0:
            progress(f"memory: {number:,} of {games + games // 10:,} games")
        if number == games // 10:  # caches have filled
            begun = _memory()
        tables_by_size[number % len(tables_by_size)]()
    progress("")
    (blocks, size), (blocks_before, size_before) = _memory(), begun
    flat = blocks <= blocks_before * _MOST_BLOCKS and size - size_before <= _MOST_BYTES
    growth = f"{blocks - blocks_before:+,} blocks of {blocks_before:,}"
    growth += f", {(size - size_before) / 1e6:+.1f} MB of {size_before / 1e6:.0f} MB"
    return flat, f"{'ok' if flat else 'MISSED'}: memory over {games:,} games: {growth}"


def _memory() -> tuple[int, int]:
    """Count live blocks of Python's allocator, and resident bytes where the system tells them."""
    gc.collect()
    pages = Path("/proc/self/statm")
    resident = int(pages.read_text().split()[1]) * _PAGE if pages.exists() else 0
    return sys.getallocatedblocks(), resident
