"""Sweeps on real Postgres: many at once, each game once, work done until none is left."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from games import tasks
from games.clocks.services import reminding
from games.models import Game, Letter, Move
from games.services import instant, locks, sweeps, turns
from tests.games.aside import Aside
from tests.games.cast import DAY, HOUR, NOW, again, all_sent, asked, player, started
from tests.games.mail_server import MailServer
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def due_games(count: int) -> None:
    """Copy a game whose time is over, with its seats."""
    game = started()
    Letter.objects.all().delete()
    fields = [at.column for at in Game._meta.concrete_fields if at.column not in ("id", "key")]
    names = ", ".join(fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_game (key, {names}) SELECT 'copy' || at, {names}"
            " FROM games_game, generate_series(2, %s) at WHERE id = %s",
            [count, game.pk],
        )
        cursor.execute(
            "INSERT INTO games_seat (game_id, number, player_id, bot, strength, name, link_epoch,"
            " joined_at)"
            " SELECT g.id, s.number, s.player_id, s.bot, s.strength, s.name, s.link_epoch,"
            " s.joined_at"
            " FROM games_seat s, games_game g WHERE s.game_id = %s AND g.id <> %s",
            [game.pk, game.pk],
        )


def test_ten_sweeps_at_once_time_each_turn_out_once():
    due_games(60)
    done = at_once([partial(turns.sweep_deadlines, now=NOW + DAY)] * 10)
    assert done == {"int": 10}
    assert Move.objects.filter(by="deadline").count() == 60
    assert set(Game.objects.values_list("ply", "stuck")) == {(1, 0)}


def test_several_sweeps_share_the_work():
    due_games(60)
    sweep = partial(turns.sweep_deadlines, now=NOW + DAY)
    # Each has a game in hand before the other can have done them all.
    first, second = (Aside(sweep, before='INSERT INTO "?games_move').stopped() for _ in range(2))
    assert first.finished() == 59
    assert second.finished() == 1


def test_one_sweep_goes_on_until_none_is_left(monkeypatch):
    monkeypatch.setattr(sweeps, "SLICE", 600.0)
    due_games(250)
    assert turns.sweep_deadlines(now=NOW + DAY) == 250


def test_a_sweep_ends_with_its_slice(monkeypatch):
    due_games(5)
    monkeypatch.setattr(sweeps, "SLICE", 0.0)
    assert turns.sweep_deadlines(now=NOW + DAY) == 0


def test_what_another_holds_is_passed_over_and_found_by_the_next():
    due_games(3)
    held = Game.objects.earliest("pk")

    def on_its_own_connection() -> int:
        try:
            return turns.sweep_deadlines(now=NOW + DAY)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        locks.game(pk=held.pk)
        assert pool.submit(on_its_own_connection).result(timeout=20) == 2
    assert turns.sweep_deadlines(now=NOW + DAY) == 1


@pytest.mark.parametrize("queue", ["deadline_at", "remind_at", "look_at", "alone_at", "bot_asked"])
def test_a_sweep_walks_its_own_small_index(queue):
    due_games(300)
    values: dict[str, Any] = {"now": NOW, "at": NOW, "id": 0, "cause": ""}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_game")  # other tests leave dead rows behind
        cursor.execute("SET enable_seqscan = off")
        cursor.execute("EXPLAIN " + locks._NEXT[queue], values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
    names = {
        "deadline_at": "deadline",
        "remind_at": "reminder",
        "look_at": "look",
        "alone_at": "alone",
    }
    names["bot_asked"] = "bot_asked"
    assert f"game_{names[queue]} on games_game" in plan, plan
    assert "Sort Key: g." not in plan, plan


def test_one_mail_tells_a_person_of_all_his_games_that_wait():
    games = [started(("alice",), bots=2) for _ in range(3)]
    while any(again(game).bot_asked for game in games):
        turns.sweep_bots(now=NOW)
    all_sent()
    assert reminding.sweep(now=NOW + 12 * HOUR) == 3
    assert Letter.objects.filter(kind="reminder").count() == 1
    assert {again(game).remind_at for game in games} == {NOW + 21.6 * HOUR}


def test_reminders_swept_at_once_are_one_mail():
    games = [started(("alice",), bots=2) for _ in range(6)]
    while any(again(game).bot_asked for game in games):
        turns.sweep_bots(now=NOW)
    all_sent()
    at_once([partial(reminding.sweep, now=NOW + 12 * HOUR)] * 8)
    assert Letter.objects.filter(kind="reminder").count() == 1
    assert asked(games[0]).player == player("alice")


def test_a_second_beat_does_no_harm(mail_server: MailServer, monkeypatch):
    """Two beats ask for every sweep at the same moment, and everything is due."""
    due_games(12)
    game = started(("alice", "bob"), bots=3)
    names = sorted(settings.CELERY_BEAT_SCHEDULE)
    for now in (NOW + DAY, NOW + 2 * DAY):
        monkeypatch.setattr(instant, "now", lambda now=now: now)
        for name in names:
            at_once([getattr(tasks, name)] * 2)
    assert len(mail_server.ids) == len(set(mail_server.ids)) > 0
    kinds = Letter.objects.filter(game__isnull=False).values_list("seat", "kind", "ply")
    assert len(kinds) == len(set(kinds))
    assert again(game).stuck == 0
    assert Move.objects.filter(by="deadline").exists()
