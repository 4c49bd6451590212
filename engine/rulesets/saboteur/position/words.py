"""The words of a line: codes, cells, seats and numbers, read or refused one by one."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from engine.api import Seat
from engine.decks.saboteur import ROLES
from engine.errors import EngineError, PositionError
from engine.maze import grid
from engine.maze.cells import Cell, cell_named
from engine.parts.gold import minus
from engine.parts.tools import BIT
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur.edition import Config, configure
from engine.rulesets.saboteur.position.check import require
from engine.rulesets.saboteur.setup import ALL_GOLD
from engine.rulesets.saboteur.state import (
    DECK,
    DIGGER,
    GOAL_CELLS,
    GOAL_KINDS,
    KIND,
    SABOTEUR,
    TILES,
    RoundResult,
)

T = TypeVar("T")
Row = dict[str, list[str]]

_SECTIONS = ("hand", "broken", "seen", "gold")
_WON_BY = ("diggers", "saboteurs", "nobody")


def reading(line: str, text: str, how: Callable[[str], T]) -> T:
    """Read a text, or name the line that holds what cannot be read."""
    try:
        return how(text)
    except PositionError:
        raise
    except (LookupError, ValueError) as wrong:
        raise PositionError(f"cannot be read: {line[:120]}") from wrong


def number(word: str, text: str) -> int:
    """Read a small number, or refuse it as the value of this word."""
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {word} {text[:20]!r}")
    return int(text)


def items(text: str) -> list[str]:
    """Split at commas."""
    return [item.strip() for item in text.split(",") if item.strip()]


def read_config(seats: int, options: list[str]) -> Config:
    """Check the options against the game and the number of seats."""
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def read_row(seat: str, words: list[str]) -> Row:
    """Sort a seat's words under role, hand, broken, seen and gold."""
    row: Row = {name: [] for name in ("role", *_SECTIONS)}
    if words and words[0] not in _SECTIONS:
        row["role"] = words[:1]
        words = words[1:]
    name = ""
    for word in words:
        if word in _SECTIONS:
            name = word
        else:
            require(name, f"{seat} has {word[:40]!r}, which is none of {', '.join(_SECTIONS)}")
            row[name].append(word)
    return row


def read_goals(text: str) -> tuple[tuple[Cell, int], ...]:
    """Read where the goals lie: all three, each once."""
    pairs = [item.split() for item in items(text)]
    goals = tuple(sorted((cell_named(name), KIND[code]) for name, code in pairs))
    cells, kinds = tuple(cell for cell, _ in goals), sorted(kind for _, kind in goals)
    right = cells == GOAL_CELLS and kinds == sorted(GOAL_KINDS)
    require(right, "the goals on i1, i3 and i5 must be Z1, Z2 and Z3, one of each")
    return goals


def read_maze(text: str) -> grid.Maze:
    """Lay out the cards; whether they fit is checked later."""
    maze = grid.empty(TILES, GOAL_CELLS)
    for item in items(text):
        name, code = item.split()
        cell = cell_named(name)
        require(cell not in maze.cards, f"two cards lie on {name}")
        upright = code.removesuffix("~")
        require(upright in TILES.kind, f"{upright[:20]!r} on {name} is no path card")
        turned = code.endswith("~") and TILES.turns(TILES.kind[upright])
        maze = grid.put(maze, cell, TILES.placed(upright, turned=turned))
    return maze


def read_cards(codes: list[str]) -> tuple[int, ...]:
    """Read cards of the deck by their codes."""
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def read_roles(config: Config, rows: list[Row], spare: str) -> tuple[str, ...]:
    """Give each seat and the spare the dwarf it names; the rest get what is left, diggers first."""
    diggers, saboteurs = ROLES[config.seats]
    named = [role for row in (*rows, {"role": spare.split()}) for role in (row["role"] or [""])]
    left = Counter({DIGGER: diggers, SABOTEUR: saboteurs})
    left.subtract(role for role in named if role)
    fits = set(left) == {DIGGER, SABOTEUR} and min(left.values()) >= 0
    require(fits, f"the dwarves must be {diggers} diggers and {saboteurs} saboteurs, one left over")
    rest = left.elements()
    return tuple(role or next(rest) for role in named)


def read_broken(tools: list[str]) -> int:
    """Read broken tools as bits."""
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def read_seen(names: list[str]) -> int:
    """Read the goals somebody has looked at as bits."""
    return sum(1 << GOAL_CELLS.index(read_goal_cell(name)) for name in set(names))


def read_goal_cell(name: str) -> Cell:
    """Read a goal's cell."""
    cell = reading(name, name, cell_named)
    require(cell in GOAL_CELLS, f"no goal lies on {name}")
    return cell


def read_seat(text: str, config: Config) -> Seat | None:
    """Read a seat of this table, or nobody."""
    if text == "nobody":
        return None
    count = number("seat", text.removeprefix("@"))
    require(1 <= count <= config.seats, f"nobody sits at {text}")
    return Seat(count - 1)


def read_round(text: str, config: Config) -> int:
    """Read the number of a round of this game."""
    count = number("round", text)
    require(1 <= count <= config.rounds, f"there is no round {count}")
    return count


def read_seed(text: str) -> bytes:
    """Read a seed."""
    seed = bytes.fromhex(text)
    require(len(seed) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return seed


def gold_left(gold: tuple[tuple[int, ...], ...], bank: int) -> tuple[int, ...]:
    """Tell what gold cards are left in the box; the bank's ones do not come from there."""
    held = sorted((card for cards in gold for card in cards), reverse=True)
    for card in held:
        require(card in ALL_GOLD, f"no gold card is worth {card}")
    require(held.count(1) >= bank, "the bank has paid more ones than anybody holds")
    from_box = tuple(held[: len(held) - bank])
    for card in set(from_box):
        surplus = from_box.count(card) - ALL_GOLD.count(card)
        require(surplus <= 0, f"{surplus} more gold cards worth {card} than the box holds")
    return minus(ALL_GOLD, from_box)


def read_result(words: list[str]) -> RoundResult:
    """Read the words of a finished round; raises ValueError."""
    won_by, finder_is, finder, roles_are, *roles, spare_is, spare = words
    right = (finder_is, roles_are, spare_is) == ("finder", "roles", "spare") and won_by in _WON_BY
    if not right or not {*roles, spare} <= {DIGGER, SABOTEUR}:
        raise ValueError(words)
    seat = None if finder == "nobody" else Seat(number("finder", finder.removeprefix("@")) - 1)
    return RoundResult(won_by, seat, tuple(roles), spare)
