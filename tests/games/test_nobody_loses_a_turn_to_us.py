"""An outage of ours, a mail server that was down, a clock set back: nobody pays for them."""

import logging
from datetime import datetime, timedelta

import pytest

from games import letters as written
from games import selectors, tasks
from games.clocks.models import Outage, Pulse
from games.clocks.services import outages, pulse
from games.log.rules import Cause
from games.log.services import because
from games.models import Letter
from games.services import games, mailbox, turns
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    claim,
    clocks_of,
    full_table,
    letters,
    moves,
    player,
    started,
)
from tests.games.mail_server import MailServer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

DUE = NOW + DAY
BANK = {"clock": {"style": "bank", "initial": 24, "increment": 12, "cap": 48}}


def alive(since: datetime) -> None:
    """Let the sweeps have run until then."""
    Pulse.objects.update_or_create(pk=pulse.ONE, defaults={"last_at": since})


def beat(set_clock, at: datetime) -> None:
    """Let the sweep's turn come."""
    set_clock(at)
    tasks.sweep_deadlines()


def test_what_fell_due_in_an_outage_moves_by_its_length_and_is_not_enforced(set_clock):
    game = started()
    all_sent()
    alive(DUE - 2 * HOUR)
    beat(set_clock, DUE + 8 * HOUR)
    assert again(game).ply == 0
    assert again(game).deadline_at == DUE + 10 * HOUR
    beat(set_clock, DUE + 8 * HOUR + 5 * MINUTE)
    assert again(game).deadline_at == DUE + 10 * HOUR
    assert Outage.objects.get().worked_at == DUE + 8 * HOUR


def test_a_table_tells_that_the_service_was_down(set_clock):
    game = started()
    alive(DUE - 2 * HOUR)
    beat(set_clock, DUE + 8 * HOUR)
    (clock,) = selectors.public_table(game.key, now=DUE + 8 * HOUR).clocks
    assert clock.causes == ("turn", "outage")
    assert clock.due == DUE + 10 * HOUR


def test_nobody_is_timed_out_in_the_hour_after_the_return(set_clock):
    soon = started(hours=27)
    all_sent()
    alive(DUE + 2 * HOUR)
    beat(set_clock, DUE + 2.5 * HOUR)
    assert again(soon).deadline_at == DUE + 3.5 * HOUR


def test_deadlines_far_ahead_are_left_alone_but_no_bank_pays_for_the_outage(set_clock):
    game = started(time=BANK)
    before = again(game).time
    alive(NOW + HOUR)
    beat(set_clock, NOW + 6 * HOUR)
    assert again(game).time == before
    seat = asked(game).number
    turns.play_move(claim(game), moves(game)[0], seen_ply=0, now=NOW + 8 * HOUR)
    assert clocks_of(game).seats[seat].bank == (24 - 3 + 12) * HOUR


def test_what_was_due_before_the_outage_is_enforced(set_clock):
    game = started()
    all_sent()
    alive(DUE + MINUTE)
    beat(set_clock, DUE + 5 * HOUR)
    assert again(game).ply == 1


def test_a_move_that_arrives_while_the_sweeps_are_down_is_in_time():
    game = started()
    all_sent()
    alive(DUE - HOUR)
    done = turns.play_move(claim(game), moves(game)[0], seen_ply=0, now=DUE + 2 * HOUR)
    assert (done.ply, again(game).stuck) == (1, 0)


def test_each_person_gets_one_letter_for_all_his_games_and_operators_are_told(set_clock, caplog):
    games = [started(), started()]
    people = {asked(game).player for game in games}
    all_sent()
    alive(DUE - HOUR)
    with caplog.at_level(logging.ERROR):
        beat(set_clock, DUE + HOUR)
    assert "nothing was swept for 2:00:00" in caplog.text
    assert letters(kind="outage") == sorted(("outage", who.email) for who in people)
    for letter in Letter.objects.filter(kind="outage"):
        # It waits a little, so that all games are in it.
        assert mailbox.deliver(letter.pk, now=DUE + HOUR + MINUTE) is None
        text = written.render(letter, now=DUE + HOUR).body
        mine = sum(asked(game).player.email == letter.email for game in games)
        assert text.count("Mon 2 Mar, 14:00 UTC") == mine
    beat(set_clock, DUE + HOUR + MINUTE)
    assert Letter.objects.filter(kind="outage").count() == len(people)


def test_a_clock_set_back_enforces_nothing_until_it_has_passed_the_last_sign(set_clock, caplog):
    game = started()
    all_sent()
    alive(DUE + 3 * HOUR)
    beat(set_clock, DUE + HOUR)
    assert again(game).ply == 0
    assert "set back" in caplog.text
    assert turns.time_out(game.pk, now=DUE + HOUR) is None
    beat(set_clock, DUE + 3 * HOUR)
    assert again(game).ply == 1


def test_two_beats_at_once_see_one_outage(set_clock):
    alive(NOW)
    for _ in range(2):
        assert pulse.beat(now=NOW + HOUR)
    assert Outage.objects.count() == 1
    assert outages.work_off(now=NOW + HOUR)


def test_an_outage_is_worked_off_beat_by_beat_and_nothing_is_moved_twice(set_clock, monkeypatch):
    games = [started() for _ in range(3)]
    all_sent()
    alive(DUE - HOUR)
    with monkeypatch.context() as patch:
        patch.setattr(outages, "SLICE", 0.0)
        beat(set_clock, DUE + HOUR)
    assert {again(game).deadline_at for game in games} == {DUE}
    assert {again(game).ply for game in games} == {0}, "nothing is enforced before all are moved"
    # A player comes first: his game is moved before his move is looked at.
    assert turns.time_out(games[0].pk, now=DUE + HOUR) is None
    assert again(games[0]).deadline_at == DUE + 2 * HOUR
    beat(set_clock, DUE + HOUR + MINUTE)
    assert {again(game).deadline_at for game in games} == {DUE + 2 * HOUR}
    assert {len(clocks_of(game).outages) for game in games} == {1}


def test_a_seat_whose_letter_still_lies_queued_is_not_timed_out(set_clock):
    game = started()
    alive(DUE)
    beat(set_clock, DUE + MINUTE)
    assert again(game).ply == 0
    all_sent()
    beat(set_clock, DUE + 2 * MINUTE)
    assert again(game).ply == 1


def test_time_runs_from_when_the_letter_could_leave(mail_server: MailServer):
    game = started()
    mail_server.recipient = lambda address: "451 later"
    mailbox.sweep(now=NOW)
    mail_server.recipient = lambda address: "250 OK"
    left = NOW + 10 * HOUR
    mailbox.sweep(now=left)
    assert again(game).deadline_at == left + DAY
    assert asked(game).player.email in mail_server.readers
    letter = Letter.objects.get(kind="turn")
    assert "Mon 2 Mar, 22:00 UTC" in written.render(letter, now=left).body, "it says the new one"


def test_a_bank_is_not_charged_for_the_time_in_which_its_letter_could_not_leave(
    mail_server: MailServer,
):
    game = started(time=BANK)
    seat = asked(game)
    mailbox.sweep(now=NOW + 10 * HOUR)
    assert seat.player.email in mail_server.readers
    turns.play_move(claim(game), moves(game)[0], seen_ply=0, now=NOW + 12 * HOUR)
    assert again(game).time["seats"][str(seat.number)]["bank"] == 34 * 3600


def test_a_letter_that_leaves_within_a_quarter_of_an_hour_changes_nothing(mail_server: MailServer):
    game = started()
    mailbox.sweep(now=NOW + 14 * MINUTE)
    assert again(game).deadline_at == DUE


def test_a_late_letter_that_is_not_the_first_changes_nothing(mail_server: MailServer):
    game = started()
    mailbox.sweep(now=NOW)
    with because(Cause.CLOCK):
        mailbox.post(again(game), [(Letter.Kind.ROUND, asked(game))], now=NOW + HOUR)
    mailbox.sweep(now=NOW + 9 * HOUR)
    assert again(game).deadline_at == DUE


def test_a_dead_address_gets_two_days_and_its_miss_is_not_counted(mail_server: MailServer):
    game = started()
    mail_server.recipient = lambda address: "550 no such person"
    mailbox.sweep(now=NOW + 6 * HOUR)
    due = again(game).deadline_at
    assert due == NOW + 6 * HOUR + DAY
    seat = asked(game).number
    assert turns.sweep_deadlines(now=due) == 1
    assert clocks_of(game).seats[seat].misses == 0


def test_the_bank_of_a_clock_moved_by_an_outage_is_not_charged_for_it(set_clock):
    game = started(time=BANK)
    seat = asked(game).number
    all_sent()
    alive(DUE - HOUR)
    beat(set_clock, DUE + HOUR)
    turns.play_move(claim(game), moves(game)[0], seen_ply=0, now=DUE + HOUR + 30 * MINUTE)
    assert clocks_of(game).seats[seat].bank == timedelta(hours=24 - 23.5 + 12)


def test_a_seat_cannot_be_reached_from_its_first_returned_letter_to_the_next_that_arrives(
    mail_server: MailServer,
):
    game = started()
    seat = asked(game)
    mail_server.recipient = lambda address: "550 no such person"
    mailbox.sweep(now=NOW)
    assert clocks_of(game).seats[seat.number].unreached
    mail_server.recipient = lambda address: "250 OK"
    with because(Cause.CLOCK):
        mailbox.post(again(game), [(Letter.Kind.REMINDER, seat)], now=NOW + 12 * HOUR)
    mailbox.sweep(now=NOW + 12 * HOUR)
    assert not clocks_of(game).seats[seat.number].unreached


def test_a_letter_of_a_table_that_never_began_may_come_back(mail_server: MailServer):
    table = full_table()
    games.cancel(table.key, by=player("alice"), now=NOW)
    mail_server.recipient = lambda address: "550 no such person"
    mailbox.sweep(now=NOW)
    assert set(Letter.objects.values_list("status", flat=True)) <= {"failed", "dropped"}
    assert Letter.objects.filter(kind="cancelled", status="failed").exists()


def test_a_beat_that_was_down_for_a_day_times_nobody_out_who_could_move_on(set_clock):
    silent, played = started(hours=12), started(hours=12)
    all_sent()
    alive(NOW)
    # The pages went on: who is asked next has his time from there, and loses none of it.
    turns.play_move(claim(played), moves(played)[0], seen_ply=0, now=NOW + 11 * HOUR)
    all_sent()
    beat(set_clock, NOW + DAY)
    assert (again(silent).ply, again(played).ply) == (0, 1)
    assert again(silent).deadline_at == NOW + 36 * HOUR
    assert again(played).deadline_at == NOW + 47 * HOUR
    for minutes in range(0, 12 * 60, 10):
        beat(set_clock, NOW + DAY + minutes * MINUTE)
    assert again(silent).ply == 0
    beat(set_clock, NOW + 36 * HOUR)
    assert again(silent).ply == 1


def test_a_clock_that_leaps_forward_is_an_outage_and_nobody_is_timed_out_by_it(set_clock):
    game = started()
    all_sent()
    alive(NOW)
    beat(set_clock, NOW + 30 * DAY)
    assert again(game).ply == 0
    assert again(game).deadline_at == DUE + 30 * DAY
