"""A ban at tables that run: opponents wait for nothing and lose nothing by it."""

from typing import Any

import pytest
from django.urls import reverse

from games import links
from games.clocks.services import agreeing, pauses
from games.errors import Sanctioned, SeatTaken
from games.links import SeatClaim
from games.models import Act, Entry, Game, Letter, Line, Offer, Sanction
from games.sanctions import selectors
from games.sanctions.services import following
from games.selectors.public import ANYTHING
from games.substitutes.selectors import open_seats
from games.substitutes.services import sitting
from tests.games.cast import (
    DAY,
    HOUR,
    NOW,
    again,
    all_sent,
    asked,
    clocks_of,
    pass_on,
    player,
    started,
)
from tests.games.moderation.cast import done, previewed, staff
from tests.games.moderation.test_a_table_agrees import put, says
from tests.games.pages.table import browser, text_of
from tests.games.sanctions.cast import given, lifted
from tests.games.substitutes.cast import bots_play, seat_of, until_asked

pytestmark = pytest.mark.django_db
BAN = {"why": "accounts", "last": "2026-03-05", "seats": "plays"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def banned(name: str = "bob", **said: Any) -> Sanction:
    """Ban somebody and let his tables be changed."""
    row = given(name, "ban", reference="ABCD", **said)
    following.sweep(now=NOW)
    return row


def test_up_to_seven_days_one_person_bans_at_once_and_longer_it_takes_two():
    bob = player("bob")
    assert done(staff("mia"), "ban", bob.key, **BAN).status_code == 303
    assert selectors.runs(bob, "ban", now=NOW)
    longer = {**BAN, "last": "2026-03-20"}
    assert done(staff("mia"), "ban", player("eve").key, **longer).status_code == 202
    assert not selectors.runs(player("eve"), "ban", now=NOW)
    row = Act.objects.get(stage="asked")
    there = reverse("moderation-asked", args=[row.reference])
    sent = {"answer": "yes", "digest": row.digest}
    assert browser(staff("max")).post(there, sent).status_code == 303
    assert selectors.runs(player("eve"), "ban", now=NOW + 19 * DAY)


def test_without_end_only_a_host_bans_and_not_alone():
    endless = {**BAN, "last": "", "endless": "on"}
    bob = player("bob").key
    assert previewed(browser(staff("mia")), "ban", bob, **endless).status_code == 400
    assert previewed(browser(staff("mia")), "ban", bob, **{**BAN, "last": ""}).status_code == 400
    assert done(staff("hal", "host"), "ban", bob, **endless).status_code == 202


def test_he_plays_on_and_nothing_else_changes_at_his_tables():
    game = started()
    due = again(game).deadline_at
    banned()
    assert again(game).deadline_at == due
    assert seat_of(game, "bob")
    until_asked(game, seat_of(game, "bob"), now=NOW)
    ply = again(game).ply
    pass_on(game)
    assert again(game).ply == ply + 1


def test_the_pause_that_he_began_ends_and_who_is_asked_has_time():
    game = started(hours=24)
    Game.objects.filter(pk=game.pk).update(organiser=player("bob"))
    while asked(game).name == "bob":
        pass_on(game)
    pauses.pause(game.key, NOW + 5 * DAY, by=player("bob"), now=NOW)
    all_sent()
    banned()
    assert clocks_of(game).paused_until(NOW) is None
    assert again(game).deadline_at >= NOW + 12 * HOUR
    entry = Entry.objects.get(act="resumed")
    assert (entry.said["role"], entry.said["reference"]) == ("moderator", "ABCD")
    assert Letter.objects.filter(entry=entry).count() == 3
    assert Line.objects.latest("number").act == "ban-table"
    for wish in (
        lambda: pauses.pause(game.key, NOW + 5 * DAY, by=player("bob"), now=NOW),
        lambda: agreeing.propose_pause(game.key, NOW + 5 * DAY, by=player("bob"), now=NOW),
    ):
        with pytest.raises(Sanctioned):
            wish()


def test_a_pause_that_all_agreed_to_goes_on():
    game = started()
    agreeing.propose_pause(game.key, NOW + 5 * DAY, by=player("bob"), now=NOW)
    for name in ("alice", "carol"):
        agreeing.answer(game.key, "pause", yes=True, by=player(name), now=NOW)
    banned()
    assert clocks_of(game).paused_until(NOW) == NOW + 5 * DAY


def test_votes_that_he_owes_count_as_no_now_and_later():
    game = started()
    agreeing.propose_pause(game.key, NOW + 5 * DAY, by=player("alice"), now=NOW)
    banned()
    assert Entry.objects.get(act="declined").seat == seat_of(game, "bob").number
    assert not agreeing.propose_pause(game.key, NOW + 6 * DAY, by=player("alice"), now=NOW)
    assert Entry.objects.filter(act="declined").count() == 2


def test_what_all_must_agree_to_he_agrees_to_nothing():
    game = started(hours=24)
    put("alice", game)
    banned()
    says("bob", game, "yes")
    assert Act.objects.get().stage == "refused"
    assert put("bob", game).status_code == 409


def test_all_his_seats_are_removed_and_games_go_on_at_once():
    game = started(hours=24)
    other = started(("bob", "dora", "eve"), by="bob", hours=24)
    until_asked(game, seat_of(game, "bob"), now=NOW)
    number, old = seat_of(game, "bob").number, links.SEAT.sign(SeatClaim.of(seat_of(game, "bob")))
    all_sent()
    banned(seats_removed=True)
    for table in (game, other):
        assert not table.places.filter(player=player("bob")).exists()
    bots_play(again(game), now=NOW)
    assert number not in again(game).to_act
    story = text_of(browser().get(f"/g/{game.key}/story/").content.decode())
    assert "took the seat of bob away" in story
    assert "several accounts" not in story
    assert again(other).organiser != player("bob")
    assert Letter.objects.filter(email="bob@example.org", status="queued").count() == 1
    assert browser().get(f"/t/{old}/").status_code == 404


def test_for_two_days_nobody_else_takes_the_seat():
    game = started(listed=True)
    number = seat_of(game, "bob").number
    banned(seats_removed=True)
    assert Offer.objects.get(game=game).made_at == NOW + 48 * HOUR
    dora = player("dora")
    assert not _offered(dora, NOW + 47 * HOUR)
    with pytest.raises(SeatTaken):
        sitting.sit(game.key, number, dora, now=NOW + 47 * HOUR)
    assert _offered(dora, NOW + 48 * HOUR)
    assert sitting.sit(game.key, number, dora, now=NOW + 48 * HOUR).player == dora


def _offered(who, at) -> int:
    return len(open_seats(ANYTHING, player=who, now=at).offers)


def test_one_seat_is_removed_and_the_table_reads_no_reason_of_his():
    game = started(hours=24)
    all_sent()
    seat = seat_of(game, "bob")
    typed = {"seat": seat.number, "why": "collusion", "message": "You told Carol your role."}
    assert done(staff("mia"), "seat-removed", game.key, **typed).status_code == 303
    row = Sanction.objects.get()
    assert (row.kind, row.game, row.why, row.until) == ("seat-removed", game, "collusion", None)
    assert not game.places.filter(player=player("bob")).exists()
    assert Offer.objects.get(game=game).made_at == NOW + 48 * HOUR
    entry = Entry.objects.get(act="removed")
    assert (entry.said["why"], entry.said["message"]) == ("rules", "")
    letters = Letter.objects.filter(email="bob@example.org", status="queued")
    assert list(letters.values_list("kind", flat=True)) == ["sanction"]
    told = Letter.objects.filter(entry=entry).values_list("seat__player__name", flat=True)
    assert sorted(told) == ["alice", "carol"]
    page = text_of(browser(player("bob")).get(reverse("sanctions")).content.decode())
    assert "a bot plays it" in page


def test_whose_games_he_shares_a_moderator_takes_no_seat_of_elsewhere():
    staff("mia")
    started(("mia", "bob", "dora"), by="mia")
    game = started(("alice", "bob", "carol"))
    typed = {"seat": seat_of(game, "bob").number, "why": "collusion"}
    assert previewed(browser(staff("mia")), "seat-removed", game.key, **typed).status_code == 403
    assert previewed(browser(staff("max")), "seat-removed", game.key, **typed).status_code == 200


def test_a_ban_that_was_lifted_before_its_tables_were_reached_changes_none():
    game = started()
    lifted(given("bob", "ban", seats_removed=True))
    following.sweep(now=NOW)
    assert seat_of(game, "bob")
