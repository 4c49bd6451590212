"""Deadlines: reminders by plan, then the default move by the same path, and all are told."""

import pytest

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import selectors
from games.clocks.services import reminding
from games.models import Game, Move
from games.services import turns
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    asked,
    clocks_of,
    forgiven,
    letters,
    pass_on,
    started,
    sweep_deadlines,
    sweep_reminders,
)

pytestmark = pytest.mark.django_db


def test_nothing_happens_before_the_deadline():
    game = started(hours=24)
    assert sweep_deadlines(now=NOW + DAY - MINUTE) == 0
    assert again(game).ply == 0


def test_a_missed_deadline_plays_the_default_move_and_tells_everybody():
    game = started(hours=24)
    late = asked(game)
    rules = ruleset(game.ruleset)
    expected = rules.format(rules.default_move(rules.load(game.state), EngineSeat(late.number)))
    assert sweep_deadlines(now=NOW + DAY) == 1
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
    sweep_deadlines(now=NOW + DAY)
    table = selectors.seat_table(late, now=NOW + DAY)
    assert [(entry.ply, entry.by) for entry in table.story] == [(0, "deal"), (1, "deadline")]


def test_a_move_at_the_last_minute_is_in_time():
    game = started()
    pass_on(game, now=NOW + DAY - MINUTE)
    assert sweep_deadlines(now=NOW + DAY) == 0
    assert turns.time_out(game.pk, now=NOW + DAY) is None


def test_default_moves_alone_end_a_game():
    game, now = started(rounds="1"), NOW
    while again(game).status == Game.Status.ACTIVE:
        now += DAY
        # As if each had moved in between: no bot takes over.
        clocks_of(game, forgiven)
        assert sweep_deadlines(now=now) == 1
    assert sweep_deadlines(now=now + DAY) == 0
    assert len(letters(kind="result")) == 3


def test_a_reminder_goes_out_at_each_share_of_the_plan():
    game = started(hours=24)
    assert sweep_reminders(now=NOW + 12 * HOUR - MINUTE) == 0
    assert sweep_reminders(now=NOW + 12 * HOUR) == 1
    assert sweep_reminders(now=NOW + 21 * HOUR) == 0
    assert letters(kind="reminder") == [("reminder", asked(game).name)]
    assert sweep_reminders(now=NOW + 21.6 * HOUR) == 1
    assert sweep_reminders(now=NOW + 23 * HOUR) == 0
    assert len(letters(kind="reminder")) == 2


def test_every_turn_has_its_own_reminder():
    game = started(hours=24)
    sweep_reminders(now=NOW + 12 * HOUR)
    pass_on(game, now=NOW + 19 * HOUR)
    assert sweep_reminders(now=NOW + 21.6 * HOUR) == 0
    assert sweep_reminders(now=NOW + 31 * HOUR) == 1
    assert len(letters(kind="reminder")) == 2


def test_a_bot_is_not_reminded():
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        pass_on(game)
    assert (again(game).deadline_at, again(game).remind_at) == (None, None)


def test_one_game_in_trouble_does_not_hold_up_the_others(caplog):
    broken, fine = started(), started()
    Game.objects.filter(pk=broken.pk).update(state={"v": 99}, deadline_at=NOW)
    assert sweep_deadlines(now=NOW + DAY) == 1
    assert (again(broken).ply, again(fine).ply) == (0, 1)
    assert f"game {broken.pk}" in caplog.text


def test_many_games_in_trouble_do_not_starve_the_others(caplog):
    broken, fine = [started(), started(), started()], started()
    ids = [game.pk for game in broken]
    Game.objects.filter(pk__in=ids).update(state={"v": 99}, deadline_at=NOW)
    assert sweep_deadlines(now=NOW + DAY) == 1
    assert again(fine).ply == 1
    assert Game.objects.filter(stuck_at__isnull=False).count() == 3


def test_a_broken_game_is_set_aside_after_three_attempts(caplog):
    game = started()
    Game.objects.filter(pk=game.pk).update(state={"v": 99}, deadline_at=NOW)
    tried = []
    for minutes in range(12):
        sweep_deadlines(now=NOW + DAY + minutes * MINUTE)
        tried.append(again(game).stuck)
    # Tried again after a minute, and after two more.
    assert tried == [1, 2, 2] + [Game.SET_ASIDE] * 9
    # The operators are told of each kind of failure once, by where in the program it was.
    levels = [record.levelname for record in caplog.records]
    assert levels == ["ERROR", "WARNING", "WARNING", "WARNING"]
    assert "set aside" in caplog.text


def test_a_game_that_moves_again_is_not_stuck_any_more():
    game = started()
    Game.objects.filter(pk=game.pk).update(stuck_at=NOW, stuck=Game.SET_ASIDE - 1)
    pass_on(game)
    assert (again(game).stuck_at, again(game).stuck) == (None, 0)


def test_a_sweep_with_nothing_to_do_asks_once(django_assert_num_queries):
    started()
    with django_assert_num_queries(9):  # each between a savepoint and its release
        turns.sweep_deadlines(now=NOW)
        reminding.sweep(now=NOW)
        turns.sweep_bots(now=NOW)
