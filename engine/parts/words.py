"""How single values are written in words and read again: cells, cards, seats, numbers, the maze.

What a game's states are made of is said in its own table of fields.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from engine import rng
from engine.api import Seat
from engine.errors import PositionError
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.tiles import Placed, TileSet
from engine.parts.tools import BIT, named

T = TypeVar("T")

NO_SEED = "00" * rng.SEED_BYTES


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


def words_of(words: Iterable[object]) -> str:
    """Write words side by side, or "none"."""
    return " ".join(map(str, words)) or "none"


def split(text: str) -> list[str]:
    """Read what `words_of` wrote."""
    return [] if text == "none" else text.split()


def items(text: str) -> list[str]:
    """Split what commas part."""
    return [item.strip() for item in text.split(",") if item.strip()]


def number(word: str, text: str) -> int:
    """Read a number of up to three digits."""
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {word} {text[:20]!r}")
    return int(text)


def one_of(text: str, allowed: tuple[str, ...]) -> str:
    """Read one of a few words."""
    require(text in allowed, f"{text[:20]!r} is none of {', '.join(filter(None, allowed))}")
    return text


def read_round(text: str, rounds: int) -> int:
    """Read which round it is."""
    at = number("round", text)
    require(1 <= at <= rounds, f"there is no round {at}")
    return at


def seed_of(seed: bytes) -> str:
    """Write a seed: the secret, and the branch if anything was taken back."""
    number = rng.branch_of(seed)
    return rng.secret(seed).hex() + (f" branch {number}" if number else "")


def read_seed(text: str) -> bytes:
    """Read a seed."""
    secret, *branch = text.split()
    read = bytes.fromhex(secret)
    length = 2 * rng.SEED_BYTES
    require(len(read) == rng.SEED_BYTES, f"the seed must be {length} hexadecimal digits")
    if not branch:
        return read
    word, count = branch
    require(word == "branch", f"a seed has no {word[:40]!r}")
    return rng.branch(read, number("branch", count))


def seat_name(at: int | None) -> str:
    """Write a seat, or nobody."""
    return "nobody" if at is None else f"@{at + 1}"


def seats_of(seats: Iterable[int]) -> str:
    """Write seats, or "none"."""
    return words_of(map(seat_name, seats))


def read_seat(text: str, seats: int) -> Seat | None:
    """Read a seat, or None for nobody."""
    return None if text == "nobody" else read_player(text, seats)


def read_player(text: str, seats: int) -> Seat:
    """Read a seat of this table."""
    require(text != "nobody", "nobody is no seat")
    at = number("seat", text.removeprefix("@"))
    require(1 <= at <= seats, f"nobody sits at {text}")
    return Seat(at - 1)


def read_seats(text: str, seats: int) -> tuple[Seat, ...]:
    """Read seats of this table, each once."""
    read = tuple([read_player(name, seats) for name in split(text)])
    require(len({*read}) == len(read), f"a seat is named twice: {text[:40]}")
    return read


def cards_of(kinds: Iterable[int], codes: tuple[str, ...]) -> str:
    """Write cards by their codes, or "none"."""
    return " ".join([codes[kind] for kind in kinds]) or "none"


def read_cards(text: str, deck: Mapping[str, int]) -> tuple[int, ...]:
    """Read cards of the deck by their codes."""
    try:
        return tuple([deck[code] for code in split(text)])
    except KeyError as unknown:
        raise PositionError(f"no card of the deck: {unknown.args[0][:40]!r}") from None


def cells_of(cells: Iterable[Cell]) -> str:
    """Write cells with commas between them."""
    return ", ".join(map(cell_name, cells))


def read_goal_cell(name: str, cells: tuple[Cell, ...]) -> Cell:
    """Read the name of one of these cells."""
    cell = reading(name, name, cell_named)
    require(cell in cells, f"no goal lies on {name}")
    return cell


def read_goal_cells(text: str, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Read the names of some of these cells."""
    return tuple(read_goal_cell(name, cells) for name in items(text))


def goals_of(goals: Iterable[tuple[Cell, int]], codes: tuple[str, ...]) -> str:
    """Write where which goal lies."""
    return ", ".join(f"{cell_name(cell)} {codes[kind]}" for cell, kind in goals)


def read_goals(
    text: str, cells: tuple[Cell, ...], kinds: Mapping[str, int]
) -> tuple[tuple[Cell, int], ...]:
    """Read which goal lies on which of these cells, one of each kind."""
    pairs = [item.split() for item in items(text)]
    for _, code in pairs:
        require(code in kinds, f"no goal: {code[:20]!r}")
    laid = tuple(sorted((cell_named(name), kinds[code]) for name, code in pairs))
    right = tuple(cell for cell, _ in laid) == cells and len({*dict(laid).values()}) == len(cells)
    places, names = _listed(map(cell_name, cells)), _listed(kinds)
    require(right, f"the goals on {places} must be {names}, one of each")
    return laid


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}"


def seen_of(bits: int, cells: tuple[Cell, ...]) -> str:
    """Write the goals that a seat has looked at."""
    return " ".join([cell_name(cell) for at, cell in enumerate(cells) if bits >> at & 1])


def read_seen(text: str, cells: tuple[Cell, ...]) -> int:
    """Read the goals that a seat has looked at as bits."""
    return sum(1 << cells.index(read_goal_cell(name, cells)) for name in set(text.split()))


def broken_of(bits: int) -> str:
    """Write broken tools."""
    return " ".join(named(bits))


def read_broken(text: str) -> int:
    """Read broken tools as bits, at most one of each."""
    tools = text.split()
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def maze_of(laid: grid.Maze) -> str:
    """Write the cards of the maze, in the order in which people read."""
    return ", ".join([_lying(laid.tiles, *item) for item in sorted(laid.cards.items())])


def read_maze(text: str, tiles: TileSet, covered: Iterable[Cell]) -> grid.Maze:
    """Read the cards of the maze, each as its cell and its code; the goals there are face up."""
    lying = [_lies(item, tiles) for item in items(text)]
    cards = dict(lying)
    if len(cards) < len(lying):
        twice, _ = Counter(cell for cell, _ in lying).most_common(1)[0]
        raise PositionError(f"two cards lie on {cell_name(twice)}")
    return grid.laid_out(tiles, covered, cards)


# A table is read at every page and move, and its cards are mostly those of the time before.
@lru_cache(maxsize=20_000)
def _lying(tiles: TileSet, cell: Cell, placed: Placed) -> str:
    return f"{cell_name(cell)} {tiles.code(placed)}{'~' if placed & 1 else ''}"


@lru_cache(maxsize=20_000)
def _lies(item: str, tiles: TileSet) -> tuple[Cell, Placed]:
    name, code = item.split()
    upright = code.removesuffix("~")
    known = upright in tiles.kind and tiles.tiles[tiles.kind[upright]].ways
    require(known, f"{upright[:20]!r} on {name} is no path card")
    turned = code.endswith("~") and tiles.turns(tiles.kind[upright])
    return cell_named(name), tiles.placed(upright, turned=turned)


def sections(text: str, known: tuple[str, ...]) -> dict[str, str]:
    """Sort words under those of them that begin a section; what stands before is under ""."""
    said: dict[str, list[str]] = {word: [] for word in ("", *known)}
    section = ""
    for word in text.split():
        if word in known:
            section = word
        else:
            said[section].append(word)
    return {word: " ".join(texts) for word, texts in said.items()}
