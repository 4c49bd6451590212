"""`perft`: counts the ways a game can go on to a depth, for comparing implementations."""

import argparse
from typing import Any

from engine.api import Ruleset
from engine.cli.facts import seat_name
from engine.cli.tables import add_deal, deal, position, read_text, seed_of


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser(
        "perft",
        help="count sequences of legal moves to a depth",
        description="Counts every sequence of legal moves. Chance is no branch: the position's "
        "stock and seed fix what is drawn, so the figures are the same everywhere.",
    )
    parser.add_argument("--position", metavar="FILE", help='a position text, or "-"')
    add_deal(parser)
    parser.add_argument("--depth", type=int, default=2, metavar="N")
    parser.add_argument("--divide", action="store_true", help="also count below each first move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each depth; raises EngineError."""
    if arguments.position:
        game, state = position(read_text(arguments.position))
    else:
        game, (state, _) = deal(arguments, seed_of(arguments.seed or "0"))
    for depth in range(1, arguments.depth + 1):
        print(f"depth {depth}: {perft(game, state, depth):,}", flush=True)
    if arguments.divide and arguments.depth > 0:
        for seat in sorted(game.to_act(state)):
            for move in game.legal_moves(state, seat):
                below = perft(game, game.apply(state, seat, move).state, arguments.depth - 1)
                print(f"{seat_name(seat)} {game.format(move)}: {below:,}", flush=True)
    return 0


def perft(game: Ruleset[Any, Any, Any], state: Any, depth: int) -> int:
    """Count the sequences of `depth` legal moves from a state."""
    if depth == 0:
        return 1
    moves = [(seat, game.legal_moves(state, seat)) for seat in game.to_act(state)]
    if depth == 1:
        return sum(len(listed) for _, listed in moves)
    return sum(
        perft(game, game.apply(state, seat, move).state, depth - 1)
        for seat, listed in moves
        for move in listed
    )
