"""What a state is made of, in words; `docs/notation-duel.md` describes the text."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import Any

from engine.decks.duel import COLOURS
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import LETTERS, letters_of, sides_of
from engine.parts import lines, words
from engine.parts.fields import ByHand, Field, Form, Sheet, Values
from engine.parts.words import number, require
from engine.rulesets.duel.cards import (
    CARDS,
    CODES,
    GOAL_KINDS,
    KIND,
    REMOVABLE,
    STANDS_FOR,
    START_KIND,
    TILES,
)
from engine.rulesets.duel.check import check, unused, unused_goals
from engine.rulesets.duel.earlier import load_first
from engine.rulesets.duel.edition import DUEL, SOLO, Config, Mode, configure
from engine.rulesets.duel.state import ACTS, ASKS, RoundResult, State
from engine.rulesets.duel.tunnels import completed
from engine.values import replace

_PRIZES = {CODES[kind]: kind for kind in (*CARDS.values(), *STANDS_FOR) if kind < len(TILES.tiles)}
_ENDED = ("goals", "counters", "cards")
_SHARE = re.compile(r"@\d+ won ([0-9 ]+) trolls (\d) paid ([0-9 ]+) gold (\d+)")


def _cells(config: Config) -> tuple[Cell, ...]:
    return config.mode.goals


def _read_goals(text: str, config: Config) -> tuple[tuple[Cell, int], ...]:
    """Read where the goals lie; places that are not named get the goals that are left."""
    cells = config.mode.goals
    pairs = [item.split() for item in words.items(text)]
    kinds = {words.read_goal_cell(name, cells): KIND[code] for name, code in pairs}
    for kind in kinds.values():
        require(kind in STANDS_FOR, f"{CODES[kind]} is no goal")
    require(len(kinds) == len(pairs), "two goals lie on one cell")
    rest = (kind for kind in GOAL_KINDS if kind not in kinds.values())
    return tuple((cell, kinds[cell] if cell in kinds else next(rest)) for cell in cells)


def _prizes_of(kinds: Iterable[int], _config: Config) -> str:
    return words.cards_of(kinds, CODES)


def _read_prizes(text: str, _config: Config) -> tuple[int, ...]:
    codes = words.split(text)
    for code in codes:
        require(code in _PRIZES, f"neither a goal nor a card with gold: {code[:40]!r}")
    return tuple([_PRIZES[code] for code in codes])


def _read_sorted(text: str, config: Config) -> tuple[int, ...]:
    return tuple(sorted(_read_prizes(text, config)))


def _counters(word: str, name: str) -> lines.AnyField:
    """Make the field of counters, each as its cell and whose colour is up."""
    return lines.plain(
        word,
        lambda counters, _: ", ".join(
            f"{cell_name(cell)} {words.seat_name(seat)}" for cell, seat in counters
        ),
        lambda text, config: _pairs(text, lambda seat: words.read_player(seat, config.seats)),
        name=name,
    )


def _pairs(text: str, how: Callable[[str], Any]) -> tuple[tuple[Cell, Any], ...]:
    pairs = [item.split() for item in words.items(text)]
    return tuple((cell_named(name), how(what)) for name, what in pairs)


def _read_side(letter: str) -> int:
    require(letter in LETTERS, "a key lies on one side of a card")
    return sides_of(letter)


def _trail_of(trail: Iterable[Cell], config: Config) -> str:
    return words.words_of(map(cell_name, trail)) if config.mode.solo else ""


def _aside_of(cards: Iterable[int], config: Config) -> str:
    return words.cards_of(cards, CODES) if config.mode.solo else ""


def _result_words(result: RoundResult, config: Config) -> str:
    shares = (
        f"@{at + 1} won {_numbers(result.won[at])} trolls {result.trolls[at]}"
        f" paid {_numbers(result.paid[at])} gold {result.gold[at]}"
        for at in range(config.seats)
    )
    return " ".join((result.ended, *shares))


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "0"


def _read_result(text: str, config: Config) -> RoundResult:
    ended, _, rest = text.partition(" ")
    shares = _SHARE.findall(rest)
    if ended not in _ENDED or len(shares) != config.seats:
        raise ValueError(text)
    won, trolls, paid, gold = zip(*shares, strict=True)
    return RoundResult(
        ended,
        tuple(map(_read_values, won)),
        tuple(number("trolls", count) for count in trolls),
        tuple(map(_read_values, paid)),
        tuple(number("gold", count) for count in gold),
    )


def _read_values(text: str) -> tuple[int, ...]:
    """Read the values of gold cards; 0 stands for none."""
    return tuple(value for word in text.split() if (value := number("gold", word)))


def _build(config: Config, values: Values) -> State:
    return completed(State(config=config, **values))


def _fill(sheet: Sheet, config: Config) -> None:
    """Give each seat the dwarf it names, or the one that is left, green first; lay the starts."""
    picked = [config.colour] if config.colour else list(COLOURS)
    left = [colour for colour in picked if colour not in [row["dwarf"] for row in sheet.rows]]
    for row in sheet.rows:
        row["dwarf"] = row["dwarf"] or left.pop(0)
    dwarves = sorted(row["dwarf"] for row in sheet.rows)
    require(dwarves == sorted(picked), f"the dwarves must be {' and '.join(picked)}")
    lying = [" ".join(item.split()) for item in words.items(sheet.lines["maze"])]
    for dwarf in dwarves:
        start = f"{cell_name(config.mode.starts[dwarf])} {CODES[START_KIND[dwarf]]}"
        if start not in [item.removesuffix("~") for item in lying]:
            lying.append(start)
    sheet.lines["maze"] = ", ".join(lying)


def _rest(state: State, said: frozenset[str]) -> State:
    """Find places for what no line names: goals come later, cards were discarded or laid."""
    if "later" not in said:
        state = replace(state, goal_stock=tuple(unused_goals(state)))
    if "discards" not in said:
        state = replace(state, discards=tuple(sorted(unused(state).elements())))
    if "trail" not in said and state.config.mode.solo:
        lying = state.maze.cards.items()
        trail = tuple(cell for cell, placed in lying if REMOVABLE[placed >> 1])
        state = replace(state, trail=trail)
    return state


def _form(mode: Mode) -> Form[State, Config]:
    return Form(
        meta=mode.meta,
        head=(
            *lines.course(),
            lines.said("ask", lambda text, _: words.one_of(text, ASKS), left_out="play"),
            lines.said("acted", lambda text, _: words.one_of(text, ("", *ACTS))),
            lines.orient(_cells),
            lines.plain("goals", lambda goals, _: words.goals_of(goals, CODES), _read_goals),
            lines.maze(_cells, TILES, ""),
            _counters("marked", "claims"),
            _counters("bribed", "bribes"),
            lines.plain(
                "keys",
                lambda keys, _: ", ".join(
                    f"{cell_name(cell)} {letters_of(side)}" for cell, side in keys
                ),
                lambda text, _: _pairs(text, _read_side),
            ),
        ),
        rows=(
            lines.plain(
                "dwarf", lambda dwarf, _: dwarf, lambda text, _: text, name="dwarves", bare=1
            ),
            lines.hand(CODES, CARDS),
            lines.BROKEN,
            lines.seen(_cells),
            lines.plain(
                "gold", lambda cards, _: " ".join(CODES[kind] for kind in cards), _read_sorted
            ),
        ),
        tail=(
            lines.pile("stock", CODES, CARDS),
            lines.pile("discards", CODES, CARDS),
            lines.plain("aside", _aside_of, lambda text, _: words.read_cards(text, CARDS)),
            lines.plain(
                "trail", _trail_of, lambda text, _: tuple(map(cell_named, words.split(text)))
            ),
            lines.plain("later", _prizes_of, _read_prizes, name="goal_stock"),
            lines.plain("box", _prizes_of, _read_sorted),
        ),
        result=Field("result", attrgetter("results"), _result_words, _read_result),
        configure=partial(configure, mode),
        build=_build,
        by_hand=ByHand(_fill, _rest, check),
        earlier={1: load_first},
    )


FORMS = {mode.meta.key: _form(mode) for mode in (DUEL, SOLO)}
