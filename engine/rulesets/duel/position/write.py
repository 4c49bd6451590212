"""From a state to its text, one fact a line, in the order in which people read a table."""

from collections.abc import Iterable, Iterator

from engine.api import Seat
from engine.maze.cells import Cell, cell_name
from engine.maze.sides import letters_of
from engine.maze.tiles import Placed
from engine.parts.tools import named
from engine.rulesets.duel.cards import CODES
from engine.rulesets.duel.state import RoundResult, State


def format_position(state: State) -> str:
    """Write a position with all its secrets, so that reading it gives the same state."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    options = (f"{name}={value}" for name, value in state.config.options().items())
    yield " ".join((state.config.mode.meta.key, *options))
    yield f"seed {state.seed.hex()}"
    yield f"round {state.round}"
    yield f"asked {_seat(state.asked)}"
    yield f"ask {state.ask}"
    if state.acted:
        yield f"acted {state.acted}"
    if state.orient:
        yield "orient " + ", ".join(map(cell_name, state.orient))
    yield "goals " + ", ".join(f"{cell_name(cell)} {CODES[kind]}" for cell, kind in state.goals)
    yield "maze " + ", ".join(map(_lying, sorted(state.maze.cards.items())))
    for word, counters in (("marked", state.claims), ("bribed", state.bribes)):
        if counters:
            yield f"{word} " + ", ".join(f"{cell_name(c)} {_seat(seat)}" for c, seat in counters)
    if state.keys:
        yield "keys " + ", ".join(f"{cell_name(cell)} {letters_of(s)}" for cell, s in state.keys)
    for at in range(state.config.seats):
        yield " ".join(_seat_words(state, at))
    yield f"stock {cards(state.stock)}"
    yield f"discards {cards(state.discards)}"
    if state.config.mode.solo:
        yield f"aside {cards(state.aside)}"
        yield "trail " + (" ".join(map(cell_name, state.trail)) or "none")
    yield f"later {cards(state.goal_stock)}"
    yield f"box {cards(state.box)}"
    yield from map(_result, state.results)


def _seat(seat: Seat | None) -> str:
    return "nobody" if seat is None else f"@{seat + 1}"


def _lying(item: tuple[Cell, Placed]) -> str:
    cell, placed = item
    return f"{cell_name(cell)} {CODES[placed >> 1]}{'~' if placed & 1 else ''}"


def cards(kinds: Iterable[int]) -> str:
    """Write cards by their codes, or "none"."""
    return " ".join(CODES[kind] for kind in kinds) or "none"


def _seat_words(state: State, at: int) -> Iterator[str]:
    yield f"@{at + 1} {state.dwarves[at]} hand {cards(state.hands[at])}"
    if state.broken[at]:
        yield "broken " + " ".join(named(state.broken[at]))
    if state.seen[at]:
        seen = (cell for goal, (cell, _) in enumerate(state.goals) if state.seen[at] >> goal & 1)
        yield "seen " + " ".join(map(cell_name, seen))
    if state.gold[at]:
        yield f"gold {cards(state.gold[at])}"


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "0"


def _result(result: RoundResult) -> str:
    words = ["result", result.ended]
    for at, gold in enumerate(result.gold):
        words.append(
            f"@{at + 1} won {_numbers(result.won[at])} trolls {result.trolls[at]}"
            f" paid {_numbers(result.paid[at])} gold {gold}"
        )
    return " ".join(words)
