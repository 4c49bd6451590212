"""From a text to a state: `_Sheet` sorts the lines, the functions below it read their words."""

from collections import Counter

from engine.api import Seat
from engine.decks.saboteur import ROLES
from engine.errors import EngineError, PositionError
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts import positions as words
from engine.parts.gold import minus
from engine.parts.positions import require
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur.edition import META, Config, configure
from engine.rulesets.saboteur.position.check import check, unused
from engine.rulesets.saboteur.setup import ALL_GOLD
from engine.rulesets.saboteur.state import (
    CODES,
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
        words.reading(line, line, sheet.take)
    state = sheet.state(options)
    check(state)
    return state


class _Sheet:
    """The lines of a text by their first words."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}
        self.rows: dict[int, Row] = {}
        self.results: list[RoundResult] = []

    def take(self, line: str) -> None:
        """Take one line."""
        word, *rest = line.split()
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at >= 0, f"nobody sits at {word}")
            require(at not in self.rows, f"{word} sits twice")
            self.rows[at] = words.sections(word, rest, _SECTIONS)
        elif word == "result":
            self.results.append(_result(rest))
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
        rows = [self.rows.get(at) or words.sections("", [], _SECTIONS) for at in range(seats)]
        for result in self.results:
            finder = result.finder or 0
            require(len(result.roles) == seats, f"a result names {len(result.roles)} dwarves")
            require(finder < seats, f"a result names @{finder + 1}, where nobody sits")
        maze = words.reading(f"maze {said['maze']}", said["maze"], _maze)
        gold = tuple(tuple(words.number("gold", value) for value in row["gold"]) for row in rows)
        bank = words.number("bank", said["bank"])
        state = State(
            config=config,
            seed=words.reading(f"seed {said['seed']}", said["seed"], words.seed),
            round=words.round_number(said["round"], config.rounds),
            asked=words.seat(said["asked"], config.seats),
            orient=tuple(words.goal_cell(name, GOAL_CELLS) for name in words.items(said["orient"])),
            maze=maze,
            network=grid.trace(maze),
            goals=words.reading(f"goals {said['goals']}", said["goals"], _goals),
            seen=tuple(_seen(row["seen"]) for row in rows),
            roles=_roles(config, rows, said["spare"]),
            hands=tuple(tuple(sorted(_cards(row["hand"]))) for row in rows),
            broken=tuple(words.broken(row["broken"]) for row in rows),
            stock=_cards(said["stock"].split()),
            discards=_cards(said["discards"].split()),
            gold=gold,
            gold_stock=_gold_stock(gold, bank),
            bank=bank,
            results=tuple(self.results),
        )
        if said["discards"]:
            return state
        return replace(state, discards=tuple(sorted(unused(state).elements())))


def _configured(seats: int, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def _goals(text: str) -> tuple[tuple[Cell, int], ...]:
    return words.goals(text, GOAL_CELLS, {CODES[kind]: kind for kind in GOAL_KINDS})


def _maze(text: str) -> grid.Maze:
    return words.maze(text, TILES, GOAL_CELLS)


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


def _seen(names: list[str]) -> int:
    return sum(1 << GOAL_CELLS.index(words.goal_cell(name, GOAL_CELLS)) for name in set(names))


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


def _result(row: list[str]) -> RoundResult:
    won_by, finder_is, finder, roles_are, *roles, spare_is, spare = row
    right = (finder_is, roles_are, spare_is) == ("finder", "roles", "spare") and won_by in _WON_BY
    if not right or not {*roles, spare} <= {DIGGER, SABOTEUR}:
        raise ValueError(row)
    seat = (
        None if finder == "nobody" else Seat(words.number("finder", finder.removeprefix("@")) - 1)
    )
    return RoundResult(won_by, seat, tuple(roles), spare)
