"""From a state to its text, one fact a line, in the order in which people read a table."""

from collections.abc import Iterable, Iterator

from engine.api import Seat
from engine.maze.cells import cell_name
from engine.parts.positions import lying, seat_name
from engine.parts.tools import named
from engine.rulesets.saboteur2.edition import META
from engine.rulesets.saboteur2.state import CODES, Inspection, RoundResult, State


def format_position(state: State) -> str:
    """Write a position with all its secrets, so that reading it gives the same state."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in state.config.options().items())
    yield f"{META.key} {options}"
    yield f"seed {state.seed.hex()}"
    yield f"round {state.round}"
    yield f"asked {seat_name(state.asked)}"
    if state.orient:
        yield "orient " + ", ".join(map(cell_name, state.orient))
    if state.laid is not None:
        yield f"laid {cell_name(state.laid)}"
    if state.thieves:
        yield f"thieves {_seats(state.thieves)}"
        yield f"closer {seat_name(state.closer)}"
    yield "goals " + ", ".join(f"{cell_name(cell)} {CODES[kind]}" for cell, kind in state.goals)
    yield "maze " + lying(state.maze)
    for at in range(state.config.seats):
        yield " ".join(_seat_words(state, at))
    yield f"trapped {_seats(at for at, trapped in enumerate(state.trapped) if trapped)}"
    yield f"thefts {_seats(state.thefts)}"
    yield f"undealt {_words(state.undealt)}"
    yield f"shed {_words(state.shed)}"
    yield f"stock {cards(state.stock)}"
    yield f"aside {cards(state.aside)}"
    yield f"discards {cards(state.discards)}"
    yield from map(_result, state.results)


def _words(words: Iterable[str]) -> str:
    return " ".join(words) or "none"


def _seats(seats: Iterable[int]) -> str:
    return _words(seat_name(Seat(at)) for at in seats)


def cards(kinds: Iterable[int]) -> str:
    """Write cards by their codes, or "none"."""
    return _words(CODES[kind] for kind in kinds)


def _seat_words(state: State, at: int) -> Iterator[str]:
    yield f"@{at + 1} {state.roles[at]} hand {cards(state.hands[at])}"
    if state.broken[at]:
        yield "broken " + " ".join(named(state.broken[at]))
    if state.seen[at]:
        seen = (cell for goal, (cell, _) in enumerate(state.goals) if state.seen[at] >> goal & 1)
        yield "seen " + " ".join(map(cell_name, seen))
    if state.inspected[at]:
        yield "inspected " + " ".join(map(_inspection, state.inspected[at]))
    if state.gold[at]:
        yield f"gold {state.gold[at]}"


def _inspection(seen: Inspection) -> str:
    return f"{seat_name(seen.target)}={seen.role}{'' if seen.current else '~'}"


def _result(result: RoundResult) -> str:
    thefts = (f"{seat_name(thief)}>{seat_name(victim)}" for thief, victim in result.thefts)
    return (
        f"result {result.won_by} finder {seat_name(result.finder)} roles {_words(result.roles)}"
        f" trapped {_seats(result.trapped)} winners {_seats(result.winners)}"
        f" share {result.share} crystals {result.crystals}"
        f" paid {_words(map(str, result.paid))} thefts {_words(thefts)}"
    )
