"""Which turns end with a move, how long they took, and who may end a game (time.md, 9 and 11)."""

from dataclasses import replace

import pytest

from games.clocks.rules import over, seating, silence, turns
from games.clocks.rules.stretches import HOUR
from tests.games.clocks.cast import START, asked


def test_a_turn_of_two_questions_is_over_once_and_took_the_time_of_both() -> None:
    first = asked()
    aside = turns.go_on(first, {2: 1}, now=START + 2 * HOUR, answered=1)
    assert list(over.answered(first, aside, 1, now=START + 2 * HOUR)) == []
    again = turns.go_on(aside, {1: 1}, now=START + 5 * HOUR, answered=2)
    assert list(over.answered(aside, again, 2, now=START + 5 * HOUR)) == []
    done = turns.go_on(again, {2: 2}, now=START + 6 * HOUR, answered=1)
    # The other's turn stood aside under the same mark, and is over now too.
    assert list(over.answered(again, done, 1, now=START + 6 * HOUR)) == [
        (1, 3 * HOUR),
        (2, 3 * HOUR),
    ]


def test_who_need_not_answer_any_more_has_not_answered() -> None:
    both = turns.go_on(asked(), {1: 1, 2: 1}, now=START)
    after = turns.go_on(both, {1: 2}, now=START + HOUR, answered=1)
    assert list(over.answered(both, after, 1, now=START + HOUR)) == [(1, HOUR)]


def test_a_turn_that_was_missed_or_has_no_deadline_does_not_count() -> None:
    late = asked()
    missed = turns.time_out(late, [1], {2: 1}, now=START + 24 * HOUR)
    done = turns.go_on(missed, {2: 2}, now=START + 25 * HOUR, answered=2)
    counted = list(over.answered(missed, done, 2, now=START + 25 * HOUR))
    assert [number for number, _ in counted] == [2]
    endless = asked(clock={"style": "none"})
    after = turns.go_on(endless, {2: 2}, now=START + HOUR, answered=1)
    assert list(over.answered(endless, after, 1, now=START + HOUR)) == []


def test_who_comes_back_after_giving_up_finds_the_bank_as_it_was() -> None:
    bank = {"style": "bank", "initial": 72, "increment": 12, "cap": 120}
    poor = asked(clock=bank)
    poor = poor.seated(2, replace(poor.seats[2], bank=HOUR, bot=True))
    for refill, hours in ((True, 36), (False, 1)):
        back = seating.come_back(poor, 2, now=START, mark=1, refill=refill).seats[2]
        assert back.bank == hours * HOUR
        assert back.clock is not None
        assert back.clock.amount == hours * HOUR


@pytest.mark.parametrize(
    ("stood_in", "since", "who"),
    [
        ({1: False, 2: True}, 72, 1),
        ({1: False, 2: True}, 71, None),
        ({1: False, 2: False}, 99, None),
        ({1: True, 2: True}, 99, None),
        ({1: False, 2: True, 3: True}, 99, None),
    ],
)
def test_of_two_the_one_who_stayed_may_end_the_game_after_three_days(
    stood_in: dict[int, bool], since: int, who: int | None
) -> None:
    offered = {2: START - since * HOUR}
    assert silence.may_end(stood_in, offered, now=START) == who
    assert silence.may_end(stood_in, {}, now=START) is None
