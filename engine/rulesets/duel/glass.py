"""The whole table, for who may see it all: named one by one, so that no new secret is among it."""

from engine.api import Uncovered
from engine.parts import glass
from engine.rulesets.duel.cards import CODES
from engine.rulesets.duel.state import State
from engine.rulesets.duel.view import View, view


def uncovered(state: State) -> Uncovered[View]:
    """Show all seats and goals; what nobody knows sorted, and no chance."""
    return Uncovered(
        seats=glass.seats(state, view),
        goals=glass.goals(state, CODES, state.orient),
        piles={
            # Alone, with the cards set aside: nobody knows which of these they are.
            "stock": glass.pile(state.stock + state.aside, CODES),
            "goals": glass.pile(state.goal_stock, CODES),
            "discards": glass.pile(state.discards, CODES),
        },
    )
