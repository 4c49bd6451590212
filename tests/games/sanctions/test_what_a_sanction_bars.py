"""What somebody cannot do under a sanction, by every way to it; and what he still can."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from games import links
from games.errors import MayNotTalk, Sanctioned
from games.gathering.rules.asking import Wish
from games.gathering.services import rematches
from games.links import AskedClaim, InvitationClaim, JoinClaim
from games.models import Game, Invitation, Letter, Seat
from games.services import doors, games, invitations, mailbox
from games.substitutes.services import offers, sitting
from games.talk.rules.rooms import Why
from tests.games.cast import (
    DAY,
    NOW,
    fixed,
    open_table,
    play_to_the_end,
    player,
    started,
)
from tests.games.pages.table import browser, text_of
from tests.games.sanctions.cast import given, lifted
from tests.games.substitutes.cast import claim_of, seat_of
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def opens(_game: Game) -> object:
    return games.create(
        player("bob"), ruleset_key="saboteur", options={}, seats=3, time=fixed(24), now=NOW
    )


def sits_down(game: Game) -> object:
    return doors.come_in(game.key, player("bob"), now=NOW)


def comes_by_the_shared_link(game: Game) -> object:
    return games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)


def accepts(game: Game) -> object:
    row = invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    claim = InvitationClaim.of(row)
    return invitations.accept(claim, language="en", now=NOW)


def plays_again(_game: Game) -> object:
    over = started(rounds="1")
    play_to_the_end(over)
    return rematches.play_again(over.key, by=player("bob"), now=NOW)


def stands_in(_game: Game) -> object:
    running = started(("alice", "carol", "dora"))
    offers.resign(claim_of(running, "dora"), now=NOW)
    return sitting.sit(running.key, seat_of(running, "dora").number, player("bob"), now=NOW)


def stands_in_by_letter(_game: Game) -> object:
    running = started(("alice", "carol", "dora"))
    offers.resign(claim_of(running, "dora"), now=NOW)
    number = seat_of(running, "dora").number
    row = offers.ask(running.key, number, "bob@example.org", by=player("alice"), now=NOW)
    return sitting.accept(AskedClaim(row.pk), language="en", now=NOW)


WAYS = (
    opens, sits_down, comes_by_the_shared_link, accepts, plays_again, stands_in,
    stands_in_by_letter,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["no-new-games", "ban"])
def test_he_comes_to_no_table_by_no_way(way: Callable[[Game], object], kind: str):
    row, table = given("bob", kind), open_table(listed=True)
    before = Seat.objects.filter(player=player("bob"), ended_at=None).count()
    with pytest.raises(Sanctioned) as problem:
        way(table)
    assert problem.value.until == row.until
    assert Seat.objects.filter(player=player("bob"), ended_at=None).count() == before


@pytest.mark.parametrize("way", WAYS)
def test_a_mute_keeps_him_from_none(way: Callable[[Game], object]):
    given("bob", "mute")
    assert way(open_table(listed=True))


def test_practice_is_free_and_his_games_go_on():
    game = started()
    given("bob", "ban")
    client = browser(player("bob"))
    dealt = client.post(
        reverse("practice-deal"), {"ruleset": "saboteur", "strength": "easy", "once": "n" * 22}
    )
    assert dealt.status_code == 303
    assert Game.objects.filter(organiser=player("bob"), status="active").exists()
    assert client.get(reverse("seat-mine", args=[game.key])).status_code == 200


def test_a_page_says_until_when_and_that_nothing_was_done():
    given("bob", "no-new-games")
    table = open_table(listed=True)
    client = browser(player("bob"))
    answer = client.post(reverse("lobby-sit", args=[table.key]), follow=True)
    assert "Until Wed 11 Mar, 12:00 UTC you begin no new games" in text_of(answer.content.decode())
    joined = client.post(reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(table))]))
    assert "You cannot come to this table" in text_of(joined.content.decode())


def test_who_is_muted_is_heard_nowhere_and_his_page_asks_him_for_nothing():
    game = started()
    row = given("bob", "mute")
    with pytest.raises(MayNotTalk) as problem:
        say(game, "bob", "hello")
    assert problem.value.why == Why.MUTED
    page = browser(player("bob")).get(reverse("talk-of-game", args=[game.key]))
    assert "you say nothing for a while" in text_of(page.content.decode())
    assert 'name="text"' not in page.content.decode()
    sent = {"room": "table", "text": "hello", "nonce": "n"}
    answer = browser(player("bob")).post(reverse("talk-of-game", args=[game.key]), sent)
    assert answer.status_code == 403
    assert not game.remarks.exists()
    lifted(row)
    say(game, "bob", "hello")


def test_no_words_of_his_go_out_with_an_invitation():
    table = open_table(by="bob")
    bob = player("bob")
    early = invitations.invite(table.key, "dora@example.org", by=bob, now=NOW, wish=Wish("come!"))
    given("bob", "mute")
    with pytest.raises(Sanctioned):
        invitations.invite(table.key, "eve@example.org", by=bob, now=NOW, wish=Wish("come!"))
    assert invitations.invite(table.key, "eve@example.org", by=bob, now=NOW)
    assert invitations.resend(early.pk, by=bob, now=NOW).message == ""
    assert Invitation.objects.get(pk=early.pk).message == ""


def test_he_reads_his_sanctions_and_never_what_moderators_note():
    given("bob", "mute", message="Please be kind.", note="third time")
    given("bob", "note", note="watch him", shown=False)
    client = browser(player("bob"))
    page = text_of(client.get(reverse("sanctions")).content.decode())
    assert "No talk" in page
    assert "until Wed 11 Mar, 12:00 UTC" in page
    assert "Please be kind." in page
    assert "third time" not in page
    assert "watch him" not in page
    assert reverse("sanctions") in client.get(reverse("account")).content.decode()
    other = browser(player("carol"))
    assert reverse("sanctions") not in other.get(reverse("account")).content.decode()
    assert "decided nothing" in text_of(other.get(reverse("sanctions")).content.decode())


def test_who_is_banned_signs_in_reads_takes_his_data_and_may_leave():
    game = started()
    given("bob", "ban")
    client = browser(player("bob"))
    for name in ("home", "account", "account-data", "leaving-ask", "sanctions"):
        assert client.get(reverse(name)).status_code == 200
    assert client.get(reverse("seat-mine", args=[game.key])).status_code == 200


def test_a_letter_tells_him_unless_it_was_lifted_before_it_left():
    row = given("bob", "mute")
    letter = Letter.objects.get(kind="sanction")
    assert letter.email == player("bob").email
    lifted(row)
    mailbox.sweep(now=NOW)
    assert Letter.objects.get(kind="sanction").status == "dropped"
    assert Letter.objects.get(kind="lifted").status == "sent"


def test_a_note_for_moderators_is_told_to_nobody():
    given("bob", "note", shown=False)
    assert not Letter.objects.exists()


def test_what_is_barred_ends_with_it():
    given("bob", "no-new-games", lasts=DAY)
    table = open_table(listed=True)
    assert doors.come_in(table.key, player("bob"), now=NOW + DAY)
