"""Who says what where, who reads it, how much of it, and that it is no move."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from time import sleep

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.cases.selectors import subjects
from games.errors import BadText, MayNotTalk, NoSuchGame, NoSuchRemark, Overtaken, TalksTooMuch
from games.limits.rules import REMARKS
from games.models import Game, Letter, Mute, Remark, Report
from games.services import games
from games.talk import selectors
from games.talk.rules import limits
from games.talk.services import hearing, saying
from tests.games.cases.cast import report_remark
from tests.games.cast import DAY, HOUR, NOW, again, open_table, player, started
from tests.games.pages.table import checksum
from tests.games.substitutes.cast import resigned, sits
from tests.games.talk.cast import (
    OPENLY,
    SEATED,
    SECRETLY,
    SPECTATORS,
    TABLE,
    letters_of,
    looked_at,
    over,
    read,
    readers,
    say,
    talked,
)
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_the_table_is_read_by_all_and_spectators_talk_by_those_alone_who_watch():
    game = talked()
    for name in ("alice", "bob", "carol"):
        assert read(game, name) == {TABLE: [OPENLY]}
    assert read(game, None) == {TABLE: [OPENLY]}
    for name in ("dora", "mallory"):
        assert read(game, name) == {SPECTATORS: [SECRETLY], TABLE: [OPENLY]}


def test_no_page_and_no_letter_of_a_seat_changes_by_a_byte_while_spectators_talk(set_clock):
    set_clock(NOW)
    game, clients = talked(), readers("alice", "bob", "carol")

    def seen() -> dict[str, object]:
        found = letters_of(game)
        for name, client in clients.items():
            found |= looked_at(game, client, name, *((*SEATED, "notes") if name else ()))
        return found

    seen()  # what is kept of a first look stays
    before = seen()
    for at in range(3):
        say(game, "dora", f"bob digs {at}", SPECTATORS)
        say(game, "alice2", f"he does not {at}", SPECTATORS)
    after = seen()
    assert before.keys() == after.keys()
    for what in before:
        assert before[what] == after[what], what


def test_after_the_end_everybody_reads_both():
    game = talked(rounds="1")
    now = over(game)
    for who in ("alice", "dora", None):
        assert read(game, who, now=now) == {TABLE: [OPENLY], SPECTATORS: [SECRETLY]}


def test_a_table_talks_before_it_begins():
    game = open_table()
    say(game, "alice", "who else?")
    say(game, "dora", "I watch", SPECTATORS)
    assert read(game, "alice") == {TABLE: ["who else?"]}
    games.cancel(game.key, by=player("alice"), now=NOW)
    with pytest.raises(MayNotTalk, match="closed"):
        say(game, "alice", "pity")


def test_nobody_speaks_in_the_other_room():
    game = started()
    with pytest.raises(Overtaken):
        say(game, "alice", "I am no spectator", SPECTATORS)
    with pytest.raises(Overtaken):
        say(game, "dora", "nor I a player", TABLE)
    with pytest.raises(NoSuchGame):
        say(Game(key="nothing"), "dora", "hello", SPECTATORS)
    assert not Remark.objects.exists()


def test_who_sat_there_before_reads_along_as_a_spectator_and_says_nothing():
    game = resigned()
    say(game, "bob", "my seat is free")
    sits(game)
    say(game, "dora", "I sit now")
    say(game, "emil", "poor bob", SPECTATORS)
    assert read(game, "bob") == {TABLE: ["I sit now", "my seat is free"], SPECTATORS: ["poor bob"]}
    assert read(game, "dora") == {TABLE: ["I sit now", "my seat is free"]}
    for room in (TABLE, SPECTATORS):
        with pytest.raises(MayNotTalk, match="sat-before"):
            say(game, "bob", "the cart is mine", room)


def test_a_month_after_the_end_the_talk_is_closed():
    game = talked(rounds="1")
    over(game)
    ended = again(game).ended_at
    say(game, "alice", "well played", now=ended + 30 * DAY)
    with pytest.raises(MayNotTalk, match="closed"):
        say(game, "alice", "well played", now=ended + 30 * DAY + SECOND)


def test_the_same_form_twice_is_one_remark_and_with_another_text_two():
    game = started()
    for _ in range(2):
        say(game, "alice", "hello", nonce="form")
    assert read(game, "bob") == {TABLE: ["hello"]}
    say(game, "alice", "hello, bob", nonce="form")
    say(game, "bob", "hello", nonce="form")
    assert read(game, "bob") == {TABLE: ["hello", "hello, bob", "hello"]}


@pytest.mark.django_db(transaction=True)
def test_the_same_form_at_once_is_one_remark_and_a_flood_stops_at_the_limit(monkeypatch):
    game, judge = started(), limits.silent_until

    def slowly(latest: list[datetime], *, now: datetime) -> datetime | None:
        sleep(0.1)
        return judge(latest, now=now)

    monkeypatch.setattr(limits, "silent_until", slowly)
    at_once([partial(say, game, "alice", "hello", nonce="form")] * 6)
    assert read(game, "bob") == {TABLE: ["hello"]}
    most, _ = limits.MOST[0]
    flood = [partial(say, game, "bob", f"again {at}", nonce=f"b{at}") for at in range(most + 3)]
    assert at_once(flood) == {"Remark": most, "TalksTooMuch": 3}


def test_who_says_a_lot_waits_and_is_told_until_when():
    game, other = started(), started()
    most, span = limits.MOST[0]
    for at in range(most):
        say(game, "alice", f"remark {at}", now=NOW + at * SECOND)
    with pytest.raises(TalksTooMuch) as caught:
        say(game, "alice", "one more", now=NOW + 10 * SECOND)
    assert caught.value.until == NOW + span
    say(game, "alice", "remark 0", nonce="n0", now=NOW + 10 * SECOND)
    assert Remark.objects.filter(by=player("alice")).count() == most
    say(game, "bob", "others may", now=NOW + 10 * SECOND)
    say(other, "alice", "and I elsewhere", now=NOW + 10 * SECOND)
    say(game, "alice", "one more", now=NOW + span)


def test_who_goes_from_table_to_table_is_stopped_too(monkeypatch):
    monkeypatch.setattr(saying, "REMARKS", replace(REMARKS, most=3))
    tables = [started() for _ in range(4)]
    for table in tables[:3]:
        say(table, "dora", "buy gold", SPECTATORS)
    with pytest.raises(TalksTooMuch) as caught:
        say(tables[3], "dora", "buy gold", SPECTATORS)
    assert caught.value.until == NOW + DAY
    # What was said already is no further remark.
    say(tables[0], "dora", "buy gold", SPECTATORS, nonce="n0")
    assert Remark.objects.count() == 3
    say(tables[3], "dora", "sorry", SPECTATORS, now=NOW + DAY)


@pytest.mark.parametrize(("most", "span"), limits.MOST)
def test_every_limit_holds_to_the_second(monkeypatch, most: int, span: timedelta):
    monkeypatch.setattr(limits, "MOST", ((most, span),))
    latest = [NOW - at * SECOND / 10 for at in range(most)]
    assert limits.silent_until(latest[:-1], now=NOW) is None
    assert limits.silent_until(latest, now=NOW) == latest[-1] + span
    assert limits.silent_until(latest, now=latest[-1] + span) is None


def test_talk_is_no_move_and_writes_no_row_but_its_own():
    game = started()
    before, letters = checksum(), Letter.objects.count()
    say(game, "alice", "hello")
    report_remark(game, Remark.objects.get().pk, by="bob")
    hearing.mute(game.key, Remark.objects.get().pk, by=player("bob"), now=NOW)
    changed = {name for name, total in checksum().items() if total != before[name]}
    counted = {"games_spent"}  # against a flood over many tables
    assert changed == {"games_remark", "games_case", "games_report", "games_mute"} | counted
    assert Letter.objects.count() == letters


def test_nothing_is_said_by_the_service_itself():
    game = resigned(rounds="1")
    sits(game)
    over(game)
    assert not Remark.objects.exists()


def test_too_long_or_empty_is_not_said():
    game = started()
    for text in ("x" * (limits.LONGEST + 1), "\u3164"):
        with pytest.raises(BadText):
            say(game, "alice", text)
    assert not Remark.objects.exists()


def test_a_muted_person_is_not_read_by_who_muted_him_alone_and_never_learns_of_it():
    game = started()
    first = say(game, "bob", "I am loud")
    before = selectors.talk(game.key, player("bob"), now=NOW)
    hearing.mute(game.key, first.pk, by=player("alice"), now=NOW)
    hearing.mute(game.key, first.pk, by=player("alice"), now=NOW)
    assert selectors.talk(game.key, player("bob"), now=NOW) == before
    say(game, "bob", "and louder")
    assert read(game, "alice") == {TABLE: []}
    assert read(game, "carol") == read(game, "bob") == {TABLE: ["and louder", "I am loud"]}
    (room,) = selectors.talk(game.key, player("alice"), now=NOW).rooms
    assert [one.name for one in room.muted] == ["bob"]
    hearing.hear(game.key, room.muted[0].remark, by=player("alice"), now=NOW)
    assert read(game, "alice") == {TABLE: ["and louder", "I am loud"]}


def test_who_takes_a_muted_seat_is_heard():
    game = resigned()
    hearing.mute(game.key, say(game, "bob", "grr").pk, by=player("alice"), now=NOW)
    sits(game)
    say(game, "dora", "hello")
    assert read(game, "alice") == {TABLE: ["hello"]}


def test_only_the_reporter_is_shown_that_he_reported():
    game = started()
    remark = say(game, "bob", "you cheat")
    before = [selectors.talk(game.key, player(name), now=NOW) for name in ("bob", "carol")]
    report_remark(game, remark.pk)
    after = [selectors.talk(game.key, player(name), now=NOW) for name in ("bob", "carol")]
    assert after == before
    (room,) = selectors.talk(game.key, player("alice"), now=NOW).rooms
    assert room.remarks[0].reported


def test_a_remark_that_one_may_not_read_is_as_one_that_does_not_exist():
    game, other = talked(), talked()
    here, hidden = game.remarks.order_by("id")
    foreign = other.remarks.first()
    acts = [
        hearing.mute,
        hearing.hear,
        lambda key, at, *, by, now: subjects.of_remark(key, at, by=by, now=now),
    ]
    for act in acts:
        for who, at in (
            ("bob", hidden.pk),
            ("bob", foreign.pk),
            ("bob", 10**12),
            ("alice", here.pk),
        ):
            with pytest.raises(NoSuchRemark):
                act(game.key, at, by=player(who), now=NOW)
    assert not Mute.objects.exists()
    assert not Report.objects.exists()


def test_a_spectator_called_like_a_player_is_told_apart():
    game = started()
    impostor, watcher = player("eve"), player("dora")
    impostor.name, watcher.name = "B\u043eb", "dora"
    impostor.save()
    say(game, "dora", "hm", SPECTATORS)
    say(game, "eve", "I am the real one", SPECTATORS)
    rooms = selectors.talk(game.key, watcher, now=NOW).rooms
    assert [said.name for said in rooms[0].remarks] == ["B\u043eb (2)", "dora"]


def test_a_long_talk_is_read_in_pages():
    game = started()
    for at in range(120):
        say(game, "bob" if at % 2 else "carol", f"{at}", now=NOW + at * HOUR)
    before, seen = None, []
    while True:
        upto: dict[str, int] = {"table": before} if before else {}
        (room,) = selectors.talk(game.key, player("alice"), now=NOW, before=upto).rooms
        seen += [said.text for said in room.remarks]
        before = room.older
        if before is None:
            break
    assert seen == [f"{at}" for at in reversed(range(120))]


def test_a_page_of_talk_costs_the_same_however_much_was_said_and_by_whom():
    game, costs = talked(), []
    for more in range(2):
        for at in range(12 * more):
            say(game, f"watcher{at}", "hm", SPECTATORS)
            say(game, "bob", "hm", now=NOW + at * HOUR)
        with CaptureQueriesContext(connection) as queries:
            selectors.talk(game.key, player("dora"), now=NOW)
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_talk_goes_with_its_game():
    game = talked()
    hearing.mute(game.key, game.remarks.first().pk, by=player("bob"), now=NOW)
    report_remark(game, game.remarks.first().pk, by="bob")
    again(game).delete()
    assert not Remark.objects.exists()
    assert not Mute.objects.exists()
    assert Report.objects.get().frozen["talk"][0]["text"] == OPENLY
