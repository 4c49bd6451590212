"""From a state to its text, one fact a line, in the order in which people read a table."""

from collections.abc import Iterable, Iterator

from engine.maze.cells import cell_name
from engine.parts.positions import lying, seat_name
from engine.parts.tools import named
from engine.rulesets.saboteur.state import CODES, RoundResult, State


def format_position(state: State) -> str:
    """Write a position with all its secrets, so that reading it gives the same state."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in state.config.options().items())
    yield f"saboteur {options}"
    yield f"seed {state.seed.hex()}"
    yield f"round {state.round}"
    yield f"asked {seat_name(state.asked)}"
    if state.orient:
        yield "orient " + ", ".join(map(cell_name, state.orient))
    yield "goals " + ", ".join(f"{cell_name(cell)} {CODES[kind]}" for cell, kind in state.goals)
    yield "maze " + lying(state.maze)
    for at in range(state.config.seats):
        yield " ".join(_seat_words(state, at))
    yield f"spare {state.roles[-1]}"
    yield f"stock {cards(state.stock)}"
    yield f"discards {cards(state.discards)}"
    yield f"bank {state.bank}"
    yield from map(_result, state.results)


def cards(kinds: Iterable[int]) -> str:
    """Write cards by their codes, or "none"."""
    return " ".join(CODES[kind] for kind in kinds) or "none"


def _seat_words(state: State, at: int) -> Iterator[str]:
    yield f"@{at + 1} {state.roles[at]} hand {cards(state.hands[at])}"
    if state.broken[at]:
        yield "broken " + " ".join(named(state.broken[at]))
    if state.seen[at]:
        seen = (cell for goal, (cell, _) in enumerate(state.goals) if state.seen[at] >> goal & 1)
        yield "seen " + " ".join(map(cell_name, seen))
    if state.gold[at]:
        yield "gold " + " ".join(map(str, state.gold[at]))


def _result(result: RoundResult) -> str:
    roles = " ".join(result.roles)
    finder = seat_name(result.finder)
    return f"result {result.won_by} finder {finder} roles {roles} spare {result.spare}"
