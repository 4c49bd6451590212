"""Name, language and time zone are asked once, at the first seat, whichever way one comes to it."""

from collections.abc import Mapping

import pytest
from django.urls import reverse

from games import links
from games.links import AskedClaim, InvitationClaim, JoinClaim
from games.models import Game, Invitation, Player
from games.services import accounts, doors, invitations
from games.substitutes.services import offers
from tests.games.cast import NOW, open_table, player
from tests.games.pages.table import Forms, browser, checksum, text_of
from tests.games.substitutes.cast import resigned, seat_of

pytestmark = pytest.mark.django_db

SAID = {"me-name": "Dora", "me-language": "de", "me-time_zone": "Asia/Tokyo"}


@pytest.fixture(autouse=True)
def _at_a_time(set_clock):
    set_clock(NOW)


def stranger() -> Player:
    return accounts.known_or_new("dora@example.org", language="en", now=NOW)


def terms() -> dict[str, str]:
    """What the page of a new table sends as it is drawn."""
    page = browser(player("alice")).get(reverse("lobby-new-game")).content.decode()
    form = next(fields for _to, fields in Forms(page).forms if "ruleset" in fields)
    del form["csrfmiddlewaretoken"]
    return form | {"seats": "4", "option_edition": "2004", "option_rounds": "1", "clock": "steady"}


def ways() -> Mapping[str, tuple[str, dict[str, str]]]:
    """All ways of somebody signed in to a seat: where he posts, and what."""
    game, running = open_table(seats=4), resigned()
    public = doors.choose(open_table(seats=4).key, listed=True, language="en", by=player("alice"))
    number = seat_of(running, "bob").number
    return {
        "the shared link": (
            reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))]),
            {},
        ),
        "a public table": (reverse("lobby-sit", args=[public.key]), {}),
        "a table of my own": (reverse("lobby-new-game"), terms()),
        "an open seat": (
            reverse("seats-of-game", args=[running.key]),
            {"act": "sit", "seat": str(number)},
        ),
    }


@pytest.mark.parametrize(
    "way", ["the shared link", "a public table", "a table of my own", "an open seat"]
)
def test_who_has_no_name_is_asked_and_what_he_sent_is_not_lost(way: str):
    url, sent = ways()[way]
    client = browser(stranger(), language="de-AT,de;q=0.9")
    before = checksum()
    asked = client.post(url, sent)
    page = asked.content.decode()
    assert asked.status_code == 200
    assert checksum() == before
    assert "Dein erster Platz" in page or "Your first seat" in page
    assert 'value="Europe/Vienna" selected' in page
    assert 'name="me-name" value=' not in page
    form = next(fields for _to, fields in Forms(page).forms if "me-name" in fields)
    kept = {name: value for name, value in form.items() if name in sent}
    assert kept == sent
    answer = client.post(url, kept | SAID)
    assert answer.status_code == 303
    dora = stranger()
    assert (dora.name, dora.language, dora.time_zone) == ("Dora", "de", "Asia/Tokyo")
    assert dora.places.get().name == "Dora"


@pytest.mark.parametrize(
    "way", ["the shared link", "a public table", "a table of my own", "an open seat"]
)
def test_who_has_a_name_is_not_asked(way: str):
    url, sent = ways()[way]
    dora = player("dora")
    assert browser(dora).post(url, sent).status_code == 303
    assert dora.places.count() == 1
    dora.refresh_from_db()
    assert dora.name == "dora"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"me-name": "A1ice"}, "Somebody at the table is called alice, and A1ice looks the same."),
        ({"me-name": "Bot Basalt"}, "This looks like the name of a bot."),
        ({"me-name": "\u3164"}, "There are signs in this name that nobody sees"),
        ({"me-name": ""}, "This field is required."),
        ({"me-time_zone": "Moon/Crater"}, "There is no such time zone."),
    ],
)
def test_a_wrong_answer_is_told_and_seats_nobody(wrong: dict[str, str], words: str):
    url, sent = ways()["the shared link"]
    client = browser(stranger())
    before = checksum()
    page = client.post(url, sent | SAID | wrong)
    assert page.status_code == 400
    assert words in text_of(page.content.decode())
    assert checksum() == before


def test_the_page_of_a_shared_link_asks_right_there():
    url, _sent = ways()["the shared link"]
    assert 'name="me-name"' in browser(stranger()).get(url).content.decode()
    assert "me-name" not in browser(player("dora")).get(url).content.decode()
    assert "me-name" not in browser().get(url).content.decode()


def test_no_name_is_guessed_from_the_address():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    running = resigned()
    number = seat_of(running, "bob").number
    asked = offers.ask(running.key, number, "dora@example.org", by=player("alice"), now=NOW)
    for url in (
        reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))]),
        reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))]),
        reverse("accounts-me"),
    ):
        page = browser(stranger()).get(url).content.decode()
        assert 'value="dora"' not in page
        assert 'name="name"' in page


def test_an_invited_newcomer_reads_what_is_wrong_with_his_name_and_keeps_his_seat():
    game = open_table(seats=4)
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    url = reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])
    about = {"name": "Αlice", "language": "en", "time_zone": "UTC", "answer": "accept"}
    page = browser().post(url, about)
    assert page.status_code == 409
    assert "looks the same. Choose another name." in text_of(page.content.decode())
    invited.refresh_from_db()
    assert invited.status == Invitation.Status.PENDING
    assert browser().post(url, about | {"name": "Dora"}).status_code == 303


def test_who_has_a_name_that_is_taken_there_is_told_to_change_it():
    game = open_table(seats=4)
    twin = player("b0b")
    for url in (
        reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))]),
        _invitation(game, twin.email),
    ):
        browser(player("bob")).post(
            reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
        )
        page = browser(twin).post(url, {"answer": "accept"})
        assert page.status_code == 409
        assert "Change your name on your page" in text_of(page.content.decode())
        assert reverse("accounts-me") in page.content.decode()
    assert not game.places.filter(player=twin).exists()


def _invitation(game: Game, address: str) -> str:
    invited = invitations.invite(game.key, address, by=player("alice"), now=NOW)
    return reverse("invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invited))])


def test_settings_need_no_name_of_who_never_sat_down():
    client = browser(stranger())
    about = {"name": "", "language": "de", "time_zone": "Europe/Berlin"}
    assert client.post(reverse("accounts-me"), about).status_code == 303
    assert (stranger().name, stranger().time_zone) == ("", "Europe/Berlin")
    client.post(reverse("accounts-me"), about | {"name": "Dora"})
    client.post(reverse("accounts-me"), about)
    assert stranger().name == "Dora"


def test_a_clash_is_told_where_the_name_is_changed():
    game = open_table(seats=4)
    browser(player("bob")).post(
        reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
    )
    about = {"name": "Al1ce", "language": "en", "time_zone": "UTC"}
    page = browser(player("bob")).post(reverse("accounts-me"), about)
    assert "Somebody at the table is called alice" in text_of(page.content.decode())
    assert player("bob").name == "bob"
