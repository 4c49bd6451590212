"""From a text to a state: `_Sheet` sorts the lines, the functions below it read their words."""

import re
from collections.abc import Callable
from typing import TypeVar

from engine.api import Seat
from engine.decks.duel import COLOURS
from engine.errors import EngineError, PositionError
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import LETTERS, sides_of
from engine.maze.tiles import Placed
from engine.parts.tools import BIT
from engine.rng import SEED_BYTES
from engine.rulesets.duel.cards import DECK, GOAL_KINDS, KIND, START_KIND, TILES
from engine.rulesets.duel.edition import Config, Mode, configure
from engine.rulesets.duel.legal import REMOVABLE
from engine.rulesets.duel.position.check import check, require, unused, unused_goals
from engine.rulesets.duel.state import ACTS, ASKS, RoundResult, State
from engine.rulesets.duel.tunnels import completed
from engine.values import replace

T = TypeVar("T")
Row = dict[str, list[str]]

_DEFAULTS = {
    "seed": "00" * SEED_BYTES,
    "round": "1",
    "asked": "@1",
    "ask": "play",
    "acted": "",
    "orient": "",
    "goals": "",
    "maze": "",
    "marked": "",
    "bribed": "",
    "keys": "",
    "stock": "none",
    "discards": "",
    "aside": "none",
    "trail": "",
    "later": "",
    "box": "none",
}
_SECTIONS = ("hand", "broken", "seen", "gold")
_ENDED = ("goals", "counters", "cards")
_SHARE = re.compile(r"@\d+ won ([0-9 ]+) trolls (\d) paid ([0-9 ]+) gold (\d+)")


def parse_position(mode: Mode, text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    game, *options = lines[0].split() if lines else ("",)
    require(game == mode.meta.key, f"the first line must begin with {mode.meta.key!r}")
    sheet = _Sheet(_configured(mode, options))
    for line in lines[1:]:
        _reading(line, line, sheet.take)
    state = sheet.state()
    check(state)
    return state


def _configured(mode: Mode, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(mode, mode.meta.seats[0], {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


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

    def __init__(self, config: Config) -> None:
        self.config = config
        self.words: dict[str, str] = {}
        self.rows: dict[int, Row] = {}
        self.results: list[RoundResult] = []

    def take(self, line: str) -> None:
        """Take one line."""
        word, *rest = line.split()
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at not in self.rows, f"{word} sits twice")
            require(0 <= at < self.config.seats, f"{word} sits at a table of {self.config.seats}")
            self.rows[at] = _row(word, rest)
        elif word == "result":
            self.results.append(_result(" ".join(rest), self.config))
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.words, f"two lines begin with {word!r}")
            self.words[word] = " ".join(rest)

    def read(self, word: str, how: Callable[[str], T]) -> T:
        """Read the line that begins with a word."""
        text = self.words.get(word, _DEFAULTS[word])
        return _reading(f"{word} {text}", text, how)

    def state(self) -> State:
        """Put the lines together; what was left out gets its default."""
        config = self.config
        rows = [self.rows.get(at) or _row("", []) for at in range(config.seats)]
        dwarves = _dwarves(config, rows)
        maze = self.read("maze", lambda text: _maze(config.mode, dwarves, text))
        state = State(
            config=config,
            seed=self.read("seed", _seed),
            round=self.read("round", lambda text: _round(text, config)),
            asked=self.read("asked", lambda text: _seat(text, config)),
            ask=self.read("ask", lambda text: _word(text, ASKS)),
            acted=self.read("acted", lambda text: _word(text, ("", *ACTS))),
            orient=self.read("orient", lambda text: tuple(map(cell_named, _items(text)))),
            maze=maze,
            goals=self.read("goals", lambda text: _goals(config.mode, text)),
            seen=tuple(_seen(config.mode, row["seen"]) for row in rows),
            dwarves=dwarves,
            hands=tuple(tuple(sorted(_cards(row["hand"]))) for row in rows),
            broken=tuple(_broken(row["broken"]) for row in rows),
            stock=_cards(self.read("stock", str.split)),
            discards=_cards(self.read("discards", str.split)),
            aside=_cards(self.read("aside", str.split)),
            trail=self.read("trail", lambda text: _trail(config.mode, maze, text)),
            claims=self.read("marked", lambda text: _counters(text, config)),
            bribes=self.read("bribed", lambda text: _counters(text, config)),
            keys=self.read("keys", _keys),
            gold=tuple(tuple(sorted(_prizes(row["gold"]))) for row in rows),
            goal_stock=_prizes(self.read("later", str.split)),
            box=tuple(sorted(_prizes(self.read("box", str.split)))),
            results=tuple(self.results),
            links={},
            networks=(),
            loose=(),
            trolls=(),
        )
        if "later" not in self.words:
            state = replace(state, goal_stock=tuple(unused_goals(state)))
        if "discards" not in self.words:
            state = replace(state, discards=tuple(sorted(unused(state).elements())))
        return completed(state)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _row(seat: str, words: list[str]) -> Row:
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


def _dwarves(config: Config, rows: list[Row]) -> tuple[str, ...]:
    """Give each seat the dwarf it names, or the one that is left, green first."""
    picked = [config.colour] if config.colour else list(COLOURS)
    named = [row["dwarf"][0] if row["dwarf"] else "" for row in rows]
    left = [colour for colour in picked if colour not in named]
    dwarves = tuple(name or left.pop(0) for name in named)
    require(sorted(dwarves) == sorted(picked), f"the dwarves must be {' and '.join(picked)}")
    return dwarves


def _word(text: str, allowed: tuple[str, ...]) -> str:
    require(text in allowed, f"{text[:20]!r} is none of {', '.join(filter(None, allowed))}")
    return text


def _goals(mode: Mode, text: str) -> tuple[tuple[Cell, int], ...]:
    pairs = [item.split() for item in _items(text)]
    kinds = {cell_named(name): KIND[code] for name, code in pairs}
    for cell, kind in kinds.items():
        require(cell in mode.goals, f"no goal lies on {cell_name(cell)}")
        require(kind in GOAL_KINDS, f"{TILES.tiles[kind].code} is no goal")
    require(len(kinds) == len(pairs), "two goals lie on one cell")
    rest = (kind for kind in GOAL_KINDS if kind not in kinds.values())
    return tuple((cell, kinds[cell] if cell in kinds else next(rest)) for cell in mode.goals)


def _maze(mode: Mode, dwarves: tuple[str, ...], text: str) -> grid.Maze:
    maze = grid.empty(TILES, mode.goals)
    starts = {mode.starts[colour]: Placed(2 * START_KIND[colour]) for colour in sorted(dwarves)}
    for cell, placed in starts.items():
        maze = grid.put(maze, cell, placed)
    for item in _items(text):
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


def _trail(mode: Mode, maze: grid.Maze, text: str) -> tuple[Cell, ...]:
    removable = [cell for cell, placed in maze.cards.items() if REMOVABLE[placed >> 1]]
    if not mode.solo or text == "none":
        return ()
    trail = tuple(map(cell_named, text.split())) if text else tuple(removable)
    right = sorted(trail) == sorted(removable)
    require(right, "the trail must name each card without gold and troll once")
    return trail


def _cards(codes: list[str]) -> tuple[int, ...]:
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def _prizes(codes: list[str]) -> tuple[int, ...]:
    """Read goals and path cards with gold."""
    kinds = [KIND.get(code) for code in codes if code != "none"]
    for code, kind in zip(codes, kinds, strict=False):
        prize = kind in GOAL_KINDS or (kind in DECK and code in TILES.kind)
        require(prize, f"neither a goal nor a card with gold: {code[:40]!r}")
    return tuple(kind for kind in kinds if kind is not None)


def _counters(text: str, config: Config) -> tuple[tuple[Cell, Seat], ...]:
    pairs = [item.split() for item in _items(text)]
    return tuple((cell_named(name), _player(seat, config)) for name, seat in pairs)


def _keys(text: str) -> tuple[tuple[Cell, int], ...]:
    pairs = [item.split() for item in _items(text)]
    require(all(side in LETTERS for _name, side in pairs), "a key lies on one side of a card")
    return tuple((cell_named(name), sides_of(side)) for name, side in pairs)


def _broken(tools: list[str]) -> int:
    for tool in tools:
        require(tool in BIT, f"no tool: {tool[:20]!r}")
        require(tools.count(tool) == 1, f"one seat has two broken tools of one type: {tool}")
    return sum(BIT[tool] for tool in tools)


def _seen(mode: Mode, names: list[str]) -> int:
    cells = {_reading(name, name, cell_named) for name in names}
    for cell in cells:
        require(cell in mode.goals, f"no goal lies on {cell_name(cell)}")
    return sum(1 << mode.goals.index(cell) for cell in cells)


def _number(text: str) -> int:
    require(text.isascii() and text.isdigit() and len(text) < 4, f"no number: {text[:20]!r}")
    return int(text)


def _values(text: str) -> tuple[int, ...]:
    return tuple(value for value in map(_number, text.split()) if value)


def _player(text: str, config: Config) -> Seat:
    number = _number(text.removeprefix("@"))
    require(1 <= number <= config.seats, f"nobody sits at {text}")
    return Seat(number - 1)


def _seat(text: str, config: Config) -> Seat | None:
    return None if text == "nobody" else _player(text, config)


def _round(text: str, config: Config) -> int:
    number = _number(text)
    require(1 <= number <= config.rounds, f"there is no round {number}")
    return number


def _seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    require(len(seed) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return seed


def _result(text: str, config: Config) -> RoundResult:
    ended, _, rest = text.partition(" ")
    shares = _SHARE.findall(rest)
    if ended not in _ENDED or len(shares) != config.seats:
        raise ValueError(text)
    won, trolls, paid, gold = zip(*shares, strict=True)
    return RoundResult(
        ended,
        tuple(map(_values, won)),
        tuple(map(_number, trolls)),
        tuple(map(_values, paid)),
        tuple(map(_number, gold)),
    )
