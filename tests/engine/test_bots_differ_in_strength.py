"""Bots of three strengths: the stronger one wins more, at every game, and none sees a secret.

Every deal is played twice, with the seats of both strengths exchanged: were they the same, both
would get exactly the same.
"""

import random
from collections.abc import Sequence

import pytest

from engine.api import AnyRuleset, Seat
from engine.bots.strength import Strength, noticed
from engine.registry import RULESETS
from tests.engine.contract.known import KNOWN

EASY, MEDIUM, HARD = Strength
SEATS = {"saboteur": 4, "saboteur2": 4, "duel": 2, "duel-solo": 1, "dark-cave": 4}
DEALS = {"saboteur": 6, "saboteur2": 6, "duel": 2, "duel-solo": 4, "dark-cave": 12}


def scores(rules: AnyRuleset, deal: int, strengths: Sequence[Strength]) -> Sequence[int]:
    """Play a deal to its end, each seat with its strength; what each of them got."""
    options = {name: values[0] for name, values in rules.meta.options.items()}
    state = rules.setup(deal.to_bytes(16, "big"), len(strengths), options).state
    while asked := sorted(rules.to_act(state)):
        seat = Seat(asked[0])
        view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
        seen = noticed(view, moves, rules.format, strengths[seat])
        state = rules.apply(state, seat, rules.choose(view, seen)).state
    return rules.outcome(state).scores


def totals(key: str, one: Strength, other: Strength) -> tuple[int, int]:
    """What seats of two strengths got in all, in the same deals and seats."""
    rules, seats, got = RULESETS[key], SEATS[key], {one: 0, other: 0}
    for deal in range(DEALS[key]):
        for first, second in ((one, other), (other, one)):
            at = [(first, second)[number % 2] for number in range(seats)]
            for strength, score in zip(at, scores(rules, deal, at), strict=seats > 1):
                got[strength] += score
    return got[one], got[other]


def test_every_game_is_measured():
    assert set(SEATS) == set(DEALS) == set(RULESETS)


@pytest.mark.parametrize("key", SEATS)
def test_a_stronger_bot_wins_more(key: str):
    for weaker, stronger in ((EASY, MEDIUM), (MEDIUM, HARD)):
        less, more = totals(key, weaker, stronger)
        assert more > 1.05 * less, (weaker, stronger)


@pytest.mark.parametrize("key", SEATS)
def test_what_a_bot_overlooks_tells_no_secret(key: str):
    rules, chance = RULESETS[key], random.Random(7)
    options = {name: values[0] for name, values in rules.meta.options.items()}
    state = rules.setup(bytes(16), SEATS[key], options).state
    for _ in range(30):
        asked = sorted(rules.to_act(state))
        if not asked:
            break
        seat = Seat(asked[0])
        moves = rules.legal_moves(state, seat)
        twin = KNOWN[key].twin(state, seat, chance, None)
        for strength in Strength:
            seen = noticed(rules.view(state, seat), moves, rules.format, strength)
            assert seen
            assert set(seen) <= set(moves)
            other = noticed(rules.view(twin, seat), moves[::-1], rules.format, strength)
            assert set(other) == set(seen)
        state = rules.apply(state, seat, chance.choice(list(moves))).state


def test_the_strongest_overlooks_nothing():
    rules = RULESETS["saboteur"]
    state = rules.setup(bytes(16), 3, {"rounds": "3"}).state
    moves = rules.legal_moves(state, Seat(0))
    seen = {s: len(noticed(rules.view(state, Seat(0)), moves, rules.format, s)) for s in Strength}
    assert seen[EASY] < seen[MEDIUM] < seen[HARD] == len(moves)
