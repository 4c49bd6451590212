"""The whole table, for who may see it all: named one by one, so that no new secret is among it."""

from engine.api import Uncovered
from engine.parts import glass
from engine.rulesets.dark_cave.cards import CODES
from engine.rulesets.dark_cave.rewinding import pools
from engine.rulesets.dark_cave.state import State
from engine.rulesets.dark_cave.view import View, view


def uncovered(state: State) -> Uncovered[View]:
    """Show all seats, clan cards and goals; what nobody knows sorted, and no chance."""
    stacks = pools(state)
    return Uncovered(
        seats=glass.seats(state, view),
        goals=glass.goals(state, CODES, (state.orient.cell,) if state.orient else ()),
        dwarves=tuple(sorted(clan.role for clan in state.clans[state.config.seats :])),
        piles={
            # Each with its cards that stay in the box: nobody knows which of these they are.
            "stack 1": glass.pile(stacks["stack 1"], CODES),
            "stack 2": glass.pile(stacks["stack 2"], CODES),
            "stack 3": glass.pile(stacks["stack 3"], CODES),
            "discards": glass.pile(state.discards, CODES),
        },
    )
