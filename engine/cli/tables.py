"""Which table a command works on, from arguments or files, and what a line of play does to it."""

import argparse
import sys
from pathlib import Path
from string import hexdigits
from typing import Any

from engine.api import Ruleset, Seat, Step
from engine.errors import EngineError, IllegalMove, Reason
from engine.registry import RULESETS, ruleset
from engine.rng import SEED_BYTES


def add_deal(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a new game."""
    parser.add_argument("--ruleset", default="saboteur", choices=sorted(RULESETS))
    parser.add_argument("--seats", type=int, metavar="N", help="how many players")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as edition=2004; may be given several times",
    )
    parser.add_argument(
        "--seed",
        metavar="HEX",
        help=f"the deal, up to {2 * SEED_BYTES} hexadecimal digits; the same seed, the same deal",
    )


def deal(arguments: argparse.Namespace, seed: bytes) -> tuple[Ruleset[Any, Any, Any], Step[Any]]:
    """Set up the game that the arguments describe; raises EngineError."""
    game = ruleset(arguments.ruleset)
    seats = arguments.seats if arguments.seats is not None else game.meta.seats[0]
    return game, game.setup(seed, seats, options_of(arguments.option))


def options_of(words: list[str]) -> dict[str, str]:
    """Read options written as name=value."""
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def seed_of(text: str) -> bytes:
    """Read a seed; short ones are filled up with zeros in front."""
    digits = text.rjust(2 * SEED_BYTES, "0")
    if len(digits) > 2 * SEED_BYTES or not set(digits) <= set(hexdigits):
        raise EngineError(f"no seed: {text[:40]!r} is no number of {2 * SEED_BYTES} hex digits")
    return bytes.fromhex(digits)


def position(text: str) -> tuple[Ruleset[Any, Any, Any], Any]:
    """Read a position of whichever game its first word names; raises EngineError."""
    lines = (line for line in text.splitlines() if line.strip() and line.strip()[0] != "#")
    first = next(lines, "").split()
    game = ruleset(first[0] if first else "")
    return game, game.parse_position(text)


def played(game: Ruleset[Any, Any, Any], state: Any, seat: Seat, move: Any) -> Step[Any]:
    """Make a move, or change the setting that it is; raises IllegalMove."""
    try:
        return game.apply(state, seat, move)
    except IllegalMove as refused:
        if refused.reason is not Reason.SETTING:
            raise
        return Step(game.set(state, seat, move), ())


def read_text(name: str) -> str:
    """Read a file, or what is piped in for "-"."""
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
