"""Every game that is not over names why it waits."""

from datetime import date

from games.clocks.rules import breaks, giving, seating, turns
from games.clocks.rules.stretches import HOUR
from games.clocks.rules.table import Table
from games.clocks.rules.waiting import Hold, Wait, Why, waits
from tests.games.clocks.cast import START, asked, due

HOLD = Hold(START, "a new machine")


def why(
    of: Table, *who: int, hold: Hold | None = None, set_aside: bool = False
) -> tuple[Wait, ...]:
    return waits(of, who or (1,), hold=hold, set_aside=set_aside, now=START + HOUR)


def test_who_is_asked_is_named_with_his_deadline() -> None:
    assert why(asked()) == (Wait(Why.ASKED, 1, due(asked())),)


def test_a_bot_is_asked_without_a_deadline() -> None:
    assert why(seating.hand_to_bot(asked(), 1)) == (Wait(Why.ASKED, 1, None),)


def test_who_is_on_vacation_is_away() -> None:
    away = breaks.leave(asked(), 1, (None, date(2026, 3, 9)), now=START)
    assert why(away) == (Wait(Why.AWAY, 1, away.seats[1].vacations[0].end),)


def test_each_seat_that_is_asked_has_its_reason() -> None:
    both = turns.go_on(asked(), {1: 1, 2: 1}, now=START)
    away = breaks.leave(both, 2, (None, date(2026, 3, 9)), now=START)
    assert [wait.why for wait in why(away, 1, 2)] == [Why.ASKED, Why.AWAY]


def test_whose_letters_come_back_cannot_be_reached_until_one_arrives_or_he_moves() -> None:
    lost = giving.bounce(asked(), 1, now=START)
    assert why(lost) == (Wait(Why.UNREACHED, 1),)
    assert why(giving.bounce(lost, 1, now=START + HOUR)) == (Wait(Why.UNREACHED, 1),)
    assert [wait.why for wait in why(giving.reached(lost, 1))] == [Why.ASKED]
    moved = turns.go_on(lost, {1: 2}, now=START, answered=1)
    assert [wait.why for wait in why(moved)] == [Why.ASKED]


def test_a_closed_table_names_one_reason_and_the_whole_service_goes_before_it() -> None:
    until = START + 30 * HOUR
    paused = breaks.pause(turns.go_on(asked(), {1: 1, 2: 1}, now=START), until, by=None, now=START)
    assert why(paused, 1, 2) == (Wait(Why.PAUSED, at=until),)
    assert why(paused, set_aside=True) == (Wait(Why.SET_ASIDE),)
    assert why(paused, set_aside=True, hold=HOLD) == (Wait(Why.HELD, at=START, said=HOLD.reason),)


def test_a_game_that_is_over_waits_for_nothing() -> None:
    assert waits(asked(), (), hold=HOLD, set_aside=True, now=START) == ()
