"""The fields that most games have, ready for their tables of fields."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from engine.maze.cells import Cell
from engine.maze.tiles import TileSet
from engine.parts import words
from engine.parts.fields import Field

AnyField = Field[Any, Any]
Cells = Callable[[Any], tuple[Cell, ...]]
"""Of a configuration: where the goals lie."""

SEED: AnyField = Field(
    "seed",
    attrgetter("seed"),
    lambda seed, _config: seed.hex(),
    lambda text, _config: words.read_seed(text),
    left_out=words.NO_SEED,
)
ROUND: AnyField = Field(
    "round",
    attrgetter("round"),
    lambda number, _config: str(number),
    lambda text, config: words.read_round(text, config.rounds),
    left_out="1",
)
ASKED: AnyField = Field(
    "asked",
    attrgetter("asked"),
    lambda seat, _config: words.seat_name(seat),
    lambda text, config: words.read_seat(text, config.seats),
    left_out="@1",
)
BROKEN: AnyField = Field(
    "broken",
    attrgetter("broken"),
    lambda bits, _config: words.broken_of(bits),
    lambda text, _config: words.read_broken(text),
)


def count(word: str, of: str = "") -> AnyField:
    """Make the field of a number; 0 is not written."""
    return Field(
        word,
        attrgetter(of or word),
        lambda number, _config: str(number or ""),
        lambda text, _config: words.number(word, text or "0"),
    )


TURN = count("turn")
"""How many turns there were before."""


def orient(cells: Cells) -> AnyField:
    """Make the field of the goals that wait for their side."""
    return Field(
        "orient",
        attrgetter("orient"),
        lambda waiting, _config: words.cells_of(waiting),
        lambda text, config: words.read_goal_cells(text, cells(config)),
    )


def goals(
    cells: Cells, codes: tuple[str, ...], kinds: Mapping[str, int], left_out: str
) -> AnyField:
    """Make the field of the goals, one of each kind."""
    return Field(
        "goals",
        attrgetter("goals"),
        lambda laid, _config: words.goals_of(laid, codes),
        lambda text, config: words.read_goals(text, cells(config), kinds),
        left_out,
    )


def maze(cells: Cells, tiles: TileSet, left_out: str) -> AnyField:
    """Make the field of the cards that lie open."""
    return Field(
        "maze",
        attrgetter("maze"),
        lambda laid, _config: words.maze_of(laid),
        lambda text, config: words.read_maze(text, tiles, cells(config)),
        left_out,
    )


def pile(
    word: str, codes: tuple[str, ...], deck: Mapping[str, int], left_out: str = "none", of: str = ""
) -> AnyField:
    """Make the field of cards in an order."""
    return Field(
        word,
        attrgetter(of or word),
        lambda cards, _config: words.cards_of(cards, codes),
        lambda text, _config: words.read_cards(text, deck),
        left_out,
    )


def hand(codes: tuple[str, ...], deck: Mapping[str, int]) -> AnyField:
    """Make the field of the seats' cards, sorted."""
    return Field(
        "hand",
        attrgetter("hands"),
        lambda cards, _config: words.cards_of(cards, codes),
        lambda text, _config: tuple(sorted(words.read_cards(text, deck))),
        left_out="none",
    )


def seen(cells: Cells) -> AnyField:
    """Make the field of the goals that a seat has looked at."""
    return Field(
        "seen",
        attrgetter("seen"),
        lambda bits, config: words.seen_of(bits, cells(config)),
        lambda text, config: words.read_seen(text, cells(config)),
    )
