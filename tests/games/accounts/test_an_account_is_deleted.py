"""An account is deleted: nothing about the person stays, and nobody's game is lost by it."""

from functools import partial

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from games import links
from games.accounts import selectors
from games.accounts.services import address, leaving
from games.errors import BadCode, OnlyOperator
from games.links import JoinClaim, SeatClaim
from games.models import Game, Invitation, Kept, Letter, Notes, Orders, Player, Remark, SignIn
from games.services import accounts, games, invitations, mailbox
from games.substitutes.services import offers
from games.talk.services import hearing
from tests.games.cases.cast import report_remark
from tests.games.cast import (
    DAY,
    NOW,
    again,
    asked,
    extended,
    open_table,
    pass_on,
    play_to_the_end,
    player,
    started,
)
from tests.games.pages.table import browser, game_url, seat_url, text_of
from tests.games.substitutes.cast import bots_play, seat_of, sits, stood_in
from tests.games.talk.cast import say
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


def wish(who: Player) -> SignIn:
    return SignIn.objects.get(pk=leaving.ask(who, origin="x", now=NOW))


def left(name: str = "bob", *, swept: bool = True) -> Player:
    who = player(name)
    asked_for = wish(who)
    leaving.leave(who, asked_for.pk, links.code_of(asked_for), now=NOW)
    if swept:
        leaving.sweep(now=NOW)
    return Player.objects.get(pk=who.pk)


def everything() -> str:
    """All that the database holds, as one text."""
    with connection.cursor() as cursor:
        rows = []
        for model in apps.get_models():
            name = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"SELECT {name}::text FROM {name}")
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows)


def test_nothing_in_the_database_names_him_any_more():
    player("bob")
    Player.objects.filter(email="bob@example.org").update(name="Robert the Red")
    bob = player("bob")
    running, over = started(), started(rounds="1")
    while asked(running).player_id != bob.pk:
        pass_on(running)
    extended(running)
    pass_on(running)
    play_to_the_end(over)
    games.take_open_seat(JoinClaim.of(open_table()), bob, now=NOW)
    invitations.invite(open_table(by="carol").key, bob.email, by=player("carol"), now=NOW)
    say(running, "bob", "I am Robert the Red")
    Notes.objects.create(seat=seat_of(running, "bob"), text="a note of his")
    address.ask(bob, "bob-elsewhere@example.net", now=NOW)
    browser(bob)
    Kept.objects.create(player=bob, game=over, at=NOW, reply=5)
    given = started()
    offers.resign(SeatClaim.of(seat_of(given, "bob")), now=NOW)
    sits(given, "dora")
    before = everything()
    for trace in ("bob@example.org", "Robert the Red", "bob-elsewhere", "a note of his"):
        assert trace in before
    gone = left()
    after = everything()
    for trace in (
        "bob@example.org",
        "Robert the Red",
        "bob-elsewhere",
        "a note of his",
    ):
        assert trace not in after
    assert (gone.email, gone.name, gone.left_at) == (None, "", NOW)
    assert not gone.sessions.exists()
    assert not Kept.objects.filter(player=gone).exists()


def test_a_running_game_goes_on_with_a_bot_and_is_finished_without_him():
    game = started()
    seat = seat_of(game, "bob")
    old = seat_url(seat)
    left()
    assert stood_in(game, seat)
    assert game.offers.get().why == "resigned"
    assert browser().get(old).status_code == 404
    bots_play(game, now=NOW)
    while again(game).status == Game.Status.ACTIVE:
        if again(game).bot_asked:
            bots_play(game, now=NOW)
        else:
            pass_on(game)
    assert not Letter.objects.filter(seat=seat).exists()
    assert mailbox.sweep(now=NOW + DAY) > 0


def test_a_running_game_of_his_is_organised_by_the_next_person_at_the_table():
    game, over = started(bots=1), started(rounds="1")
    play_to_the_end(over)
    mine = seat_of(game, "alice").number
    heir = min(("bob", "carol"), key=lambda name: (seat_of(game, name).number - mine) % 4)
    left("alice")
    assert again(game).organiser == player(heir)
    assert again(over).organiser.left_at == NOW
    letter = Letter.objects.get(entry__act="organises")
    assert letter.seat == seat_of(game, heir)
    page = text_of(browser().get(game_url(game, "stories-public")).content.decode())
    assert f"The organiser has left. From now on {heir} organises this table." in page
    leaving.sweep(now=NOW + DAY)
    assert game.entries.filter(act="organises").count() == 1
    for name in ("bob", "carol"):
        left(name)
    assert again(game).organiser.left_at == NOW


@pytest.mark.parametrize(
    ("language", "called"), [("en", "Former player"), ("de", "Ehemaliges Mitglied")]
)
def test_a_finished_game_keeps_an_anonymous_seat_in_every_language(language: str, called: str):
    game = started(rounds="1")
    play_to_the_end(game)
    left()
    left("carol")
    Player.objects.filter(email="alice@example.org").update(language=language)
    for url in (game_url(game), game_url(game, "stories-public"), game_url(game, "replays-public")):
        page = text_of(browser(player("alice")).get(url).content.decode())
        assert called in page
        assert "carol" not in page
    page = browser(player("alice")).get(game_url(game)).content.decode()
    assert f"{called} @" in page


def test_what_was_done_about_the_table_is_told_without_his_name():
    game = started()
    left()
    page = text_of(browser(player("alice")).get(game_url(game, "stories-mine")).content.decode())
    assert "Former player gave up" in page


def test_his_open_tables_are_called_off_and_others_tables_have_a_free_seat():
    own, other = open_table(by="bob"), open_table()
    games.take_open_seat(JoinClaim.of(own), player("carol"), now=NOW)
    games.take_open_seat(JoinClaim.of(other), player("bob"), now=NOW)
    left()
    assert again(own).status == Game.Status.CANCELLED
    assert Letter.objects.get(kind="cancelled").seat.player == player("carol")
    assert not other.places.filter(player__left_at__isnull=False).exists()
    assert again(other).status == Game.Status.OPEN
    assert Letter.objects.get(kind="declined").email == "alice@example.org"


def test_a_table_that_he_organised_and_that_runs_goes_on():
    game = started()
    left("alice")
    assert again(game).status == Game.Status.ACTIVE
    page = browser(player("bob")).get(game_url(game, "time-table"))
    assert page.status_code == 200


def test_invitations_to_him_keep_no_place():
    game = open_table()
    invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    player("bob")
    left()
    assert not Invitation.objects.exists()


def test_what_he_said_is_removed_and_what_was_reported_is_kept_for_the_operators():
    game = started()
    remark = say(game, "bob", "you cheat")
    say(game, "alice", "no")
    report_remark(game, remark.pk)
    hearing.mute(game.key, remark.pk, by=player("alice"), now=NOW)
    left()
    assert [said.text for said in Remark.objects.all()] == ["no"]
    assert "you cheat" in everything()


def test_what_others_noted_about_him_stays():
    game = started()
    number = seat_of(game, "bob").number
    Notes.objects.create(seat=seat_of(game, "alice"), about={str(number): "digs well"})
    left()
    assert Notes.objects.get().about == {str(number): "digs well"}


def test_his_orders_are_played_for_nobody():
    game = started()
    Orders.objects.create(seat=seat_of(game, "bob"), standing=["late: end"])
    left()
    assert not Orders.objects.exists()


def test_killed_before_the_tables_the_sweep_goes_on_and_each_is_handed_over_once():
    running = [started() for _ in range(3)]
    left(swept=False)
    assert not any(game.offers.exists() for game in running)
    assert leaving.sweep(now=NOW) == 3
    assert leaving.sweep(now=NOW) == 0
    for game in running:
        assert game.offers.get().why == "resigned"
        assert game.entries.filter(act="resigned").count() == 1


def test_a_table_in_trouble_keeps_no_other_waiting_and_is_tried_again(monkeypatch):
    first, second = started(), started()
    give_up = offers.give_up

    def breaks(held, number, *, now):
        give_up(held, number, now=now)
        if held.game.pk == first.pk:
            raise RuntimeError("killed")

    monkeypatch.setattr(offers, "give_up", breaks)
    left()
    assert not first.offers.exists()
    assert first.entries.count() == 0
    assert second.offers.get().why == "resigned"
    monkeypatch.undo()
    assert leaving.sweep(now=NOW) == 1
    assert first.offers.get().why == "resigned"


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_hand_over_once():
    game = started()
    left(swept=False)
    at_once([partial(leaving.sweep, now=NOW)] * 4)
    assert game.entries.filter(act="resigned").count() == 1


def test_the_same_address_begins_anew():
    gone = left()
    again_here = player("bob")
    assert again_here.pk != gone.pk
    assert not again_here.places.exists()


def test_a_code_to_sign_in_deletes_nothing_and_one_to_delete_signs_nobody_in():
    bob = player("bob")
    entering = accounts.ask_code(bob.email, next="", language="en", origin="x", now=NOW)
    with pytest.raises(BadCode):
        leaving.leave(bob, entering, links.code_of(SignIn.objects.get()), now=NOW)
    deleting = wish(bob)
    with pytest.raises(BadCode):
        accounts.sign_in(deleting.pk, links.code_of(deleting), now=NOW)
    assert Player.objects.get(pk=bob.pk).left_at is None


def test_the_code_of_another_deletes_neither():
    alice, bob = player("alice"), player("bob")
    bobs = wish(bob)
    with pytest.raises(BadCode):
        leaving.leave(alice, bobs.pk, links.code_of(bobs), now=NOW)
    assert not Player.objects.filter(left_at__isnull=False).exists()


def test_a_wrong_code_deletes_nothing_and_five_kill_it():
    bob = player("bob")
    asked_for = wish(bob)
    dead = []
    for _ in range(5):
        with pytest.raises(BadCode) as caught:
            leaving.leave(bob, asked_for.pk, "no", now=NOW)
        dead.append(caught.value.dead)
    assert dead == [False] * 4 + [True]


def test_the_only_operator_stays_and_one_of_two_may_go():
    carol = accounts.make_admin("carol@example.org", now=NOW)
    with pytest.raises(OnlyOperator):
        leaving.ask(carol, origin="x", now=NOW)
    accounts.make_admin("dora@example.org", now=NOW)
    assert not left("carol").is_staff


def test_it_is_told_before_what_happens():
    running, over = started(), started(rounds="1")
    play_to_the_end(over)
    open_table(by="bob")
    games.take_open_seat(JoinClaim.of(open_table()), player("bob"), now=NOW)
    invitations.invite(open_table(by="carol").key, "bob@example.org", by=player("carol"), now=NOW)
    say(running, "bob", "hello")
    found = selectors.parting(player("bob"))
    assert found == selectors.Parting(
        running=1, called_off=1, left=1, invitations=1, finished=1, remarks=1
    )


def test_the_whole_way_on_pages():
    game = started()
    client = browser(player("bob"))
    other = browser(player("bob"))
    page = text_of(client.get(reverse("leaving-ask")).content.decode())
    assert "A bot plays your seat on in one game" in page
    answer = client.post(reverse("leaving-ask"))
    url = answer["Location"]
    assert client.get(url).status_code == 200
    assert "not the code" in text_of(client.post(url, {"code": "no1"}).content.decode())
    code = links.code_of(SignIn.objects.get())
    answer = client.post(url, {"code": code}, follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert "My games" not in other.get("/").content.decode()
    leaving.sweep(now=NOW)
    assert game.offers.exists()
