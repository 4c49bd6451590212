"""One click after the end opens a table for the same people, however many of them click."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from games import letters, links
from games.errors import NotOver, NotSeated
from games.gathering.rules import names
from games.gathering.services import lapsing, rematches
from games.links import InvitationClaim, SeatClaim
from games.models import Game, Letter, Player
from games.services import games, invitations
from tests.games.cast import HOUR, NOW, PEOPLE, again, play_to_the_end, player, started
from tests.games.pages.table import browser, game_url, seat_url, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> Game:
    game = started((*PEOPLE, "erin"), rounds="1")
    play_to_the_end(game)
    # As if a bot had sat there: it would take long to play with one.
    bot = {"player": None, "bot": True, "strength": "easy", "name": "Bot Borax"}
    game.places.filter(player=player("erin")).update(**bot)
    return again(game)


def play_again(game: Game, name: str = "alice") -> Game:
    return rematches.play_again(game.key, by=player(name), now=NOW)


def test_the_new_table_has_the_same_terms_people_and_bots(over: Game):
    Player.objects.filter(email="carol@example.org").update(language="de")
    new = play_again(over, "bob")
    assert (new.ruleset, new.options, new.seats) == (over.ruleset, over.options, over.seats)
    assert new.time["settings"] == over.time["settings"]
    assert "seats" not in new.time or not new.time["seats"]
    assert new.name == f"{over.name} 2"
    seated = {seat.name for seat in new.places.all() if seat.taken}
    assert seated == {"bob", over.places.get(bot=True).name}
    assert new.places.get(bot=True).strength == over.places.get(bot=True).strength
    asked = {row.email: row.language for row in new.invitations.all()}
    assert asked == {"alice@example.org": "en", "carol@example.org": "de"}
    told = Letter.objects.get(kind="invitation", email="alice@example.org")
    body = str(letters.render(told, now=NOW).body)
    assert "bob wants to play again" in body
    assert "The same people, the same rules, the same clock" in body


def test_the_email_says_who_invites_and_why_we_have_the_address(over: Game):
    new = play_again(over, "bob")
    told = Letter.objects.get(kind="invitation", email="alice@example.org")
    body = str(letters.render(told, now=NOW).body)
    assert "bob invites you because you played together before" in body
    assert "gave us your address" not in body
    # Somebody else whom bob asks by typing an address has no name there.
    new.invitations.update(called="")
    body = str(letters.render(Letter.objects.get(pk=told.pk), now=NOW).body)
    assert "bob gave us your address" in body
    assert "played together before" not in body


def test_names_count_on():
    assert [names.again(name) for name in ("Pit", "Pit 2", "Pit 99")] == [
        "Pit 2",
        "Pit 3",
        "Pit 100",
    ]
    assert names.again("x" * 40) == "x" * 38 + " 2"
    assert names.again("2") == "2 2"


def test_who_clicks_second_sits_down_at_the_table_of_the_first(over: Game):
    first = play_again(over, "alice")
    assert [play_again(over, name).pk for name in ("bob", "bob", "alice")] == [first.pk] * 3
    assert first.places.filter(player=player("bob")).count() == 1
    assert first.invitations.get(email="bob@example.org").status == "accepted"
    assert Letter.objects.filter(game=first, kind="invitation").count() == 2


@pytest.mark.django_db(transaction=True)
def test_all_who_click_at_once_meet_at_one_table(over: Game):
    people = [player(name) for name in ("alice", "bob", "carol")]

    def click(person: Player) -> int:
        try:
            return rematches.play_again(over.key, by=person, now=NOW).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert len(set(pool.map(click, people))) == 1
    new = Game.objects.get(rematch_of=over)
    assert new.places.filter(player__in=people).count() == 3
    assert not new.invitations.filter(status="pending").exists()


def test_one_that_was_called_off_is_not_in_the_way(over: Game):
    first = play_again(over)
    games.cancel(first.key, by=player("alice"), now=NOW)
    assert play_again(over, "bob").pk != first.pk


def test_only_who_played_and_only_after_the_end(over: Game):
    with pytest.raises(NotSeated):
        play_again(over, "dora")
    with pytest.raises(NotOver):
        play_again(started())


def test_who_has_no_address_is_not_asked_and_his_seat_stays_free(over: Game):
    Player.objects.filter(pk=player("carol").pk).update(email=None)
    new = play_again(over)
    assert set(new.invitations.values_list("email", flat=True)) == {"bob@example.org"}
    assert sum(not seat.taken for seat in new.places.all()) == 2


def told_of(address: str) -> list[str]:
    """Find where an address stands in what its owner's host is shown and sent."""
    host = player("alice")
    new = Game.objects.get(rematch_of__isnull=False)
    sent = Letter.objects.filter(email=host.email).order_by("created_at")
    page = browser(host).get(game_url(new)).content.decode()
    shown = {
        # The form names one, too, as an example.
        "page": page.replace("bob@example.org Deutsch", ""),
        "file": browser(host).get(reverse("account-data")).getvalue().decode(),
    } | {letter.kind: str(letters.render(letter, now=NOW).body) for letter in sent}
    return [where for where, text in shown.items() if address in text]


def test_who_asks_the_same_people_is_never_told_their_addresses(over: Game, set_clock):
    """They sat with him by a link or an open seat: nobody at a table is shown an address."""
    set_clock(NOW)
    new = play_again(over)
    page = text_of(browser(player("alice")).get(game_url(new)).content.decode())
    assert "bob no answer yet" in page
    assert told_of("bob@example.org") == []
    asked = new.invitations.get(email="bob@example.org")
    invitations.decline(InvitationClaim.of(asked), now=NOW)
    told = Letter.objects.get(kind="declined", email="alice@example.org")
    assert "bob will not come" in str(letters.render(told, now=NOW).subject)
    new.invitations.filter(email="carol@example.org").update(reply_by=NOW)
    lapsing.sweep(now=NOW + HOUR)
    late = Letter.objects.get(kind="lapsed", email="alice@example.org")
    assert "carol" in str(letters.render(late, now=NOW + HOUR).body)
    assert [told_of(f"{name}@example.org") for name in ("bob", "carol")] == [[], []]


def test_whom_the_host_names_himself_he_reads_as_he_wrote_it(over: Game):
    new = play_again(over)
    asked = new.invitations.get(email="bob@example.org")
    invitations.withdraw(asked.pk, by=player("alice"), now=NOW)
    again_by_hand = invitations.invite(new.key, "bob@example.org", by=player("alice"), now=NOW)
    assert again_by_hand.pk == asked.pk
    assert told_of("bob@example.org")[:2] == ["page", "file"]


def test_one_click_on_the_page_of_the_game(over: Game):
    client = browser(player("alice"))
    page = client.get(game_url(over, "seat-mine")).content.decode()
    assert "Play again with the same people" in page
    assert "Play again" not in browser().get(game_url(over)).content.decode()
    url = game_url(over, "gathering-rematch")
    client.get(url)
    assert not Game.objects.filter(rematch_of=over).exists()
    lobby = text_of(client.post(url, follow=True).content.decode())
    assert "2 of 4 seats taken" in lobby
    stranger = browser(player("dora")).post(url, follow=True)
    assert "Only who sits at this table can do this." in text_of(stranger.content.decode())


def test_one_click_in_the_list_of_games_that_are_over(over: Game):
    client = browser(player("alice"))
    to = reverse("gathering-rematch", args=[over.key])
    assert f'action="{to}"' in client.get(reverse("archive")).content.decode()
    to_sit = client.post(to)["Location"]
    assert to_sit == reverse("seat-mine", args=[Game.objects.get(rematch_of=over).key])


def test_one_click_by_a_letter_leads_to_the_waiting_table(over: Game, set_clock):
    set_clock(NOW)
    play_again(over, "alice")
    seat = over.places.get(player=player("bob"))
    url = reverse("gathering-rematch-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    assert url in browser().get(seat_url(seat)).content.decode()
    page = text_of(browser().post(url, follow=True).content.decode())
    assert "Your seat is kept, bob" in page
    assert browser().post("/t/nonsense/again/").status_code == 404


def test_who_declined_sees_the_table_and_gets_no_seat(over: Game, set_clock):
    set_clock(NOW)
    new = play_again(over)
    asked = new.invitations.get(email="bob@example.org")
    invitations.decline(InvitationClaim.of(asked), now=NOW)
    seat = over.places.get(player=player("bob"))
    by_letter = reverse("gathering-rematch-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    assert browser().post(by_letter)["Location"] == game_url(new)
    signed_in = browser(player("bob")).post(game_url(over, "gathering-rematch"))
    assert signed_in["Location"] == game_url(new)


def test_the_letter_of_the_result_says_so(over: Game):
    letter = Letter.objects.get(kind="result", seat__player=player("alice"))
    assert "Once more? One button at the table" in str(letters.render(letter, now=NOW).body)
