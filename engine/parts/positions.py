"""Words and numbers of position texts. What a text must hold, and what it means, is each game's."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engine.api import Seat
from engine.errors import PositionError
from engine.maze import grid
from engine.maze.cells import AROUND, Cell, cell_name, cell_named
from engine.maze.tiles import Placed, TileSet
from engine.parts.tools import BIT
from engine.rng import SEED_BYTES

T = TypeVar("T")
Row = dict[str, list[str]]


def require(holds: object, otherwise: str) -> None:
    """Raise PositionError with these words unless it holds."""
    if not holds:
        raise PositionError(otherwise)


def reading(line: str, text: str, how: Callable[[str], T]) -> T:
    """Read a text, or name the line that holds what cannot be read."""
    try:
        return how(text)
    except PositionError:
        raise
    except (LookupError, ValueError) as wrong:
        raise PositionError(f"cannot be read: {line[:120]}") from wrong


def number(word: str, text: str) -> int:
    """Read a number of up to three digits."""
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {word} {text[:20]!r}")
    return int(text)


def items(text: str) -> list[str]:
    """Split what commas part."""
    return [item.strip() for item in text.split(",") if item.strip()]


def read_seat(text: str, seats: int) -> Seat | None:
    """Read a seat, or None for nobody."""
    if text == "nobody":
        return None
    at = number("seat", text.removeprefix("@"))
    require(1 <= at <= seats, f"nobody sits at {text}")
    return Seat(at - 1)


def seat_name(at: Seat | None) -> str:
    """Write a seat, or nobody."""
    return "nobody" if at is None else f"@{at + 1}"


def read_seed(text: str) -> bytes:
    """Read a seed."""
    read = bytes.fromhex(text)
    require(len(read) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return read


def read_round(text: str, rounds: int) -> int:
    """Read which round it is."""
    at = number("round", text)
    require(1 <= at <= rounds, f"there is no round {at}")
    return at


def read_row(name: str, words: list[str], known: tuple[str, ...]) -> Row:
    """Sort a seat's words under those of its sections; what stands before them is its role."""
    row: Row = {word: [] for word in ("role", *known)}
    if words and words[0] not in known:
        row["role"] = words[:1]
        words = words[1:]
    section = ""
    for word in words:
        if word in known:
            section = word
        else:
            require(section, f"{name} has {word[:40]!r}, which is none of {', '.join(known)}")
            row[section].append(word)
    return row


def read_maze(text: str, tiles: TileSet, covered: Iterable[Cell]) -> grid.Maze:
    """Read the cards of the maze, each as its cell and its code."""
    laid = grid.empty(tiles, covered)
    for item in items(text):
        name, code = item.split()
        cell = cell_named(name)
        require(cell not in laid.cards, f"two cards lie on {name}")
        upright = code.removesuffix("~")
        require(upright in tiles.kind, f"{upright[:20]!r} on {name} is no path card")
        turned = code.endswith("~") and tiles.turns(tiles.kind[upright])
        laid = grid.put(laid, cell, tiles.placed(upright, turned=turned))
    return laid


def lying(laid: grid.Maze) -> str:
    """Write the cards of the maze, in the order in which people read."""
    return ", ".join(
        f"{cell_name(cell)} {laid.tiles.code(placed)}{'~' if placed & 1 else ''}"
        for cell, placed in sorted(laid.cards.items())
    )


def read_goals(
    text: str, cells: tuple[Cell, ...], kinds: Mapping[str, int]
) -> tuple[tuple[Cell, int], ...]:
    """Read which goal lies on which of these cells, one of each kind."""
    pairs = [item.split() for item in items(text)]
    laid = tuple(sorted((cell_named(name), kinds[code]) for name, code in pairs))
    right = tuple(cell for cell, _ in laid) == cells
    right = right and sorted(kind for _, kind in laid) == sorted(kinds.values())
    places, names = _listed(map(cell_name, cells)), _listed(kinds)
    require(right, f"the goals on {places} must be {names}, one of each")
    return laid


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}"


def read_goal_cell(name: str, cells: tuple[Cell, ...]) -> Cell:
    """Read the name of one of these cells."""
    cell = reading(name, name, cell_named)
    require(cell in cells, f"no goal lies on {name}")
    return cell


def read_broken(tools: list[str]) -> int:
    """Read broken tools as bits, at most one of each."""
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def check_neighbours(laid: grid.Maze, goal_kinds: Iterable[int]) -> None:
    """Raise PositionError if two cards lie side by side that do not fit."""
    tiles, free = laid.tiles, frozenset(goal_kinds)

    def is_goal(placed: Placed) -> bool:
        return placed >> 1 in free

    for cell, placed in laid.cards.items():
        for side, near, back in AROUND[cell]:
            other = laid.cards.get(near)
            # Goals may lie badly (ruling 13); every other card was laid where it fits.
            if other is None or is_goal(placed) or is_goal(other):
                continue
            agrees = bool(tiles.open[placed] & side) == bool(tiles.open[other] & back)
            require(agrees, f"the cards on {cell_name(cell)} and {cell_name(near)} do not fit")


def check_reached(
    laid: grid.Maze, network: grid.Network, orient: tuple[Cell, ...], kinds: Mapping[Cell, int]
) -> None:
    """Raise PositionError if a reached goal lies face down, or one waits that was not reached."""
    reached = network.front.keys() & laid.covered
    for cell in orient:
        waits = cell in reached and laid.tiles.turns(kinds[cell])
        require(waits, f"{cell_name(cell)} is no goal to orient: no way leads there")
    if not orient:
        names = ", ".join(map(cell_name, sorted(reached)))
        require(not reached, f"a way leads to {names}, which must lie face up")
