"""From a state to its text, one fact a line, in the order in which people read a table."""

from collections.abc import Iterable, Iterator

from engine.maze.cells import cell_name
from engine.maze.sides import letters_of
from engine.parts.positions import lying, seat_name
from engine.rulesets.dark_cave.fields import BORDER_NAMES, PLACE_NAMES
from engine.rulesets.dark_cave.state import BEASTS, CODES, State


def format_position(state: State) -> str:
    """Write a position with all its secrets, so that reading it gives the same state."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    seats = state.config.seats
    yield "dark-cave"
    yield f"seed {state.seed.hex()}"
    yield f"asked {seat_name(state.asked)}"
    yield " ".join(_turn_words(state))
    if state.agreed:
        yield f"agreed {_seats(at for at in range(seats) if state.agreed >> at & 1)}"
    if state.orient:
        yield f"orient {cell_name(state.orient.cell)} {letters_of(state.orient.entered)}"
    yield "goals " + ", ".join(f"{cell_name(cell)} {CODES[kind]}" for cell, kind in state.goals)
    yield f"maze {lying(state.maze)}"
    for at in range(seats):
        yield " ".join(_seat_words(state, at))
    if state.clans[seats:]:
        yield "aside " + ", ".join(" ".join(clan) for clan in state.clans[seats:])
    if state.left:
        yield f"left {_seats(state.left)}"
    if state.webs:
        webs = (f"{BORDER_NAMES[web.border]} @{web.owner + 1} {web.left}" for web in state.webs)
        yield f"webs {', '.join(webs)}"
    creatures = [
        f"{BEASTS[at]} {PLACE_NAMES[creature.place]} @{creature.owner + 1}"
        for at, creature in enumerate(state.creatures)
        if creature
    ]
    if creatures:
        yield f"creatures {', '.join(creatures)}"
    if state.veins:
        yield f"veins {', '.join(PLACE_NAMES[vein] for vein in state.veins)}"
    yield f"stock {cards(state.stock)}"
    yield f"discards {cards(state.discards)}"
    yield f"boxed {cards(state.boxed)}"
    yield f"blind {state.blind}"
    for result in state.results:
        yield f"ended {result.ended}"


def cards(kinds: Iterable[int]) -> str:
    """Write cards by their codes, or "none"."""
    return " ".join(CODES[kind] for kind in kinds) or "none"


def _seats(seats: Iterable[int]) -> str:
    return " ".join(f"@{seat + 1}" for seat in seats)


def _turn_words(state: State) -> Iterator[str]:
    turn = state.turn
    yield f"turn @{turn.seat + 1} {turn.stage} steps {turn.steps}"
    if turn.draws:
        yield f"draws {turn.draws} @{turn.drawer + 1}"
    if turn.declined:
        yield "declined"


def _seat_words(state: State, at: int) -> Iterator[str]:
    dwarf, clan = state.dwarves[at], state.clans[at]
    yield f"@{at + 1} {clan.clan} {clan.role} hand {cards(state.hands[at])}"
    yield f"at {'outside' if dwarf.place is None else PLACE_NAMES[dwarf.place]}"
    yield f"gold {dwarf.gold}"
    if dwarf.axes:
        yield f"axes {dwarf.axes}"
    for word in ("booted", "lying", "keep", "shown"):
        if dwarf.boots if word == "booted" else getattr(dwarf, word):
            yield word
    if dwarf.seen:
        goals = (cell for goal, (cell, _) in enumerate(state.goals) if dwarf.seen >> goal & 1)
        yield "seen " + " ".join(map(cell_name, goals))
    if dwarf.known:
        yield "known " + _seats(at for at in range(state.config.seats) if dwarf.known >> at & 1)
