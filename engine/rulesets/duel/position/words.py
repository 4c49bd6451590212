"""Words and lines of a position text, one by one. What they mean together is `check`'s question."""

import re
from collections.abc import Callable
from typing import TypeVar

from engine.api import Seat
from engine.decks.duel import COLOURS
from engine.errors import PositionError
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import LETTERS, sides_of
from engine.maze.tiles import Placed
from engine.parts.tools import BIT
from engine.rng import SEED_BYTES
from engine.rulesets.duel.cards import DECK, GOAL_KINDS, KIND, STANDS_FOR, START_KIND, TILES
from engine.rulesets.duel.edition import Config, Mode
from engine.rulesets.duel.legal import REMOVABLE
from engine.rulesets.duel.position.check import require
from engine.rulesets.duel.state import RoundResult

T = TypeVar("T")
Row = dict[str, list[str]]

_SECTIONS = ("hand", "broken", "seen", "gold")
_ENDED = ("goals", "counters", "cards")
_SHARE = re.compile(r"@\d+ won ([0-9 ]+) trolls (\d) paid ([0-9 ]+) gold (\d+)")


def reading(line: str, text: str, how: Callable[[str], T]) -> T:
    """Read a text, or name the line that holds what cannot be read."""
    try:
        return how(text)
    except PositionError:
        raise
    except (LookupError, ValueError) as wrong:
        raise PositionError(f"cannot be read: {line[:120]}") from wrong


def items(text: str) -> list[str]:
    """Split what commas part."""
    return [item.strip() for item in text.split(",") if item.strip()]


def read_row(seat: str, words: list[str]) -> Row:
    """Sort a seat's words under dwarf, hand, broken, seen and gold."""
    row: Row = {name: [] for name in ("dwarf", *_SECTIONS)}
    if words and words[0] not in _SECTIONS:
        row["dwarf"] = words[:1]
        words = words[1:]
    name = ""
    for word in words:
        if word in _SECTIONS:
            name = word
        else:
            require(name, f"{seat} has {word[:40]!r}, which is none of {', '.join(_SECTIONS)}")
            row[name].append(word)
    return row


def read_dwarves(config: Config, rows: list[Row]) -> tuple[str, ...]:
    """Give each seat the dwarf it names, or the one that is left, green first."""
    picked = [config.colour] if config.colour else list(COLOURS)
    named = [row["dwarf"][0] if row["dwarf"] else "" for row in rows]
    left = [colour for colour in picked if colour not in named]
    dwarves = tuple(name or left.pop(0) for name in named)
    require(sorted(dwarves) == sorted(picked), f"the dwarves must be {' and '.join(picked)}")
    return dwarves


def read_word(text: str, allowed: tuple[str, ...]) -> str:
    """Read one of a few words."""
    require(text in allowed, f"{text[:20]!r} is none of {', '.join(filter(None, allowed))}")
    return text


def read_goals(mode: Mode, text: str) -> tuple[tuple[Cell, int], ...]:
    """Read where the goals lie; places that are not named get the goals that are left."""
    pairs = [item.split() for item in items(text)]
    kinds = {cell_named(name): KIND[code] for name, code in pairs}
    for cell, kind in kinds.items():
        require(cell in mode.goals, f"no goal lies on {cell_name(cell)}")
        require(kind in STANDS_FOR, f"{TILES.tiles[kind].code} is no goal")
    require(len(kinds) == len(pairs), "two goals lie on one cell")
    rest = (kind for kind in GOAL_KINDS if kind not in kinds.values())
    return tuple((cell, kinds[cell] if cell in kinds else next(rest)) for cell in mode.goals)


def read_maze(mode: Mode, dwarves: tuple[str, ...], text: str) -> grid.Maze:
    """Read the cards that lie open; the start cards lie there, named or not."""
    maze = grid.empty(TILES, mode.goals)
    starts = {mode.starts[colour]: Placed(2 * START_KIND[colour]) for colour in sorted(dwarves)}
    for cell, placed in starts.items():
        maze = grid.put(maze, cell, placed)
    for item in items(text):
        name, code = item.split()
        cell, upright = cell_named(name), code.removesuffix("~")
        require(upright in TILES.kind, f"{upright[:20]!r} on {name} is no path card")
        turned = code.endswith("~") and TILES.turns(TILES.kind[upright])
        placed = TILES.placed(upright, turned=turned)
        # The start cards lie there anyway, named or not.
        if starts.get(cell) == placed:
            starts.pop(cell)
            continue
        require(cell not in maze.cards, f"two cards lie on {name}")
        maze = grid.put(maze, cell, placed)
    return maze


def read_trail(mode: Mode, maze: grid.Maze, text: str) -> tuple[Cell, ...]:
    """Read in which order cards were laid, or take the order of the maze."""
    removable = [cell for cell, placed in maze.cards.items() if REMOVABLE[placed >> 1]]
    if not mode.solo or text == "none":
        return ()
    trail = tuple(map(cell_named, text.split())) if text else tuple(removable)
    right = sorted(trail) == sorted(removable)
    require(right, "the trail must name each card without gold and troll once")
    return trail


def read_cards(codes: list[str]) -> tuple[int, ...]:
    """Read cards of the deck."""
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def read_prizes(codes: list[str]) -> tuple[int, ...]:
    """Read goals and path cards with gold."""
    kinds = [KIND.get(code) for code in codes if code != "none"]
    for code, kind in zip(codes, kinds, strict=False):
        prize = kind in STANDS_FOR or (kind in DECK and code in TILES.kind)
        require(prize, f"neither a goal nor a card with gold: {code[:40]!r}")
    return tuple(kind for kind in kinds if kind is not None)


def read_counters(text: str, config: Config) -> tuple[tuple[Cell, Seat], ...]:
    """Read counters, each as its cell and whose colour is up."""
    pairs = [item.split() for item in items(text)]
    return tuple((cell_named(name), read_player(seat, config)) for name, seat in pairs)


def read_keys(text: str) -> tuple[tuple[Cell, int], ...]:
    """Read keys, each as its cell and the side of the door."""
    pairs = [item.split() for item in items(text)]
    require(all(side in LETTERS for _name, side in pairs), "a key lies on one side of a card")
    return tuple((cell_named(name), sides_of(side)) for name, side in pairs)


def read_broken(tools: list[str]) -> int:
    """Read broken tools as bits, at most one of each."""
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def read_seen(mode: Mode, names: list[str]) -> int:
    """Read goals that were looked at, as bits."""
    cells = {reading(name, name, cell_named) for name in names}
    for cell in cells:
        require(cell in mode.goals, f"no goal lies on {cell_name(cell)}")
    return sum(1 << mode.goals.index(cell) for cell in cells)


def read_number(text: str) -> int:
    """Read a number of up to three digits."""
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {text[:20]!r}")
    return int(text)


def read_values(text: str) -> tuple[int, ...]:
    """Read the values of gold cards; 0 stands for none."""
    return tuple(value for value in map(read_number, text.split()) if value)


def read_player(text: str, config: Config) -> Seat:
    """Read a seat."""
    number = read_number(text.removeprefix("@"))
    require(1 <= number <= config.seats, f"nobody sits at {text}")
    return Seat(number - 1)


def read_seat(text: str, config: Config) -> Seat | None:
    """Read a seat, or None for nobody."""
    return None if text == "nobody" else read_player(text, config)


def read_round(text: str, config: Config) -> int:
    """Read which round it is."""
    number = read_number(text)
    require(1 <= number <= config.rounds, f"there is no round {number}")
    return number


def read_seed(text: str) -> bytes:
    """Read a seed."""
    seed = bytes.fromhex(text)
    require(len(seed) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return seed


def read_result(text: str, config: Config) -> RoundResult:
    """Read a finished round."""
    ended, _, rest = text.partition(" ")
    shares = _SHARE.findall(rest)
    if ended not in _ENDED or len(shares) != config.seats:
        raise ValueError(text)
    won, trolls, paid, gold = zip(*shares, strict=True)
    return RoundResult(
        ended,
        tuple(map(read_values, won)),
        tuple(map(read_number, trolls)),
        tuple(map(read_values, paid)),
        tuple(map(read_number, gold)),
    )
