"""From "start a game" to the deal: terms, invitations, shared link, bots, refusals."""

import re
from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.urls import reverse

from engine.api import Strength
from games import links
from games.accounts.services import devices
from games.gathering.rules.asking import Wish
from games.links import InvitationClaim, JoinClaim, SeatClaim, StartClaim
from games.models import Game, Invitation, Player, Seat, SignIn
from games.services import accounts, games, invitations
from tests.games.cast import NOW, again, full_table, host, open_table, player, started
from tests.games.pages.table import browser, game_url, text_of

pytestmark = pytest.mark.django_db

TERMS = {
    "ruleset": "saboteur",
    "seats": "4",
    "option_edition": "2004",
    "option_tools": "off",
    "option_rounds": "1",
    "clock": "72",
}


def read(response) -> str:
    return text_of(response.content.decode())


def test_a_new_game_has_the_terms_that_were_chosen_and_its_organiser_sits():
    answer = browser(player("alice")).post(reverse("lobby-new-game"), TERMS)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, game_url(game))
    assert (game.seats, game.time["settings"]["clock"]) == (4, {"style": "fixed", "hours": 72})
    assert game.options == {"edition": "2004", "tools": "off", "rounds": "1"}
    page = read(browser(player("alice")).get(game_url(game)))
    assert "1 of 4 seats taken" in page
    assert "Time for each turn: 3 days" in page
    assert "3 seats have nobody yet." in page


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("ruleset", "chess", 404),
        ("ruleset", "<b>", 404),
        ("option_edition", "1999", 200),
        ("option_rounds", "0", 200),
        ("seats", "2", 200),
        ("seats", "11", 200),
        ("seats", "many", 200),
        ("seats", "", 200),
        ("clock", "0", 200),
        ("clock", "100000", 200),
    ],
)
def test_terms_that_no_game_has_open_no_table(field: str, value: str, status: int):
    answer = browser(player("alice")).post(reverse("lobby-new-game"), {**TERMS, field: value})
    assert answer.status_code == status
    page = answer.content.decode()
    assert "There is no such game" in page if status == 404 else 'role="alert"' in page
    assert not Game.objects.exists()


def test_several_addresses_are_invited_at_once_and_each_is_answered():
    game = open_table(seats=4)
    client = browser(player("alice"))
    client.post(game_url(game, "lobby-invite"), {"emails": "bob@example.org"})
    text = "Bob@example.org, carol@example.org;dora@example.org\nerin@example.org"
    page = read(client.post(game_url(game, "lobby-invite"), {"emails": text}, follow=True))
    assert "bob@example.org: This address has an invitation or a seat already." in page
    assert "carol@example.org is invited." in page
    assert "dora@example.org is invited." in page
    assert "erin@example.org: Every seat is taken or kept" in page
    assert Invitation.objects.count() == 3


def test_an_address_is_read_with_the_letters_it_was_written_with():
    game = open_table(seats=4)
    client = browser(player("alice"))
    asked = {"emails": "Max@Müller.example, eve@xn--a.example"}
    page = read(client.post(game_url(game, "lobby-invite"), asked, follow=True))
    assert "max@müller.example is invited." in page
    assert "xn--mller" not in page
    # What no letters stand behind stays as it was written.
    assert "eve@xn--a.example is invited." in page
    assert Invitation.objects.filter(email="max@xn--mller-kva.example").exists()


@pytest.mark.parametrize(
    "text", ["", "bob", "bob@", "@example.org", "bob@example", "<script>@x.y", "a b@c", "x" * 3000]
)
def test_what_cannot_be_an_address_is_refused_by_name_and_nobody_is_invited(text: str):
    game = open_table(seats=4)
    answer = browser(player("alice")).post(
        game_url(game, "lobby-invite"), {"emails": f"carol@example.org {text}" if text else ""}
    )
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert b"<script>" not in answer.content
    assert not Invitation.objects.exists()


def test_an_invited_stranger_takes_the_seat_and_says_how_to_be_called():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    assert 'name="time_zone"' in browser().get(url).content.decode()
    about = {"name": "Dora", "language": "de", "time_zone": "Europe/Berlin", "answer": "accept"}
    answer = browser().post(url, about, follow=True)
    assert "The seat is yours" in read(answer)
    dora = Player.objects.get(email="dora@example.org")
    assert (dora.name, dora.language, dora.time_zone) == ("Dora", "de", "Europe/Berlin")
    assert Seat.objects.get(game=game, player=dora).name == "Dora"
    again_answer = browser().post(url, {**about, "name": "Mallory"}, follow=True)
    assert "The seat is yours" in read(again_answer)
    dora.refresh_from_db()
    assert dora.name == "Dora"
    assert game.places.filter(player__isnull=False).count() == 2


def test_somebody_known_is_not_renamed_by_whoever_holds_his_letter():
    bob, game = player("bob"), open_table(seats=4)
    invited = invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    assert "time_zone" not in browser().get(url).content.decode()
    browser().post(
        url, {"answer": "accept", "name": "Mallory", "time_zone": "UTC", "language": "en"}
    )
    bob.refresh_from_db()
    assert bob.name == "bob"
    assert game.places.filter(player=bob).exists()


@pytest.mark.parametrize(
    ("name", "zone"), [("", "UTC"), ("a\u202eb", "UTC"), ("\t", "UTC"), ("Dora", "Moon/Crater")]
)
def test_a_stranger_who_gives_no_good_name_or_zone_is_asked_again_and_not_seated(name, zone):
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    about = {"name": name, "language": "en", "time_zone": zone, "answer": "accept"}
    answer = browser().post(url, about)
    assert answer.status_code == 400
    assert not Player.objects.filter(email="dora@example.org").exists()


def test_declining_needs_no_name_and_tells_the_organiser():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    assert "You declined" in read(browser().post(url, {"answer": "decline"}))
    assert "This invitation was declined." in read(browser().get(url))
    late = browser().post(
        url, {"answer": "accept", "name": "D", "language": "en", "time_zone": "UTC"}
    )
    assert late.status_code == 409
    lobby = read(browser(player("alice")).get(game_url(game)))
    assert "does not want to" in lobby


def test_accepting_after_the_start_is_refused_in_words():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    # The organiser cannot start while the place is kept, so it goes to bots by withdrawing first.
    Invitation.objects.filter(pk=invited.pk).update(status="declined")
    for _ in range(3):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    games.start(game.key, by=player("alice"), now=NOW)
    Invitation.objects.filter(pk=invited.pk).update(status="pending")
    assert "The game has begun already." in read(browser().get(url))
    answer = browser().post(
        url, {"answer": "accept", "name": "D", "language": "en", "time_zone": "UTC"}
    )
    assert answer.status_code == 409
    assert "The game has begun already." in read(answer)


def test_a_withdrawn_invitation_opens_nothing():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    page = browser(player("alice")).post(
        game_url(game, "lobby-withdraw"), {"invitation": str(invited.pk)}, follow=True
    )
    assert "The invitation is withdrawn." in read(page)
    assert browser().get(url).status_code == 404


def test_the_shared_link_seats_who_is_signed_in_once():
    game = open_table(seats=3)
    url = reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
    assert browser(player("bob")).post(url).status_code == 303
    assert browser(player("bob")).post(url).status_code == 303
    assert game.places.filter(player__isnull=False).count() == 2


def test_the_shared_link_brings_a_stranger_through_signing_in_back_to_the_seat():
    game = open_table(seats=3)
    url = reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
    client = browser()
    assert f'value="{url}"' in client.get(url).content.decode()
    asked = client.post(reverse("accounts-sign-in"), {"email": "bob@example.org", "next": url})
    code = links.code_of(SignIn.objects.get())
    answer = client.post(asked["Location"], {"code": code})
    assert (answer.status_code, answer["Location"]) == (303, url)
    said = {"me-name": "Bob", "me-language": "en", "me-time_zone": "UTC"}
    client.post(url, said)
    assert game.places.get(player__email="bob@example.org").name == "Bob"


def test_a_double_click_opens_one_table_and_seats_one_bot():
    client = browser(player("alice"))
    body = client.get(reverse("lobby-new-game")).content.decode()
    found = re.search(r'name="key" value="(\w{10})"', body)
    assert found is not None
    twice = [client.post(reverse("lobby-new-game"), {**TERMS, "key": found[1]}) for _ in range(2)]
    game = Game.objects.get()
    assert [answer["Location"] for answer in twice] == [game_url(game)] * 2
    place = re.search(r'name="place" value="(\d)"', client.get(game_url(game)).content.decode())
    assert place is not None
    for _ in range(2):
        client.post(game_url(game, "lobby-add-bot"), {"place": place[1]})
    assert game.places.filter(bot=True).count() == 1


def test_nobody_opens_a_table_under_the_key_of_anothers():
    game = open_table()
    browser(player("bob")).post(reverse("lobby-new-game"), {**TERMS, "key": game.key})
    assert again(game).organiser == player("alice")
    assert Game.objects.exclude(pk=game.pk).get().organiser == player("bob")


def test_the_organiser_frees_seats_renews_the_link_and_starts_when_all_are_taken():
    alice, game = player("alice"), open_table(seats=3)
    client, old = browser(alice), links.JOIN.sign(JoinClaim.of(game))
    assert "disabled" in client.get(game_url(game)).content.decode()
    page = read(client.post(game_url(game, "lobby-start"), follow=True))
    assert "2 seats are still free." in page
    client.post(game_url(game, "lobby-add-bot"))
    client.post(game_url(game, "lobby-add-bot"))
    assert "Every seat is taken" in read(client.post(game_url(game, "lobby-add-bot"), follow=True))
    bot = game.places.filter(bot=True).first()
    client.post(game_url(game, "lobby-remove"), {"seat": str(bot.number)})
    assert game.places.filter(bot=True).count() == 1
    client.post(game_url(game, "lobby-renew-link"))
    assert browser().get(f"/j/{old}/").status_code == 404
    client.post(game_url(game, "lobby-add-bot"))
    answer = client.post(game_url(game, "lobby-start"))
    assert (answer.status_code, answer["Location"]) == (303, game_url(game, "seat-mine"))
    assert again(game).status == "active"
    assert "The game has begun already." in read(
        client.post(game_url(game, "lobby-start"), follow=True)
    )


def test_only_the_organiser_can_do_anything_to_a_table():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    mallory = browser(player("mallory"))
    page = mallory.get(game_url(game)).content.decode()
    assert "dora@example.org" not in page
    assert "/j/" not in page
    forms = {
        "lobby-invite": {"emails": "x@example.org"},
        "lobby-resend": {"invitation": str(invited.pk)},
        "lobby-withdraw": {"invitation": str(invited.pk)},
        "lobby-add-bot": {},
        "lobby-renew-link": {},
        "lobby-remove": {"seat": "0"},
        "lobby-start": {},
        "lobby-cancel": {},
    }
    before = (list(game.places.values()), list(Invitation.objects.values()), again(game).status)
    for name, fields in forms.items():
        page = read(mallory.post(game_url(game, name), fields, follow=True))
        assert "Only the organizer can do this." in page, name
        assert browser().post(game_url(game, name), fields)["Location"].startswith("/sign-in/")
    after = (list(game.places.values()), list(Invitation.objects.values()), again(game).status)
    assert after == before


def test_the_organiser_starts_a_complete_table_from_his_letter_without_signing_in():
    game = full_table()
    url = reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))])
    stranger = browser()
    page = read(stranger.get(url))
    assert "Your table is complete" in page
    assert "alice, bob and carol" in page
    landed = [stranger.post(url, follow=True) for _ in range(2)] + [stranger.get(url, follow=True)]
    mine = reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(host(game)))])
    assert {answer.redirect_chain[-1][0] for answer in landed} == {mine}
    assert "The cards are dealt." in read(landed[0])
    assert again(game).status == "active"


def test_a_start_letter_whose_links_were_revoked_starts_nothing_and_shows_no_seat():
    game = full_table()
    url = reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))])
    devices.revoke_links(player("alice"), now=NOW)
    assert {browser().get(url).status_code, browser().post(url).status_code} == {404}
    assert again(game).status == "open"
    games.start(game.key, by=player("alice"), now=NOW)
    assert browser().get(url)["Location"] == game_url(game)


def test_a_start_letter_from_before_starts_the_game_and_opens_no_seat():
    game = full_table()
    old = Signer(sep=".", salt="games.links.start").sign(str(game.pk))
    assert browser().post(f"/s/{old}/")["Location"] == game_url(game)
    assert again(game).status == "active"


def test_an_invited_player_who_is_signed_in_takes_his_seat_at_the_table():
    game, bob = open_table(seats=4), player("bob")
    wish = Wish(message="Bring a <lamp>.", reply_by=NOW + timedelta(days=9999))
    invitations.invite(game.key, bob.email, by=player("alice"), now=NOW, wish=wish)
    page = browser(bob).get(game_url(game)).content.decode()
    assert "Take the seat" in page
    assert "Bring a &lt;lamp&gt;." in page
    for other in (browser(), browser(player("carol")), browser(player("alice"))):
        assert "Take the seat" not in read(other.get(game_url(game)))
    landed = browser(bob).post(game_url(game, "lobby-sit"), follow=True)
    assert "Your seat is kept, bob" in read(landed)
    assert Invitation.objects.get().status == "accepted"
    carol = browser(player("carol")).post(game_url(game, "lobby-sit"), follow=True)
    assert "This table is private by now" in read(carol)
    assert not game.places.filter(player=player("carol")).exists()


def test_an_invited_player_who_is_signed_in_says_no_at_the_table():
    game, bob = open_table(seats=4), player("bob")
    invitations.invite(game.key, bob.email, by=player("alice"), now=NOW)
    page = browser(bob).get(game_url(game)).content.decode()
    (way,) = re.findall(r'action="(/i/[^"]+)"', page)
    assert "You declined" in read(browser(bob).post(way, {"answer": "decline"}))
    assert "Take the seat" not in read(browser(bob).get(game_url(game)))


def test_a_table_of_several_people_without_a_deadline_offers_no_button_to_start_it():
    game = full_table(time={"clock": {"style": "none"}})
    answer = browser().get(
        reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))])
    )
    assert answer.status_code == 200
    assert "Without a deadline only one person can play" in read(answer)
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert main
    assert "<form" not in main
    assert "one person plays, alone or with bots" in read(
        browser().get(f"/j/{links.JOIN.sign(JoinClaim.of(game))}/")
    )


def test_the_letter_of_a_complete_table_says_so_when_somebody_has_left():
    game = full_table()
    url = reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))])
    browser(player("bob")).post(game_url(game, "lobby-leave"))
    for answer, status in ((browser().get(url), 200), (browser().post(url), 409)):
        assert answer.status_code == status
        assert "One seat is still free." in read(answer)
    assert again(game).status == "open"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Without a deadline only one person can play, so no cards were dealt."),
        ("de", "Ohne Frist kann nur ein Mensch allein spielen"),
    ],
)
def test_two_people_without_a_deadline_are_told_why_their_game_does_not_begin(language, sentence):
    alice = player("alice")
    Player.objects.filter(pk=alice.pk).update(language=language)
    game = open_table(time={"clock": {"style": "none"}})
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    games.add_bot(game.key, by=alice, now=NOW)
    on_the_page = browser(player("alice")).post(game_url(game, "lobby-start"), follow=True)
    by_letter = browser().post(
        reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))]),
        headers={"accept-language": language},
    )
    assert (on_the_page.status_code, by_letter.status_code) == (200, 409)
    assert sentence in read(on_the_page)
    assert sentence in read(by_letter)
    assert again(game).status == "open"
    assert game.places.filter(player__isnull=False).count() == 2


def test_a_guest_gives_his_seat_up_on_the_tables_page():
    game = full_table()
    bob = browser(player("bob"))
    assert "Give my seat up" in read(bob.get(game_url(game)))
    assert "Give my seat up" not in read(browser(player("alice")).get(game_url(game)))
    assert "You gave your seat up." in read(bob.post(game_url(game, "lobby-leave"), follow=True))
    assert not game.places.filter(player=player("bob")).exists()
    assert "You have no seat here." in read(bob.post(game_url(game, "lobby-leave"), follow=True))
    stuck = browser(player("alice")).post(game_url(game, "lobby-leave"), follow=True)
    assert "Call it off instead." in read(stuck)


def test_an_accepted_invitation_shows_the_seat_and_lets_it_go_again():
    game = open_table()
    invited = invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    player("bob")
    browser().post(url, {"answer": "accept"})
    place = browser().get(url)["Location"]
    page = read(browser().get(place))
    assert "Your seat is kept, bob" in page
    assert "Give my seat up" in page
    assert "You gave your seat up." in read(browser().post(place, follow=True))
    assert not game.places.filter(player=player("bob")).exists()


def test_calling_off_asks_first_and_then_everybody_can_read_it():
    game = open_table(seats=3)
    client = browser(player("alice"))
    assert "Call the game off?" in read(client.get(game_url(game, "lobby-cancel")))
    assert again(game).status == "open"
    client.post(game_url(game, "lobby-cancel"))
    assert again(game).status == "cancelled"
    assert "This game was called off" in read(browser().get(game_url(game)))


def test_names_with_markup_are_plain_text_wherever_they_stand():
    evil = "<b>\"'&amp;{{7*7}}"
    for at, name in enumerate(("alice", "bob")):
        evil += str(at)
        accounts.change_settings(player(name), name=evil, language="en", time_zone="UTC", now=NOW)
    game, lobby = started(), open_table(seats=3)
    seat = game.places.get(player__email="bob@example.org")
    client = browser(player("alice"))
    urls = [
        game_url(game),
        game_url(game, "seat-mine"),
        game_url(lobby),
        reverse("home"),
        reverse("accounts-me"),
        reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(lobby))]),
        reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]),
    ]
    for url in urls:
        page = client.get(url).content.decode()
        assert "&lt;b&gt;" in page, url
        assert "<b>" not in page, url
        assert "{{7*7}}" in page, url


def test_settings_are_changed_and_spoken_at_once():
    client = browser(player("alice"))
    url = reverse("accounts-me")
    about = {"name": "Alice", "language": "de", "time_zone": "Europe/Berlin"}
    page = read(client.post(url, about, follow=True))
    assert "Gespeichert." in page
    assert "Meine Einstellungen" in page
    for wrong in ({"name": " "}, {"name": "x" * 41}, {"name": "a\u202eb"}, {"time_zone": "Mars"}):
        answer = client.post(url, {**about, **wrong})
        assert 'role="alert"' in answer.content.decode(), wrong
    alice = Player.objects.get(email="alice@example.org")
    assert (alice.name, alice.time_zone) == ("Alice", "Europe/Berlin")


def test_several_bots_of_a_strength_sit_down_at_once():
    game, client = open_table(seats=5), browser(player("alice"))
    page = read(client.get(game_url(game)))
    assert "easy: they miss a lot" in page
    wish = {"place": "1", "count": "3", "strength": "easy"}
    for _twice in range(2):
        page = read(client.post(game_url(game, "lobby-add-bot"), wish, follow=True))
    bots = game.places.filter(bot=True)
    assert list(bots.values_list("strength", flat=True)) == ["easy"] * 3
    assert "sit down, all of them bots" in page
    assert page.count("bot, easy") == 3
    too_many = {"place": "4", "count": "2", "strength": "hard"}
    page = read(client.post(game_url(game, "lobby-add-bot"), too_many, follow=True))
    assert "Every seat is taken" in page
    assert game.places.filter(bot=True).count() == 3


@pytest.mark.parametrize(
    "wish",
    [
        {"count": "3", "strength": "superhuman"},
        {"count": "-1", "strength": "easy"},
        {"count": "9" * 40, "strength": "easy"},
        {"place": "x", "count": "1"},
    ],
)
def test_a_forged_wish_for_bots_seats_none(wish):
    game, client = open_table(seats=5), browser(player("alice"))
    page = read(client.post(game_url(game, "lobby-add-bot"), wish, follow=True))
    assert "Nothing was done." in page
    assert not game.places.filter(bot=True).exists()


@pytest.mark.parametrize("strength", Strength)
def test_the_largest_table_has_a_name_for_each_bot_that_no_person_has(strength):
    game = open_table(key="saboteur2", seats=12)
    games.add_bots(game.key, 11, strength, by=player("alice"), now=NOW)
    names = [seat.name for seat in game.places.filter(bot=True)]
    assert len(set(names)) == 11
    assert all(name.startswith("Bot ") for name in names)


def test_a_seat_that_is_freed_has_no_strength_left():
    game, client = open_table(seats=3), browser(player("alice"))
    bot = games.add_bots(game.key, 1, Strength.EASY, by=player("alice"), now=NOW)[0]
    client.post(game_url(game, "lobby-remove"), {"seat": str(bot.number)})
    assert set(game.places.values_list("bot", "strength")) == {(False, "")}


def test_a_table_too_many_is_refused_on_the_form_that_keeps_what_was_chosen():
    alice = browser(player("alice"))
    for _ in range(8):
        assert alice.post(reverse("lobby-new-game"), TERMS).status_code == 303
    answer = alice.post(reverse("lobby-new-game"), TERMS)
    assert answer.status_code == 200
    assert "You have 8 tables that have not begun." in text_of(answer.content.decode())
    assert Game.objects.count() == 8
