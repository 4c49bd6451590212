"""What one seat, or a spectator, may know of a table. Built field by field from nothing.

A field that is not named here reaches no page, no letter and no bot.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Outcome, Seat
from engine.maze.grid import CardSight, GoalSight, cards_in_sight
from engine.parts.tools import named
from engine.rulesets.saboteur2.scoring import final_result, visible_crystals
from engine.rulesets.saboteur2.state import CODES, Inspection, RoundResult, State


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
    """Whose turn it is; None once the game is over."""
    orient: GoalSight | None
    """The stone that the asked seat must choose a side for (ruling 66)."""
    thieves: tuple[Seat, ...]
    """After the shares: who may still steal, in order; the first of them is asked."""
    cards: tuple[CardSight, ...]
    """The maze; the marks are start, ladder, crystal, blue-door, green-door, gold and stone."""
    goals: tuple[GoalSight, ...]
    hand: tuple[str, ...]
    """The viewer's cards by code, sorted as in the boxes; empty for a spectator."""
    role: str | None
    """blue, green, boss, profiteer, geologist or saboteur, the viewer's own."""
    inspected: tuple[Inspection, ...]
    """The dwarves the viewer has looked at this round."""
    undealt: int
    """How many dwarves lie face down on the pile for swapped hats."""
    hand_sizes: tuple[int, ...]
    broken: tuple[tuple[str, ...], ...]
    """For each seat, its broken tools: pick, lantern, cart."""
    trapped: tuple[bool, ...]
    """For each seat, whether it is trapped."""
    thefts: tuple[Seat, ...]
    """Who has a theft card before him, in the order they were played."""
    crystals: int
    """How many crystals lie in the maze."""
    purses: tuple[int, ...]
    """For each seat its gold, which follows from what all have seen."""
    stock: int
    aside: int
    """How many cards were set aside unseen for this round."""
    discards: int
    results: tuple[RoundResult, ...]
    """The finished rounds, with the roles that were turned up; a theft in it is told at once."""
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    goals = tuple(_goal(state, seat, at) for at in range(len(state.goals)))
    waiting = state.orient[0] if state.orient else None
    return View(
        ruleset="saboteur2",
        options=state.config.options(),
        seat=seat,
        seats=state.config.seats,
        round=state.round,
        rounds=state.config.rounds,
        asked=state.asked,
        orient=next((goal for goal in goals if goal.cell == waiting), None),
        thieves=state.thieves,
        cards=cards_in_sight(state.maze),
        goals=goals,
        hand=() if seat is None else tuple(CODES[kind] for kind in state.hands[seat]),
        role=None if seat is None else state.roles[seat],
        inspected=() if seat is None else state.inspected[seat],
        undealt=len(state.undealt),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        broken=tuple(named(tools) for tools in state.broken),
        trapped=state.trapped,
        thefts=state.thefts,
        crystals=visible_crystals(state),
        purses=state.gold,
        stock=len(state.stock),
        aside=len(state.aside),
        discards=len(state.discards),
        results=state.results,
        outcome=None if state.asked is not None else final_result(state),
    )


def _goal(state: State, seat: Seat | None, at: int) -> GoalSight:
    cell, kind = state.goals[at]
    up = cell not in state.maze.covered or cell in state.orient
    seen = seat is not None and state.seen[seat] >> at & 1
    return GoalSight(cell=cell, up=up, code=CODES[kind] if up or seen else None)
