"""Who gets which gold, against a table of people who hand the cards round."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Seat
from engine.decks.saboteur import GOLD, ROLES
from engine.rulesets.saboteur.cards import ALL_GOLD
from engine.rulesets.saboteur.payment import exact_payment, minus
from engine.rulesets.saboteur.scoring import outcome, pay, winner
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from engine.values import replace
from tests.engine.strategies import steady


@st.composite
def round_ends(draw: st.DrawFn) -> State:
    """A table at the end of a round: any dwarves, any broken tools, any gold left in the box."""
    chance = Random(draw(st.integers(0, 2**64)))
    seats = draw(st.integers(3, 10))
    options = {
        "edition": draw(st.sampled_from(["current", "2004"])),
        "tools": draw(st.sampled_from(["off", "competitive"])),
    }
    state = new_game(chance.randbytes(16), seats, options).state
    left = chance.randrange(9, 29)
    return replace(
        state,
        roles=tuple(chance.sample(state.roles, len(state.roles))),
        broken=tuple(chance.choice((0, 0, 1, 5)) for _ in range(seats)),
        gold_stock=tuple(sorted(chance.sample(ALL_GOLD, left))),
    )


def diggers_paid(state: State) -> list[int]:
    competitive = state.config.competitive
    return [
        seat
        for seat in range(state.config.seats)
        if state.roles[seat] == "digger" and not (competitive and state.broken[seat])
    ]


@given(round_ends(), st.data())
@steady(300)
def test_drawn_gold_goes_counter_clockwise_from_the_finder(
    state: State, data: st.DataObject
) -> None:
    seats = state.config.seats
    finder = data.draw(st.integers(0, seats - 1).map(Seat))
    payment = pay(state, finder)
    taken = sorted((card for cards in payment.paid for card in cards), reverse=True)
    # Hand the cards round by hand: right neighbour after right neighbour, the highest goes first.
    expected: list[tuple[int, ...]] = [()] * seats
    seat, on_offer = int(finder), list(taken)
    while on_offer:
        if seat in diggers_paid(state):
            expected[seat] += (on_offer.pop(0),)
        seat = (seat - 1) % seats
    assert list(payment.paid) == expected
    assert Counter((*taken, *payment.gold_stock)) == Counter(state.gold_stock)
    assert payment.bank == 0


@given(round_ends(), st.integers(0, 2).map(Seat))
@steady(200)
def test_as_many_gold_cards_as_the_edition_says(state: State, finder: Seat) -> None:
    given_out = sum(len(cards) for cards in pay(state, finder).paid)
    if not diggers_paid(state):
        assert given_out == 0
    elif state.config.edition.key == "current":
        assert given_out == len(diggers_paid(state)), "ruling 71: one for each who is paid"
    else:
        assert given_out == min(state.config.seats, 9), "rulings 71 and 73"


@given(round_ends())
@steady(300)
def test_saboteurs_are_paid_by_value_and_only_those_at_the_table(state: State) -> None:
    at_table = state.roles[:-1]
    due = {1: 4, 2: 3, 3: 3, 4: 2}.get(at_table.count("saboteur"), 0)
    payment = pay(state, None)
    for role, cards in zip(at_table, payment.paid, strict=True):
        assert sum(cards) == (due if role == "saboteur" else 0)
    assert winner(state, None) == ("saboteurs" if due else "nobody")
    paid = Counter(card for cards in payment.paid for card in cards)
    paid[1] -= payment.bank
    assert min(paid.values(), default=0) >= 0
    assert +(paid + Counter(payment.gold_stock)) == Counter(state.gold_stock)
    assert list(payment.gold_stock) == sorted(payment.gold_stock)


@given(st.lists(st.sampled_from([1, 2, 3]), max_size=9), st.integers(0, 4))
@steady(300)
def test_a_payment_is_exact_whenever_any_choice_of_cards_is(stock: list[int], due: int) -> None:
    sums = {sum(choice) for n in range(len(stock) + 1) for choice in combinations(stock, n)}
    payment = exact_payment(tuple(sorted(stock)), due)
    assert sum(payment) == max(value for value in sums if value <= due)
    fewest = min(
        n
        for n in range(len(stock) + 1)
        for choice in combinations(stock, n)
        if sum(choice) == sum(payment)
    )
    assert len(payment) == fewest
    assert not Counter(payment) - Counter(stock)


def test_the_bank_adds_ones_only_when_no_cards_make_the_sum() -> None:
    """Ruling 22: four threes left, two of four saboteurs need two each."""
    state = new_game(bytes(16), 10, {}).state
    roles = ("saboteur",) * 4 + ("digger",) * 7
    payment = pay(replace(state, roles=roles, gold_stock=(2, 3, 3, 3)), None)
    assert payment.paid == ((2,), (1, 1), (1, 1), (1, 1), *((),) * 6)
    assert (payment.bank, payment.gold_stock) == (6, (3, 3, 3))


@pytest.mark.parametrize("seats", ROLES)
def test_gold_never_runs_out_in_three_rounds(seats: int) -> None:
    """Ruling 23: even if the dearest outcome for the box came three times."""
    diggers, saboteurs = ROLES[seats]
    ones = {1: 4, 2: 6, 3: 9, 4: 8}[saboteurs]
    most = max(diggers, min(seats, 9), ones)
    assert 3 * most <= sum(GOLD.values())


def test_minus_takes_single_cards() -> None:
    assert minus((1, 1, 2, 3), (1, 3)) == (1, 2)
    with pytest.raises(ValueError, match="not in list"):
        minus((1, 2), (3,))


@given(st.lists(st.lists(st.integers(1, 3), max_size=4), min_size=3, max_size=10))
@steady(60)
def test_the_most_gold_wins_and_a_tie_is_won_together(gold: list[list[int]]) -> None:
    state = new_game(bytes(16), len(gold), {}).state
    result = outcome(replace(state, asked=None, gold=tuple(map(tuple, gold))))
    assert result
    assert result.scores == tuple(map(sum, gold))
    for seat, score in enumerate(result.scores):
        most = all(score >= other for other in result.scores)
        assert (seat in result.winners) == (most and score > 0)
