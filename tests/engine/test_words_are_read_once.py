"""What the words of a stored field mean is remembered: for tables of one kind, within bounds."""

import pytest

from engine.api import Json
from engine.errors import PositionError
from engine.registry import RULESETS
from engine.rulesets.saboteur.fields import FORM

SABOTEUR = RULESETS["saboteur"]


def stored(seats: int, number: int = 0) -> Json:
    """A new table as it is stored."""
    return SABOTEUR.dump(SABOTEUR.setup(number.to_bytes(16, "big"), seats, {}).state)


def with_line(data: Json, word: str, text: str) -> Json:
    """The table with other words in one line."""
    return {**data, "lines": {**data["lines"], word: text}}


def test_words_that_were_read_at_a_large_table_are_refused_at_a_small_one() -> None:
    assert SABOTEUR.load(with_line(stored(5), "asked", "@5")).asked == 4
    with pytest.raises(PositionError, match="nobody sits at @5"):
        SABOTEUR.load(with_line(stored(3), "asked", "@5"))


def test_words_that_cannot_be_read_are_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(PositionError, match="no card of the deck: 'Q7'"):
            SABOTEUR.load(with_line(stored(3), "stock", "P1 Q7"))


def test_what_depends_on_several_fields_is_checked_each_time() -> None:
    SABOTEUR.load(with_line(stored(3), "bank", "0"))
    for _ in range(2):
        with pytest.raises(PositionError, match="the bank has paid more ones"):
            SABOTEUR.load(with_line(stored(3), "bank", "1"))


def test_never_more_is_remembered_than_fits_the_bounds() -> None:
    memories = FORM.memories
    for number in range(1_000):
        state = SABOTEUR.load(stored(3, number))
        assert state == SABOTEUR.setup(number.to_bytes(16, "big"), 3, {}).state
        assert len(memories) <= memories.limit <= 12
        assert all(len(memory) <= memory.limit <= 2_000 for memory in memories.values())
    assert max(len(memory) for memory in memories.values()) > 0
