"""Chance is the same for ever and everywhere, has a stream per purpose, and favours nobody."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rng
from engine.api import Seat
from engine.rulesets.saboteur.setup import new_game
from tests.engine.strategies import SEEDS, steady

SEED = bytes(range(16))


def seeds(count: int) -> list[bytes]:
    return [number.to_bytes(rng.SEED_BYTES, "big") for number in range(count)]


def test_a_drawn_order_never_changes() -> None:
    """Written down once; another version, machine or Python must draw the same."""
    assert rng.shuffled(SEED, "test", "abcdefghijkl") == tuple("iefcabdljghk")
    assert [rng.below(SEED, f"draw {at}", 10) for at in range(8)] == [8, 2, 1, 2, 5, 5, 7, 7]


def test_a_promised_secret_is_tried_by_anybodys_tools() -> None:
    text = f"abcdefghij {SEED.hex()}"
    assert rng.commitment(SEED, "abcdefghij") == sha256(text.encode()).hexdigest()
    assert rng.commitment(rng.branch(SEED, 3), "abcdefghij") == rng.commitment(SEED, "abcdefghij")
    assert rng.commitment(SEED, "abcdefghik") != rng.commitment(SEED, "abcdefghij")


@given(SEEDS, st.text(max_size=20), st.lists(st.integers(), max_size=80))
@steady(60)
def test_shuffling_keeps_every_item(seed: bytes, purpose: str, items: list[int]) -> None:
    assert Counter(rng.shuffled(seed, purpose, items)) == Counter(items)


def test_every_purpose_and_every_seed_has_an_order_of_its_own() -> None:
    orders = {
        rng.shuffled(SEED, purpose, range(20)) for purpose in ("a", "b", "round 1", "round 11")
    }
    orders |= {rng.shuffled(seed, "a", range(20)) for seed in seeds(20)}
    assert len(orders) == 24


@pytest.mark.parametrize("at", range(4))
def test_every_item_comes_to_every_place_equally_often(at: int) -> None:
    places = Counter(rng.shuffled(seed, "places", range(4)).index(at) for seed in seeds(2000))
    assert all(abs(places[place] - 500) < 100 for place in range(4)), "five standard deviations"


def test_every_seat_begins_and_sabotages_equally_often() -> None:
    games = [new_game(seed, 5, {}).state for seed in seeds(1500)]
    begins = Counter(game.asked for game in games)
    assert all(abs(begins[Seat(seat)] - 300) < 80 for seat in range(5))
    sabotages = Counter(
        at for game in games for at, role in enumerate(game.roles) if role == "saboteur"
    )
    assert all(abs(sabotages[at] - 500) < 92 for at in range(6)), "the one left over included"


def test_the_deal_is_that_of_the_streams() -> None:
    """What is published to prove a deal: the seed and the purposes, nothing else."""
    state = new_game(SEED, 4, {}).state
    assert state.asked == rng.below(SEED, "first player", 4)
    assert state.roles == rng.shuffled(SEED, "round 1 dwarves", ["digger"] * 4 + ["saboteur"])
