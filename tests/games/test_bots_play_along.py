"""Bots: the same path as people, their own view and nothing more, never inside somebody's POST."""

from dataclasses import replace
from unittest.mock import Mock, patch

import pytest

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS, ruleset
from games.models import Move, Seat
from games.services import turns
from saboteur_site.celery import app
from tests.games.cast import MINUTE, NOW, again, asked, pass_on, started

pytestmark = pytest.mark.django_db


def with_a_bot_asked(*, bots: int = 2):
    game = started(("alice",), bots=bots)
    while not again(game).bot_asked:
        pass_on(game)
    return again(game)


def test_a_bot_moves_once_for_each_hint_and_the_move_is_marked():
    game = with_a_bot_asked()
    played = turns.play_bot(game.pk, game.ply, now=NOW)
    assert played is not None
    assert Move.objects.get(game=game, ply=played.ply).by == "bot"
    assert turns.play_bot(game.pk, game.ply, now=NOW) is None


def test_a_bot_does_not_move_for_a_person():
    game = started()
    assert turns.play_bot(game.pk, 0, now=NOW) is None


def test_a_bot_is_given_its_seats_view_and_its_legal_moves_only():
    game = with_a_bot_asked()
    rules, seat = ruleset(game.ruleset), EngineSeat(asked(game).number)
    state = rules.load(game.state)
    choose = Mock(side_effect=lambda view, moves: moves[0])
    with patch.dict(RULESETS, {game.ruleset: replace(rules, choose=choose)}):
        turns.play_bot(game.pk, game.ply, now=NOW)
    view, moves = choose.call_args.args
    assert view == rules.view(state, seat)
    assert moves == rules.legal_moves(state, seat)


def test_a_hint_for_the_bot_leaves_with_the_commit(django_capture_on_commit_callbacks):
    game = with_a_bot_asked()
    with (
        patch.object(app, "send_task") as send,
        django_capture_on_commit_callbacks(execute=True),
    ):
        played = turns.play_bot(game.pk, game.ply, now=NOW)
    hints = [call.args for call in send.call_args_list]
    again_bot = again(game).bot_asked
    assert ("games.tasks.play_bots", ((game.pk, played.ply),)) in hints or not again_bot


def test_the_move_of_a_person_does_not_move_the_bots():
    game = started(("alice",), bots=2)
    while again(game).bot_asked:
        turns.sweep_bots(now=NOW)
    ply = again(game).ply
    pass_on(game)
    assert again(game).ply == ply + 1
    assert again(game).bot_asked


def test_the_sweep_finds_bots_whose_hint_got_lost():
    game = with_a_bot_asked()
    assert turns.sweep_bots(now=NOW) == 1
    assert again(game).ply == game.ply + 1


def test_a_bot_that_cannot_decide_makes_the_default_move_at_the_third_attempt(caplog):
    game = with_a_bot_asked()
    rules = ruleset(game.ruleset)
    lost = replace(rules, choose=Mock(side_effect=ZeroDivisionError))
    with patch.dict(RULESETS, {game.ruleset: lost}):
        assert turns.sweep_bots(now=NOW) == 0
        assert turns.sweep_bots(now=NOW + MINUTE) == 0
        assert turns.sweep_bots(now=NOW + 3 * MINUTE) == 1
    assert "_bot_moves failed" in caplog.text
    expected = rules.format(rules.default_move(rules.load(game.state), EngineSeat(game.to_act[0])))
    made = Move.objects.get(game=game, ply=game.ply + 1)
    assert (made.by, made.notation) == ("bot", expected)


def test_bots_and_one_person_play_a_whole_game():
    game = started(("alice",), bots=3, rounds="1")
    while not again(game).ended_at:
        if not turns.sweep_bots(now=NOW):
            pass_on(game)
    assert again(game).outcome is not None
    assert Seat.objects.filter(game=game, bot=True).count() == 3


def test_a_weak_bot_is_shown_fewer_moves_and_who_stands_in_all():
    game = with_a_bot_asked()
    rules, seat = ruleset(game.ruleset), EngineSeat(asked(game).number)
    moves = rules.legal_moves(rules.load(game.state), seat)
    shown = {}
    for strength in ("", "easy", "hard"):
        Seat.objects.filter(game=game, bot=True).update(strength=strength)
        choose = Mock(side_effect=ZeroDivisionError)
        with (
            patch.dict(RULESETS, {game.ruleset: replace(rules, choose=choose)}),
            pytest.raises(ZeroDivisionError),
        ):
            turns.play_bot(game.pk, game.ply, now=NOW)
        shown[strength] = choose.call_args.args[1]
    assert shown[""] == shown["hard"] == moves
    assert 0 < len(shown["easy"]) < len(moves)
    assert set(shown["easy"]) < set(moves)
