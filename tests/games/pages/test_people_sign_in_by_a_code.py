"""Signing in: one page for known and unknown addresses, a code, and the way back."""

from typing import Any

import pytest
from django.urls import reverse

from games import links
from games.errors import BadAddress
from games.models import Player, SignIn
from games.services import people
from tests.games.cast import player
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


def ask(client, address: str = "alice@example.org", **more: Any):
    return client.post(reverse("accounts-sign-in"), {"email": address, **more})


def test_known_and_unknown_addresses_get_the_same_answer():
    player("alice")
    pages = []
    for address in ("alice@example.org", "nobody@example.org"):
        answer = ask(browser(), address, follow=True)
        assert answer.status_code == 303
        page = browser().get(answer["Location"]).content.decode()
        pages.append(page.split('name="csrfmiddlewaretoken"')[0])
    assert pages[0] == pages[1]
    assert Player.objects.count() == 1


def test_the_code_signs_in_and_makes_a_player_of_a_stranger():
    client = browser(language="de")
    url = ask(client)["Location"]
    code = links.code_of(SignIn.objects.get())
    answer = client.post(url, {"code": f" {code[:3]} {code[3:]} "})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "Meine Partien" in client.get("/").content.decode()
    assert Player.objects.get().language == "de"


def test_a_wrong_code_is_said_to_be_wrong_and_after_five_it_is_dead():
    client = browser()
    url = ask(client)["Location"]
    code = links.code_of(SignIn.objects.get())
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(4):
        assert "not the code" in text_of(client.post(url, {"code": wrong}).content.decode())
    assert "no longer good" in text_of(client.post(url, {"code": wrong}).content.decode())
    assert "no longer good" in text_of(client.post(url, {"code": code}).content.decode())
    assert not Player.objects.exists()


def test_a_browser_that_was_signed_in_before_gets_its_code_whatever_strangers_do():
    client = browser()
    client.post(ask(client)["Location"], {"code": links.code_of(SignIn.objects.get())})
    kept = client.cookies["known"]
    assert (kept["httponly"], kept["samesite"], bool(kept["max-age"])) == (True, "Lax", True)
    assert "alice" not in kept.value
    client.post(reverse("accounts-sign-out"))
    stranger = browser()
    while ask(stranger).status_code == 303:
        pass
    assert ask(browser()).status_code == 200
    assert ask(client, "bob@example.org").status_code == 303
    assert ask(client).status_code == 303


@pytest.mark.parametrize(
    "address", ["", "alice", "alice@", "a b@example.org", "x" * 300 + "@y.org"]
)
def test_what_cannot_be_an_address_gets_no_code(address: str):
    answer = ask(browser(), address)
    assert 'role="alert"' in answer.content.decode()
    assert not SignIn.objects.exists()


def test_too_many_codes_are_refused_in_words():
    for _ in range(5):
        ask(browser())
    assert "can be sent in 10 minutes" in text_of(ask(browser()).content.decode())


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil"]
)
def test_the_way_back_never_leads_to_another_site(target: str):
    client = browser()
    url = ask(client, next=target)["Location"]
    code = links.code_of(SignIn.objects.get())
    assert client.post(url, {"code": code})["Location"] == "/"


def test_a_page_for_players_comes_back_to_itself_after_signing_in():
    answer = browser().get(reverse("accounts-me"))
    assert answer["Location"] == "/sign-in/?next=/me/"
    assert 'value="/me/"' in browser().get(answer["Location"]).content.decode()


def test_signing_out_needs_a_post():
    client = browser(player("alice"))
    asked = client.get(reverse("accounts-sign-out")).content.decode()
    assert "Sign out?" in asked
    assert "My games" in client.get("/").content.decode()
    client.post(reverse("accounts-sign-out"))
    assert "Play with people" in client.get("/").content.decode()


@pytest.mark.parametrize(("local", "taken"), [(True, True), (False, False)])
def test_an_address_on_every_machine_is_one_only_at_home(settings, local: bool, taken: bool):
    settings.LOCAL_MODE = local
    if taken:
        assert people.address("x@localhost") == "x@localhost"
    else:
        with pytest.raises(BadAddress):
            people.address("x@LOCALHOST")


def test_a_domain_with_umlauts_is_an_address():
    client = browser()
    answer = client.post(reverse("accounts-sign-in"), {"email": "anna@bücher.example"})
    assert answer.status_code == 303
    assert SignIn.objects.get().email == "anna@xn--bcher-kva.example"
