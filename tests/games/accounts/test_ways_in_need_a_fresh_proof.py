"""A passkey, a channel or another address is added only soon after somebody proved who they are."""

from collections.abc import Callable, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from games import links
from games.accounts.sessions import FRESH
from games.models import AddressChange, Channel, Passkey, SignIn
from games.services import instant
from tests.games.accounts.authenticator import Device, added
from tests.games.accounts.test_passkeys_sign_in import add, enter
from tests.games.cast import MINUTE, player
from tests.games.pages.table import browser, checksum, text_of

pytestmark = pytest.mark.django_db

CHANNEL = {"kind": "webhook", "name": "mine", "url": "https://hooks.example.org/mine"}
WAYS: Mapping[str, Mapping[str, str]] = {
    "passkeys": {"answer": "{}", "name": "phone"},
    "passkeys-ask-new": {},
    "channels-mine": CHANNEL,
    "address": {"email": "alice@example.net"},
}


def signed_in_before(span=FRESH) -> Client:
    """Open a browser in which alice signed in so long ago."""
    client = browser(player("alice"))
    session = client.session
    session["since"] = int((instant.now() - span).timestamp())
    session.save()
    return client


@pytest.mark.parametrize("name", WAYS)
def test_who_signed_in_long_ago_adds_nothing_and_signs_in_first(name: str):
    client = signed_in_before()
    before = checksum()
    answer = client.post(reverse(name), WAYS[name])
    back = reverse(name).removesuffix("ask/")
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={back}")
    assert checksum() == before
    assert "Nothing was added yet." in text_of(client.get(answer["Location"]).content.decode())


@pytest.mark.parametrize("name", ["passkeys", "channels-mine", "address"])
def test_the_page_asks_for_a_proof_before_anything_is_typed(name: str):
    asked = "First confirm that it's you"
    late, soon = signed_in_before(), signed_in_before(FRESH - MINUTE)
    page = late.get(reverse(name)).content.decode()
    assert asked in text_of(page)
    assert f'href="/sign-in/?next={reverse(name)}"' in page
    assert asked not in text_of(soon.get(reverse(name)).content.decode())


def by_a_code(client: Client) -> None:
    client.post(reverse("accounts-sign-in"), {"email": "alice@example.org", "next": ""})
    wish = SignIn.objects.latest("created_at")
    client.post(reverse("accounts-enter-code", args=[wish.pk]), {"code": links.code_of(wish)})


def by_a_passkey(client: Client) -> None:
    device = Device(credential_id=b"\x02" * 32)
    added(device, now=instant.now())
    enter(client, device)


@pytest.mark.parametrize("proved", [by_a_code, by_a_passkey])
def test_a_code_or_a_passkey_is_proof_enough(proved: Callable[[Client], None]):
    client = signed_in_before()
    proved(client)
    known = Passkey.objects.count()
    add(client, Device())
    assert Passkey.objects.count() == known + 1
    client.post(reverse("channels-mine"), CHANNEL)
    client.post(reverse("address"), {"email": "alice@example.net"})
    assert Channel.objects.count() == 1
    assert AddressChange.objects.count() == 1


def test_whatever_takes_a_way_in_away_needs_no_fresh_proof():
    added(Device(), now=instant.now())
    signed_in_before(MINUTE).post(reverse("address"), {"email": "alice@example.net"})
    client = signed_in_before()
    client.post(reverse("address"), {"stop": "1"})
    client.post(reverse("passkeys"), {"remove": Passkey.objects.get().pk})
    assert not AddressChange.objects.filter(closed_at=None).exists()
    assert not Passkey.objects.exists()
