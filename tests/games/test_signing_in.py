"""Signing in by a code from a letter."""

from functools import partial

import pytest
from django.urls import reverse

from games import links
from games.errors import BadAddress, BadCode, BadName, BadTimeZone, TooMany
from games.limits import rules
from games.models import Letter, Player, Seat, SignIn, Spent
from games.services import accounts
from tests.games.cast import HOUR, MINUTE, NOW, letters, player, started
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


def ask(
    address: str = "alice@example.org", *, origin: str = "192.0.2.1", mark: str = "", now=NOW
) -> SignIn:
    wish = accounts.ask_code(address, next="/me/", language="de", origin=origin, mark=mark, now=now)
    return SignIn.objects.get(pk=wish)


def test_a_code_makes_an_unknown_address_a_player():
    wish = ask(" Alice@Example.ORG ")
    assert not Player.objects.exists()
    done = accounts.sign_in(wish.pk, links.code_of(wish), now=NOW + MINUTE)
    assert (done.player.email, done.player.name) == ("alice@example.org", "")
    assert (done.player.language, done.next) == ("de", "/me/")


def test_a_code_returns_a_known_player_as_he_set_himself():
    alice = accounts.change_settings(
        player("alice"), name="Älice", language="de", time_zone="Europe/Berlin", now=NOW
    )
    wish = ask("ALICE@example.org")
    assert accounts.sign_in(wish.pk, links.code_of(wish), now=NOW).player == alice
    assert Player.objects.get().name == "Älice"


def test_known_and_unknown_addresses_get_the_same_letter():
    player("alice")
    for address in ("alice@example.org", "bob@example.org"):
        ask(address)
    assert letters() == [("sign-in", "alice@example.org"), ("sign-in", "bob@example.org")]


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_letter_with_one_code():
    ask = partial(accounts.ask_code, next="", language="en", origin="192.0.2.1", once="form")
    alice, bob = "alice@example.org", "bob@example.org"
    assert at_once([partial(ask, alice, now=NOW)] * 4) == {"UUID": 4}
    first = SignIn.objects.get()
    assert Letter.objects.count() == 1
    assert ask(bob, now=NOW) != first.pk
    assert Letter.objects.count() == 2
    # Tried in vain, or later, it is a wish for another one.
    with pytest.raises(BadCode):
        accounts.sign_in(first.pk, "000000", now=NOW)
    second = ask(alice, now=NOW)
    assert second != first.pk
    assert ask(alice, now=NOW + MINUTE) not in (first.pk, second)


def test_the_form_names_itself(client):
    sent = {"email": "alice@example.org", "once": "form", "next": ""}
    to = {client.post(reverse("accounts-sign-in"), sent)["Location"] for _ in range(2)}
    assert len(to) == 1
    drawn = [client.get(reverse("accounts-sign-in")).context["form"]["once"].value() for _ in "ab"]
    assert len({*drawn, ""}) == 3


def test_the_code_is_not_stored():
    wish = ask()
    code = links.code_of(wish)
    rows = [*SignIn.objects.values(), *Letter.objects.values()]
    assert not any(code in str(value) for row in rows for value in row.values())


def test_a_code_works_once():
    wish = ask()
    accounts.sign_in(wish.pk, links.code_of(wish), now=NOW)
    with pytest.raises(BadCode) as caught:
        accounts.sign_in(wish.pk, links.code_of(wish), now=NOW)
    assert caught.value.dead


def test_a_code_dies_after_ten_minutes():
    wish = ask()
    with pytest.raises(BadCode) as caught:
        accounts.sign_in(wish.pk, links.code_of(wish), now=NOW + 10 * MINUTE)
    assert caught.value.dead


def test_five_wrong_tries_kill_the_code():
    wish = ask()
    dead = []
    for _ in range(5):
        with pytest.raises(BadCode) as caught:
            accounts.sign_in(wish.pk, "no", now=NOW)
        dead.append(caught.value.dead)
    assert dead == [False, False, False, False, True]
    with pytest.raises(BadCode):
        accounts.sign_in(wish.pk, links.code_of(wish), now=NOW)


def test_a_wish_that_does_not_exist_is_dead():
    with pytest.raises(BadCode) as caught:
        accounts.sign_in(SignIn().pk, "123456", now=NOW)
    assert caught.value.dead


def test_an_address_is_one_however_its_domain_is_written():
    forms = ("bob@b\u00fccher.example", "Bob@B\u00dcCHER.example", "bob@xn--bcher-kva.example")
    assert {ask(text).email for text in forms} == {"bob@xn--bcher-kva.example"}


def test_one_network_is_one_visitor_whatever_its_last_digits():
    for at in range(30):
        ask(f"alice{at}@example.org", origin=f"2001:db8:1:2::{at:x}")
    with pytest.raises(TooMany):
        ask("bob@example.org", origin="2001:db8:1:2:ffff::1")
    ask("bob@example.org", origin="2001:db8:1:3::1")
    ask("bob@example.org", origin="")


def test_one_visitor_gets_thirty_codes_an_hour():
    for at in range(30):
        ask(f"alice{at}@example.org")
    with pytest.raises(TooMany):
        ask("bob@example.org")
    ask("bob@example.org", origin="192.0.2.2")
    ask("bob@example.org", now=NOW + HOUR)


def test_a_strangers_many_requests_keep_nobody_else_from_signing_in():
    for _ in range(5):
        ask(origin="198.51.100.1")
    with pytest.raises(TooMany):
        ask(origin="198.51.100.1")
    wish = ask(origin="192.0.2.1")
    done = accounts.sign_in(wish.pk, links.code_of(wish), now=NOW)
    assert done.player.email == "alice@example.org"


def test_who_is_refused_where_a_stranger_asked_has_a_code_that_is_still_good():
    wishes = [ask(now=NOW + at * MINUTE) for at in range(5)]
    for at in (5, 9):
        with pytest.raises(TooMany) as refused:
            ask(now=NOW + at * MINUTE)
        assert refused.value.until == NOW + 10 * MINUTE
        assert wishes[0].expires_at > NOW + at * MINUTE
    ask(now=NOW + 10 * MINUTE)


def test_one_network_cannot_use_up_what_a_mailbox_has():
    span = 10 * MINUTE
    for at in range(12):
        ask(now=NOW + at * span)
    with pytest.raises(TooMany):
        ask(now=NOW + 12 * span)
    ask(origin="192.0.2.2", now=NOW + 12 * span)


def test_a_site_with_many_networks_counts_once_for_one_mailbox():
    for at in range(5):
        ask(origin=f"2001:db8:1:{at:x}::1")
    with pytest.raises(TooMany) as refused:
        ask(origin="2001:db8:1:ffff::1")
    assert refused.value.limit == rules.CODES_FROM_HERE
    ask("bob@example.org", origin="2001:db8:1:ffff::1")
    ask(origin="2001:db8:2::1")


def test_beyond_forty_codes_a_day_one_an_hour_still_goes_out():
    for at in range(40):
        ask(origin=f"192.0.2.{at}")
    for hour in (0, 1, 2):
        ask(origin=f"198.51.100.{hour}", now=NOW + hour * HOUR)
        with pytest.raises(TooMany) as refused:
            ask(origin="203.0.113.1", now=NOW + hour * HOUR + MINUTE)
        assert refused.value.until == NOW + (hour + 1) * HOUR
        assert "one an hour" in refused.value.message


def test_a_mailbox_is_not_filled_from_everywhere_and_known_browsers_need_not_wait():
    mark = rules.mark("alice@example.org")
    for at in range(41):
        ask(origin=f"192.0.2.{at}")
    with pytest.raises(TooMany):
        ask(origin="198.51.100.1")
    for wrong in ("", "x", rules.mark("bob@example.org")):
        with pytest.raises(TooMany):
            ask(origin="198.51.100.1", mark=wrong)
    for _ in range(10):
        ask(origin="192.0.2.1", mark=mark)
    with pytest.raises(TooMany):
        ask(origin="192.0.2.1", mark=mark)


def test_spellings_of_one_mailbox_share_its_limits():
    for at in range(5):
        ask(f"Alice+{at}@example.org")
    with pytest.raises(TooMany):
        ask("alice@example.org")
    assert ask("alice+more@example.org", origin="").email == "alice+more@example.org"


def test_where_a_wish_came_from_is_kept_nowhere():
    ask()
    rows = [*SignIn.objects.values(), *Letter.objects.values(), *Spent.objects.values()]
    assert not any("192.0.2.1" in str(value) for row in rows for value in row.values())
    assert not any(
        "alice" in str(value) for row in Spent.objects.values() for value in row.values()
    )


@pytest.mark.parametrize(
    "address",
    [
        "",
        "alice",
        "alice@",
        "@example.org",
        "a b@example.org",
        "a@b@example.org",
        "a\0@example.org",
        "alice@example.org\nBcc: mallory@example.org",
        "x" * 260 + "@example.org",
        '"a\x01b"@example.org',
        '"<b>"@example.org',
        "alice@[127.0.0.1]",
        "alice@" + "x" * 70 + ".org",
        "alice@example..org",
        "ma\u017fon@example.org",
        "\u202ealice@example.org",
    ],
)
def test_an_address_that_cannot_be_one_is_refused(address: str):
    with pytest.raises(BadAddress):
        ask(address)
    assert not Letter.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "a\u202eb", "a\x1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(name: str):
    with pytest.raises(BadName):
        accounts.change_settings(
            player("alice"), name=name, language="en", time_zone="UTC", now=NOW
        )
    assert Player.objects.get().name == "alice"


def test_a_time_zone_that_does_not_exist_is_refused():
    for zone in ("Nowhere/City", "../../etc/passwd", ""):
        with pytest.raises(BadTimeZone):
            accounts.change_settings(
                player("alice"), name="a", language="en", time_zone=zone, now=NOW
            )


def test_a_new_name_is_shown_at_the_tables_that_are_played():
    game = started()
    accounts.change_settings(
        player("alice"), name="<b>Alice</b>", language="en", time_zone="UTC", now=NOW
    )
    assert Seat.objects.get(game=game, player=player("alice")).name == "<b>Alice</b>"
