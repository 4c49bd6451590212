"""What happens at a table goes out by its players' channels: once, as chosen, while it is true."""

import re
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from games.accounts.services import leaving
from games.channels.rules import answers, messages
from games.channels.services import calling, keeping, sending
from games.errors import BadChannel, NoSuchChannel, TooMany
from games.limits import rules as limits
from games.log.rules import Cause
from games.log.services import because
from games.models import Channel, Game, Letter, Player, Pulse, Seat, Sending
from games.services import mailbox, presence
from games.subscriptions.rules import Choice
from tests.games import cast
from tests.games.cast import HOUR, MINUTE, NOW, player, started
from tests.games.channels import listener as server
from tests.games.channels.cast import channel, states, told
from tests.games.channels.listener import Listener, listening, status
from tests.games.processes import kill, wait_until, worker
from tests.games.subscriptions.cast import choose, seat_asked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Off = Channel.Off
DOCS = Path(__file__).parents[3] / "docs" / "channels.md"


def table_with_channels(listener: Listener, kind: str = "webhook"):
    """A game in which everybody has a channel, and who is asked there."""
    for name in cast.PEOPLE:
        channel(name, listener, kind=kind)
    game = started()
    return game, seat_asked(game)


def is_signed(heard: server.Heard, secret: str, *, later: int = 0) -> bool:
    """Check a signature by the very lines that docs/channels.md gives to players."""
    code = re.search("```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code[1], names)
    names["time"] = SimpleNamespace(time=lambda: NOW.timestamp() + later)
    return bool(names["is_genuine"](heard.headers, heard.body, secret))


def test_a_webhook_is_told_of_a_turn_and_signed(listener: Listener):
    game, seat = table_with_channels(listener)
    found = told(listener)
    (turn,) = [each for each in found if each.said["type"] == "game.turn"]
    assert turn.target == f"/hook/of-{seat.player.name}-by-webhook"
    data = turn.said["data"]
    assert data["game"] == {"key": game.key, "name": game.name}
    assert data["player"] == seat.player.name
    assert data["title"] == "Your turn"
    assert "Your deadline is " in data["text"]
    assert data["deadline"] == (NOW + 24 * HOUR).isoformat()
    # A page that asks who comes: no link that opens the seat.
    assert data["url"].endswith(f"/g/{game.key}/seat/")
    own = Channel.objects.get(player=seat.player)
    assert is_signed(turn, own.secret)
    assert not is_signed(turn, Channel.objects.exclude(pk=own.pk).first().secret)
    assert not is_signed(replace(turn, body=turn.body + b" "), own.secret)
    assert not is_signed(turn, own.secret, later=301)
    assert turn.headers["webhook-id"] == str(Sending.objects.get(letter__kind="turn").pk)
    assert turn.headers["webhook-timestamp"] == str(int(NOW.timestamp()))


def test_whoever_has_no_channel_costs_nothing_and_whoever_has_is_told_what_he_is_written_of(
    listener,
):
    channel("bob", listener)
    game = started()
    rows = Sending.objects.values_list("letter__seat__player__name", "letter__kind")
    wanted = Letter.objects.filter(game=game, seat__player=player("bob")).values_list(
        "kind", flat=True
    )
    assert sorted(rows) == sorted(("bob", kind) for kind in wanted) != []


def test_an_intention_stands_with_its_cause_or_not_at_all(listener: Listener):
    channel("bob", listener)
    game = started()
    Sending.objects.all().delete()
    seat = game.places.get(player=player("bob"))

    def fails() -> None:
        with because(Cause.CLOCK):
            mailbox.post(game, [(Letter.Kind.REMINDER, seat)], now=NOW)
            assert Sending.objects.count() == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert not Sending.objects.exists()


def test_in_his_language_and_on_his_clock(listener: Listener):
    _, seat = table_with_channels(listener, "discord")
    seat.player.language, seat.player.time_zone = "de", "America/New_York"
    seat.player.save()
    (turn,) = [each for each in told(listener) if seat.player.name in each.target]
    assert "Du bist am Zug" in turn.said["content"].replace("\\", "")
    assert "07:00" in turn.said["content"].replace("\\", "")


@pytest.mark.parametrize("kind", ["webhook", "discord", "slack"])
def test_nothing_that_opens_a_seat_leaves(listener: Listener, kind: str):
    game, _ = table_with_channels(listener, kind)
    told(listener)
    cast.play(game)
    found = told(listener, now=NOW + HOUR)
    assert listener.heard
    assert found
    for each in listener.heard:
        said = each.body.decode()
        assert f"/g/{game.key}/seat/" in said
        for part in ("/t/", "/u/", "@example.org", "whsec"):
            assert part not in said


def test_names_are_neither_mentions_nor_links_nor_markup_in_discord(listener: Listener):
    name = "<@1> @everyone [x](http://y.z) **a**"[:40]
    cast.player("alice")
    channel("alice", listener, kind="discord")
    game = started()
    game.name = name
    game.save(update_fields=("name",))
    (said, *_) = [each.said for each in told(listener)]
    assert said["allowed_mentions"] == {"parse": []}
    first, *_, last = said["content"].split("\n")
    assert first.replace("\\", "").startswith(name)
    plain = first.replace("\\\\", "")
    for sign in "<@>[]()*:/.":
        at = plain.find(sign)
        while at >= 0:
            assert plain[at - 1] == "\\", (sign, plain)
            at = plain.find(sign, at + 1)
    assert last == f"http://testserver/g/{game.key}/seat/" or last.endswith(f"/g/{game.key}/seat/")


def test_names_are_plain_words_in_slack(listener: Listener):
    channel("alice", listener, kind="slack")
    game = started()
    game.name = "<!channel> & *you* @here"
    game.save(update_fields=("name",))
    (said, *_) = [each.said for each in told(listener)]
    assert "<" not in said["text"]
    assert "&lt;!channel&gt; &amp; *you* @\u200bhere" in said["text"]
    assert (said["mrkdwn"], said["unfurl_links"]) == (False, False)
    names, link = said["blocks"]
    assert names["text"]["type"] == "plain_text"
    assert "<!channel> & *you* @here" in names["text"]["text"]
    assert link["text"]["text"].endswith(f"/g/{game.key}/seat/>")


def test_a_turn_that_was_made_meanwhile_is_not_told(listener: Listener):
    game, seat = table_with_channels(listener)
    cast.play(game)
    types = [(each.said["type"], each.said["data"]["player"]) for each in told(listener)]
    assert ("game.turn", seat.player.name) not in types
    assert ("game.turn", seat_asked(game).player.name) in types
    assert Sending.objects.get(letter__seat=seat, letter__kind="turn").status == "dropped"


def test_a_channel_goes_by_its_own_choice_and_letters_by_theirs(listener: Listener):
    _, seat = table_with_channels(listener)
    # No letters, and the channel all the same.
    choose(seat.player.name, Choice(turns=False))
    assert seat.player.name in [each.said["data"]["player"] for each in told(listener)]
    mailbox.sweep(now=NOW)
    assert Letter.objects.get(seat=seat, kind="turn").status == "dropped"
    # The other way round.
    choose(seat.player.name, Choice())
    for own in Channel.objects.all():
        keeping.choose(own.player, own.pk, Choice(turns=False), name="x", only=None)
    again = started()
    assert "game.turn" not in [each.said["type"] for each in told(listener)]
    mailbox.sweep(now=NOW)
    assert Letter.objects.get(game=again, kind="turn").status == "sent"


def test_a_channel_of_one_game_tells_of_no_other(listener: Listener):
    game, seat = table_with_channels(listener)
    own = Channel.objects.get(player=seat.player)
    keeping.choose(seat.player, own.pk, Choice(), name="x", only=[game.pk])
    other = started()
    told(listener)
    keys = [
        each.said["data"]["game"]["key"]
        for each in listener.heard
        if seat.player.name in each.target
    ]
    assert game.key in keys
    assert other.key not in keys


def test_who_has_the_seat_no_more_is_not_told_what_happens_there(listener: Listener):
    _, seat = table_with_channels(listener)
    dora = player("dora")
    Seat.objects.filter(pk=seat.pk).update(player=dora)
    assert seat.player.name not in [each.target.split("-")[1] for each in told(listener)]
    assert Sending.objects.get(letter__seat=seat, letter__kind="turn").status == "dropped"


def test_who_sits_at_his_table_is_not_told_until_he_leaves(listener: Listener, settings):
    settings.LETTER_GRACE = 90
    game, seat = table_with_channels(listener)
    presence.is_here(cast.claim(game), now=NOW)
    assert seat.player.name not in [each.said["data"]["player"] for each in told(listener)]
    later = NOW + timedelta(seconds=91)
    assert seat.player.name in [each.said["data"]["player"] for each in told(listener, now=later)]
    assert Sending.objects.get(letter__seat=seat, letter__kind="turn").attempts == 1


def test_while_all_is_held_messages_wait(listener: Listener):
    table_with_channels(listener)
    Pulse.objects.update_or_create(defaults={"last_at": NOW, "held_at": NOW, "position": "all"})
    assert told(listener) == []
    Pulse.objects.update(held_at=None)
    assert told(listener) != []


def test_what_newer_news_replace_is_not_told(listener: Listener):
    channel("alice", listener)
    game = started()
    told(listener, now=NOW + HOUR)
    cast.extended(game, now=NOW + HOUR)
    cast.extended(game, now=NOW + HOUR)
    news = [each for each in told(listener, now=NOW + HOUR) if each.said["type"] == "game.news"]
    assert len(news) == 1
    assert sorted(state for kind, state in states() if kind == "news") == ["dropped", "sent"]


class TestWhatFails:
    """Trouble of one channel is its own."""

    def test_it_is_tried_again_under_the_same_name(self, listener: Listener):
        channel("alice", listener)
        game = started()
        listener.answer = status(500)
        first = told(listener)
        own = Channel.objects.get()
        assert (own.failing_since, own.fault, own.off) == (NOW, "500", "")
        listener.answer = status(204)
        assert told(listener) == []
        later = NOW + MINUTE
        second = told(listener, now=later)
        names = {each.headers["webhook-id"] for each in first}
        assert len(first) == 1
        assert names <= {each.headers["webhook-id"] for each in second}
        own.refresh_from_db()
        assert (own.failing_since, own.fault, own.told_at) == (None, "", later)
        assert told(listener, now=later + 48 * HOUR) == []
        assert game.pk

    def test_a_server_that_fails_is_not_asked_with_each_message(self, listener: Listener):
        channel("alice", listener)
        for _each in range(3):
            started()
        listener.answer = status(503)
        assert Sending.objects.count() >= 3
        assert len(told(listener)) == 1
        assert len(told(listener, now=NOW + MINUTE)) == 1

    @pytest.mark.parametrize("code", [401, 403, 404, 410])
    def test_where_nobody_listens_any_more_is_switched_off(self, listener: Listener, code: int):
        channel("alice", listener)
        started(), started()
        listener.answer = status(code)
        assert len(told(listener)) == 1
        own = Channel.objects.get()
        assert (own.off, own.fault) == (Off.SHUT, str(code))
        assert {state for _, state in states()} == {"failed", "dropped"}
        assert Letter.objects.get(kind="channel").email == "alice@example.org"
        count = Sending.objects.count()
        started()
        assert Sending.objects.count() == count

    def test_what_takes_nothing_for_days_is_switched_off(self, listener: Listener):
        channel("alice", listener)
        started()
        listener.answer = status(500)
        now = NOW
        while now < NOW + answers.PATIENCE:
            told(listener, now=now)
            now += 6 * HOUR
        assert Channel.objects.get().off == ""
        assert {state for _, state in states()} <= {"failed", "dropped"}
        cast.extended(Game.objects.get(), now=now)
        told(listener, now=now)
        assert Channel.objects.get().off == Off.SILENT
        assert Letter.objects.filter(kind="channel").count() == 1

    def test_a_message_that_is_never_taken_is_given_up_and_the_next_one_goes(self, listener):
        channel("alice", listener)
        started()
        listener.answer = status(302, "Location: https://localhost/")
        told(listener)
        assert states()[0][1] == "failed"
        assert Channel.objects.get().off == ""
        listener.answer = status(200)
        started()
        assert told(listener)
        assert Channel.objects.get().failing_since is None

    @pytest.mark.django_db(transaction=True)
    def test_a_slow_channel_keeps_neither_letters_nor_others_waiting(
        self, listener, settings, monkeypatch
    ):
        monkeypatch.setattr(calling, "SECONDS", 6.0)
        with listening() as slow:
            slow.answer = server.silent
            settings.CHANNELS_ALLOWED = [*settings.CHANNELS_ALLOWED, f"localhost:{slow.port}"]
            channel("alice", slow)
            channel("bob", listener)
            channel("carol", listener)
            started()
            worker = threading.Thread(target=sweep_apart)
            worker.start()
            wait_until(lambda: len(listener.heard) == 2)
            # Letters leave meanwhile.
            mailbox.sweep(now=NOW)
            assert worker.is_alive(), "the slow channel is still waited for"
            worker.join()
            assert slow.lines == 1
            assert Letter.objects.filter(status="sent").exists()
            assert Channel.objects.get(player=player("alice")).fault == "slow"

    def test_many_dead_channels_leave_lines_for_others(self, settings, listener, monkeypatch):
        monkeypatch.setattr(calling, "SECONDS", 3.0)
        given_up: list[int] = []

        def silent(line) -> None:
            server.silent(line)
            given_up.append(1)

        with listening() as slow:
            slow.answer = silent
            settings.CHANNELS_ALLOWED = [*settings.CHANNELS_ALLOWED, f"localhost:{slow.port}"]
            for number in range(sending.LINES + 4):
                dead = channel(f"p{number}", slow)
                Channel.objects.filter(pk=dead.pk).update(failing_since=NOW)
                Sending.objects.create(channel=dead, created_at=NOW, due_at=NOW - HOUR)
            own = channel("alice", listener)
            Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)
            before: list[int] = []

            def note(line) -> None:
                before.append(len(given_up))
                status(204)(line)

            listener.answer = note
            sending.sweep(now=NOW)
            assert before == [0], "it waited until others were given up"
            assert slow.lines == sending.LINES + 4

    def test_what_cannot_be_written_stops_nothing_else(self, listener: Listener, monkeypatch):
        table_with_channels(listener)
        write = messages.write

        def broken(kind, told, **how):
            if told.player == "bob":
                raise ZeroDivisionError
            return write(kind, told, **how)

        monkeypatch.setattr(messages, "write", broken)
        names = {each.said["data"]["player"] for each in told(listener)}
        assert names == {"alice", "carol"}
        monkeypatch.undo()
        row = Sending.objects.get(channel__player=player("bob"), status="queued")
        assert (row.error, row.channel.failing_since) == ("unwritten", None)


def somebody_waits() -> bool:
    """Whether a statement waits for something that we hold."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def sweep_apart() -> None:
    """Sweep as another worker does."""
    try:
        sending.sweep(now=NOW)
    finally:
        connection.close()


def forgotten(who: Player) -> None:
    """Forget somebody's channels, as if he left."""
    with because(Cause.FORM):
        leaving._forget(who, NOW)


@pytest.mark.django_db(transaction=True)
class TestNothingIsLostOrDoubled:
    """A message leaves once, whoever sends it; and again only if nobody knows that it left."""

    def test_of_two_workers_one_sends(self, listener: Listener):
        for number in range(12):
            own = channel(f"p{number}", listener)
            for _each in range(3):
                Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)
        workers = [threading.Thread(target=sweep_apart) for _ in range(4)]
        for each in workers:
            each.start()
        for each in workers:
            each.join()
        sending.sweep(now=NOW)
        names = [each.headers["webhook-id"] for each in listener.heard]
        assert len(names) == len(set(names)) == 36
        assert set(states()) == {("trial", "sent")}

    def test_while_another_worker_is_at_it_nobody_else_begins(self, listener: Listener):
        mine, own = channel("alice", listener), channel("bob", listener)
        for each in (mine, own):
            Sending.objects.create(channel=each, created_at=NOW, due_at=NOW)
        ends = NOW + MINUTE
        Sending.objects.filter(channel=own).update(status="inflight", due_at=ends)
        assert told(listener) == []
        assert len(told(listener, now=ends)) == 2

    def test_what_another_worker_takes_at_this_moment_is_not_taken_too(self, listener: Listener):
        own = channel("alice", listener)
        row = Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)
        worker = threading.Thread(target=sweep_apart)
        with transaction.atomic():
            taken = {"status": "inflight", "due_at": NOW + MINUTE, "attempts": 1}
            Sending.objects.filter(pk=row.pk).update(**taken)
            worker.start()
            wait_until(somebody_waits)
        worker.join()
        assert listener.heard == []

    def test_a_message_of_a_worker_that_died_goes_again_under_its_name(self, listener, monkeypatch):
        own = channel("alice", listener)
        Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)

        def dies(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(sending, "_mark", dies)
        with pytest.raises(KeyboardInterrupt):
            sending.sweep(now=NOW)
        monkeypatch.undo()
        assert Sending.objects.get().status == "inflight"
        monkeypatch.setenv("SSL_CERT_FILE", str(server.CERTIFICATE))
        # As long as it may be on its way nobody else sends it.
        assert told(listener) == []
        told(listener, now=NOW + sending.LEASE)
        first, second = listener.heard
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert Sending.objects.get().status == "sent"

    def test_of_a_worker_that_is_killed_only_what_was_underway_goes_again(
        self, listener, monkeypatch, settings
    ):
        monkeypatch.setenv("CHANNELS_ALLOWED", settings.CHANNELS_ALLOWED[0])
        for number in range(6):
            own = channel(f"p{number}", listener, path=f"/{number}")
            Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)
        listener.answers = {f"/{number}": server.silent for number in range(3, 6)}
        with worker("channels", now=NOW) as process:
            wait_until(lambda: len(listener.heard) == 6)
            wait_until(lambda: Sending.objects.filter(status="sent").count() == 3)
            kill(process)
        listener.answers, before = {}, {each.headers["webhook-id"] for each in listener.heard}
        assert told(listener) == []
        again = [each.headers["webhook-id"] for each in told(listener, now=NOW + sending.LEASE)]
        assert len(again) == len(set(again)) == 3
        assert set(again) < before
        assert set(states()) == {("trial", "sent")}

    def test_who_overslept_his_lease_marks_nothing(self, listener: Listener):
        own = channel("alice", listener)
        row = Sending.objects.create(channel=own, created_at=NOW, due_at=NOW)
        Sending.objects.update(status="inflight", attempts=2)
        row.attempts = 1
        sending._mark(row, answers.Answer(410), NOW)
        assert (Sending.objects.get().status, Channel.objects.get().off) == ("inflight", "")

    def test_what_was_underway_when_the_database_was_lost_is_marked(self, listener, monkeypatch):
        slow, own = channel("alice", listener, path="/slow"), channel("bob", listener, path="/own")
        for each in (slow, own):
            Sending.objects.create(channel=each, created_at=NOW, due_at=NOW)
        lost = threading.Event()

        def after_that(line) -> None:
            assert lost.wait(30)
            status(204)(line)

        listener.answers = {"/slow": after_that}
        claim = sending._next

        def next_or_lost(now, busy):
            if Sending.objects.filter(status="sent").exists():
                lost.set()
                raise OperationalError("the server closed the connection unexpectedly")
            return claim(now, busy)

        with monkeypatch.context() as patched:
            patched.setattr(sending, "_next", next_or_lost)
            with pytest.raises(OperationalError):
                sending.sweep(now=NOW)
        assert states() == [("trial", "sent"), ("trial", "sent")]
        told(listener, now=NOW + sending.LEASE)
        assert len(listener.heard) == 2

    def test_a_trial_of_a_channel_that_was_switched_off_meanwhile_does_not_go(self, listener):
        own = channel("alice", listener)
        keeping.try_out(own.player, own.pk, now=NOW)
        # Its worker died, and nobody took it up yet.
        Sending.objects.update(status="inflight", attempts=1)
        keeping.end_all(own.player)
        assert told(listener, now=NOW + sending.LEASE) == []
        assert states() == [("trial", "dropped")]

    @pytest.mark.parametrize("how", [keeping.remove, lambda player, _: forgotten(player)])
    def test_who_removes_a_channel_breaks_no_move_that_is_told_by_it(self, listener, how):
        own = channel("alice", listener)
        game = started()
        seat = game.places.get(player=own.player)
        failed: list[Exception] = []

        def remove() -> None:
            try:
                how(own.player, own.pk)
            except Exception as error:
                failed.append(error)
            finally:
                connection.close()

        remover = threading.Thread(target=remove)
        with because(Cause.CLOCK):
            mailbox.post(game, [(Letter.Kind.REMINDER, seat)], now=NOW)
            remover.start()
            wait_until(lambda: somebody_waits() or not remover.is_alive())
        remover.join()
        assert failed == []
        assert Letter.objects.filter(kind="reminder").exists()
        assert not Channel.objects.exists()
        assert not Sending.objects.exists()

    def test_it_goes_with_its_letter_and_with_its_channel(self, listener: Listener):
        channel("alice", listener)
        started()
        assert Sending.objects.exists()
        with connection.cursor() as cursor:
            cursor.execute(
                "BEGIN; SELECT set_config('saboteur.cause', 'post', true);"
                " DELETE FROM games_letter; COMMIT"
            )
        assert not Sending.objects.exists()


class TestItsOwner:
    """What a player does about his channels."""

    def test_he_tries_it_out(self, listener: Listener):
        own = channel("alice", listener)
        keeping.try_out(own.player, own.pk, now=NOW)
        keeping.try_out(own.player, own.pk, now=NOW)
        (trial,) = told(listener)
        assert trial.said["type"] == "trial"
        assert trial.said["data"]["url"].endswith(f"/me/channels/{own.pk}/")
        assert is_signed(trial, own.secret)

    def test_a_trial_is_not_tried_again(self, listener: Listener):
        own = channel("alice", listener)
        listener.answer = status(500)
        keeping.try_out(own.player, own.pk, now=NOW)
        told(listener)
        assert states() == [("trial", "failed")]
        assert Channel.objects.get().fault == "500"

    def test_trials_are_few(self, listener: Listener):
        own = channel("alice", listener)
        for _each in range(limits.TRIALS.most):
            keeping.try_out(own.player, own.pk, now=NOW)
            told(listener)
        with pytest.raises(TooMany):
            keeping.try_out(own.player, own.pk, now=NOW)
        assert Sending.objects.count() == limits.TRIALS.most

    def test_what_is_switched_off_tells_nothing_and_on_again_what_comes_then(self, listener):
        own = channel("alice", listener)
        started()
        for _twice in range(2):
            keeping.switch(own.player, own.pk, on=False)
        started()
        assert told(listener) == []
        assert {state for _, state in states()} == {"dropped"}
        with pytest.raises(BadChannel, match="off"):
            keeping.try_out(own.player, own.pk, now=NOW)
        keeping.switch(own.player, own.pk, on=True)
        started()
        assert told(listener)

    def test_a_new_secret_signs_from_then_on(self, listener: Listener):
        own = channel("alice", listener)
        new = keeping.renew(own.player, own.pk)
        keeping.try_out(own.player, own.pk, now=NOW)
        (trial,) = told(listener)
        assert is_signed(trial, new)
        assert not is_signed(trial, own.secret)
        chat = channel("alice", listener, kind="slack")
        with pytest.raises(BadChannel, match="unsigned"):
            keeping.renew(chat.player, chat.pk)

    def test_another_players_channel_is_none(self, listener: Listener):
        own, bob = channel("alice", listener), player("bob")
        for act in (
            lambda: keeping.try_out(bob, own.pk, now=NOW),
            lambda: keeping.renew(bob, own.pk),
            lambda: keeping.switch(bob, own.pk, on=False),
            lambda: keeping.choose(bob, own.pk, Choice(turns=False), name="x", only=None),
        ):
            with pytest.raises(NoSuchChannel):
                act()
        keeping.remove(bob, own.pk)
        assert Channel.objects.get() == own

    @pytest.mark.parametrize(
        ("kind", "url", "fault"),
        [
            ("webhook", "http://example.org/", "https"),
            ("webhook", "https://10.0.0.1/", "private"),
            ("webhook", "https://[::1]/", "private"),
            ("webhook", "https://169.254.169.254/latest", "private"),
            ("webhook", "https://example.org:8443/", "port"),
            ("webhook", "https://discord.com/api/webhooks/1/x", "kind"),
            ("slack", "https://discord.com/api/webhooks/1/x", "kind"),
            ("discord", "https://hooks.slack.com/services/x", "kind"),
        ],
    )
    def test_what_can_be_no_channel_is_not_kept(self, kind: str, url: str, fault: str):
        with pytest.raises(BadChannel, match=fault):
            keeping.add(player("alice"), kind=kind, name="x", url=url, now=NOW)
        assert not Channel.objects.exists()

    def test_five_are_the_most_and_each_once(self, listener: Listener):
        for number in range(keeping.MOST):
            channel("alice", listener, path=f"/{number}")
        with pytest.raises(BadChannel, match="many"):
            channel("alice", listener, path="/more")
        with pytest.raises(BadChannel, match="known"):
            channel("alice", listener, path="/1")
        assert Channel.objects.count() == keeping.MOST
        keeping.remove(player("alice"), Channel.objects.first().pk)
        channel("alice", listener, path="/more")


def test_a_lease_outlives_a_call():
    assert sending.LEASE.total_seconds() > 2 * calling.SECONDS
    assert sending.SWEEP_SECONDS < 60
