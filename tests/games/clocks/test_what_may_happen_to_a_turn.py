"""Extensions, pauses, vacations, returned letters, rules, substitutes: where the examples end."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from games.clocks.rules import breaks, giving, ruling, seating, settings, turns, vacations
from games.clocks.rules.grants import Outage
from games.clocks.rules.people import person
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.stretches import HOUR, MINUTE, Stretch
from games.clocks.rules.table import Table, running_left
from tests.games.clocks.cast import START, asked, at, clock, due, table

BANK = {"style": "bank", "initial": 24, "increment": 12, "cap": 96}
HOUR_STYLE = {"style": "hour", "at": "20:00", "notice": 12}
DAY = 24 * HOUR


def refused(change: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as refusal:
        change()
    return refusal.value.reason


# Extensions


def test_an_extension_needs_a_seat_that_is_asked_and_in_time() -> None:
    one = asked()
    assert refused(lambda: giving.extend(one, 2, 1, by=None, now=START)) == Reason.NOT_ASKED
    late = due(one)
    assert refused(lambda: giving.extend(one, 1, 1, by=None, now=late)) == Reason.TOO_LATE
    assert refused(lambda: giving.extend(one, 1, 0, by=None, now=START)) == Reason.EMPTY


def test_a_week_of_extension_is_counted_over_an_interrupted_turn() -> None:
    given = giving.extend(asked(), 1, 160, by=None, now=START)
    aside = turns.go_on(given, {2: 1}, now=START + HOUR, answered=1)
    back = turns.go_on(aside, {1: 1}, now=START + 2 * HOUR, answered=2)
    now = START + 3 * HOUR
    assert refused(lambda: giving.extend(back, 1, 9, by=None, now=now)) == Reason.TOO_LONG
    assert due(giving.extend(back, 1, 8, by=None, now=now)) == due(back) + 8 * HOUR


def test_an_extension_under_a_fixed_hour_adds_its_hours_and_no_more() -> None:
    thursdays = {**HOUR_STYLE, "days": ["thu"]}
    one = asked(clock=thursdays, now=at("03-02 02:00"))
    assert due(one) == at("03-05 19:00")
    longer = giving.extend(one, 1, 1, by=None, now=at("03-02 03:00"))
    assert due(longer) == at("03-05 20:00")
    assert clock(longer).causes == ("turn", "extension")
    # The quiet rules apply anew.
    quiet = asked(clock=thursdays, table_quiet="21:30-07:00", now=at("03-02 02:00"))
    into_the_night = giving.extend(quiet, 1, 2, by=None, now=at("03-02 03:00"))
    assert due(into_the_night) == at("03-06 06:00")


# Pauses


def test_a_pause_is_announced_ahead_and_one_at_a_time() -> None:
    one = asked()
    assert refused(lambda: breaks.pause(one, START, by=None, now=START)) == Reason.IN_THE_PAST
    assert refused(lambda: breaks.resume(one, now=START)) == Reason.NOT_PAUSED
    month = START + timedelta(days=30)
    paused = breaks.pause(one, month, by=None, now=START)
    assert refused(lambda: breaks.pause(paused, month, by=None, now=START)) == Reason.PAUSED
    late = START + timedelta(days=30, minutes=1)
    assert refused(lambda: breaks.pause(one, late, by=None, now=START)) == Reason.TOO_LONG


def test_a_pause_of_less_than_a_day_has_no_floor() -> None:
    almost = due(asked()) - HOUR
    short = breaks.pause(asked(), almost + 23 * HOUR, by=None, now=almost)
    assert due(short) == due(asked()) + 23 * HOUR
    assert clock(short).causes == ("turn", "pause")
    long = breaks.pause(asked(), almost + DAY, by=None, now=almost)
    assert due(long) == almost + 2 * DAY


def test_a_short_pause_that_ends_early_leaves_a_day() -> None:
    almost = due(asked()) - HOUR
    short = breaks.pause(asked(), almost + 20 * HOUR, by=None, now=almost)
    ended = breaks.resume(short, now=almost + 2 * HOUR)
    assert due(ended) == almost + 26 * HOUR


def test_a_closed_table_times_nobody_out() -> None:
    late = due(asked())
    paused = breaks.pause(asked(), late + HOUR, by=None, now=late)
    assert due(paused) == late
    assert turns.too_late(paused, now=late) == []
    assert turns.too_late(paused, now=late + HOUR) == [1]


def test_no_fixed_hour_lies_in_a_pause() -> None:
    one = asked(clock=HOUR_STYLE, now=at("03-02 02:00"))
    assert due(one) == at("03-02 19:00")
    paused = breaks.pause(one, at("03-02 19:30"), by=None, now=at("03-02 18:30"))
    assert due(paused) == at("03-03 19:00")


def test_who_comes_back_has_no_more_than_the_turn_began_with() -> None:
    one = asked(clock={"style": "fixed", "hours": 6})
    away = breaks.pause(one, START + 30 * HOUR, by=None, now=START + 5 * HOUR)
    assert due(away) == START + 36 * HOUR


def test_by_the_hour_who_comes_back_has_until_the_next_hour_that_leaves_his_notice() -> None:
    one = asked(clock=HOUR_STYLE, now=at("03-02 02:00"))
    away = breaks.leave(one, 1, (None, date(2026, 3, 3)), now=at("03-02 18:00"))
    assert due(away) == at("03-04 19:00")
    assert clock(away).causes == ("turn", "vacation")
    noon = breaks.come_home(away, 1, now=at("03-03 11:00"))
    assert due(noon) == at("03-04 19:00")
    early = breaks.come_home(away, 1, now=at("03-03 06:30"))
    assert due(early) == at("03-03 19:00")


def test_by_the_hour_waking_hours_are_promised_until_the_next_hour() -> None:
    style = {"style": "hour", "at": "08:00", "notice": 6}
    one = asked(clock=style, least_waking=8, now=at("03-02 20:00"))
    assert due(one) == at("03-04 07:00")
    assert clock(one).causes == ("turn", "waking")


# Vacations


def test_a_vacation_from_today_on_is_taken_at_once_or_not_at_all() -> None:
    today = (date(2026, 3, 2), date(2026, 3, 4))
    assert refused(lambda: breaks.leave(table(), 1, today, now=START)) == Reason.IN_THE_PAST


def test_a_day_taken_twice_needs_no_budget() -> None:
    few = table(vacation_days=3)
    one = breaks.leave(few, 1, (date(2026, 3, 4), date(2026, 3, 5)), now=START)
    two = breaks.leave(one, 1, (date(2026, 3, 4), date(2026, 3, 9)), now=START)
    assert two.seats[1].vacations[1].last == date(2026, 3, 6)


def test_a_vacation_after_the_deadline_counts_once_an_extension_reaches_it() -> None:
    away = breaks.leave(asked(), 1, (date(2026, 3, 4), date(2026, 3, 5)), now=START)
    assert due(away) == due(asked())
    given = giving.extend(away, 1, 16, by=None, now=START)
    # 13 hours to midnight in Berlin, three more after the vacation; but home means a day.
    assert due(given) == at("03-06 23:00")
    assert clock(given).causes == ("turn", "extension", "vacation", "resumed")


def test_even_a_day_nearly_over_has_the_floor_it_is_paid_for() -> None:
    almost = at("03-02 22:50")
    away = breaks.leave(asked(now=at("03-01 23:00")), 1, (None, date(2026, 3, 2)), now=almost)
    assert due(away) == at("03-03 23:00")


def test_who_is_not_away_cannot_come_home() -> None:
    assert refused(lambda: breaks.come_home(asked(), 1, now=START)) == Reason.NOT_AWAY


def test_a_day_taken_twice_is_paid_once() -> None:
    one = breaks.leave(table(), 1, (date(2026, 3, 4), date(2026, 3, 8)), now=START)
    two = breaks.leave(one, 1, (date(2026, 3, 7), date(2026, 3, 9)), now=START)
    assert len(vacations.taken(two.seats[1].vacations)) == 6


def test_a_vacation_stays_where_it_was_planned_wherever_its_player_moves() -> None:
    away = breaks.leave(asked(), 1, (date(2026, 3, 3), date(2026, 3, 4)), now=START)
    moved = seating.know(away, 1, person("Pacific/Auckland"), now=START)
    assert moved.seats[1].vacations == away.seats[1].vacations
    assert due(moved) == due(away)


def test_a_date_that_is_left_out_costs_nothing() -> None:
    apia = person("Pacific/Apia")
    now = at("03-02 10:00").replace(year=2011, month=12, day=20)
    days = (date(2011, 12, 29), date(2011, 12, 31))
    away = breaks.leave(table(apia), 1, days, now=now)
    assert vacations.by_year(vacations.taken(away.seats[1].vacations)) == {2011: 2}
    nothing = (date(2011, 12, 30), date(2011, 12, 30))
    assert refused(lambda: breaks.leave(table(apia), 1, nothing, now=now)) == Reason.EMPTY


def test_a_vacation_of_the_far_future_is_refused() -> None:
    far = (date(9999, 12, 30), date(9999, 12, 31))
    assert refused(lambda: breaks.leave(table(), 1, far, now=START)) == Reason.TOO_LONG


def test_a_vacation_reads_back() -> None:
    (away,) = breaks.leave(table(), 1, (None, date(2026, 3, 4)), now=START).seats[1].vacations
    assert vacations.load(vacations.dump(away)) == away


# Returned letters


def test_a_returned_letter_gives_time_again_after_thirty_days() -> None:
    later = START + timedelta(days=30)
    one = giving.bounce(asked(), 1, now=START + HOUR)
    again = turns.go_on(one, {1: 2}, now=later, answered=1)
    assert due(giving.bounce(again, 1, now=later + HOUR - MINUTE)) == due(again)
    assert due(giving.bounce(again, 1, now=later + HOUR)) == due(again) + HOUR


def test_a_returned_letter_gives_two_days_at_most() -> None:
    one = asked(clock={"style": "fixed", "hours": 72})
    now = due(one) - HOUR
    assert due(giving.bounce(one, 1, now=now)) == now + 2 * DAY


def test_a_returned_letter_that_gives_nothing_is_not_used_up() -> None:
    one = giving.extend(asked(), 1, 100, by=None, now=START)
    assert giving.bounce(one, 1, now=START + HOUR).seats[1].bounced is None


def test_a_letter_that_came_back_in_a_pause_keeps_its_time_if_the_pause_ends_early() -> None:
    one = asked(clock=HOUR_STYLE, resume_floor=0, now=at("03-02 02:00"))
    paused = breaks.pause(one, at("03-04 02:00"), by=None, now=at("03-02 09:00"))
    back = giving.bounce(paused, 1, now=at("03-02 10:00"))
    assert due(back) == due(paused) == at("03-04 19:00")
    opened = breaks.resume(back, now=at("03-02 12:00"))
    assert due(opened) == at("03-03 00:00")
    # It is given once in thirty days all the same.
    assert giving.bounce(opened, 1, now=at("03-02 20:00")) == opened


# Letters and outages


def test_a_clock_runs_from_when_its_letter_could_leave() -> None:
    assert due(giving.letter_left(asked(), 1, at=START + 3 * HOUR)) == due(asked()) + 3 * HOUR
    assert giving.letter_left(asked(), 1, at=START + MINUTE) == asked()


def test_deadlines_far_ahead_are_untouched_by_an_outage() -> None:
    gone = Stretch(START + HOUR, START + 9 * HOUR)
    after = giving.outage(asked(), gone)
    assert after.seats == asked().seats


def test_an_outage_is_not_charged_to_a_bank() -> None:
    one = asked(clock=BANK)
    down = giving.outage(one, Stretch(START + 2 * HOUR, START + 5 * HOUR))
    played = turns.go_on(down, {2: 2}, now=START + 6 * HOUR, answered=1)
    assert played.seats[1].bank == (24 - 3 + 12) * HOUR


def test_who_fell_into_an_outage_just_before_its_end_has_an_hour() -> None:
    late = due(asked())
    down = Stretch(late - 10 * MINUTE, late + 10 * MINUTE)
    assert due(giving.outage(asked(), down)) == down.end + HOUR
    assert Outage(down, HOUR) in clock(giving.outage(asked(), down)).grants


def test_a_short_pause_after_an_outage_takes_nothing_of_what_it_gave() -> None:
    down = giving.outage(asked(), Stretch(at("03-03 08:00"), at("03-03 16:00")))
    assert due(down) == at("03-03 18:00")
    paused = breaks.pause(down, at("03-04 05:00"), by=None, now=at("03-03 17:00"))
    assert running_left(paused, paused.seats[1], now=at("03-03 17:00")) == HOUR
    assert due(paused) == at("03-04 06:00")


# Rules


def ruled(old: Table, **form: object) -> Table:
    fresh = settings.load(settings.dump(old.settings) | form)
    return ruling.rule(old, fresh, now=START + HOUR)


def test_days_off_that_come_in_reach_a_running_turn() -> None:
    one = ruled(asked(), days_off=["tue"])
    assert due(one) == due(asked()) + DAY
    assert clock(one).causes == ("turn", "rule", "days-off")


def test_days_off_that_go_begin_with_the_next_turn() -> None:
    one = ruled(asked(days_off=["tue"]), days_off=[])
    assert due(one) == due(asked(days_off=["tue"]))
    paused = breaks.pause(one, START + 6 * HOUR, by=None, now=START + 2 * HOUR)
    assert due(paused) == due(one) + 4 * HOUR


def test_a_bank_that_comes_in_starts_full_for_every_seat() -> None:
    one = ruled(asked(), clock=BANK | {"initial": 48})
    assert [seat.bank for seat in one.seats.values()] == [48 * HOUR] * 2
    assert due(one) == START + 48 * HOUR
    played = turns.go_on(one, {2: 2}, now=START + 8 * HOUR, answered=1)
    assert played.seats[1].bank == (48 - 8 + 12) * HOUR


def test_no_clock_at_all_is_later_than_any() -> None:
    one = ruled(asked(), clock={"style": "none"})
    assert clock(one).due is None
    assert clock(one).remind_at is None
    assert one.due is None


# What was shown


def test_what_was_shown_is_kept_whatever_a_new_drawing_says() -> None:
    one = asked()
    shown = replace(clock(one), due=due(one) + 30 * HOUR)
    kept = one.seated(1, replace(one.seats[1], clock=shown))
    given = giving.extend(kept, 1, 1, by=None, now=START)
    assert due(given) == due(one) + 30 * HOUR
    assert clock(given).causes == ("turn", "extension", "promised")


# Others sit


def test_a_substitute_never_finds_a_deadline_earlier_than_shown() -> None:
    one = giving.extend(asked(), 1, 100, by=None, now=START)
    other = seating.substitute(one, 1, person("Asia/Kolkata"), now=START + HOUR)
    assert due(other) == due(one)
    assert clock(other).causes == ("turn", "promised")
    paused = breaks.pause(other, START + 12 * HOUR, by=None, now=START + 2 * HOUR)
    assert due(paused) == due(one) + 10 * HOUR


def test_a_substitute_has_at_least_half_of_what_the_game_began_with() -> None:
    low = turns.time_out(asked(clock=BANK | {"initial": 48}), [1], {2: 2}, now=START)
    assert low.seats[1].bank == 12 * HOUR
    assert seating.substitute(low, 1, person("UTC"), now=START).seats[1].bank == DAY


def test_a_bot_has_no_clock_and_who_comes_back_has_the_whole_turn() -> None:
    played = seating.hand_to_bot(asked(), 1)
    assert played.due is None
    assert turns.go_on(played, {1: 2}, now=START).due is None
    back = seating.come_back(played, 1, now=START + 30 * HOUR, mark=2)
    assert due(back) == START + 54 * HOUR
    assert back.seats[1].misses == 0
    assert seating.come_back(played, 1, now=START).due is None


def test_a_finished_game_changes_no_more() -> None:
    over = turns.finish(asked(clock=BANK), now=START + HOUR)
    assert over.due is None
    assert over.seats[1].bank == 35 * HOUR
    for change in (
        lambda: breaks.pause(over, START + DAY, by=None, now=START),
        lambda: breaks.resume(over, now=START),
        lambda: breaks.leave(over, 1, (None, date(2026, 3, 9)), now=START),
        lambda: ruling.rule(over, over.settings, now=START),
        lambda: turns.may_move(over, 1, now=START),
    ):
        assert refused(change) == Reason.FINISHED
