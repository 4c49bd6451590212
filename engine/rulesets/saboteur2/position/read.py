"""From a text to a state: `_Sheet` sorts the lines, the functions below it read their words."""

from collections import Counter
from collections.abc import Iterable

from engine.api import Seat
from engine.decks.saboteur2 import ASIDE, DWARVES
from engine.errors import EngineError, PositionError
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts import positions as words
from engine.parts.positions import require
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur2.edition import META, Config, configure
from engine.rulesets.saboteur2.position.check import check, unused
from engine.rulesets.saboteur2.state import (
    CODES,
    DECKS,
    GOAL_CELLS,
    GOAL_KINDS,
    KIND,
    Inspection,
    RoundResult,
    State,
)
from engine.rulesets.saboteur2.tiles import TILES
from engine.values import replace

Row = words.Row

_DEFAULTS = {
    "seats": "",
    "seed": "00" * SEED_BYTES,
    "round": "1",
    "asked": "",
    "orient": "",
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
_RESULT = ("finder", "roles", "trapped", "winners", "share", "crystals", "paid", "thefts")
_WON_BY = ("blue", "green", "both", "loners", "saboteurs", "nobody")


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
        config = _configured(seats, options)
        rows = [self.rows.get(at) or words.read_row("", [], _SECTIONS) for at in range(seats)]
        maze = words.reading(f"maze {said['maze']}", said["maze"], _maze)
        thieves = _seats(said["thieves"], seats)
        trapped = _seats(said["trapped"], seats)
        roles, undealt, shed = _dwarves(rows, said["undealt"], said["shed"])
        state = State(
            config=config,
            seed=words.reading(f"seed {said['seed']}", said["seed"], words.read_seed),
            round=words.read_round(said["round"], config.rounds),
            asked=_asked(said["asked"], thieves, seats),
            orient=tuple(
                words.read_goal_cell(name, GOAL_CELLS) for name in words.items(said["orient"])
            ),
            thieves=thieves,
            closer=_asked(said["closer"], thieves, seats) if thieves or said["closer"] else None,
            maze=maze,
            network=grid.trace(maze),
            goals=words.reading(f"goals {said['goals']}", said["goals"], _goals),
            seen=tuple(_seen(row["seen"]) for row in rows),
            inspected=tuple(_inspected(row["inspected"], seats) for row in rows),
            roles=roles,
            undealt=undealt,
            shed=shed,
            hands=tuple(tuple(sorted(_cards(row["hand"], config))) for row in rows),
            broken=tuple(words.read_broken(row["broken"]) for row in rows),
            trapped=tuple(Seat(at) in trapped for at in range(seats)),
            thefts=_seats(said["thefts"], seats),
            stock=_cards(said["stock"].split(), config),
            aside=_cards(said["aside"].split(), config),
            discards=_cards(said["discards"].split(), config),
            gold=tuple(_gold(row["gold"]) for row in rows),
            results=tuple(_result(line, seats) for line in self.results),
        )
        return _with_the_rest(state, aside=not said["aside"], discards=not said["discards"])


def _with_the_rest(state: State, *, aside: bool, discards: bool) -> State:
    """Put the cards that no line names aside and, beyond the number set aside, on the discards."""
    rest = tuple(sorted(unused(state).elements()))
    if aside:
        many = ASIDE if discards else len(rest)
        state, rest = replace(state, aside=rest[:many]), rest[many:]
    return replace(state, discards=rest) if discards else state


def _configured(seats: int, options: list[str]) -> Config:
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def _asked(text: str, thieves: tuple[Seat, ...], seats: int) -> Seat | None:
    return words.read_seat(text, seats) if text else (*thieves, Seat(0))[0]


def _seats(text: str, seats: int) -> tuple[Seat, ...]:
    return tuple(_seat(name, seats) for name in text.split() if name != "none")


def _seat(name: str, seats: int) -> Seat:
    seat = words.read_seat(name, seats)
    require(seat is not None, "nobody is no seat")
    return seat or Seat(0)


def _goals(text: str) -> tuple[tuple[Cell, int], ...]:
    return words.read_goals(text, GOAL_CELLS, {CODES[kind]: kind for kind in GOAL_KINDS})


def _maze(text: str) -> grid.Maze:
    return words.read_maze(text, TILES, GOAL_CELLS)


def _cards(codes: list[str], config: Config) -> tuple[int, ...]:
    deck = DECKS[config.fourth_rockfall]
    for code in codes:
        require(code == "none" or KIND.get(code) in deck, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def _dwarves(
    rows: list[Row], undealt: str, shed: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Give each seat the dwarf it names; the other seats, then the pile, get what is left."""
    pile, gone = _roles(undealt.split()), _roles(shed.split())
    named = [(*_roles(row["role"]), "")[0] for row in rows]
    left = Counter(DWARVES)
    left.subtract(role for role in (*named, *pile, *gone) if role)
    for role, count in left.items():
        require(count >= 0, f"{-count} more of {role} than there are dwarves")
    rest = list(left.elements())
    needed = named.count("")
    require(len(rest) >= needed, "there are fewer dwarves left than seats without one")
    dealt, rest = iter(rest[:needed]), rest[needed:]
    require(not undealt or not rest, f"dwarves that are nowhere: {' '.join(rest)}")
    return tuple(role or next(dealt) for role in named), (*pile, *rest), gone


def _roles(names: Iterable[str]) -> tuple[str, ...]:
    roles = tuple(name for name in names if name != "none")
    for role in roles:
        require(role in DWARVES, f"no dwarf: {role[:20]!r}")
    return roles


def _seen(names: list[str]) -> int:
    return sum(1 << GOAL_CELLS.index(words.read_goal_cell(name, GOAL_CELLS)) for name in set(names))


def _inspected(names: list[str], seats: int) -> tuple[Inspection, ...]:
    return tuple(words.reading(name, name, lambda text: _inspection(text, seats)) for name in names)


def _inspection(text: str, seats: int) -> Inspection:
    target, role = text.split("=")
    (named,) = _roles([role.removesuffix("~")])
    return Inspection(_seat(target, seats), named, current=not role.endswith("~"))


def _gold(numbers: list[str]) -> int:
    require(len(numbers) < 2, "gold is one number")
    return words.number("gold", (*numbers, "0")[0])


def _result(line: str, seats: int) -> RoundResult:
    said = words.read_row("result", line.split(), _RESULT)
    (won_by,) = said["role"] or [""]
    require(won_by in _WON_BY, f"nothing is won by {won_by[:20]!r}")
    roles = _roles(said["roles"])
    paid = tuple(words.number("paid", gold) for gold in said["paid"])
    require(len(roles) == len(paid) == seats, f"a result must name {seats} dwarves and payments")
    thefts = (theft.partition(">") for theft in said["thefts"] if theft != "none")
    return RoundResult(
        won_by=won_by,
        finder=words.read_seat(" ".join(said["finder"]), seats),
        roles=roles,
        trapped=_seats(" ".join(said["trapped"]), seats),
        winners=_seats(" ".join(said["winners"]), seats),
        share=words.number("share", " ".join(said["share"])),
        crystals=words.number("crystals", " ".join(said["crystals"])),
        paid=paid,
        thefts=tuple((_seat(thief, seats), _seat(victim, seats)) for thief, _, victim in thefts),
    )
