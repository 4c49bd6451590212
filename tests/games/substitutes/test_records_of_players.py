"""The record of a player: what counts, what does not, who is shown it (time.md, 11)."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links
from games.clocks.rules import breaks
from games.errors import BarMissed
from games.links import AskedClaim, InvitationClaim, JoinClaim, StartClaim
from games.models import Game, Kept, Letter
from games.selectors import records
from games.services import games, invitations, turns
from games.substitutes.services import offers
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, host
from tests.games.pages.table import browser, game_url, text_of
from tests.games.substitutes.cast import claim_of, late, resigned, seat_of, sits, until_asked

pytestmark = pytest.mark.django_db


def of(name: str, *, now=NOW + DAY) -> records.Reliability:
    who = cast.player(name)
    return records.of([who.pk], now=now)[who.pk]


def kept(name: str) -> list[int | None]:
    return list(Kept.objects.filter(player=cast.player(name)).values_list("reply", flat=True))


def test_every_turn_that_was_answered_counts_with_the_running_time_it_took():
    game = cast.started()
    who = cast.asked(game).name
    cast.pass_on(game, now=NOW + 3 * HOUR)
    assert kept(who) == [3 * 3600]
    assert Kept.objects.count() == 1
    assert (of(who).turns.in_time, of(who).turns.share) == (1, 100)


def test_the_median_reply_is_told_when_the_game_is_over():
    game = cast.started(rounds="1")
    who = cast.asked(game).name
    cast.pass_on(game, now=NOW + 3 * HOUR)
    assert of(who).turns.reply is None
    cast.play_to_the_end(game, now=NOW + 3 * HOUR)
    assert of(who).turns.reply == "2 h"


def test_a_missed_turn_counts_as_missed_once_for_one_absence():
    game = cast.started(time=cast.fixed(6))
    seat, at = late(game)
    until_asked(game, seat, now=at)
    late(game)
    assert kept(seat.name) == [None, None]
    assert of(seat.name).turns.missed == 1


def test_neither_a_days_off_nor_a_vacation_is_running_time():
    game = cast.started(time=cast.fixed(72) | {"days_off": ["sun"]}, now=NOW)
    who = cast.asked(game)
    cast.clocks_of(
        game,
        lambda table: breaks.leave(table, who.number, (None, (NOW + DAY).date()), now=NOW),
    )
    cast.pass_on(game, now=NOW + 40 * HOUR)
    # Sunday until midnight and the vacation until Tuesday 00:00: four hours ran.
    assert kept(who.name) == [4 * 3600]


def test_a_miss_without_a_letter_a_practice_game_and_a_bots_turns_do_not_count():
    game = cast.started()
    seat, due = cast.asked(game), cast.again(game).deadline_at
    cast.all_sent()
    Letter.objects.filter(seat=seat).update(status="failed")
    turns.sweep_deadlines(now=due)
    alone = cast.started(("alice",), bots=2)
    while cast.again(alone).bot_asked:
        turns.sweep_bots(now=NOW)
    cast.pass_on(alone)
    given_up = resigned()
    until_asked(given_up, seat_of(given_up, "bob"), now=NOW)
    before = len(kept("bob"))
    turns.sweep_bots(now=NOW)
    assert None not in kept(seat.name)
    assert not Kept.objects.filter(game=alone).exists()
    assert len(kept("bob")) == before


def test_a_substitutes_turns_are_his_own():
    game = resigned()
    sits(game)
    until_asked(game, seat_of(game, "dora"), now=NOW)
    cast.pass_on(game, now=NOW + HOUR)
    assert len(kept("dora")) == 1
    assert kept("bob") == []


def test_seats_given_up_and_lost_are_told_but_not_those_taken_back():
    game = resigned()
    offers.keep(claim_of(game, "bob"), now=NOW)
    assert (of("bob").resigned, of("bob").lost) == (0, 0)
    offers.resign(claim_of(game, "bob"), now=NOW)
    assert of("bob").resigned == 1
    silent = cast.started(time=cast.fixed(24) | {"misses": 1})
    seat, at = late(silent)
    assert of(seat.name, now=at).lost == 0
    sits(silent, of=seat.name, now=at)
    assert of(seat.name, now=at).lost == 1


def test_an_ordinary_move_asks_the_database_no_more_than_before():
    game = cast.started()
    with CaptureQueriesContext(
        connection,
    ) as without:
        cast.pass_on(game)
    said = [query["sql"] for query in without.captured_queries]
    assert sum("games_kept" in sql for sql in said) == 1
    assert not any("games_offer" in sql for sql in said if 'FROM "games_seat"' not in sql)


def waiting_tables() -> dict[str, tuple[Client, str]]:
    """Name every page on which somebody chooses alice, who started the table, to play with."""
    game, full, running = cast.open_table(), cast.full_table(), resigned()
    invited = invitations.invite(game.key, "dora@example.org", by=cast.player("alice"), now=NOW)
    number = seat_of(running, "bob").number
    asked = offers.ask(running.key, number, "dora@example.org", by=cast.player("alice"), now=NOW)
    Game.objects.update(listed=True)  # or no list would name them
    return {
        "the lobby": (browser(cast.player("bob")), game_url(game)),
        "a shared link": (
            browser(),
            reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))]),
        ),
        "an invitation": (
            browser(),
            reverse(
                "invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))]
            ),
        ),
        "the start": (
            browser(),
            reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(full)))]),
        ),
        "open seats": (browser(cast.player("dora")), reverse("seats-open-list")),
        "the seats": (
            browser(cast.player("dora")),
            reverse("seats-of-game", args=[running.key]),
        ),
        "a seat by letter": (
            browser(),
            reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))]),
        ),
    }


def test_opponents_records_are_read_wherever_somebody_chooses_with_whom_to_play(set_clock):
    set_clock(NOW)
    Kept.objects.bulk_create(
        Kept(player=cast.player("alice"), game=cast.started(), at=NOW - n * 30 * HOUR, reply=reply)
        for n, reply in enumerate([None, *[60] * 49], 1)
    )
    silent = [
        where
        for where, (client, address) in waiting_tables().items()
        if "98 % of 50 turns in time" not in text_of(client.get(address).content.decode())
    ]
    assert silent == []


def test_a_player_reads_every_turn_that_lowered_his_record(set_clock):
    game = cast.started()
    seat, at = late(game)
    set_clock(at + HOUR)
    page = browser(seat.player).get(reverse("records-mine")).content.decode()
    assert "0 % of 1 turn in time" in text_of(page)
    assert game_url(game) in page
    assert "Mon 2 Mar, 12:00" in text_of(page)
    other = next(name for name in cast.PEOPLE if name != seat.name)
    clean = browser(cast.player(other)).get(reverse("records-mine")).content.decode()
    assert "No turn was late." in text_of(clean)


def test_a_bar_is_asked_of_who_comes_by_the_shared_link_and_said_before(set_clock):
    set_clock(NOW)
    game = cast.open_table(time=cast.fixed(24) | {"bar": 90, "newcomers": False})
    join = links.JOIN.sign(JoinClaim.of(game))
    page = text_of(browser().get(reverse("invitations-join", args=[join])).content.decode())
    assert "Who joins has 90 % of at least 20 turns in time" in page
    with pytest.raises(BarMissed):
        games.take_open_seat(links.JOIN.read(join), cast.player("bob"), now=NOW)
    answer = browser(cast.player("bob")).post(reverse("invitations-join", args=[join]))
    assert "at least 90 were in time" in text_of(answer.content.decode())
    assert not game.places.filter(player=cast.player("bob")).exists()


def test_a_bar_is_set_when_a_table_is_opened(set_clock):
    set_clock(NOW)
    form = {
        "ruleset": "saboteur", "seats": "3", "clock": "steady", "option_rounds": "3",
        "option_edition": "2004", "option_tools": "off", "bar": "95", "newcomers": "",
    }  # fmt: skip
    answer = browser(cast.player("alice")).post(reverse("lobby-new-game"), form)
    assert answer.status_code == 303, text_of(answer.content.decode())
    chosen = Game.objects.get().time["settings"]
    assert (chosen["bar"], chosen["newcomers"]) == (95, False)
    refused = browser(cast.player("alice")).post(reverse("lobby-new-game"), form | {"bar": "99"})
    assert refused.status_code == 200
