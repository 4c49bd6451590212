"""A whole position as text for people: tests, bug reports, moderators, hand-made cases.

One fact a line; `docs/positions.md` describes it. What a hand-made text leaves out gets the
plainest value, and cards it does not mention lie in the discard pile. A text that contradicts
itself is refused by naming what is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile

from engine.api import Seat
from engine.decks.saboteur import ROLES
from engine.errors import EngineError, PositionError
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.tiles import Placed
from engine.parts.gold import minus
from engine.parts.tools import BIT, named
from engine.rng import SEED_BYTES
from engine.rulesets.saboteur.edition import Config, configure
from engine.rulesets.saboteur.setup import ALL_GOLD
from engine.rulesets.saboteur.state import (
    CODES,
    DECK,
    DIGGER,
    GOAL_CELLS,
    GOAL_KINDS,
    KIND,
    SABOTEUR,
    START_CELL,
    TILES,
    RoundResult,
    State,
)

_SECTIONS = ("hand", "broken", "seen", "gold")


def format_position(state: State) -> str:
    """Write a position, secrets included, in the order people read a table."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in state.config.options().items())
    yield f"saboteur {options}"
    yield f"seed {state.seed.hex()}"
    yield f"round {state.round}"
    yield f"asked {_at(state.asked)}"
    yield f"last {_at(state.last)}"
    if state.orient:
        yield "orient " + ", ".join(cell_name(cell) for cell in state.orient)
    yield "goals " + ", ".join(f"{cell_name(cell)} {CODES[kind]}" for cell, kind in state.goals)
    yield "maze " + ", ".join(
        f"{cell_name(cell)} {_lying(placed)}" for cell, placed in state.maze.cards.items()
    )
    for at in range(state.config.seats):
        yield " ".join(_seat_words(state, at))
    yield f"spare {state.roles[-1]}"
    yield "stock " + _cards(state.stock)
    yield "discards " + _cards(state.discards)
    yield f"bank {state.bank}"
    for result in state.results:
        yield (
            " ".join(
                (
                    "result",
                    result.won_by,
                    "finder",
                    _at(result.finder),
                    "roles",
                    *result.roles,
                )
            )
            + f" spare {result.spare}"
        )


def _at(seat: Seat | None) -> str:
    return "nobody" if seat is None else f"@{seat + 1}"


def _lying(placed: int) -> str:
    return CODES[placed >> 1] + ("~" if placed & 1 else "")


def _cards(kinds: Iterable[int]) -> str:
    return " ".join(CODES[kind] for kind in kinds) or "none"


def _seat_words(state: State, at: int) -> Iterator[str]:
    yield f"@{at + 1} {state.roles[at]} hand {_cards(state.hands[at])}"
    if state.broken[at]:
        yield "broken " + " ".join(named(state.broken[at]))
    if state.seen[at]:
        seen = (cell for goal, (cell, _) in enumerate(state.goals) if state.seen[at] >> goal & 1)
        yield "seen " + " ".join(cell_name(cell) for cell in seen)
    if state.gold[at]:
        yield "gold " + " ".join(map(str, state.gold[at]))


def parse_position(text: str) -> State:
    """Read a position text; raises PositionError naming the line or the contradiction."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    reader = _Reader()
    for line in lines:
        word, _, rest = line.partition(" ")
        try:
            reader.read(word, rest.strip())
        except PositionError:
            raise
        except (EngineError, KeyError, ValueError, IndexError) as wrong:
            raise PositionError(f"cannot read: {line[:120]} ({wrong})") from wrong
    return reader.state()


class _Reader:
    """Collects the lines of a text, then checks them against each other."""

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.words: dict[str, str] = {}
        self.seats: dict[int, str] = {}
        self.results: list[RoundResult] = []
        self.lying: dict[Cell, Placed] = {}

    def read(self, word: str, rest: str) -> None:
        """Take one line."""
        if word == "saboteur":
            self.options = dict(_option(option) for option in rest.split())
        elif word == "maze":
            for item in rest.split(","):
                self._lay(*item.split())
        elif word.startswith("@"):
            _once(int(word[1:]) - 1 not in self.seats, f"{word} sits twice")
            self.seats[int(word[1:]) - 1] = rest
        elif word == "result":
            self.results.append(_result(rest.split()))
        elif word in _WORDS:
            _once(word not in self.words, f"two lines say {word}")
            self.words[word] = rest
        else:
            raise PositionError(f"no line begins with {word[:40]!r}")

    def _lay(self, name: str, code: str) -> None:
        cell = cell_named(name)
        _once(cell not in self.lying, f"two cards on {name}")
        kind = TILES.kind[code.removesuffix("~")]
        turned = code.endswith("~") and TILES.turns(kind)
        self.lying[cell] = Placed(kind * 2 + turned)

    def state(self) -> State:
        """Build the state; raises PositionError for a contradiction."""
        config = _configured(self.seats, self.options)
        goals = _goals(self.words.get("goals", ""))
        orient = tuple(cell_named(name) for name in _items(self.words.get("orient", "")))
        _check_goals(goals, self.lying, orient)
        rows = [_sections(self.seats[at]) for at in range(config.seats)]
        roles = _roles(config, [row[""][0] for row in rows], self.words.get("spare"))
        maze = grid.empty(TILES, GOAL_CELLS)
        for cell, placed in self.lying.items():
            maze = grid.put(maze, cell, placed)
        hands = tuple(_kinds(row["hand"]) for row in rows)
        broken = tuple(sum(BIT[tool] for tool in set(row["broken"])) for row in rows)
        stock = _kinds(self.words.get("stock", "none").split(), in_order=True)
        gold = tuple(tuple(map(int, row["gold"])) for row in rows)
        bank = int(self.words.get("bank", "0"))
        return State(
            config=config,
            seed=_seed(self.words.get("seed", "00" * SEED_BYTES)),
            round=_round(self.words.get("round", "1"), config),
            asked=_seat(self.words.get("asked", "@1"), config),
            orient=orient,
            last=_seat(self.words.get("last", "nobody"), config),
            maze=maze,
            network=grid.trace(maze),
            goals=goals,
            seen=tuple(_seen(row["seen"], goals) for row in rows),
            roles=roles,
            hands=hands,
            broken=broken,
            stock=stock,
            discards=self._discards(hands, broken, stock),
            gold=gold,
            gold_stock=_gold_stock(gold, bank),
            bank=bank,
            results=tuple(self.results),
        )

    def _discards(
        self,
        hands: tuple[tuple[int, ...], ...],
        broken: tuple[int, ...],
        stock: tuple[int, ...],
    ) -> tuple[int, ...]:
        fixed = {START_CELL, *GOAL_CELLS}
        used = Counter(placed >> 1 for cell, placed in self.lying.items() if cell not in fixed)
        used.update(kind for hand in hands for kind in hand)
        used.update(stock)
        used.update(KIND[f"break-{tool}"] for tools in broken for tool in named(tools))
        if "discards" in self.words:
            discards = _kinds(self.words["discards"].split(), in_order=True)
            used.update(discards)
            missing = Counter(DECK) - used
            _once(not missing, f"cards are missing: {_cards(sorted(missing.elements()))}")
        else:
            discards = tuple(sorted((Counter(DECK) - used).elements()))
        surplus = used - Counter(DECK)
        for kind, more in surplus.items():
            raise PositionError(f"{more} more of {CODES[kind]} than the box holds")
        return discards


_WORDS = frozenset(
    (
        "seed",
        "round",
        "asked",
        "last",
        "orient",
        "goals",
        "spare",
        "stock",
        "discards",
        "bank",
    )
)


def _once(holds: bool, otherwise: str) -> None:
    if not holds:
        raise PositionError(otherwise)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _option(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _configured(seats: dict[int, str], options: dict[str, str]) -> Config:
    _once(
        sorted(seats) == list(range(len(seats))),
        "the seats must be @1, @2, ... without a gap",
    )
    try:
        return configure(len(seats), options)
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def _sections(rest: str) -> dict[str, list[str]]:
    words = rest.split()
    sections: dict[str, list[str]] = {"": words[:1], **{name: [] for name in _SECTIONS}}
    at = 1
    while at < len(words):
        name = words[at]
        _once(name in _SECTIONS, f"{name!r} is none of {', '.join(_SECTIONS)}")
        values = list(takewhile(lambda word: word not in _SECTIONS, words[at + 1 :]))
        sections[name] += values
        at += 1 + len(values)
    return sections


def _kinds(codes: list[str], *, in_order: bool = False) -> tuple[int, ...]:
    kinds = []
    for code in codes:
        if code != "none":
            _once(KIND.get(code) in DECK, f"no card {code!r} in the deck")
            kinds.append(KIND[code])
    return tuple(kinds) if in_order else tuple(sorted(kinds))


def _roles(config: Config, roles: list[str], spare: str | None) -> tuple[str, ...]:
    diggers, saboteurs = ROLES[config.seats]
    box = Counter({DIGGER: diggers, SABOTEUR: saboteurs})
    used = Counter(roles)
    left = list((box - used).elements())
    dwarves = (*roles, spare if spare is not None else left[0] if left else "")
    _once(
        Counter(dwarves) == box,
        f"the dwarves must be {diggers} diggers, {saboteurs} saboteurs",
    )
    return dwarves


def _goals(text: str) -> tuple[tuple[Cell, int], ...]:
    pairs = [item.split() for item in _items(text)]
    goals = tuple((cell_named(name), KIND[code]) for name, code in pairs)
    _once(
        tuple(cell for cell, _ in goals) == GOAL_CELLS
        and Counter(kind for _, kind in goals) == Counter(GOAL_KINDS),
        "goals must name i1, i3 and i5 with Z1, Z2 and Z3 once each",
    )
    return goals


def _check_goals(
    goals: tuple[tuple[Cell, int], ...],
    lying: dict[Cell, Placed],
    orient: tuple[Cell, ...],
) -> None:
    start = TILES.kind["S"]
    _once(
        lying.get(START_CELL, Placed(-1)) >> 1 == start,
        "the start card S must lie on a3",
    )
    for cell, placed in lying.items():
        kind, name = placed >> 1, cell_name(cell)
        _once(kind != start or cell == START_CELL, f"a second start card on {name}")
        at_goal = dict(goals).get(cell)
        expected = at_goal if at_goal is not None else kind
        _once(
            kind == expected and (kind not in GOAL_KINDS or at_goal is not None),
            f"{CODES[kind]} on {name} is not the goal that lies there",
        )
    for cell in orient:
        _once(
            cell in GOAL_CELLS and cell not in lying,
            f"{cell_name(cell)} is no goal to orient",
        )


def _seen(names: list[str], goals: tuple[tuple[Cell, int], ...]) -> int:
    cells = [cell for cell, _ in goals]
    return sum(1 << cells.index(cell_named(name)) for name in set(names))


def _seat(text: str, config: Config) -> Seat | None:
    if text == "nobody":
        return None
    _once(text[:1] == "@" and text[1:].isdigit(), f"{text[:20]!r} is no seat")
    seat = int(text[1:]) - 1
    _once(0 <= seat < config.seats, f"nobody sits at {text}")
    return Seat(seat)


def _round(text: str, config: Config) -> int:
    _once(
        text.isdigit() and 1 <= int(text) <= config.rounds,
        f"there is no round {text[:20]}",
    )
    return int(text)


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    _once(len(seed) == SEED_BYTES, f"the seed must be {2 * SEED_BYTES} hexadecimal digits")
    return seed


def _gold_stock(gold: tuple[tuple[int, ...], ...], bank: int) -> tuple[int, ...]:
    held = sorted((card for cards in gold for card in cards), reverse=True)
    for _ in range(bank):
        _once(
            bool(held) and held[-1] == 1,
            "the bank has paid more ones than anybody holds",
        )
        held.pop()
    try:
        return minus(ALL_GOLD, tuple(held))
    except ValueError:
        raise PositionError("more gold cards than the box holds") from None


def _result(words: list[str]) -> RoundResult:
    won_by, _, finder, _, *rest = words
    roles, _, spare = rest[:-2], rest[-2], rest[-1]
    seat = None if finder == "nobody" else Seat(int(finder[1:]) - 1)
    return RoundResult(won_by, seat, tuple(roles), spare)
