"""Races on real Postgres: many threads, one effect. The control shows the race without the lock."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from django.db import IntegrityError, connection

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.clocks.services import agreeing, vacations, wishes
from games.errors import StaleTurn, TableFull
from games.links import JoinClaim, SeatClaim
from games.models import Entry, Game, Letter, Move, Seat, new_key
from games.services import games, locks, mailbox, settings, turns
from tests.arranging import is_committed
from tests.games.cast import (
    DAY,
    NOW,
    again,
    asked,
    claim,
    fixed,
    moves,
    open_table,
    pass_on,
    player,
    started,
    sweep_deadlines,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

THREADS = 8


def at_once(calls: Sequence[Callable[[], object]]) -> Counter[str]:
    """Make all calls at the same moment, each on its own connection; count results and errors."""
    assert is_committed(connection), "others see only what is committed"
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> str:
        connection.ensure_connection()
        barrier.wait()
        try:
            return type(call()).__name__
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(run, calls))


def test_the_same_form_posted_many_times_at_once_is_one_move():
    for _ in range(5):
        game = started()
        who, text = claim(game), moves(game)[0]
        post = lambda: turns.play_move(who, text, seen_ply=0, now=NOW)  # noqa: E731, B023
        assert at_once([post] * THREADS) == {"PlayedMove": 1, "StaleTurn": THREADS - 1}
        assert Move.objects.filter(game=game).count() == 2
        assert Letter.objects.filter(game=game, ply=1).count() == 1
        assert again(game).ply == 1


def test_two_different_moves_at_once_are_one_move():
    for _ in range(5):
        game = started()
        who, texts = claim(game), moves(game)
        posts = [
            partial(turns.play_move, who, text, seen_ply=0, now=NOW)
            for text in (texts[0], texts[-1])
        ]
        assert at_once(posts) == {"PlayedMove": 1, "StaleTurn": 1}
        assert again(game).ply == 1


def test_a_player_and_the_clock_at_once_are_one_move():
    results: Counter[str] = Counter()
    for _ in range(5):
        game = started()
        who, text, late = claim(game), moves(game)[0], NOW + 2 * DAY
        results += at_once(
            [
                lambda: turns.play_move(who, text, seen_ply=0, now=late),  # noqa: B023
                lambda: turns.time_out(game.pk, now=late),  # noqa: B023
            ]
        )
        assert again(game).ply == 1
    assert results["PlayedMove"] == 5
    assert set(results) <= {"PlayedMove", "StaleTurn", "NoneType"}


def test_a_move_and_another_seats_setting_at_once_are_both_kept():
    rules = ruleset("dark-cave")
    for _ in range(5):
        game = started(key="dark-cave")
        who, text = claim(game), moves(game)[0]
        other = Seat.objects.filter(game=game).exclude(number=who.seat).earliest("number")
        calls = [
            lambda: turns.play_move(who, text, seen_ply=0, now=NOW),  # noqa: B023
            lambda: settings.change(SeatClaim.of(other), "order keep", now=NOW),  # noqa: B023
        ]
        assert at_once(calls) == {"PlayedMove": 1, "NoneType": 1}
        assert again(game).ply == 1
        assert (
            rules.view(rules.load(again(game).state), EngineSeat(other.number)).axe_order == "keep"
        )


def test_two_sweeps_at_once_move_for_a_late_seat_once():
    game = started()
    at_once([lambda: sweep_deadlines(now=NOW + DAY)] * THREADS)
    assert Move.objects.filter(game=game).count() == 2


def test_two_hints_at_once_are_one_move_of_a_bot():
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        turns.play_move(claim(game), moves(game)[-1], seen_ply=again(game).ply, now=NOW)
    ply = again(game).ply
    done = at_once([lambda: turns.play_bot(game.pk, ply, now=NOW)] * THREADS)
    assert done == {"PlayedMove": 1, "NoneType": THREADS - 1}


def test_the_last_seat_is_taken_by_one_of_many():
    game = open_table()
    games.add_bot(game.key, by=player("alice"), now=NOW)
    join = JoinClaim.of(game)
    people = [player(f"friend{at}") for at in range(THREADS)]
    done = at_once([partial(games.take_open_seat, join, who, now=NOW) for who in people])
    assert done == {"Seat": 1, TableFull.__name__: THREADS - 1}


def test_start_posted_many_times_deals_once():
    game = open_table()
    for _ in range(2):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    done = at_once([lambda: games.start(game.key, by=player("alice"), now=NOW)] * THREADS)
    assert done == {"PlayedMove": 1, "NotOpen": THREADS - 1}
    assert sorted(Seat.objects.filter(game=game).values_list("number", flat=True)) == [0, 1, 2]


def test_many_sweeps_at_once_send_every_letter_once(settings, tmp_path):
    settings.EMAIL_BACKEND = "saboteur_site.local.letterbox.EmailBackend"
    settings.LOCAL_MAIL_DIR = tmp_path
    for _ in range(5):
        started()
    at_once([lambda: mailbox.sweep(now=NOW)] * 4)
    ids = [
        line
        for path in tmp_path.glob("*.eml")
        for line in path.read_text().splitlines()
        if line.startswith("Message-ID")
    ]
    assert len(ids) == len(set(ids)) == Letter.objects.filter(status="sent").count() == 15


@contextmanager
def without_the_lock(monkeypatch):
    """Let everybody read the game before anybody goes on, as if its lock had been forgotten."""
    read = locks.game

    def read_by_all(**which: Any) -> Game:
        found = read(**which)
        sleep(0.2)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(locks, "_BY_ID", locks._BY_ID.replace("FOR NO KEY UPDATE OF g", ""))
        patch.setattr(locks, "game", read_by_all)
        yield


def test_without_the_lock_only_the_last_guard_holds(monkeypatch):
    """The control: the race is real, two posts get as far as the constraint on moves."""
    results: Counter[str] = Counter()
    with without_the_lock(monkeypatch):
        for _ in range(3):
            game = started()
            who, text = claim(game), moves(game)[0]
            post = lambda: turns.play_move(who, text, seen_ply=0, now=NOW)  # noqa: E731, B023
            results += at_once([post] * THREADS)
    assert results[IntegrityError.__name__] > 0
    assert results["PlayedMove"] == 3
    assert set(results) <= {"PlayedMove", IntegrityError.__name__, StaleTurn.__name__}


def test_a_table_asked_for_eight_times_at_once_is_opened_once():
    alice, key = player("alice"), new_key()
    open_one = partial(games.create, alice, ruleset_key="saboteur", options={}, seats=3)
    opened = at_once([partial(open_one, time=fixed(24), key=key, now=NOW)] * 8)
    assert opened == {"Game": 8}
    assert Seat.objects.filter(game__key=key).count() == 3
    assert Seat.objects.filter(player=alice).count() == 1


def test_a_wish_posted_many_times_at_once_is_granted_once():
    alice = player("alice")
    tables = [started(hours=24) for _ in range(3)]
    game = _for_another(tables[0])
    due, number = again(game).deadline_at, asked(game).number
    extend = partial(wishes.extend, game.key, number, 24, by=alice, now=NOW, seen=due)
    assert at_once([extend] * THREADS) == {"datetime": 1, "Overtaken": THREADS - 1}
    assert again(game).deadline_at == due + DAY

    days = (None, NOW.date() + 5 * DAY)
    assert at_once([partial(vacations.leave, alice, days, now=NOW)] * THREADS) == {"list": THREADS}
    for each in tables:
        assert Entry.objects.filter(game=each, act="left").count() == 1

    ask = partial(agreeing.propose_pause, game.key, NOW + 3 * DAY, by=player("bob"), now=NOW)
    assert at_once([ask] * THREADS) == {"bool": THREADS}
    assert Entry.objects.filter(game=game, act="proposed-pause").count() == 1


def _for_another(game: Game) -> Game:
    """Play on until it is not the organiser's turn, so that he may give time."""
    while asked(game).name == "alice":
        pass_on(game)
    return game
