"""The end of a round: who won it and who gets which gold cards."""

from dataclasses import dataclass
from itertools import cycle

from engine import rng
from engine.api import Outcome, RoundScore, Seat
from engine.decks.saboteur import SABOTEUR_PAY
from engine.parts.gold import most_wins
from engine.parts.seats import counter_clockwise_at
from engine.rulesets.saboteur.cards import ALL_GOLD, DIGGER, SABOTEUR
from engine.rulesets.saboteur.payment import exact_payment, minus
from engine.rulesets.saboteur.state import State

MOST_CARDS_2004 = 9
"""Ruling 73: ten players share nine cards, since three rounds of ten would empty the box."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a round pays and what it leaves."""

    paid: tuple[tuple[int, ...], ...]
    """For each seat, its new gold cards."""
    gold_stock: tuple[int, ...]
    bank: int
    """Gold the bank had to add in ones."""


def winner(state: State, finder: Seat | None) -> str:
    """Name the winning side: without a saboteur at the table a missed treasure is nobody's."""
    if finder is not None:
        return "diggers"
    at_table = state.roles[: state.config.seats]
    return "saboteurs" if SABOTEUR in at_table else "nobody"


def outcome(state: State) -> Outcome | None:
    """Tell the end result, or None while the game goes on."""
    return None if state.asked is not None else most_wins(tuple(map(sum, state.gold)))


def rounds(state: State) -> tuple[RoundScore, ...]:
    """Tell the finished rounds."""
    return tuple(RoundScore(result.roles, result.paid) for result in state.results)


def pay(state: State, finder: Seat | None) -> Payment:
    """Share out the gold of the round that just ended."""
    return _pay_saboteurs(state) if finder is None else _draft(state, finder)


def _draft(state: State, finder: Seat) -> Payment:
    """Let the diggers take the highest card left, counter-clockwise from the finder.

    Rulings 20 and 21: a saboteur who reached the gold is passed over like any other. Nobody ever
    wants less than the highest card, so nobody is asked.
    """
    config = state.config
    order = [
        seat
        for seat in counter_clockwise_at(finder, config.seats)
        if state.roles[seat] == DIGGER and not (config.competitive and state.broken[seat])
    ]
    # Rulings 71 and 73: one card for each who is paid, or as many as players but never over nine.
    count = len(order) if config.edition.one_card_each else min(config.seats, MOST_CARDS_2004)
    drawn = _gold_order(state)[:count]
    paid: list[tuple[int, ...]] = [()] * config.seats
    for seat, card in zip(cycle(order), sorted(drawn, reverse=True), strict=False):
        paid[seat] += (card,)
    taken = drawn if order else ()
    return Payment(tuple(paid), minus(state.gold_stock, taken), 0)


def _gold_order(state: State) -> tuple[int, ...]:
    purpose = f"round {state.round} gold"
    if state.config.rules == 1:
        return rng.shuffled(state.seed, purpose, state.gold_stock)
    return rng.in_order(state.seed, purpose, ALL_GOLD, minus(ALL_GOLD, state.gold_stock))


def _pay_saboteurs(state: State) -> Payment:
    """Pay each saboteur at the table by value; the leftover dwarf does not count (ruling 72)."""
    at_table = state.roles[: state.config.seats]
    due = SABOTEUR_PAY[at_table.count(SABOTEUR)]
    stock, bank = state.gold_stock, 0
    paid: list[tuple[int, ...]] = []
    for role in at_table:
        if role != SABOTEUR:
            paid.append(())
            continue
        cards = exact_payment(stock, due)
        ones = due - sum(cards)
        paid.append((*cards, *(1,) * ones))
        stock, bank = minus(stock, cards), bank + ones
    return Payment(tuple(paid), stock, bank)
