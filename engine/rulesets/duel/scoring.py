"""Gold: what a round has brought, what its trolls cost, and the end result."""

from bisect import bisect_right
from itertools import combinations

from engine.api import Outcome, RoundScore, Seat
from engine.decks.duel import GRADES_SOLO
from engine.parts.gold import most_wins
from engine.rulesets.duel.cards import VALUE
from engine.rulesets.duel.state import State


def won(state: State, seat: Seat) -> tuple[int, ...]:
    """List the cards whose gold a seat has marked in this round."""
    cards = state.maze.cards
    return tuple([cards[cell] >> 1 for cell, winner in state.claims if winner == seat])


def bribed(state: State, seat: Seat) -> int:
    """Count the trolls that a seat has bribed in this round."""
    return sum([briber == seat for _cell, briber in state.bribes])


def payments(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """List the cheapest ways, by values, in which a seat can pay its trolls (rulings 6 and 21).

    Gold of this round can pay as well.
    """
    price = bribed(state, seat)
    if not price:
        return ((),)
    return cheapest_payments(values((*state.gold[seat], *won(state, seat))), price)


def cheapest_payments(stock: tuple[int, ...], price: int) -> tuple[tuple[int, ...], ...]:
    """List the sets of cards that cover a price with the least waste, the fewest cards first.

    Each set is told by its values, the highest first. Who has too little pays all he has.
    """
    cards = tuple(sorted(stock, reverse=True))
    if sum(cards) <= price:
        return (cards,)
    # Every card is worth one at least: more cards than the price are never the cheapest.
    sets = {
        payment
        for count in range(price + 1)
        for payment in combinations(cards, count)
        if sum(payment) >= price
    }
    least = min(map(sum, sets))
    return tuple(
        sorted((payment for payment in sets if sum(payment) == least), key=lambda p: (len(p), p))
    )


def values(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Tell what gold cards are worth, the highest first."""
    return tuple(sorted([VALUE[kind] for kind in cards], reverse=True))


def scores(state: State) -> tuple[int, ...]:
    """Count everybody's gold."""
    return tuple([sum([VALUE[kind] for kind in cards]) for cards in state.gold])


def rounds(state: State) -> tuple[RoundScore, ...]:
    """Tell the finished rounds, each with what trolls left of the gold that it brought."""
    return tuple(
        RoundScore(state.dwarves, tuple(map(int.__sub__, _sums(result.won), _sums(result.paid))))
        for result in state.results
    )


def _sums(rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(sum, rows))


def outcome(state: State) -> Outcome | None:
    """Tell the end result, or None while the game goes on."""
    return None if state.asked is not None else final_result(state)


def final_result(state: State) -> Outcome:
    """Let the most gold win and ties share the win (question 13); alone, `grade` tells how well."""
    return most_wins(scores(state))


def grade(gold: int) -> int:
    """Solo: tell which of the four results this much gold is, from 1 to 4."""
    return bisect_right(GRADES_SOLO, gold)
