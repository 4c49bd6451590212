"""Passkeys: added and removed by who is signed in, good for signing in, each answer for once."""

from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from fido2.cose import ES384, CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AuthenticatorData

from games.accounts.services import passkeys
from games.errors import BadPasskey, TooMany
from games.limits import rules as limits
from games.models import Game, Letter, Passkey, Player, Seat
from games.services import accounts, instant
from tests.games.accounts.authenticator import Device, added
from tests.games.accounts.test_an_account_is_deleted import left
from tests.games.cast import MINUTE, NOW, player
from tests.games.pages.table import browser, checksum, text_of
from tests.games.practice.test_a_game_against_bots_in_one_click import form
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db
FLAG = AuthenticatorData.FLAG


def entered(device: Device, *, now=NOW, **lies: Any) -> Player:
    options, token = passkeys.ask(now=now)
    return passkeys.enter(token, device.use(options, **lies), now=now)


def refused(call, *args: Any, **known: Any) -> str:
    """Say why something is refused, of which nothing stays."""
    before = checksum()
    with pytest.raises(BadPasskey) as problem:
        call(*args, **known)
    assert checksum() == before
    return problem.value.why


@pytest.mark.parametrize("alg", [-7, -8, -257])
def test_a_passkey_signs_its_owner_in(alg: int):
    device = Device(alg=alg)
    added(device)
    assert entered(device, now=NOW + MINUTE) == player("alice")
    row = Passkey.objects.get()
    assert (row.name, row.created_at, row.used_at) == ("phone", NOW, NOW + MINUTE)


def test_what_a_device_is_asked_names_the_site_the_algorithms_and_no_secret():
    alice = player("alice")
    added(Device())
    options, _ = passkeys.ask_new(alice, now=NOW)
    assert options["rp"] == {"id": "testserver", "name": "Saboteur by mail"}
    assert [way["alg"] for way in options["pubKeyCredParams"]] == [-7, -8, -257]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    known = [key["id"] for key in options["excludeCredentials"]]
    assert known == [websafe_encode(Device.credential_id)]
    asked, _ = passkeys.ask(now=NOW)
    assert (asked["rpId"], asked["userVerification"]) == ("testserver", "required")
    assert "allowCredentials" not in asked
    assert options["challenge"] != asked["challenge"]


def test_an_answer_is_good_once():
    device = Device()
    added(device)
    options, token = passkeys.ask(now=NOW)
    answer = device.use(options)
    passkeys.enter(token, answer, now=NOW)
    assert refused(passkeys.enter, token, answer, now=NOW) == "expired"


@pytest.mark.django_db(transaction=True)
def test_of_many_who_send_the_same_answer_at_once_one_gets_in():
    device = Device()
    added(device)
    options, token = passkeys.ask(now=NOW)
    post = partial(passkeys.enter, token, device.use(options), now=NOW)
    assert at_once([post] * 8) == {"Player": 1, "BadPasskey": 7}


def test_a_removed_passkey_is_not_added_again_by_the_old_answer():
    alice, device = player("alice"), Device()
    options, token = passkeys.ask_new(alice, now=NOW)
    answer = device.make(options)
    passkeys.remove(alice, passkeys.add(alice, token, answer, name="x", now=NOW).pk)
    assert refused(passkeys.add, alice, token, answer, name="x", now=NOW) == "expired"


def test_after_five_minutes_a_question_is_over():
    device = Device()
    added(device)
    options, token = passkeys.ask(now=NOW)
    assert refused(passkeys.enter, token, device.use(options), now=NOW + 5 * MINUTE) == "expired"
    assert passkeys.enter(token, device.use(options), now=NOW + 4 * MINUTE) == player("alice")


def test_an_answer_counts_for_the_browser_and_the_purpose_that_were_asked():
    alice, device = player("alice"), Device()
    added(device)
    options, _ = passkeys.ask(now=NOW)
    _, others = passkeys.ask(now=NOW)
    _, for_adding = passkeys.ask_new(alice, now=NOW)
    for token, fault in ((others, "unread"), (for_adding, "expired"), ("", "expired")):
        assert refused(passkeys.enter, token, device.use(options), now=NOW) == fault
    wanted, token = passkeys.ask_new(alice, now=NOW)
    other = Device(credential_id=b"other")
    bob = player("bob")
    made = other.make(wanted)
    assert refused(passkeys.add, bob, token, made, name="", now=NOW) == "expired"


def test_another_site_gets_nobody_in():
    device = Device()
    added(device)
    device.origin = "http://testserver.example.net"
    assert refused(entered, device) == "site"
    device.origin = "https://testserver"
    assert refused(entered, device) == "site"
    device.origin, device.site = "http://testserver", "example.net"
    assert refused(entered, device) == "unread"
    assert refused(added, Device(origin="http://localhost")) == "site"
    assert refused(added, Device(site="localhost")) == "unread"


@pytest.mark.parametrize("flags", [FLAG.UP, FLAG.UV, FLAG(0)])
def test_the_device_must_have_made_sure_who_it_is(flags: FLAG):
    device = Device()
    added(device)
    device.flags = flags
    assert refused(entered, device) == "unread"
    assert refused(added, Device(flags=flags, credential_id=b"new")) == "unread"


def test_another_key_or_another_owner_signs_nobody_in():
    mine, theirs = Device(), Device(credential_id=b"theirs")
    added(mine)
    added(theirs, player("bob"))
    forged = Device()
    forged.handle = mine.handle
    assert refused(entered, forged) == "unread"
    mine.handle = theirs.handle
    assert refused(entered, mine) == "unread"
    assert refused(entered, theirs, signature=b"") == "unread"


def test_an_unknown_passkey_is_named_so():
    device = Device()
    added(device)
    passkeys.remove(player("alice"), Passkey.objects.get().pk)
    assert refused(entered, device) == "unknown"


def test_a_copied_passkey_is_found_out_by_its_count():
    device = Device(counts=True)
    added(device)
    entered(device)
    device.count -= 1
    assert refused(entered, device) == "copied"
    assert Passkey.objects.get().count == 1
    device.count = 0
    device.counts = False
    assert refused(entered, device) == "copied"
    device.count = 5
    assert entered(device) == player("alice")


def test_no_other_algorithms_and_no_broken_keys_are_kept():
    player("alice")
    strange = Device()
    strange.key = ES384.from_cryptography_key(ec.generate_private_key(ec.SECP384R1()).public_key())
    broken = Device()
    broken.key = CoseKey.parse(broken.key | {-2: b"\x00" * 32})
    heavy = Device()
    heavy.key = CoseKey.parse(heavy.key | {-9: b"x" * 1100})
    for device in (strange, broken, heavy, Device(credential_id=b"x" * 1024)):
        assert refused(added, device) == "unread"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 20_000,
        '{"rawId": "AQ", "response": null}',
        '{"rawId": 1000000000000, "response": {}}',
        '{"rawId": "AQ", "response": {"signature": 1000000000000}}',
        '{"rawId": "AQ", "response": {"clientDataJSON": "AQ", "attestationObject": "%s"}}'
        % ("gYGB" * 4000),
    ],
)
def test_nonsense_is_no_answer(answer: str):
    alice = player("alice")
    _, token = passkeys.ask(now=NOW)
    assert refused(passkeys.enter, token, answer, now=NOW) == "unread"
    _, token = passkeys.ask_new(alice, now=NOW)
    assert refused(passkeys.add, alice, token, answer, name="", now=NOW) == "unread"


def test_a_device_without_a_key_in_its_answer_made_none():
    device = Device()
    options, token = passkeys.ask_new(player("alice"), now=NOW)
    empty = AttestationObject.create("none", device._data(device.flags, b""), {})
    answer = device.make(options, attestationObject=empty)
    assert refused(passkeys.add, player("alice"), token, answer, name="", now=NOW) == "unread"


def test_a_passkey_belongs_to_one_account():
    added(Device())
    assert refused(added, Device(), player("bob")) == "known"
    assert refused(added, Device(), player("alice")) == "known"


@pytest.mark.django_db(transaction=True)
def test_nobody_has_more_than_ten_however_many_come_at_once():
    alice = player("alice")
    for number in range(7):
        added(Device(credential_id=bytes([number])))
    calls = []
    for number in range(7, 15):
        options, token = passkeys.ask_new(alice, now=NOW)
        answer = Device(credential_id=bytes([number])).make(options)
        calls.append(partial(passkeys.add, alice, token, answer, name="x", now=NOW))
    assert at_once(calls) == {"Passkey": 3, "BadPasskey": 5}
    assert alice.passkeys.count() == 10
    assert refused(added, Device(credential_id=b"more")) == "many"


def test_adding_and_removing_over_and_over_fills_no_mailbox():
    for number in range(limits.PASSKEYS.most):
        passkeys.remove(player("alice"), added(Device(credential_id=bytes([number]))).pk)
    with pytest.raises(TooMany):
        added(Device())
    assert Letter.objects.filter(kind="passkey").count() == limits.PASSKEYS.most


def test_the_owner_is_told_by_letter():
    added(Device())
    assert Letter.objects.get().email == "alice@example.org"
    assert Letter.objects.get().kind == Letter.Kind.PASSKEY


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("my  key\n", "my key"),
        ("\u202eyek\u202c", "yek"),
        ("x" * 60, "x" * 40),
        ("\u3164", "A device that says nothing of itself"),
    ],
)
def test_a_name_is_mended_and_never_refused(typed: str, kept: str):
    client = browser(player("alice"))
    add(client, Device(), name=typed)
    assert Passkey.objects.get().name == kept


SESSION = "sessionid"


def add(client: Client, device: Device, **more: str):
    options = client.post(reverse("passkeys-ask-new")).json()
    return client.post(reverse("passkeys"), {"answer": device.make(options), **more}, follow=True)


def enter(client: Client, device: Device, **more: str):
    options = client.post(reverse("passkeys-ask")).json()
    return client.post(reverse("passkeys-enter"), {"answer": device.use(options), **more})


def page(client: Client) -> str:
    return text_of(client.get(reverse("passkeys")).content.decode())


def test_a_passkey_is_added_used_and_removed_on_pages():
    client, device = browser(player("alice")), Device()
    assert "sign in with it" in text_of(add(client, device, name="my key").content.decode())
    assert "my key" in page(client)
    assert "not used yet" in page(client)
    other = browser()
    answer = enter(other, device, next="/rules/")
    assert (answer.status_code, answer["Location"]) == (303, "/rules/")
    assert "last used" in page(other)
    client.post(reverse("passkeys"), {"remove": Passkey.objects.get().pk})
    assert "None so far" in page(client)
    late = browser()
    answer = enter(late, device, next="/rules/")
    assert answer["Location"] == "/sign-in/?next=%2Frules%2F"
    shown = text_of(late.get(answer["Location"]).content.decode())
    assert "Nobody here has this passkey" in shown
    assert SESSION not in late.cookies


def test_nobody_is_sent_to_another_site():
    device = Device()
    added(device, now=instant.now())
    answer = enter(browser(), device, next="https://example.net/")
    assert answer["Location"] == "/"


def test_a_browser_that_was_not_asked_is_not_let_in():
    client, device = browser(), Device()
    added(device, now=instant.now())
    options = browser().post(reverse("passkeys-ask")).json()
    client.post(reverse("passkeys-enter"), {"answer": device.use(options)})
    assert SESSION not in client.cookies


def test_asking_writes_nothing_and_needs_the_forms_secret():
    client = browser()
    before = checksum()
    client.post(reverse("passkeys-ask"))
    assert checksum() == before
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player("alice"))
    for name in ("passkeys-ask", "passkeys-ask-new", "passkeys-enter", "passkeys"):
        assert strict.post(reverse(name)).status_code == 403, name


def test_what_was_practised_comes_along():
    device = Device()
    added(device, now=instant.now())
    client = browser()
    client.post(reverse("practice-deal"), form(client))
    game = Game.objects.get()
    enter(client, device)
    assert Game.objects.get() == game
    assert Seat.objects.filter(game=game, player=player("alice")).exists()


def test_nobody_removes_anothers_passkey():
    row = added(Device())
    browser(player("bob")).post(reverse("passkeys"), {"remove": row.pk})
    assert Passkey.objects.exists()


def test_a_sign_in_by_passkey_opens_the_admin_to_operators():
    device = Device()
    added(device, accounts.make_admin("carol@example.org", now=NOW), now=instant.now())
    client = browser()
    assert enter(client, device, next="/admin/")["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_deleted_account_has_no_passkeys():
    device = Device()
    added(device, player("bob"))
    left("bob")
    assert not Passkey.objects.exists()
    assert refused(entered, device) == "unknown"


def test_who_only_practises_is_asked_to_sign_in_first():
    client = browser()
    client.post(reverse("practice-deal"), form(client))
    assert Game.objects.exists()
    assert client.get(reverse("passkeys"))["Location"].startswith("/sign-in/")


def test_a_page_of_passkeys_costs_the_same_with_ten():
    client = browser(player("alice"))
    costs = []
    for numbers in (range(1), range(1, 10)):
        for number in numbers:
            added(Device(credential_id=bytes([number])))
        costs.append(queries(client))
    assert costs[0] == costs[1]


def queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as found:
        client.get(reverse("passkeys"))
    return len(found)
