"""Bots of three strengths: the stronger one wins more, at every game, and none sees a secret.

Every deal is played twice, with the seats or sides of both strengths exchanged: were they the same,
both would get exactly the same.
"""

import random
from typing import Any

import pytest

from engine.api import AnyRuleset, Seat, Strength
from engine.bots.course import told
from engine.bots.strength import noticed
from engine.registry import RULESETS
from tests.engine.contract.known import KNOWN

EASY, MEDIUM, HARD = Strength
SEATS = {"saboteur": 5, "saboteur2": 4, "duel": 2, "duel-solo": 1, "dark-cave": 4}
DEALS = {"saboteur": 3, "saboteur2": 5, "duel": 2, "duel-solo": 2, "dark-cave": 4}
MANY_DEALS = {"saboteur": 12, "saboteur2": 6, "duel": 2, "duel-solo": 2, "dark-cave": 12}
"""So many with `--deep`."""
# Hard and medium bots of The Duel take too long for a test: docs/bots.md has what the arena says.
ORDERS = {key: [(EASY, MEDIUM), (MEDIUM, HARD)] for key in ("saboteur2", "dark-cave")}
ORDERS |= {key: [(EASY, MEDIUM)] for key in ("saboteur", "duel", "duel-solo")}


def finished(rules: AnyRuleset, deal: int, bots: dict[Any, Strength], seats: int) -> Any:
    """Play a deal to its end with these bots, named by seat or by role."""
    options = {name: values[0] for name, values in rules.meta.options.items()}
    if rules.meta.key in ("saboteur", "duel", "duel-solo"):
        options["rounds"] = "1"
    state, events = rules.setup(deal.to_bytes(16, "big"), seats, options)
    log = [*events]
    while asked := sorted(rules.to_act(state)):
        seat = Seat(asked[0])
        view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
        move = rules.decide(view, moves, told(log, seat), bots.get(seat) or bots[view.role])
        state, events = rules.apply(state, seat, move)
        log += events
    return state


def totals(key: str, deals: int, one: Strength, other: Strength) -> tuple[float, float]:
    """What two strengths got in all from the same deals: gold, or rounds won in the base game."""
    rules, seats, got = RULESETS[key], SEATS[key], dict.fromkeys((one, other), 0.0)
    for deal in range(deals):
        for first, second in ((one, other), (other, one)):
            if key == "saboteur":
                by_role = {"digger": first, "saboteur": second}
                end = finished(rules, deal, by_role, seats)
                got[second if end.results[0].won_by == "saboteurs" else first] += 1
                continue
            at = [(first, second)[number % 2] for number in range(seats)]
            end = finished(rules, deal, dict(enumerate(at)), seats)
            for strength, score in zip(at, rules.outcome(end).scores, strict=True):
                got[strength] += score
    return got[one], got[other]


def test_every_game_is_measured():
    assert set(SEATS) == set(DEALS) == set(MANY_DEALS) == set(ORDERS) == set(RULESETS)


@pytest.mark.parametrize("key", SEATS)
def test_a_stronger_bot_wins_more(key: str, pytestconfig: pytest.Config):
    deals = (MANY_DEALS if pytestconfig.getoption("--deep") else DEALS)[key]
    for weaker, stronger in ORDERS[key]:
        less, more = totals(key, deals, weaker, stronger)
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
