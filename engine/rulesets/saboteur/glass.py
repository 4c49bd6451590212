"""The whole table, for who may see it all: named one by one, so that no new secret is among it."""

from engine.api import Uncovered
from engine.parts import glass
from engine.rulesets.saboteur.cards import CODES
from engine.rulesets.saboteur.state import State
from engine.rulesets.saboteur.view import View, view


def uncovered(state: State) -> Uncovered[View]:
    """Show all seats, dwarves and goals; what nobody knows sorted, and no chance."""
    return Uncovered(
        seats=glass.seats(state, view),
        goals=glass.goals(state, CODES, state.orient),
        dwarves=tuple(sorted(state.roles[state.config.seats :])),
        piles={
            "stock": glass.pile(state.stock, CODES),
            "discards": glass.pile(state.discards, CODES),
        },
        gold=tuple(sorted(state.gold_stock)),
    )
