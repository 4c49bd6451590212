"""At the deadline it is too late for all alike, whatever a sweep has done; and by one clock."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS, ruleset
from games import links, tasks
from games.clocks.rules import breaks
from games.clocks.rules.refusals import Reason, Refused
from games.errors import StaleTurn, TooLate
from games.links import SeatClaim
from games.models import Game, Letter, Move
from games.services import instant, mailbox, turns
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
    letters,
    moves,
    pass_on,
    player,
    started,
    sweep_deadlines,
)
from tests.games.mail_server import MailServer
from tests.games.pages.table import browser, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def post(game: Game, *, at):
    return turns.play_move(claim(game), moves(game)[0], seen_ply=again(game).ply, now=at)


def misses(game: Game) -> dict[int, int]:
    return {at: seat.misses for at, seat in clocks_of(game).seats.items()}


def test_a_minute_before_the_deadline_is_in_time():
    game = started(hours=24)
    all_sent()
    assert post(game, at=NOW + DAY - MINUTE).ply == 1
    assert Move.objects.get(game=game, ply=1).by == "player"


def test_at_the_deadline_the_time_out_is_played_first_though_no_sweep_came():
    game = started(hours=24)
    late = asked(game)
    all_sent()
    with pytest.raises(TooLate):
        post(game, at=NOW + DAY)
    made = Move.objects.get(game=game, ply=1)
    assert (made.by, made.seat) == ("deadline", late.number)
    assert misses(game)[late.number] == 1
    assert sweep_deadlines(now=NOW + DAY) == 0


def test_who_is_not_asked_finds_the_time_out_played_too():
    game = started(hours=24)
    other, text, seen = claim(game), moves(game)[0], again(game).ply
    turns.play_move(other, text, seen_ply=seen, now=NOW)
    all_sent()
    with pytest.raises(StaleTurn) as stale:
        turns.play_move(other, text, seen_ply=seen, now=NOW + 2 * DAY)
    assert stale.value.already_made
    assert Move.objects.get(game=game, ply=2).by == "deadline"


def test_who_comes_too_late_is_told_what_was_played(set_clock):
    game = started(hours=24)
    seat, form = asked(game), {"move": moves(game)[0], "seen_ply": 0}
    all_sent()
    set_clock(NOW + DAY)
    page = browser().post(
        reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]), form
    )
    assert page.status_code == 409
    shown = text_of(page.content.decode())
    assert "Your time was over before this arrived" in shown
    assert "Your time ran out, so a move was made for you." in shown


def test_the_next_seat_has_its_whole_time_after_a_time_out():
    game = started(hours=24)
    sweep_deadlines(now=NOW + DAY + HOUR)
    assert again(game).deadline_at == NOW + 2 * DAY + HOUR


def test_a_pass_by_hand_is_no_miss_and_clears_those_before():
    game = started(hours=24)
    seat = asked(game).number
    sweep_deadlines(now=NOW + DAY)
    now = NOW + DAY
    while asked(game).number != seat:
        post(game, at=now)
    assert misses(game)[seat] == 1
    text = next(text for text in moves(game) if text.startswith("pass"))
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=now)
    assert misses(game)[seat] == 0


def test_who_was_late_is_the_first_to_be_told(mail_server: MailServer):
    game = started(hours=24)
    while asked(game).number != game.seats - 1:
        pass_on(game)
    last = asked(game)
    all_sent()
    assert turns.sweep_deadlines(now=NOW + DAY) == 1
    assert mailbox.sweep(now=NOW + DAY) == game.seats
    assert str(mail_server.got[0]["To"]) == f"{last.name}@example.org"


def test_the_whole_rest_of_a_turn_is_played_in_one_go_as_one_miss_with_one_letter():
    game = started(hours=24)
    rules = ruleset(game.ruleset)
    late = asked(game)
    # As if the first three turns of the table were three questions of one turn of the first seat.
    one_turn = replace(
        rules,
        to_act=lambda state: (
            frozenset({EngineSeat(late.number)}) if state.turn < 3 else rules.to_act(state)
        ),
        turn=lambda state: 0 if state.turn < 3 else state.turn,
        default_move=lambda state, _seat: rules.default_move(state, min(rules.to_act(state))),
        apply=lambda state, _seat, move: rules.apply(state, min(rules.to_act(state)), move),
    )
    with patch.dict(RULESETS, {game.ruleset: one_turn}):
        assert sweep_deadlines(now=NOW + DAY) == 1
    made = Move.objects.filter(game=game, ply__gt=0)
    assert [(move.ply, move.seat, move.by) for move in made] == [
        (ply, late.number, "deadline") for ply in (1, 2, 3)
    ]
    assert misses(game)[late.number] == 1
    assert len(letters(ply__gt=0)) == 3
    assert set(Letter.objects.filter(ply__gt=0).values_list("ply", flat=True)) == {3}


def test_a_further_question_of_the_same_turn_brings_no_letter_and_no_time():
    game = started(hours=24)
    rules, who = ruleset(game.ruleset), asked(game)
    due = again(game).deadline_at
    same = replace(
        rules,
        to_act=lambda state: (
            frozenset({EngineSeat(who.number)}) if state.turn < 3 else rules.to_act(state)
        ),
        turn=lambda _state: 0,
    )
    with patch.dict(RULESETS, {game.ruleset: same}):
        Letter.objects.all().delete()
        post(game, at=NOW + HOUR)
    assert again(game).to_act == [who.number]
    assert not Letter.objects.exists()
    assert again(game).deadline_at == due


def test_a_seat_that_is_asked_in_a_new_turn_at_once_gets_a_letter_and_new_time():
    game = started(hours=24)
    rules, who = ruleset(game.ruleset), asked(game)
    again_and_again = replace(rules, to_act=lambda _state: frozenset({EngineSeat(who.number)}))
    with patch.dict(RULESETS, {game.ruleset: again_and_again}):
        Letter.objects.all().delete()
        post(game, at=NOW + HOUR)
    assert letters() == [("turn", who.name)]
    assert again(game).deadline_at == NOW + HOUR + DAY


def test_at_a_paused_table_nobody_moves_and_nobody_runs_out_of_time():
    game = started(hours=24)
    all_sent()
    clocks_of(game, lambda table: breaks.pause(table, NOW + 3 * DAY, by=None, now=NOW))
    with pytest.raises(Refused) as refused:
        post(game, at=NOW + HOUR)
    assert refused.value.reason == Reason.PAUSED
    assert turns.time_out(game.pk, now=NOW + 2 * DAY) is None
    assert again(game).ply == 0


def test_bots_wait_while_the_table_is_paused():
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        post(game, at=NOW)
    clocks_of(game, lambda table: breaks.pause(table, NOW + DAY, by=None, now=NOW))
    assert turns.sweep_bots(now=NOW + HOUR) == 0
    assert turns.sweep_bots(now=NOW + DAY) == 1


def test_a_worker_two_hours_ahead_times_nobody_out(monkeypatch):
    ahead = timezone.now() + timedelta(hours=2)
    game = started(hours=1, now=instant.now())
    all_sent()
    monkeypatch.setattr("django.utils.timezone.now", lambda: ahead)
    monkeypatch.setattr("time.time", ahead.timestamp)
    tasks.sweep_deadlines()
    assert again(game).ply == 0


def test_no_clock_but_the_databases_is_asked():
    clock = re.compile(r"timezone\.now|datetime\.now|utcnow|time\.time\(")
    games = Path(tasks.__file__).parent
    # Sessions begin by the clock by which Django ends them; no turn is judged by that.
    asked = {
        str(at.relative_to(games)) for at in games.rglob("*.py") if clock.search(at.read_text())
    }
    # A visit is of a day; and the machine room compares this machine's clock with the database's.
    others = {"middleware.py", "machine/selectors/figures.py"}
    assert asked == {"accounts/sessions.py", "migrations/0020_sessions.py", *others}


def test_without_a_clock_one_person_plays_and_two_may_not():
    game = started(("alice",), bots=2, time={"clock": {"style": "none"}})
    assert (again(game).deadline_at, again(game).remind_at) == (None, None)
    assert sweep_deadlines(now=NOW + 400 * DAY) == 0
    with pytest.raises(Refused) as refused:
        started(("alice", "bob"), bots=1, time={"clock": {"style": "none"}})
    assert refused.value.reason == Reason.NOT_ALONE


def test_a_bank_is_charged_for_the_turn_and_grows_by_the_increment():
    bank = {"style": "bank", "initial": 24, "increment": 12, "cap": 30}
    game = started(time={"clock": bank})
    seat = asked(game).number
    assert again(game).deadline_at == NOW + DAY
    post(game, at=NOW + 10 * HOUR)
    assert clocks_of(game).seats[seat].bank == (24 - 10 + 12) * HOUR


def test_the_new_player_of_a_table_with_hours_of_its_own_is_asked_until_then():
    evening = {"clock": {"style": "hour", "at": "20:00"}, "zone": "Europe/Berlin"}
    game = started(time=evening)
    assert again(game).deadline_at == NOW + 31 * HOUR
    assert player("alice").time_zone == "UTC"
