"""From a text to a state: lines are sorted under their first words, then put together."""

from collections.abc import Callable
from typing import TypeVar

from engine.errors import EngineError, PositionError
from engine.parts import positions as words
from engine.parts.positions import Row, require
from engine.rng import SEED_BYTES
from engine.rulesets.dark_cave import fields
from engine.rulesets.dark_cave.edition import META, Config, configure
from engine.rulesets.dark_cave.position import words as own
from engine.rulesets.dark_cave.position.check import check, unused
from engine.rulesets.dark_cave.scoring import result
from engine.rulesets.dark_cave.state import State
from engine.values import replace

T = TypeVar("T")

_DEFAULTS = {
    "seats": "",
    "seed": "00" * SEED_BYTES,
    "asked": "",
    "turn": "",
    "agreed": "",
    "orient": "",
    "goals": "",
    "maze": "",
    "aside": "",
    "left": "",
    "webs": "",
    "creatures": "",
    "veins": "",
    "stock": "none",
    "discards": "none",
    "boxed": "",
    "blind": "0",
    "ended": "",
}


def parse_position(text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    game, *options = lines[0].split() if lines else ("",)
    require(game == META.key, f"the first line must begin with {META.key!r}")
    sheet = _Sheet()
    for line in lines[1:]:
        words.reading(line, line, sheet.take)
    state = sheet.state(options)
    check(state, sheet.ended)
    if sheet.ended:
        return replace(state, results=(result(state, sheet.ended),))
    return state


class _Sheet:
    """The lines of a text by their first words."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        self.rows: dict[int, Row] = {}

    @property
    def ended(self) -> str:
        """Say how the game ended; empty while it goes on."""
        return self.said.get("ended", "")

    def take(self, line: str) -> None:
        """Take one line."""
        word, *rest = line.split()
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at >= 0, f"nobody sits at {word}")
            require(at not in self.rows, f"{word} sits twice")
            self.rows[at] = own.read_row(word, rest)
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.said, f"two lines begin with {word!r}")
            self.said[word] = " ".join(rest)

    def state(self, options: list[str]) -> State:
        """Put the lines together; what was left out gets its default."""
        said = _DEFAULTS | self.said
        seats = words.number("seats", said["seats"] or str(len(self.rows)))
        for at in self.rows:
            require(at < seats, f"@{at + 1} sits at a table of {seats}")
        config = _configured(seats, options)
        rows = [self.rows.get(at) or own.read_row("", []) for at in range(seats)]

        def line(word: str, how: Callable[[str], T]) -> T:
            return words.reading(f"{word} {said[word]}", said[word], how)

        maze = line("maze", lambda text: own.read_maze(text, config))
        turn = line("turn", lambda text: own.read_turn(text, said["asked"] or "@1", config))
        dwarves = tuple(own.read_dwarf(f"@{at + 1}", row, config) for at, row in enumerate(rows))
        veins = line("veins", own.read_places)
        state = State(
            config=config,
            seed=line("seed", words.read_seed),
            asked=words.read_seat(said["asked"] or f"@{turn.seat + 1}", seats),
            turn=turn,
            agreed=own.bits(line("agreed", lambda text: own.read_seats(text, config))),
            orient=line("orient", lambda text: own.read_orient(text, config)),
            maze=maze,
            ways=fields.trace(maze),
            goals=line("goals", lambda text: own.read_goals(text, config)),
            clans=own.read_clans(config, rows, said["aside"]),
            dwarves=dwarves,
            left=own.read_left(said["left"], dwarves, config),
            hands=tuple(tuple(sorted(own.read_cards(row["hand"]))) for row in rows),
            webs=line("webs", lambda text: own.read_webs(text, config)),
            creatures=line("creatures", lambda text: own.read_creatures(text, config)),
            veins=veins,
            gold=own.gold_left(dwarves, veins),
            stock=own.read_cards(said["stock"].split()),
            discards=own.read_cards(said["discards"].split()),
            boxed=own.read_cards(said["boxed"].split()),
            blind=words.number("blind", said["blind"]),
            results=(),
        )
        own.require_ending(self.ended)
        if said["boxed"]:
            return state
        return replace(state, boxed=tuple(sorted((+unused(state)).elements())))


def _configured(seats: int, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong
