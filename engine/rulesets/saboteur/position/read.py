"""From a text to a state: `_Sheet` sorts the lines, the functions below it read their words."""

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
from engine.rulesets.saboteur.edition import META, Config, configure
from engine.rulesets.saboteur.position.check import check, require, unused
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
    State,
)
from engine.values import replace

T = TypeVar("T")
Row = dict[str, list[str]]

_DEFAULTS = {
    "seats": "",
    "seed": "00" * SEED_BYTES,
    "round": "1",
    "asked": "@1",
    "orient": "",
    "goals": "i1 Z2, i3 Z1, i5 Z3",
    "maze": "a3 S",
    "spare": "",
    "stock": "none",
    "discards": "",
    "bank": "0",
}
_SECTIONS = ("hand", "broken", "seen", "gold")
_WON_BY = ("diggers", "saboteurs", "nobody")


def parse_position(text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    game, *options = lines[0].split() if lines else ("",)
    require(game == META.key, f"the first line must begin with {META.key!r}")
    sheet = _Sheet()
    for line in lines[1:]:
        _reading(line, line, sheet.take)
    state = sheet.state(options)
    check(state)
    return state


def _reading(line: str, text: str, how: Callable[[str], T]) -> T:
    """Read a text, or name the line that holds what cannot be read."""
    try:
        return how(text)
    except PositionError:
        raise
    except (LookupError, ValueError) as wrong:
        raise PositionError(f"cannot be read: {line[:120]}") from wrong


class _Sheet:
    """The lines of a text by their first words."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        self.rows: dict[int, Row] = {}
        self.results: list[RoundResult] = []

    def take(self, line: str) -> None:
        """Take one line."""
        word, *rest = line.split()
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at >= 0, f"nobody sits at {word}")
            require(at not in self.rows, f"{word} sits twice")
            self.rows[at] = _row(word, rest)
        elif word == "result":
            self.results.append(_result(rest))
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.words, f"two lines begin with {word!r}")
            self.words[word] = " ".join(rest)

    def state(self, options: list[str]) -> State:
        """Put the lines together; what was left out gets its default."""
        words = _DEFAULTS | self.words
        seats = _number("seats", words["seats"] or str(len(self.rows)))
        for at in self.rows:
            require(at < seats, f"@{at + 1} sits at a table of {seats}")
        config = _configured(seats, options)
        rows = [self.rows.get(at) or _row("", []) for at in range(seats)]
        for result in self.results:
            finder = result.finder or 0
            require(len(result.roles) == seats, f"a result names {len(result.roles)} dwarves")
            require(finder < seats, f"a result names @{finder + 1}, where nobody sits")
        maze = _reading(f"maze {words['maze']}", words["maze"], _maze)
        gold = tuple(tuple(_number("gold", value) for value in row["gold"]) for row in rows)
        bank = _number("bank", words["bank"])
        state = State(
            config=config,
            seed=_reading(f"seed {words['seed']}", words["seed"], _seed),
            round=_round(words["round"], config),
            asked=_seat(words["asked"], config),
            orient=tuple(map(_goal_cell, _items(words["orient"]))),
            maze=maze,
            network=grid.trace(maze),
            goals=_reading(f"goals {words['goals']}", words["goals"], _goals),
            seen=tuple(_seen(row["seen"]) for row in rows),
            roles=_roles(config, rows, words["spare"]),
            hands=tuple(tuple(sorted(_cards(row["hand"]))) for row in rows),
            broken=tuple(_broken(row["broken"]) for row in rows),
            stock=_cards(words["stock"].split()),
            discards=_cards(words["discards"].split()),
            gold=gold,
            gold_stock=_gold_stock(gold, bank),
            bank=bank,
            results=tuple(self.results),
        )
        if words["discards"]:
            return state
        return replace(state, discards=tuple(sorted(unused(state).elements())))


def _number(word: str, text: str) -> int:
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {word} {text[:20]!r}")
    return int(text)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _configured(seats: int, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def _row(seat: str, words: list[str]) -> Row:
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


def _goals(text: str) -> tuple[tuple[Cell, int], ...]:
    pairs = [item.split() for item in _items(text)]
    goals = tuple(sorted((cell_named(name), KIND[code]) for name, code in pairs))
    cells, kinds = tuple(cell for cell, _ in goals), sorted(kind for _, kind in goals)
    right = cells == GOAL_CELLS and kinds == sorted(GOAL_KINDS)
    require(right, "the goals on i1, i3 and i5 must be Z1, Z2 and Z3, one of each")
    return goals


def _maze(text: str) -> grid.Maze:
    maze = grid.empty(TILES, GOAL_CELLS)
    for item in _items(text):
        name, code = item.split()
        cell = cell_named(name)
        require(cell not in maze.cards, f"two cards lie on {name}")
        upright = code.removesuffix("~")
        require(upright in TILES.kind, f"{upright[:20]!r} on {name} is no path card")
        turned = code.endswith("~") and TILES.turns(TILES.kind[upright])
        maze = grid.put(maze, cell, TILES.placed(upright, turned=turned))
    return maze


def _cards(codes: list[str]) -> tuple[int, ...]:
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def _roles(config: Config, rows: list[Row], spare: str) -> tuple[str, ...]:
    """Give each seat and the spare the dwarf it names; the rest get what is left, diggers first."""
    diggers, saboteurs = ROLES[config.seats]
    named = [role for row in (*rows, {"role": spare.split()}) for role in (row["role"] or [""])]
    left = Counter({DIGGER: diggers, SABOTEUR: saboteurs})
    left.subtract(role for role in named if role)
    fits = set(left) == {DIGGER, SABOTEUR} and min(left.values()) >= 0
    require(fits, f"the dwarves must be {diggers} diggers and {saboteurs} saboteurs, one left over")
    rest = left.elements()
    return tuple(role or next(rest) for role in named)


def _broken(tools: list[str]) -> int:
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def _seen(names: list[str]) -> int:
    return sum(1 << GOAL_CELLS.index(_goal_cell(name)) for name in set(names))


def _goal_cell(name: str) -> Cell:
    cell = _reading(name, name, cell_named)
    require(cell in GOAL_CELLS, f"no goal lies on {name}")
    return cell


def _seat(text: str, config: Config) -> Seat | None:
    if text == "nobody":
        return None
    number = _number("seat", text.removeprefix("@"))
    require(1 <= number <= config.seats, f"nobody sits at {text}")
    return Seat(number - 1)


def _round(text: str, config: Config) -> int:
    number = _number("round", text)
    require(1 <= number <= config.rounds, f"there is no round {number}")
    return number


def _seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    require(len(seed) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return seed


def _gold_stock(gold: tuple[tuple[int, ...], ...], bank: int) -> tuple[int, ...]:
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


def _result(words: list[str]) -> RoundResult:
    won_by, finder_is, finder, roles_are, *roles, spare_is, spare = words
    right = (finder_is, roles_are, spare_is) == ("finder", "roles", "spare") and won_by in _WON_BY
    if not right or not {*roles, spare} <= {DIGGER, SABOTEUR}:
        raise ValueError(words)
    seat = None if finder == "nobody" else Seat(_number("finder", finder.removeprefix("@")) - 1)
    return RoundResult(won_by, seat, tuple(roles), spare)
