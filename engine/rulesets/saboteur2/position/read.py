"""From a text to a state: `_Sheet` sorts the lines, the functions below it read their words."""

from engine.api import Seat
from engine.decks.saboteur2 import ASIDE
from engine.maze import grid
from engine.maze.cells import Cell, cell_named
from engine.parts import positions as words
from engine.parts.positions import Row, require
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur2.edition import META
from engine.rulesets.saboteur2.position.check import check, unused
from engine.rulesets.saboteur2.position.words import (
    read_cards,
    read_config,
    read_dwarves,
    read_gold,
    read_inspected,
    read_result,
    read_seats,
    read_seen,
)
from engine.rulesets.saboteur2.state import (
    CODES,
    GOAL_CELLS,
    GOAL_KINDS,
    State,
)
from engine.rulesets.saboteur2.tiles import TILES
from engine.values import replace

_DEFAULTS = {
    "seats": "",
    "seed": "00" * SEED_BYTES,
    "round": "1",
    "asked": "",
    "orient": "",
    "laid": "",
    "thieves": "none",
    "closer": "",
    "goals": "i1 Z2, i3 Z1, i5 Z3",
    "maze": "a3 S",
    "trapped": "none",
    "thefts": "none",
    "undealt": "",
    "shed": "none",
    "stock": "none",
    "aside": "",
    "discards": "",
}
_SECTIONS = ("hand", "broken", "seen", "inspected", "gold")


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
    check(state)
    return state


class _Sheet:
    """The lines of a text by their first words."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        self.rows: dict[int, Row] = {}
        self.results: list[str] = []

    def take(self, line: str) -> None:
        """Take one line."""
        word, _, rest = line.partition(" ")
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at >= 0, f"nobody sits at {word}")
            require(at not in self.rows, f"{word} sits twice")
            self.rows[at] = words.read_row(word, rest.split(), _SECTIONS)
        elif word == "result":
            self.results.append(rest)
        else:
            require(word in _DEFAULTS, f"no line begins with {word[:40]!r}")
            require(word not in self.said, f"two lines begin with {word!r}")
            self.said[word] = rest.strip()

    def state(self, options: list[str]) -> State:
        """Put the lines together; what was left out gets its default."""
        said = _DEFAULTS | self.said
        seats = words.number("seats", said["seats"] or str(len(self.rows)))
        for at in self.rows:
            require(at < seats, f"@{at + 1} sits at a table of {seats}")
        config = read_config(seats, options)
        rows = [self.rows.get(at) or words.read_row("", [], _SECTIONS) for at in range(seats)]
        maze = words.reading(f"maze {said['maze']}", said["maze"], _maze)
        thieves = read_seats(said["thieves"], seats)
        trapped = read_seats(said["trapped"], seats)
        roles, undealt, shed = read_dwarves(rows, said["undealt"], said["shed"])
        state = State(
            config=config,
            seed=words.reading(f"seed {said['seed']}", said["seed"], words.read_seed),
            round=words.read_round(said["round"], config.rounds),
            asked=_asked(said["asked"], thieves, seats),
            orient=tuple(
                words.read_goal_cell(name, GOAL_CELLS) for name in words.items(said["orient"])
            ),
            laid=words.reading(said["laid"], said["laid"], cell_named) if said["laid"] else None,
            thieves=thieves,
            closer=_asked(said["closer"], thieves, seats) if thieves or said["closer"] else None,
            maze=maze,
            network=grid.trace(maze),
            goals=words.reading(f"goals {said['goals']}", said["goals"], _goals),
            seen=tuple(read_seen(row["seen"]) for row in rows),
            inspected=tuple(read_inspected(row["inspected"], seats) for row in rows),
            roles=roles,
            undealt=undealt,
            shed=shed,
            hands=tuple(tuple(sorted(read_cards(row["hand"], config))) for row in rows),
            broken=tuple(words.read_broken(row["broken"]) for row in rows),
            trapped=tuple(Seat(at) in trapped for at in range(seats)),
            thefts=read_seats(said["thefts"], seats),
            stock=read_cards(said["stock"].split(), config),
            aside=read_cards(said["aside"].split(), config),
            discards=read_cards(said["discards"].split(), config),
            gold=tuple(read_gold(row["gold"]) for row in rows),
            results=tuple(read_result(line, seats) for line in self.results),
        )
        return _with_the_rest(state, aside=not said["aside"], discards=not said["discards"])


def _with_the_rest(state: State, *, aside: bool, discards: bool) -> State:
    """Put the cards that no line names aside and, beyond the number set aside, on the discards."""
    rest = tuple(sorted(unused(state).elements()))
    if aside:
        many = ASIDE if discards else len(rest)
        state, rest = replace(state, aside=rest[:many]), rest[many:]
    return replace(state, discards=rest) if discards else state


def _asked(text: str, thieves: tuple[Seat, ...], seats: int) -> Seat | None:
    return words.read_seat(text, seats) if text else (*thieves, Seat(0))[0]


def _goals(text: str) -> tuple[tuple[Cell, int], ...]:
    return words.read_goals(text, GOAL_CELLS, {CODES[kind]: kind for kind in GOAL_KINDS})


def _maze(text: str) -> grid.Maze:
    return words.read_maze(text, TILES, GOAL_CELLS)
