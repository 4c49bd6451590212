"""Scenario 10 of moderation: an act on many games, killed, taken back, told once a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from django.core import mail
from django.db import connection

from games import tasks
from games.clocks.rules import breaks
from games.log import selectors as chain
from games.machine.services import errands
from games.models import Act, Entry, Errand, Game, Letter, Line, new_key
from games.services import mailbox
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    clocks_of,
    open_table,
    play,
    player,
    started,
)
from tests.games.moderation.cast import done, log, previewed, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


HOUR_OF_DAY = {"clock": {"style": "hour", "at": "20:00", "notice": 12}, "zone": "UTC"}
MANY = 60


def copies(game: Game, count: int) -> list[Game]:
    """The same game at further tables."""
    places, found = list(game.places.all()), []
    for _ in range(count):
        other = Game.objects.get(pk=game.pk)
        other.pk, other.key = None, new_key()
        other.save(force_insert=True)
        for place in places:
            place.pk, place.game = None, other
            place.save(force_insert=True)
        found.append(other)
    return found


@contextmanager
def killed_after(monkeypatch, count: int) -> Iterator[None]:
    """A worker that dies in the middle of the game after so many."""
    reach, reached = errands._reach, []

    def dies(act: Act, pk: int, now: datetime) -> None:
        reach(act, pk, now)
        reached.append(pk)
        if len(reached) == count:
            raise KeyboardInterrupt

    monkeypatch.setattr(errands, "_reach", dies)
    with pytest.raises(KeyboardInterrupt):
        yield
    connection.close()
    monkeypatch.setattr(errands, "_reach", reach)


@pytest.mark.django_db(transaction=True)
def test_scenario_10_extend_all_killed(set_clock, monkeypatch):
    first = started(hours=72)
    running = [first, *copies(first, MANY - 4)]
    by_the_hour = started(time=HOUR_OF_DAY)
    paused, over = started(hours=72), started(hours=72)
    clocks_of(paused, lambda table: breaks.pause(table, NOW + 9 * DAY, by=None, now=NOW))
    Game.objects.filter(pk=over.pk).update(status="finished", deadline_at=None)
    waits = open_table()
    all_sent()
    before = dict(Game.objects.values_list("pk", "deadline_at"))
    mia = staff("mia")
    shown = previewed(browser(mia), "extend-all", "site", hours=24)
    said = text_of(shown.content.decode())
    assert f"It reaches {len(running) + 1} games." in said
    assert "Passed over: 1 paused, 0 without a deadline or being repaired, 1 not begun, 1" in said
    assert done(mia, "extend-all", "site", hours=24).status_code == 303
    late = started(hours=72)  # begun later: not in the set
    for count in (7, 30):
        with killed_after(monkeypatch, count):
            tasks.sweep_deadlines()
    page = text_of(browser(staff("max")).get("/moderation/").content.decode())
    assert f": 37 of {len(running) + 1} games." in page
    for _ in range(2):
        tasks.sweep_deadlines()
    after = dict(Game.objects.values_list("pk", "deadline_at"))
    assert {after[game.pk] - before[game.pk] for game in running} == {DAY}
    assert after[by_the_hour.pk] == before[by_the_hour.pk] + DAY
    assert after[by_the_hour.pk].hour == 20, "its deadline with the hours on top"
    for left in (paused, over, waits):
        assert after[left.pk] == before[left.pk]
    assert after[late.pk] == late.deadline_at
    told = list(Letter.objects.filter(kind="extended").values_list("email", flat=True))
    assert sorted(told) == sorted({asked(game).player.email for game in (*running, by_the_hour)})
    assert log().count("extend-all") == 1 + len(running) + 1
    assert Entry.objects.filter(act="extended").count() == len(running) + 1
    assert chain.read().wrong is None
    mail.outbox.clear()
    mailbox.sweep(now=NOW + MINUTE)
    written = next(" ".join(str(at.body).split()) for at in mail.outbox if "moved" in at.subject)
    assert Act.objects.get().reference in written
    assert "A moderator gave everybody 24 hours more, in all games." in written


def test_a_game_by_the_hour_gets_the_hours_that_all_get():
    """An extension under a fixed hour adds its hours to the deadline (time.md 5)."""
    game = started(time=HOUR_OF_DAY)
    due = game.deadline_at
    done(staff("mia"), "extend-all", "site", hours=5)
    errands.work_off(now=NOW)
    assert again(game).deadline_at == due + 5 * HOUR


@pytest.mark.django_db(transaction=True)
def test_what_was_given_to_all_is_taken_back_within_the_hour(set_clock, monkeypatch):
    first = started(hours=72)
    games = [first, *copies(first, 3)]
    all_sent()
    due, mia = first.deadline_at, staff("mia")
    done(mia, "extend-all", "site", hours=10)
    with killed_after(monkeypatch, 2):
        tasks.sweep_deadlines()
    given = Act.objects.get()
    assert f"back={given.reference}" in browser(mia).get("/moderation/").content.decode()
    set_clock(NOW + 30 * MINUTE)
    assert done(mia, "extend-all", "site", hours=10, back=given.reference).status_code == 303
    for _ in range(2):
        tasks.sweep_deadlines()
    assert {again(game).deadline_at for game in games} == {due}
    assert not Errand.objects.filter(told=False).exists()
    twice = previewed(browser(mia), "extend-all", "site", hours=10, back=given.reference)
    assert twice.status_code == 409


def test_no_time_runs_out_in_a_game_before_it_was_reached(set_clock, monkeypatch):
    game = started(hours=24)
    at = game.deadline_at - MINUTE
    set_clock(at)
    done(staff("mia"), "extend-all", "site", hours=12)
    set_clock(at + 5 * MINUTE)
    tasks.sweep_deadlines()
    assert (again(game).ply, again(game).deadline_at) == (0, game.deadline_at + 12 * HOUR)


def test_a_game_that_cannot_be_reached_holds_nobody_up(monkeypatch, caplog):
    games = [started(), started()]
    due = games[1].deadline_at
    done(staff("mia"), "extend-all", "site", hours=12)
    Game.objects.filter(pk=games[0].pk).update(time={})
    errands.work_off(now=NOW)
    assert again(games[1]).deadline_at == due + 12 * HOUR
    assert "failed" in caplog.text


def test_who_moved_meanwhile_is_reached_where_the_game_stands_now():
    game = started(hours=24)
    done(staff("mia"), "extend-all", "site", hours=12)
    play(game, now=NOW + HOUR)
    due = again(game).deadline_at
    errands.work_off(now=NOW + HOUR)
    assert again(game).deadline_at == due + 12 * HOUR
    assert Line.objects.filter(act="extend-all").count() == 2
    assert player("mia").pk == Line.objects.first().actor
