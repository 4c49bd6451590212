"""`bench`: how quick the engine is beside its peers, and that it keeps no memory."""

import argparse
import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.cli.measure import (
    Row,
    Side,
    Work,
    at_least,
    at_most,
    compare,
    cost,
    price,
    progress,
    speed,
    table,
    timed,
)
from engine.cli.workloads import (
    GAME,
    chess_playouts,
    lists_at,
    moves_at,
    playouts,
    record_game,
    tables,
)
from engine.registry import RULESETS

TABLES = {key: min(5, game.meta.seats[-1]) for key, game in RULESETS.items() if game is not GAME}
"""How many play in the comparison of the other rulesets with the base game."""
SHARES = {"saboteur2": 0.42, "duel": 0.3, "duel-solo": 0.36, "dark-cave": 0.36}
"""Of the base game's moves a second, what the other rulesets must reach."""
NO_CHESS = "E1 skipped: python-chess is not installed (dependency group bench)"
_PAGE = 4096
_MOST_BLOCKS, _MOST_BYTES = 1.25, 2_000_000
"""Caches go on filling with rare cells; states kept by mistake would take tens of megabytes."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long we measure."""

    rounds: int = 3
    seconds: float = 1.0
    games: int = 10_000
    """So many are played to see whether memory grows."""
    states: int = 100


FULL = Effort()
FAST = Effort(rounds=1, seconds=0.02, games=20, states=10)


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Ratios of CPU times measured in one run; 1 if a goal is missed.",
    )
    parser.add_argument("--fast", action="store_true", help="only see whether it runs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure everything and print a line for each result."""
    effort = FAST if arguments.fast else FULL
    rows, missing = engine_rows(effort)
    results = compare(rows, rounds=effort.rounds)
    for line in (*table(results), *missing, *figures(effort)):
        print(line)
    flat, line = memory(effort.games)
    print(line)
    return 0 if arguments.fast or (flat and all(result.met for result in results)) else 1


def engine_rows(effort: Effort) -> tuple[list[Row], list[str]]:
    """Build the engine's rows, and a line for each whose peer is not installed."""
    rows = [*_chess_rows(effort), *_other_rulesets(effort), _big_mazes(effort)]
    return rows, [] if rows[0].key == "E1" else [NO_CHESS]


def _chess_rows(effort: Effort) -> Iterator[Row]:
    try:
        chess = import_module("chess")
    except ModuleNotFoundError:
        return
    ours, peer = _cpu(playouts(4), effort), _cpu(chess_playouts(chess), effort)
    what = "random moves a second, beside a lean loop over python-chess"
    yield Row("E1", what, at_least(2.1), speed(ours, peer))


def _other_rulesets(effort: Effort) -> Iterator[Row]:
    for key, seats in TABLES.items():
        what = f"random moves a second of {key} at {seats}, beside saboteur at 4"
        ours, peer = _cpu(playouts(seats, key), effort), _cpu(playouts(4), effort)
        yield Row(f"E6 {key}", what, at_least(SHARES[key]), speed(ours, peer))


def _big_mazes(effort: Effort) -> Row:
    what = "a move at 10 players on a maze of 34 to 44 cards, beside 3 players and 5 to 12 cards"
    big, small = tables(10, range(34, 45), effort.states), tables(3, range(5, 13), effort.states)
    ours, peer = _cpu(moves_at(big), effort), _cpu(moves_at(small), effort)
    return Row("E8", what, at_most(1.5), price(ours, peer))


def _cpu(work: Work, effort: Effort) -> Side:
    return timed(work, effort.seconds)


def figures(effort: Effort) -> Iterator[str]:
    """Say how quick this machine is: no goal, since no other machine is like it."""
    seconds = effort.seconds
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
    for name, seats, sizes in (("small", 3, range(5, 13)), ("big", 10, range(34, 45))):
        states = tables(seats, sizes, effort.states)
        listing, both = cost(lists_at(states), seconds), cost(moves_at(states), seconds)
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
