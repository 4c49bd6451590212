"""The fields that most games have, ready for their tables of fields."""

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from engine.maze.cells import Cell
from engine.maze.grid import Maze
from engine.maze.tiles import TileSet
from engine.parts import words
from engine.parts.fields import Field

AnyField = Field[Any, Any]
Cells = Callable[[Any], tuple[Cell, ...]]
"""Of a configuration: where the goals lie."""


def plain(
    word: str,
    write: Callable[[Any, Any], str],
    read: Callable[[str, Any], Any],
    left_out: str = "",
    *,
    name: str = "",
    bare: int = 0,
) -> AnyField:
    """Make the field of what the state itself holds, under its name there or else by its word."""
    return Field(word, attrgetter(name or word), write, read, left_out, bare, name=name)


SEED = plain(
    "seed",
    lambda seed, _config: words.seed_of(seed),
    lambda text, _config: words.read_seed(text),
    left_out=words.NO_SEED,
)
ASKED = plain(
    "asked",
    lambda seat, _config: words.seat_name(seat),
    lambda text, config: words.read_seat(text, config.seats),
    left_out="@1",
)
BROKEN = plain(
    "broken",
    lambda bits, _config: words.broken_of(bits),
    lambda text, _config: words.read_broken(text),
)


def count(word: str, name: str = "") -> AnyField:
    """Make the field of a number; 0 is not written."""
    return plain(
        word,
        lambda number, _config: str(number or ""),
        lambda text, _config: words.number(word, text or "0"),
        name=name,
    )


def figure(word: str, left_out: str = "0") -> AnyField:
    """Make the field of a number that is always written."""
    return plain(
        word,
        lambda number, _config: str(number),
        lambda text, _config: words.number(word, text),
        left_out,
    )


def said(word: str, read: Callable[[str, Any], str], left_out: str = "") -> AnyField:
    """Make the field of a word that stands for itself."""
    return plain(word, lambda text, _config: text, read, left_out)


def seats(word: str, none: str = "") -> AnyField:
    """Make the field of seats in an order; without any it says `none`."""
    return plain(
        word,
        lambda seats, _config: words.seats_of(seats) if seats else none,
        lambda text, config: words.read_seats(text, config.seats),
        none,
    )


def course(asked: str = "@1") -> tuple[AnyField, ...]:
    """Make the fields of a game of several rounds, left out as: nothing played, this seat asked."""
    round_is = plain(
        "round",
        lambda number, _config: str(number),
        lambda text, config: words.read_round(text, config.rounds),
        "1",
    )
    return SEED, round_is, count("turn"), dataclasses.replace(ASKED, left_out=asked)


def orient(cells: Cells) -> AnyField:
    """Make the field of the goals that wait for their side."""
    return plain(
        "orient",
        lambda waiting, _config: words.cells_of(waiting),
        lambda text, config: words.read_goal_cells(text, cells(config)),
    )


def goals(
    cells: Cells, codes: tuple[str, ...], kinds: Mapping[str, int], left_out: str
) -> AnyField:
    """Make the field of the goals, one of each kind."""
    return plain(
        "goals",
        lambda laid, _config: words.goals_of(laid, codes),
        lambda text, config: words.read_goals(text, cells(config), kinds),
        left_out,
    )


def maze(
    cells: Cells, tiles: TileSet, left_out: str, trace: Callable[[Maze], Any] | None = None
) -> AnyField:
    """Make the field of the cards that lie open; read in a pair with what follows from them."""

    def read(text: str, config: Any) -> Any:
        laid = words.read_maze(text, tiles, cells(config))
        return (laid, trace(laid)) if trace else laid

    return plain("maze", lambda laid, _config: words.maze_of(laid), read, left_out)


def pile(word: str, codes: tuple[str, ...], deck: Mapping[str, int]) -> AnyField:
    """Make the field of cards in an order."""
    return plain(
        word,
        lambda cards, _config: words.cards_of(cards, codes),
        lambda text, _config: words.read_cards(text, deck),
        "none",
    )


def hand(codes: tuple[str, ...], deck: Mapping[str, int]) -> AnyField:
    """Make the field of the seats' cards, sorted."""
    return plain(
        "hand",
        lambda cards, _config: words.cards_of(cards, codes),
        lambda text, _config: tuple(sorted(words.read_cards(text, deck))),
        "none",
        name="hands",
    )


def seen(cells: Cells) -> AnyField:
    """Make the field of the goals that a seat has looked at."""
    return plain(
        "seen",
        lambda bits, config: words.seen_of(bits, cells(config)),
        lambda text, config: words.read_seen(text, cells(config)),
    )
