"""From a text to a state: lines are sorted under their first words, then put together."""

from collections.abc import Callable
from typing import TypeVar

from engine.errors import EngineError, PositionError
from engine.maze.cells import cell_named
from engine.rng import SEED_BYTES
from engine.rulesets.duel.edition import Config, Mode, configure
from engine.rulesets.duel.position import words
from engine.rulesets.duel.position.check import check, require, unused, unused_goals
from engine.rulesets.duel.state import ACTS, ASKS, RoundResult, State
from engine.rulesets.duel.tunnels import completed
from engine.values import replace

T = TypeVar("T")

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


def parse_position(mode: Mode, text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    game, *options = lines[0].split() if lines else ("",)
    require(game == mode.meta.key, f"the first line must begin with {mode.meta.key!r}")
    sheet = _Sheet(_configured(mode, options))
    for line in lines[1:]:
        words.reading(line, line, sheet.take)
    state = sheet.state()
    check(state)
    return state


def _configured(mode: Mode, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(mode, mode.meta.seats[0], {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


class _Sheet:
    """The lines of a text by their first words."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.lines: dict[str, str] = {}
        self.rows: dict[int, words.Row] = {}
        self.results: list[RoundResult] = []

    def take(self, line: str) -> None:
        """Take one line."""
        word, *rest = line.split()
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at not in self.rows, f"{word} sits twice")
            require(0 <= at < self.config.seats, f"{word} sits at a table of {self.config.seats}")
            self.rows[at] = words.read_row(word, rest)
        elif word == "result":
            self.results.append(words.read_result(" ".join(rest), self.config))
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.lines, f"two lines begin with {word!r}")
            self.lines[word] = " ".join(rest)

    def read(self, word: str, how: Callable[[str], T]) -> T:
        """Read the line that begins with a word."""
        text = self.lines.get(word, _DEFAULTS[word])
        return words.reading(f"{word} {text}", text, how)

    def state(self) -> State:
        """Put the lines together; what was left out gets its default."""
        config = self.config
        rows = [self.rows.get(at) or words.read_row("", []) for at in range(config.seats)]
        dwarves = words.read_dwarves(config, rows)
        maze = self.read("maze", lambda text: words.read_maze(config.mode, dwarves, text))
        state = State(
            config=config,
            seed=self.read("seed", words.read_seed),
            round=self.read("round", lambda text: words.read_round(text, config)),
            asked=self.read("asked", lambda text: words.read_seat(text, config)),
            ask=self.read("ask", lambda text: words.read_word(text, ASKS)),
            acted=self.read("acted", lambda text: words.read_word(text, ("", *ACTS))),
            orient=self.read("orient", lambda text: tuple(map(cell_named, words.items(text)))),
            maze=maze,
            goals=self.read("goals", lambda text: words.read_goals(config.mode, text)),
            seen=tuple(words.read_seen(config.mode, row["seen"]) for row in rows),
            dwarves=dwarves,
            hands=tuple(tuple(sorted(words.read_cards(row["hand"]))) for row in rows),
            broken=tuple(words.read_broken(row["broken"]) for row in rows),
            stock=words.read_cards(self.read("stock", str.split)),
            discards=words.read_cards(self.read("discards", str.split)),
            aside=words.read_cards(self.read("aside", str.split)),
            trail=self.read("trail", lambda text: words.read_trail(config.mode, maze, text)),
            claims=self.read("marked", lambda text: words.read_counters(text, config)),
            bribes=self.read("bribed", lambda text: words.read_counters(text, config)),
            keys=self.read("keys", words.read_keys),
            gold=tuple(tuple(sorted(words.read_prizes(row["gold"]))) for row in rows),
            goal_stock=words.read_prizes(self.read("later", str.split)),
            box=tuple(sorted(words.read_prizes(self.read("box", str.split)))),
            results=tuple(self.results),
            links={},
            networks=(),
            loose=(),
            trolls=(),
        )
        if "later" not in self.lines:
            state = replace(state, goal_stock=tuple(unused_goals(state)))
        if "discards" not in self.lines:
            state = replace(state, discards=tuple(sorted(unused(state).elements())))
        return completed(state)
