"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.decks.saboteur import ROLES
from engine.parts.tools import named
from engine.parts.views import alike, seen_as
from engine.rulesets.saboteur.cards import CODES
from engine.rulesets.saboteur.scoring import outcome
from engine.rulesets.saboteur.sights import RoundSight
from engine.rulesets.saboteur.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class View(TableView):
    """The table as its viewer sees it."""

    dwarves: tuple[int, int]
    """How many digger and saboteur cards were shuffled; one of them lies aside."""
    gold: tuple[int, ...] | None
    """The viewer's gold cards; None for a spectator."""
    broken: tuple[tuple[str, ...], ...]
    """For each seat, its broken tools: pick, lantern, cart."""
    gold_cards: tuple[int, ...]
    """For each seat, how many gold cards it holds. Their values are secret until the end."""
    results: tuple[RoundSight, ...]
    """The finished rounds, with the roles that were turned up."""


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    known = 0 if seat is None else state.seen[seat]
    return View(
        ruleset="saboteur",
        round=state.round,
        rounds=state.config.rounds,
        role=None if seat is None else state.roles[seat],
        dwarves=ROLES[state.config.seats],
        gold=None if seat is None else state.gold[seat],
        broken=tuple(named(tools) for tools in state.broken),
        gold_cards=tuple(len(cards) for cards in state.gold),
        results=tuple(seen_as(RoundSight, result) for result in state.results),
        outcome=outcome(state),
        **alike(state, seat, CODES, known=known, orient=state.orient),
    )
