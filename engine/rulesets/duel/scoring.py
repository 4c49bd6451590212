"""Gold: what a round has brought, what its trolls cost, and the end result."""

from bisect import bisect_right

from engine.api import Outcome, Seat
from engine.decks.duel import GRADES_SOLO
from engine.parts.gold import cheapest_payments
from engine.rulesets.duel.cards import VALUE
from engine.rulesets.duel.state import State


def won(state: State, seat: Seat) -> tuple[int, ...]:
    """List the cards whose gold a seat has marked in this round."""
    cards = state.maze.cards
    return tuple(cards[cell] >> 1 for cell, winner in state.claims if winner == seat)


def bribed(state: State, seat: Seat) -> int:
    """Count the trolls that a seat has bribed in this round."""
    return sum(briber == seat for _cell, briber in state.bribes)


def payments(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """List the cheapest ways, by values, in which a seat can pay its trolls (rulings 6 and 21).

    Gold of this round can pay as well.
    """
    values = tuple(VALUE[kind] for kind in (*state.gold[seat], *won(state, seat)))
    return cheapest_payments(values, bribed(state, seat))


def values(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Tell what gold cards are worth, the highest first."""
    return tuple(sorted((VALUE[kind] for kind in cards), reverse=True))


def scores(state: State) -> tuple[int, ...]:
    """Count everybody's gold."""
    return tuple(sum(VALUE[kind] for kind in cards) for cards in state.gold)


def final_result(state: State) -> Outcome:
    """The most gold wins; a tie is shared (question 13). Who plays alone is measured by `grade`."""
    gold = scores(state)
    best = max(gold)
    return Outcome(frozenset(Seat(at) for at, had in enumerate(gold) if had == best), gold)


def grade(gold: int) -> int:
    """Solo: tell which of the four results this much gold is, from 1 to 4."""
    return bisect_right(GRADES_SOLO, gold)
