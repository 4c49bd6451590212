"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.maze.grid import cards_in_sight
from engine.parts.goals import goal_on, goals_in_sight
from engine.parts.tools import named
from engine.rulesets.saboteur2.cards import CODES
from engine.rulesets.saboteur2.scoring import outcome, visible_crystals
from engine.rulesets.saboteur2.state import State


@dataclass(frozen=True, slots=True)
class InspectionSight:
    """What the viewer once saw on another's dwarf card."""

    target: Seat
    role: str
    current: bool
    """False once the other has swapped his hat since."""


@dataclass(frozen=True, slots=True)
class RoundSight:
    """A finished round, as everybody saw it."""

    won_by: str
    """blue, green, both, loners (boss or profiteer without a team), saboteurs or nobody."""
    finder: Seat | None
    """Whose card reached the treasure; None if it was missed."""
    roles: tuple[str, ...]
    trapped: tuple[Seat, ...]
    """Who was trapped at the end and so got nothing of the treasure."""
    winners: tuple[Seat, ...]
    """Among whom the treasure was shared."""
    share: int
    """The table's gold for each winner, before the boss and the profiteer get less."""
    crystals: int
    """The crystals in the maze, which are the geologists' gold."""
    paid: tuple[int, ...]
    """For each seat, its gold of this round before any theft."""
    thefts: tuple[tuple[Seat, Seat], ...]
    """Thief and victim of each theft, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(TableView):
    """The table as its viewer sees it."""

    thieves: tuple[Seat, ...]
    """After the shares: who may still steal, in order; the first of them is asked."""
    inspected: tuple[InspectionSight, ...]
    """The dwarves the viewer has looked at this round."""
    undealt: int
    """How many dwarves lie face down on the pile for swapped hats."""
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
    aside: int
    """How many cards were set aside unseen for this round."""
    results: tuple[RoundSight, ...]
    """The finished rounds, with the roles that were turned up; a theft in it is told at once."""


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    known = 0 if seat is None else state.seen[seat]
    goals = goals_in_sight(state.maze, state.goals, known, state.orient, CODES)
    return View(
        ruleset="saboteur2",
        options=state.config.options,
        seat=seat,
        seats=state.config.seats,
        round=state.round,
        rounds=state.config.rounds,
        asked=state.asked,
        orient=goal_on(goals, state.orient[:1]),
        thieves=state.thieves,
        cards=cards_in_sight(state.maze),
        goals=goals,
        hand=() if seat is None else tuple(CODES[kind] for kind in state.hands[seat]),
        role=None if seat is None else state.roles[seat],
        inspected=_inspected(state, seat),
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
        results=_results(state),
        outcome=outcome(state),
    )


def _inspected(state: State, seat: Seat | None) -> tuple[InspectionSight, ...]:
    seen = () if seat is None else state.inspected[seat]
    return tuple(InspectionSight(one.target, one.role, one.current) for one in seen)


def _results(state: State) -> tuple[RoundSight, ...]:
    return tuple(
        RoundSight(
            won_by=result.won_by,
            finder=result.finder,
            roles=result.roles,
            trapped=result.trapped,
            winners=result.winners,
            share=result.share,
            crystals=result.crystals,
            paid=result.paid,
            thefts=result.thefts,
        )
        for result in state.results
    )
