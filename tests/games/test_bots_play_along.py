"""Bots: the same path as people, their own view and nothing more, never inside somebody's POST."""

from dataclasses import replace
from unittest.mock import Mock, patch

import pytest

from engine.api import Seat as EngineSeat
from engine.api import Strength
from engine.parts.facts import Dealt, RoundBegan, dump_event
from engine.registry import RULESETS, ruleset
from games.models import Move, Seat
from games.selectors import courses
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


def facts_of(game, plies):
    rules = ruleset(game.ruleset)
    stored = game.moves.filter(ply__in=plies).order_by("ply").values_list("events", flat=True)
    return [rules.load_event(fact) for facts in stored for fact in facts]


def test_a_bot_is_given_what_its_seat_sees_and_was_told_and_its_legal_moves_only():
    game = with_a_bot_asked()
    rules, seat = ruleset(game.ruleset), EngineSeat(asked(game).number)
    state = rules.load(game.state)
    decide = Mock(side_effect=lambda view, moves, course, strength: moves[0])
    with patch.dict(RULESETS, {game.ruleset: replace(rules, decide=decide)}):
        turns.play_bot(game.pk, game.ply, now=NOW)
    view, moves, course, strength = decide.call_args.args
    assert view == rules.view(state, seat)
    assert moves == rules.legal_moves(state, seat)
    facts = [fact.seen_by(seat) for fact in facts_of(game, range(game.ply + 1))]
    assert course == tuple(fact for fact in facts if fact is not None)
    assert {fact.seat for fact in course if isinstance(fact, Dealt)} == {seat}
    assert strength == Seat.objects.get(game=game, number=seat).strength


def test_what_was_taken_back_is_no_part_of_the_course():
    game = started()
    for _ in range(4):
        pass_on(game)
    game = again(game)
    back = {"by": "back", "notation": "back 2", "events": [], "rules_version": 1, "made_at": NOW}
    game.moves.create(ply=game.ply + 1, **back)
    game.ply += 1
    assert courses.of_round(game) == facts_of(game, (0, 1, 2))


def test_the_course_begins_with_the_last_deal():
    game = started()
    for _ in range(3):
        pass_on(game)
    dealt = [dump_event(RoundBegan(2, EngineSeat(0)))]
    game.moves.filter(ply=2).update(events=dealt)
    assert courses.of_round(again(game)) == facts_of(game, range(2, again(game).ply + 1))


def test_a_bot_that_stands_in_for_somebody_plays_at_medium():
    game = with_a_bot_asked()
    Seat.objects.filter(game=game).update(strength="")
    rules = ruleset(game.ruleset)
    decide = Mock(side_effect=lambda view, moves, course, strength: moves[0])
    with patch.dict(RULESETS, {game.ruleset: replace(rules, decide=decide)}):
        turns.play_bot(game.pk, game.ply, now=NOW)
    assert decide.call_args.args[3] == Strength.MEDIUM


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
    lost = replace(rules, decide=Mock(side_effect=ZeroDivisionError))
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
