"""With STAFF_PASSKEY moderators, hosts and directors act only after signing in with a passkey."""

import pytest
from django.test import Client
from django.urls import reverse

from games import models
from games.models import Passkey, Player
from games.services import instant
from tests.games.accounts.authenticator import Device, added
from tests.games.accounts.test_passkeys_sign_in import add, enter
from tests.games.cast import NOW, player
from tests.games.moderation.cast import staff
from tests.games.pages.table import browser, checksum, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _staff_need_passkeys(settings) -> None:
    settings.STAFF_PASSKEY = True


def director() -> tuple[Player, str]:
    """Let dora direct a league, and name her desk there."""
    league = models.League.objects.create(key="owls", name="Owls", language="en", created_at=NOW)
    models.Director.objects.create(league=league, player=player("dora"), begun_at=NOW)
    return player("dora"), reverse("directing-desk", args=["owls"])


def moderator() -> tuple[Player, str]:
    return staff("mia"), reverse("moderation-home")


def host() -> tuple[Player, str]:
    return staff("hugo", "host"), reverse("moderation-home")


def in_the_admin() -> tuple[Player, str]:
    who = staff("hugo", "host")
    Player.objects.filter(pk=who.pk).update(is_superuser=True)
    return Player.objects.get(pk=who.pk), reverse("admin:index")


EVERYBODY = [moderator, host, director, in_the_admin]


@pytest.mark.parametrize("somebody", EVERYBODY)
def test_a_code_opens_no_staff_page_and_the_passkey_does(somebody):
    who, page = somebody()
    device = Device()
    added(device, who, now=instant.now())
    client = browser(who)
    before = checksum()
    for answer in (client.get(page), client.post(page, {"who": "alice"})):
        assert (answer.status_code, answer["Location"][:15]) == (302, "/sign-in/?next=")
    assert checksum() == before
    assert "with a passkey here" in text_of(client.get(answer["Location"]).content.decode())
    enter(client, device)
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("somebody", EVERYBODY)
def test_without_the_setting_a_code_is_enough(somebody, settings):
    settings.STAFF_PASSKEY = False
    who, page = somebody()
    added(Device(), who, now=instant.now())
    assert browser(who).get(page).status_code == 200


def test_the_first_passkey_is_added_after_a_code_and_no_further_one():
    who, page = moderator()
    client, device = browser(who), Device()
    assert client.get(page)["Location"] == reverse("passkeys")
    add(client, device)
    assert Passkey.objects.filter(player=who).count() == 1
    other = browser(who)
    assert other.post(reverse("passkeys-ask-new")).status_code == 302
    assert other.post(reverse("passkeys"), {"answer": "{}"}).status_code == 302
    other.post(reverse("passkeys"), {"remove": Passkey.objects.get().pk})
    assert Passkey.objects.filter(player=who).count() == 1
    enter(other, device)
    add(other, Device(credential_id=b"\x02" * 32))
    assert Passkey.objects.filter(player=who).count() == 2
    other.post(reverse("passkeys"), {"remove": Passkey.objects.earliest("pk").pk})
    assert Passkey.objects.filter(player=who).count() == 1


def test_whoever_is_no_staff_notices_nothing():
    director()
    alice = browser(player("alice"))
    assert alice.get(reverse("moderation-home")).status_code == 404
    assert alice.get(reverse("directing-desk", args=["owls"])).status_code == 404
    assert alice.get(reverse("home")).status_code == 200
    assert add(alice, Device()).status_code == 200
    assert Client().get(reverse("moderation-home")).status_code == 404


def test_every_page_of_directors_is_theirs_alone_after_a_passkey():
    client = browser(director()[0])
    pages = [
        *(reverse(name, args=["owls"]) for name in ("directing-rules", "leagues-asks")),
        reverse("rehearsals-show", args=["owls"]),
        reverse("directing-division", args=["owls", 1, 1]),
    ]
    for page in pages:
        assert client.get(page)["Location"] == reverse("passkeys"), page
    assert client.get(reverse("leagues-home", args=["owls"])).status_code == 200


def test_staff_play_on_after_a_code():
    assert browser(moderator()[0]).get(reverse("home")).status_code == 200
