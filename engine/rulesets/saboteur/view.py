"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.decks.saboteur import ROLES
from engine.maze.grid import cards_in_sight
from engine.parts.goals import goal_on, goals_in_sight
from engine.parts.tools import named
from engine.rulesets.saboteur.cards import CODES
from engine.rulesets.saboteur.scoring import outcome
from engine.rulesets.saboteur.state import State


@dataclass(frozen=True, slots=True)
class RoundSight:
    """A finished round, as everybody saw it."""

    won_by: str
    """diggers, saboteurs, or nobody when the treasure was missed without a saboteur."""
    finder: Seat | None
    """Whose card reached the treasure."""
    roles: tuple[str, ...]
    spare: str


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
    goals = goals_in_sight(state.maze, state.goals, known, state.orient, CODES)
    return View(
        ruleset="saboteur",
        options=state.config.options,
        seat=seat,
        seats=state.config.seats,
        round=state.round,
        rounds=state.config.rounds,
        asked=state.asked,
        orient=goal_on(goals, state.orient[:1]),
        cards=cards_in_sight(state.maze),
        goals=goals,
        hand=() if seat is None else tuple(CODES[kind] for kind in state.hands[seat]),
        role=None if seat is None else state.roles[seat],
        dwarves=ROLES[state.config.seats],
        gold=None if seat is None else state.gold[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        broken=tuple(named(tools) for tools in state.broken),
        gold_cards=tuple(len(cards) for cards in state.gold),
        stock=len(state.stock),
        discards=len(state.discards),
        results=tuple(
            RoundSight(result.won_by, result.finder, result.roles, result.spare)
            for result in state.results
        ),
        outcome=outcome(state),
    )
