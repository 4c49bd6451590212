"""Deadlines: one reminder, then the default move through the same path, and everybody is told."""

import pytest

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import selectors
from games.models import Game, Move
from games.services import turns
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, asked, letters, pass_on, started

pytestmark = pytest.mark.django_db


def test_nothing_happens_before_the_deadline():
    game = started(hours=24)
    assert turns.sweep_deadlines(now=NOW + DAY - MINUTE) == 0
    assert again(game).ply == 0


def test_a_missed_deadline_plays_the_default_move_and_tells_everybody():
    game = started(hours=24)
    late = asked(game)
    rules = ruleset(game.ruleset)
    expected = rules.format(rules.default_move(rules.load(game.state), EngineSeat(late.number)))
    assert turns.sweep_deadlines(now=NOW + DAY) == 1
    row = Move.objects.get(game=game, ply=1)
    assert (row.by, row.seat, row.notation) == ("deadline", late.number, expected)
    names = {"alice", "bob", "carol"}
    next_up = asked(game).name
    expected_letters = [("turn" if name == next_up else "timed-out", name) for name in names]
    assert letters(ply=1) == sorted(expected_letters)
    assert again(game).deadline_at == NOW + 2 * DAY


def test_the_move_made_for_him_is_news_to_who_was_late():
    game = started()
    late = asked(game)
    turns.sweep_deadlines(now=NOW + DAY)
    table = selectors.seat_table(late, now=NOW + DAY)
    assert [(entry.ply, entry.by) for entry in table.story] == [(0, "deal"), (1, "deadline")]


def test_a_move_at_the_last_minute_is_in_time():
    game = started()
    pass_on(game, now=NOW + DAY - MINUTE)
    assert turns.sweep_deadlines(now=NOW + DAY) == 0
    assert turns.time_out(game.pk, 0, now=NOW + DAY) is None


def test_the_clock_alone_ends_a_game():
    game, now = started(rounds="1"), NOW
    while again(game).status == Game.Status.ACTIVE:
        now += DAY
        assert turns.sweep_deadlines(now=now) == 1
    assert turns.sweep_deadlines(now=now + DAY) == 0
    assert len(letters(kind="result")) == 3


def test_one_reminder_goes_out_when_a_quarter_of_the_time_is_left():
    game = started(hours=24)
    assert turns.sweep_reminders(now=NOW + 18 * HOUR - MINUTE) == 0
    assert turns.sweep_reminders(now=NOW + 18 * HOUR) == 1
    assert turns.sweep_reminders(now=NOW + 20 * HOUR) == 0
    assert letters(kind="reminder") == [("reminder", asked(game).name)]


def test_every_turn_has_its_own_reminder():
    game = started(hours=24)
    turns.sweep_reminders(now=NOW + 18 * HOUR)
    pass_on(game, now=NOW + 19 * HOUR)
    assert turns.sweep_reminders(now=NOW + 20 * HOUR) == 0
    assert turns.sweep_reminders(now=NOW + 37 * HOUR) == 1
    assert len(letters(kind="reminder")) == 2


def test_a_bot_is_not_reminded():
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        pass_on(game)
    assert again(game).remind_at is None
    assert turns.remind(game.pk, again(game).ply, now=NOW + DAY) is None


def test_one_game_in_trouble_does_not_hold_up_the_others(caplog):
    broken, fine = started(), started()
    Game.objects.filter(pk=broken.pk).update(state={"v": 99}, deadline_at=NOW)
    assert turns.sweep_deadlines(now=NOW + DAY) == 1
    assert (again(broken).ply, again(fine).ply) == (0, 1)
    assert f"game {broken.pk}" in caplog.text


def test_many_games_in_trouble_do_not_starve_the_others(monkeypatch, caplog):
    monkeypatch.setattr(turns, "SWEEP_GAMES", 2)
    broken, fine = [started(), started(), started()], started()
    ids = [game.pk for game in broken]
    Game.objects.filter(pk__in=ids).update(state={"v": 99}, deadline_at=NOW)
    done = [turns.sweep_deadlines(now=NOW + DAY + at * MINUTE) for at in range(4)]
    assert sum(done) == 1
    assert again(fine).ply == 1
    assert Game.objects.filter(stuck_at__isnull=False).count() == 3
    # Every game in trouble is told of as an error once, however often it is tried.
    assert sum(record.levelname == "ERROR" for record in caplog.records) == 3


def test_a_game_that_moves_again_is_not_stuck_any_more():
    game = started()
    Game.objects.filter(pk=game.pk).update(stuck_at=NOW)
    pass_on(game)
    assert again(game).stuck_at is None


def test_the_sweeps_use_their_small_indexes(django_assert_num_queries):
    started()
    with django_assert_num_queries(3):
        turns.sweep_deadlines(now=NOW)
        turns.sweep_reminders(now=NOW)
        turns.sweep_bots(now=NOW)
