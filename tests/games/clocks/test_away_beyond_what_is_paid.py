"""Absences that are announced beyond the days that pay for them: kept whole, no clock stands."""

from collections.abc import Callable
from datetime import date, datetime

import pytest

from games.clocks.rules import breaks, seating, store, vacations
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import HOUR, Stretch
from games.clocks.rules.table import Table
from tests.games.clocks.cast import BERLIN, START, asked, at, due, table

DAY = 24 * HOUR
LAST = date(2026, 3, 12)
END = at("03-12 23:00")


def day(number: int) -> date:
    return date(2026, 3, number)


def refused(change: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as refusal:
        change()
    return refusal.value.reason


def beyond(of: Table, *, now: datetime = START) -> Stretch | None:
    seat = of.seats[1]
    return vacations.unpaid(seat.announced, seat.vacations, now=now)


def test_what_is_paid_for_stops_the_clock_and_the_rest_is_only_said() -> None:
    few = asked(vacation_days=3)
    away = breaks.announce(few, 1, (None, LAST), now=START)
    assert due(away) == due(breaks.leave(few, 1, (None, LAST), now=START))
    assert [each.last for each in away.seats[1].vacations] == [day(4)]
    assert [(each.first, each.last) for each in away.seats[1].announced] == [(day(2), LAST)]
    assert beyond(away) == Stretch(at("03-04 23:00"), END)
    assert beyond(away, now=END) is None


@pytest.mark.parametrize("days", [0, 1])
def test_where_nothing_is_left_all_of_it_is_only_said(days: int) -> None:
    none = breaks.announce(asked(vacation_days=days), 1, (None, day(2)), now=START)
    away = breaks.announce(none, 1, (day(4), LAST), now=START)
    assert len(away.seats[1].vacations) == days
    found = vacations.unpaid(away.seats[1].announced[-1:], away.seats[1].vacations, now=START)
    assert found == Stretch(at("03-03 23:00"), END)


def test_what_is_wholly_paid_for_is_a_vacation_and_nothing_else() -> None:
    away = breaks.announce(asked(), 1, (None, LAST), now=START)
    assert away == breaks.leave(asked(), 1, (None, LAST), now=START)
    assert away.seats[1].announced == ()


def test_what_cannot_be_is_refused_as_ever() -> None:
    none = table(vacation_days=0)
    for wish, why in (
        ((day(2), LAST), Reason.IN_THE_PAST),
        ((day(6), day(5)), Reason.EMPTY),
        ((date(9999, 1, 1), date(9999, 1, 2)), Reason.TOO_LONG),
    ):
        assert refused(lambda: breaks.announce(none, 1, wish, now=START)) == why  # noqa: B023
    assert refused(lambda: breaks.leave(none, 1, (None, LAST), now=START)) == (
        Reason.NO_VACATIONS_HERE
    )


def test_said_again_it_is_said_once_and_what_is_longer_counts() -> None:
    none = table(vacation_days=0)
    one = breaks.announce(none, 1, (None, LAST), now=START)
    assert breaks.announce(one, 1, (None, LAST), now=START + HOUR) == one
    assert breaks.announce(one, 1, (day(4), day(5)), now=START + HOUR) == one
    longer = breaks.announce(one, 1, (day(10), day(14)), now=START)
    assert beyond(longer) == Stretch(START, at("03-14 23:00"))


def test_who_is_home_is_home_from_all_that_has_begun() -> None:
    away = breaks.announce(asked(vacation_days=3), 1, (None, LAST), now=START)
    for now in (START + DAY, START + 5 * DAY):
        home = breaks.come_home(away, 1, now=now)
        assert beyond(home, now=now) is None
        assert refused(lambda: breaks.come_home(home, 1, now=now)) == Reason.NOT_AWAY  # noqa: B023
        # That he was away as he had said stays true.
        assert [each.end for each in home.seats[1].announced] == [now]
        again = breaks.announce(home, 1, (None, LAST), now=now + HOUR)
        assert len(again.seats[1].announced) == 2
    assert refused(lambda: breaks.come_home(away, 1, now=END)) == Reason.NOT_AWAY


def test_what_has_not_begun_is_taken_back_with_its_vacation_or_without() -> None:
    few = asked(vacation_days=3)
    away = breaks.announce(few, 1, (day(4), LAST), now=START)
    both = breaks.call_off(away, 1, (day(4), day(6)), now=START + HOUR)
    assert (both.seats[1].vacations, both.seats[1].announced) == ((), ())
    rest = breaks.call_off(away, 1, (day(4), LAST), now=START + HOUR)
    assert rest.seats[1].vacations == away.seats[1].vacations
    assert rest.seats[1].announced == ()
    # Also while he is away and still pays for it, and not when others play on.
    later = breaks.call_off(away, 1, (day(4), LAST), now=at("03-05 10:00"))
    assert later.seats[1].announced == ()
    gone = at("03-06 23:00")
    assert refused(lambda: breaks.call_off(away, 1, (day(4), LAST), now=gone)) == Reason.NOT_AWAY


def test_it_is_the_players_own_and_not_the_seats() -> None:
    away = breaks.announce(table(vacation_days=0), 1, (None, LAST), now=START)
    said = away.seats[1].announced
    assert seating.substitute(away, 1, BERLIN, now=START).seats[1].announced == ()
    assert seating.leave_to_bot(away, 1, BERLIN).seats[1].announced == ()
    swapped = seating.swap(away, 1, 2, now=START)
    assert (swapped.seats[1].announced, swapped.seats[2].announced) == ((), said)
    stands_in = seating.hand_to_bot(away, 1)
    assert stands_in.seats[1].announced == said
    assert seating.come_back(stands_in, 1, now=START).seats[1].announced == said


def test_it_reads_back_and_takes_no_room_where_there_is_none() -> None:
    away = breaks.announce(asked(vacation_days=3), 1, (None, LAST), now=START)
    assert store.load(store.dump(away)) == away
    assert "announced" not in str(store.dump(asked()))
