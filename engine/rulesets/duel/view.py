"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.decks.duel import KEYS
from engine.maze.cells import Cell
from engine.maze.sides import letters_of
from engine.parts.tools import named
from engine.parts.views import alike, seen_as
from engine.rulesets.duel.cards import CODES, FOREIGN
from engine.rulesets.duel.scoring import bribed, grade, outcome, scores, values
from engine.rulesets.duel.sights import CounterSight, KeySight, RoundSight
from engine.rulesets.duel.state import PAY, State


@dataclass(frozen=True, slots=True, kw_only=True)
class View(TableView):
    """The table as its viewer sees it."""

    ask: str
    """What that seat must decide: play, orient, claim, bribe or pay."""
    dwarves: tuple[str, ...]
    """For each seat, its dwarf: green or blue."""
    broken: tuple[tuple[str, ...], ...]
    """For each seat, its broken tools: pick, lantern, cart."""
    counters: int
    """How many counters are left in the stock."""
    laid_counters: tuple[CounterSight, ...]
    """The counters on the table, those on gold first."""
    keys: int
    """How many keys are left."""
    laid_keys: tuple[KeySight, ...]
    gold: tuple[int, ...] | None
    """The values of the viewer's gold cards from finished rounds; None for a spectator."""
    prizes: tuple[tuple[int, ...], ...]
    """For each seat, the values of these cards: they lie open before their owners."""
    purses: tuple[int, ...]
    """For each seat, what they are worth together."""
    price: int
    """How many trolls the asked seat has to pay for now; 0 unless it is asked how."""
    aside: int
    """Solo: how many cards lie aside in this round."""
    last_laid: Cell | None
    """Solo: the card that the next rock slide would take."""
    results: tuple[RoundSight, ...]
    """The finished rounds: who won what and paid how much."""
    grade: int | None
    """Solo: the result of the finished game, from 1 to 4."""


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    known = 0 if seat is None else state.seen[seat]
    mode, asked, result = state.config.mode, state.asked, outcome(state)
    return View(
        ruleset=mode.meta.key,
        round=state.round,
        rounds=state.config.rounds,
        ask=state.ask,
        role=None if seat is None else state.dwarves[seat],
        dwarves=state.dwarves,
        broken=tuple(named(tools) for tools in state.broken),
        counters=state.counters,
        laid_counters=(
            *(CounterSight(cell, winner, "gold") for cell, winner in state.claims),
            *(CounterSight(cell, briber, "troll") for cell, briber in state.bribes),
        ),
        keys=KEYS - len(state.keys),
        laid_keys=tuple(_key(state, cell, side) for cell, side in state.keys),
        gold=None if seat is None else values(state.gold[seat]),
        prizes=tuple(map(values, state.gold)),
        purses=scores(state),
        price=bribed(state, asked) if asked is not None and state.ask == PAY else 0,
        aside=len(state.aside),
        last_laid=state.trail[-1] if state.trail else None,
        results=tuple(seen_as(RoundSight, result) for result in state.results),
        grade=grade(result.scores[0]) if result and mode.solo else None,
        outcome=result,
        **alike(state, seat, CODES, known=known, orient=state.orient),
    )


def _key(state: State, cell: Cell, side: int) -> KeySight:
    """A key lies on a door that is closed to its holder."""
    placed = state.maze.cards[cell]
    closed = (at for at, dwarf in enumerate(state.dwarves) if FOREIGN[dwarf][placed] & side)
    return KeySight(cell, letters_of(side), Seat(next(closed)))
