"""Scenarios 12 and 13 of moderation: holds in two positions, overlaps, moves on their way."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

import pytest
from django.core import mail
from django.db import connection
from django.urls import reverse

from games import links, tasks
from games.clocks.rules import breaks
from games.clocks.rules.refusals import Refused
from games.clocks.services import outages
from games.clocks.services.pulse import ONE
from games.links import SeatClaim
from games.models import Change, Game, Letter, Line, Move, Outage, Player, Pulse
from games.services import accounts, instant, mailbox, turns
from tests.games.cast import (
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    claim,
    clocks_of,
    moves,
    open_table,
    play,
    player,
    started,
    sweep_deadlines,
    sweep_reminders,
)
from tests.games.moderation.cast import done, log, previewed, staff
from tests.games.pages.table import browser, text_of
from tests.games.processes import wait_until

pytestmark = pytest.mark.django_db

PUBLIC = "A new machine is moving in"


def held(position: str = "clocks", message: str = PUBLIC, **typed: object) -> int:
    """Let Mia hold the service."""
    said = {"position": position, "message": message, "why": "service", **typed}
    answer: int = done(staff("mia"), "hold", "site", **said).status_code
    return answer


def released() -> int:
    """Let Mia let it go on."""
    answer: int = done(staff("mia"), "release", "site", why="service").status_code
    return answer


@pytest.mark.django_db(transaction=True)
def test_scenario_12_hold_release_and_overlap(set_clock, monkeypatch):
    set_clock(NOW)
    games = [started(hours=24) for _ in range(3)]
    all_sent()
    paused, others = games[0], games[1:]
    Pulse.objects.update_or_create(pk=ONE, defaults={"last_at": NOW + 5 * HOUR})

    def pause(table):
        return breaks.pause(table, NOW + 8 * HOUR, by=None, now=NOW + 2 * HOUR)

    clocks_of(paused, pause)
    set_clock(NOW + 5 * HOUR)
    assert held() == 303
    set_clock(NOW + 11 * HOUR)
    assert released() == 303
    assert previewed(browser(staff("mia")), "release", "site", why="service").status_code == 409
    assert log() == ["hold", "release", "release-refused"]
    # Killed in between: the second game's move is rolled back with its transaction.
    give_back, moved = outages._give_back, []

    def killed(game: Game, now: datetime) -> None:
        give_back(game, now)
        moved.append(game.pk)
        if len(moved) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(outages, "_give_back", killed)
    with pytest.raises(KeyboardInterrupt):
        tasks.sweep_deadlines()
    connection.close()
    monkeypatch.setattr(outages, "_give_back", give_back)
    for _ in range(2):
        tasks.sweep_deadlines()
    assert again(paused).deadline_at == NOW + 24 * HOUR + 9 * HOUR
    assert {again(game).deadline_at for game in others} == {NOW + 30 * HOUR}
    assert log().count("give-back") == len(games), "each was moved once"
    told = Letter.objects.filter(kind="outage").values_list("email", flat=True)
    assert len(told) == len(set(told)) > 0, "one letter a person, for all his games"
    line = Line.objects.get(act="release")
    assert Change.objects.filter(request=line.request).count() == line.changes == 3


@pytest.mark.django_db(transaction=True)
def test_scenario_13_no_move_through_the_hold(at_once):
    games = [started() for _ in range(4)]
    moved: dict[int, list[str]] = {game.pk: [] for game in games}

    def mover(game: Game) -> str:
        try:
            while True:
                now = instant.now()
                turns.play_move(claim(game), moves(game)[0], seen_ply=again(game).ply, now=now)
                moved[game.pk].append("moved")
        except Refused as refused:
            return refused.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(len(games)) as pool:
        movers = [pool.submit(partial(mover, game)) for game in games]
        wait_until(lambda: all(moved.values()))
        assert held("all") == 303
        played, answered = Move.objects.count(), instant.now()
        assert {each.result() for each in movers} == {"held"}
    assert Move.objects.count() == played, "nothing was on its way any more"
    assert not Move.objects.filter(made_at__gt=answered).exists()
    # Whoever was refused keeps what he had chosen before his eyes.
    game = games[0]
    form = {"move": moves(game)[-1], "seen_ply": again(game).ply}
    token = links.SEAT.sign(SeatClaim.of(asked(game)))
    refused = browser().post(reverse("seat-move-by-letter", args=[token]), form)
    assert (refused.status_code, PUBLIC in text_of(refused.content.decode())) == (409, True)
    # Letters wait, but for codes to sign in.
    accounts.ask_code("dora@example.org", next="", language="en", origin="x", now=instant.now())
    mailbox.sweep(now=instant.now())
    assert [message.to for message in mail.outbox] == [["dora@example.org"]]
    assert Letter.objects.filter(kind="turn", status="queued").exists()


def test_in_the_position_clocks_moves_and_letters_go_on_and_cost_no_time(set_clock):
    bank = {"clock": {"style": "bank", "initial": 24, "increment": 12, "cap": 48}}
    game = started(time=bank)
    all_sent()
    set_clock(NOW + HOUR)
    held()
    number = asked(game).number
    set_clock(NOW + 30 * HOUR)
    sweep_deadlines(now=NOW + 30 * HOUR)
    sweep_reminders(now=NOW + 30 * HOUR)
    assert play(game, now=NOW + 30 * HOUR).ply == 1
    assert clocks_of(game).seats[number].bank == (24 - 1 + 12) * HOUR
    mailbox.sweep(now=NOW + 30 * HOUR)
    assert Letter.objects.get(kind="turn", ply=1).status == "sent"
    assert PUBLIC in " ".join(str(mail.outbox[-1].body).split())
    set_clock(NOW + 40 * HOUR)
    released()
    set_clock(NOW + 40 * HOUR + MINUTE)
    tasks.sweep_deadlines()
    assert again(game).deadline_at == NOW + 64 * HOUR, "the next clock began as held"
    assert not Letter.objects.filter(kind__in=("reminder", "timed-out")).exists()


def test_from_the_clocks_to_all_and_back_is_one_hold(set_clock):
    game = started(hours=24)
    for hours, position in ((1, "clocks"), (2, "all"), (3, "clocks")):
        set_clock(NOW + hours * HOUR)
        assert held(position) == 303
        assert Pulse.objects.get().held_at == NOW + HOUR
    assert Letter.objects.filter(kind="held").count() == 1
    same = {"position": "clocks", "message": PUBLIC, "why": "service"}
    again_ = previewed(browser(staff("max")), "hold", "site", **same)
    assert again_.status_code == 409
    set_clock(NOW + 4 * HOUR)
    released()
    assert Outage.objects.get().begun_at <= NOW + HOUR
    tasks.sweep_deadlines()
    assert again(game).deadline_at == NOW + 27 * HOUR


def test_in_the_position_all_nothing_begins_and_nobody_is_invited(set_clock):
    set_clock(NOW)
    table = open_table()
    held("all")
    client = browser(Player.objects.get(email="alice@example.org"))
    invite = {"emails": "zoe@example.org"}
    where = reverse("lobby-invite", args=[table.key])
    answer = client.post(where, invite)
    assert "Nobody is invited meanwhile" in text_of(answer.content.decode())
    assert not table.invitations.exists()


def test_a_letter_tells_of_a_hold_only_if_it_lasts_longer_than_two_hours(set_clock):
    for longer in (False, True):
        game = started(hours=24)
        set_clock(NOW + HOUR)
        held()
        set_clock(NOW + 3 * HOUR + MINUTE if longer else NOW + 2 * HOUR)
        if not longer:
            released()
        mail.outbox.clear()
        mailbox.sweep(now=NOW + 3 * HOUR + MINUTE)
        told = [each for each in mail.outbox if "Time stands still" in each.subject]
        assert [each.to for each in told] == ([[asked(game).player.email]] if longer else [])
        assert all(PUBLIC in " ".join(str(each.body).split()) for each in told)
        if not longer:
            tasks.sweep_deadlines()
            assert again(game).deadline_at > NOW + 24 * HOUR
            assert not Letter.objects.filter(kind="outage").exists()
            Pulse.objects.all().delete()
            Outage.objects.all().delete()


def test_a_pause_does_not_end_by_itself_in_a_hold(set_clock):
    game = started(hours=24)
    clocks_of(game, lambda table: breaks.pause(table, NOW + 3 * HOUR, by=None, now=NOW))
    set_clock(NOW + HOUR)
    held()
    with pytest.raises(Refused) as refused:
        play(game, now=NOW + 4 * HOUR)
    assert refused.value.reason == "paused"
    set_clock(NOW + 5 * HOUR)
    released()
    assert play(game, now=NOW + 5 * HOUR).ply == 1


def test_a_hold_begins_at_its_announced_time(set_clock):
    set_clock(NOW)
    typed = {"day": "2026-03-01", "hour": "20:00"}
    assert held("all", **typed) == 303
    assert Pulse.objects.get().held_at is None
    client = browser(player("alice"))
    home = reverse("home")
    assert PUBLIC not in client.get(home).content.decode()
    begins = NOW.replace(hour=20)
    for minutes in (-1, 1):
        set_clock(begins + minutes * MINUTE)
        tasks.sweep_deadlines()
    assert Pulse.objects.get().held_at == begins + MINUTE
    assert PUBLIC in client.get(home).content.decode()
    assert (log()[0], log()[-1]) == ("hold", "hold-begins")


def test_a_moderator_who_plays_may_hold_the_service_as_a_host_may(set_clock):
    set_clock(NOW)
    started(("alice", "bob", "mia"))
    said = {"position": "all", "message": PUBLIC, "why": "service"}
    assert previewed(browser(staff("mia")), "hold", "site", **said).status_code == 200
    assert previewed(browser(staff("alice", "host")), "hold", "site", **said).status_code == 200
