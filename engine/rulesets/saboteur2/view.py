"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.parts.tools import named
from engine.parts.views import alike, seen_as
from engine.rulesets.saboteur2.cards import CODES
from engine.rulesets.saboteur2.scoring import outcome, visible_crystals
from engine.rulesets.saboteur2.sights import InspectionSight, RoundSight
from engine.rulesets.saboteur2.state import State


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
    inspected = () if seat is None else state.inspected[seat]
    return View(
        ruleset="saboteur2",
        round=state.round,
        rounds=state.config.rounds,
        thieves=state.thieves,
        role=None if seat is None else state.roles[seat],
        inspected=tuple(seen_as(InspectionSight, one) for one in inspected),
        undealt=len(state.undealt),
        broken=tuple(named(tools) for tools in state.broken),
        trapped=state.trapped,
        thefts=state.thefts,
        crystals=visible_crystals(state),
        purses=state.gold,
        aside=len(state.aside),
        results=tuple(seen_as(RoundSight, result) for result in state.results),
        outcome=outcome(state),
        **alike(state, seat, CODES, known=known, orient=state.orient),
    )
