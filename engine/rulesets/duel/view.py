"""What one seat, or a spectator, may know of a table. Built field by field from nothing.

A field that is not named here reaches no page, no letter and no bot.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Outcome, Seat
from engine.decks.duel import KEYS
from engine.maze.cells import Cell
from engine.maze.grid import CardSight, GoalSight, cards_in_sight
from engine.maze.sides import letters_of
from engine.parts.tools import named
from engine.rulesets.duel.cards import CODES, SHUT
from engine.rulesets.duel.scoring import bribed, final_result, grade, scores, values
from engine.rulesets.duel.state import PAY, RoundResult, State


@dataclass(frozen=True, slots=True)
class CounterSight:
    """A counter on the table."""

    cell: Cell
    seat: Seat
    """Whose colour is up."""
    on: str
    """gold or troll."""


@dataclass(frozen=True, slots=True)
class KeySight:
    """A key on a door."""

    cell: Cell
    side: str
    """The door's side as the card lies."""
    seat: Seat
    """For whom the door is open, besides the dwarf of its colour."""


@dataclass(frozen=True, slots=True)
class View:
    """The table as its viewer sees it."""

    ruleset: str
    options: Mapping[str, str]
    seat: Seat | None
    """Who looks; None is a spectator."""
    seats: int
    round: int
    rounds: int
    asked: Seat | None
    """Whose decision it is; None once the game is over."""
    ask: str
    """What that seat must decide: play, orient, claim, bribe or pay."""
    orient: GoalSight | None
    """The goal that the asked seat must choose a side for (question 1)."""
    cards: tuple[CardSight, ...]
    goals: tuple[GoalSight, ...]
    hand: tuple[str, ...]
    """The viewer's cards by code, sorted as in the box; empty for a spectator."""
    role: str | None
    """green or blue, the viewer's own dwarf."""
    dwarves: tuple[str, ...]
    """For each seat, its dwarf: green or blue."""
    hand_sizes: tuple[int, ...]
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
    stock: int
    discards: int
    aside: int
    """Solo: how many cards lie aside in this round."""
    last_laid: Cell | None
    """Solo: the card that the next rock slide would take."""
    results: tuple[RoundResult, ...]
    """The finished rounds: who won what and paid how much."""
    grade: int | None
    """Solo: the result of the finished game, from 1 to 4."""
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    goals = tuple(_goal(state, seat, at) for at in range(len(state.goals)))
    waiting = state.orient[0] if state.orient else None
    mode, asked = state.config.mode, state.asked
    outcome = None if asked is not None else final_result(state)
    return View(
        ruleset=mode.meta.key,
        options=state.config.options(),
        seat=seat,
        seats=state.config.seats,
        round=state.round,
        rounds=state.config.rounds,
        asked=asked,
        ask=state.ask,
        orient=next((goal for goal in goals if goal.cell == waiting), None),
        cards=cards_in_sight(state.maze),
        goals=goals,
        hand=() if seat is None else tuple(CODES[kind] for kind in state.hands[seat]),
        role=None if seat is None else state.dwarves[seat],
        dwarves=state.dwarves,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        broken=tuple(named(tools) for tools in state.broken),
        counters=state.counters,
        laid_counters=_counters(state),
        keys=KEYS - len(state.keys),
        laid_keys=tuple(
            KeySight(cell, letters_of(side), _key_holder(state, cell, side))
            for cell, side in state.keys
        ),
        gold=None if seat is None else values(state.gold[seat]),
        prizes=tuple(map(values, state.gold)),
        purses=scores(state),
        price=bribed(state, asked) if asked is not None and state.ask == PAY else 0,
        stock=len(state.stock),
        discards=len(state.discards),
        aside=len(state.aside),
        last_laid=state.trail[-1] if state.trail else None,
        results=state.results,
        grade=grade(outcome.scores[0]) if outcome and mode.solo else None,
        outcome=outcome,
    )


def _goal(state: State, seat: Seat | None, at: int) -> GoalSight:
    cell, kind = state.goals[at]
    up = cell not in state.maze.covered or cell in state.orient
    seen = seat is not None and state.seen[seat] >> at & 1
    return GoalSight(cell=cell, up=up, code=CODES[kind] if up or seen else None)


def _counters(state: State) -> tuple[CounterSight, ...]:
    return (
        *(CounterSight(cell, seat, "gold") for cell, seat in state.claims),
        *(CounterSight(cell, seat, "troll") for cell, seat in state.bribes),
    )


def _key_holder(state: State, cell: Cell, side: int) -> Seat:
    """A key lies on a door that is closed to its holder."""
    placed = state.maze.cards[cell]
    shut = (at for at, dwarf in enumerate(state.dwarves) if SHUT[dwarf][placed] & side)
    return Seat(next(shut))
