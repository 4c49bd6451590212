"""A fact names for every field who may know it; a field that nobody has spoken for is refused."""

import pytest

from engine.api import Seat
from engine.parts.facts import BySeat, Fact

A, B = Seat(0), Seat(1)


class Whispered(Fact, told="seat target", hidden="word", to="seat target"):
    seat: Seat
    target: Seat
    word: str | None


class Muttered(Whispered, told="loud"):
    loud: bool


class Kept(Fact, told="seat", hidden="word", silent=True):
    seat: Seat
    word: str


def test_a_field_that_is_neither_told_nor_hidden_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="every field must be told or hidden"):

        class Leaky(Fact, told="seat"):
            seat: Seat
            card: str


def test_a_field_added_to_what_is_told_cannot_be_left_unsaid() -> None:
    with pytest.raises(TypeError, match="every field must be told or hidden"):

        class Leaky(BySeat):
            card: str


def test_a_field_cannot_be_both_told_and_hidden() -> None:
    with pytest.raises(TypeError, match="only once"):

        class Torn(Fact, told="seat card", hidden="card"):
            seat: Seat
            card: str


def test_a_hidden_field_is_told_to_those_it_is_for_and_to_nobody_else() -> None:
    fact = Whispered(A, B, "gold")
    assert fact.seen_by(A) == fact.seen_by(B) == fact
    assert fact.seen_by(Seat(2)) == fact.seen_by(None) == Whispered(A, B, None)


def test_what_is_inherited_is_told_as_it_was_declared() -> None:
    fact = Muttered(A, B, "gold", loud=True)
    assert fact.seen_by(B) == fact
    assert fact.seen_by(None) == Muttered(A, B, None, loud=True)


def test_a_silent_fact_did_not_happen_for_others() -> None:
    fact = Kept(A, "gold")
    assert fact.seen_by(A) == fact
    assert [fact.seen_by(B), fact.seen_by(None)] == [None, None]
