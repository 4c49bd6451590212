"""From a text to a state: lines are sorted under their first words, then put together."""

from engine.maze import grid
from engine.parts.positions import (
    Row,
    items,
    number,
    read_broken,
    read_goal_cell,
    read_goals,
    read_maze,
    read_round,
    read_row,
    read_seat,
    read_seed,
    reading,
    require,
)
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur.edition import META
from engine.rulesets.saboteur.position.check import check, unused
from engine.rulesets.saboteur.position.words import (
    gold_left,
    read_cards,
    read_config,
    read_result,
    read_roles,
    read_seen,
)
from engine.rulesets.saboteur.state import (
    CODES,
    GOAL_CELLS,
    GOAL_KINDS,
    TILES,
    RoundResult,
    State,
)
from engine.values import replace

_SECTIONS = ("hand", "broken", "seen", "gold")
_GOALS = {CODES[kind]: kind for kind in GOAL_KINDS}
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


def parse_position(text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    game, *options = lines[0].split() if lines else ("",)
    require(game == META.key, f"the first line must begin with {META.key!r}")
    sheet = _Sheet()
    for line in lines[1:]:
        reading(line, line, sheet.take)
    state = sheet.state(options)
    check(state)
    return state


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
            self.rows[at] = read_row(word, rest, _SECTIONS)
        elif word == "result":
            self.results.append(read_result(rest))
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.words, f"two lines begin with {word!r}")
            self.words[word] = " ".join(rest)

    def state(self, options: list[str]) -> State:
        """Put the lines together; what was left out gets its default."""
        words = _DEFAULTS | self.words
        seats = number("seats", words["seats"] or str(len(self.rows)))
        for at in self.rows:
            require(at < seats, f"@{at + 1} sits at a table of {seats}")
        config = read_config(seats, options)
        rows = [self.rows.get(at) or read_row("", [], _SECTIONS) for at in range(seats)]
        for result in self.results:
            finder = result.finder or 0
            require(len(result.roles) == seats, f"a result names {len(result.roles)} dwarves")
            require(finder < seats, f"a result names @{finder + 1}, where nobody sits")
        maze = reading(
            f"maze {words['maze']}", words["maze"], lambda text: read_maze(text, TILES, GOAL_CELLS)
        )
        gold = tuple(tuple(number("gold", value) for value in row["gold"]) for row in rows)
        bank = number("bank", words["bank"])
        state = State(
            config=config,
            seed=reading(f"seed {words['seed']}", words["seed"], read_seed),
            round=read_round(words["round"], config.rounds),
            asked=read_seat(words["asked"], config.seats),
            orient=tuple(read_goal_cell(name, GOAL_CELLS) for name in items(words["orient"])),
            maze=maze,
            network=grid.trace(maze),
            goals=reading(
                f"goals {words['goals']}",
                words["goals"],
                lambda text: read_goals(text, GOAL_CELLS, _GOALS),
            ),
            seen=tuple(read_seen(row["seen"]) for row in rows),
            roles=read_roles(config, rows, words["spare"]),
            hands=tuple(tuple(sorted(read_cards(row["hand"]))) for row in rows),
            broken=tuple(read_broken(row["broken"]) for row in rows),
            stock=read_cards(words["stock"].split()),
            discards=read_cards(words["discards"].split()),
            gold=gold,
            gold_stock=gold_left(gold, bank),
            bank=bank,
            results=tuple(self.results),
        )
        if words["discards"]:
            return state
        return replace(state, discards=tuple(sorted(unused(state).elements())))
