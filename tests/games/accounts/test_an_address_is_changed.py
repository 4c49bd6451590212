"""Letters go to another address once both mailboxes agreed, and to none before."""

from datetime import datetime
from functools import partial

import pytest
from django.urls import reverse

from games import letters, links, texts
from games.accounts.models import AddressChange
from games.accounts.services import address
from games.errors import AddressTaken, BadAddress, BadCode, BadLink, SameAddress, TooMany
from games.links import AddressClaim, InvitationClaim, JoinClaim
from games.models import Invitation, Letter, Player
from games.services import accounts, games, invitations, mailbox, people
from games.services.freshness import is_needed
from tests.games.cast import DAY, HOUR, MINUTE, NOW, open_table, player, started
from tests.games.pages.table import browser, text_of
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db

NEW = "anna@example.net"


def agree(change: AddressChange, *, new: bool, now: datetime = NOW) -> AddressChange:
    return address.agree(AddressClaim(change.pk, new=new), now=now)


def moved(who: Player, text: str = NEW) -> Player:
    change = address.ask(who, text, now=NOW)
    agree(change, new=True)
    agree(change, new=False)
    return Player.objects.get(pk=who.pk)


def asked(kind: str) -> list[str]:
    return list(Letter.objects.filter(kind=kind).values_list("email", flat=True))


def test_both_mailboxes_are_asked_and_nothing_changes_before_both_agreed():
    alice = player("alice")
    change = address.ask(alice, " Anna@Example.NET ", now=NOW)
    assert (asked("old-address"), asked("new-address")) == (["alice@example.org"], [NEW])
    for new in (True, False):
        alice.refresh_from_db()
        assert alice.email == "alice@example.org"
        agree(change, new=new)
    alice.refresh_from_db()
    assert alice.email == NEW


@pytest.mark.parametrize("new", [True, False])
def test_one_mailbox_alone_changes_nothing_however_often_it_agrees(new: bool):
    change = address.ask(player("alice"), NEW, now=NOW)
    agree(change, new=new)
    agree(change, new=new)
    assert Player.objects.get().email == "alice@example.org"


def test_agreeing_again_after_the_change_is_nothing_new():
    alice = moved(player("alice"))
    agree(AddressChange.objects.get(), new=True, now=NOW + 30 * DAY)
    assert Player.objects.get() == alice


def test_a_domain_with_umlauts_is_one_address():
    assert moved(player("alice"), "Anna@BÜCHER.example").email == "anna@xn--bcher-kva.example"


@pytest.mark.parametrize("text", ["", "anna", "a@b@c.org", "anna@localhost"])
def test_what_can_be_no_address_is_refused(text: str):
    with pytest.raises(BadAddress):
        address.ask(player("alice"), text, now=NOW)


def test_the_present_address_is_no_new_one():
    with pytest.raises(SameAddress):
        address.ask(player("alice"), "ALICE@example.org", now=NOW)


def test_a_wish_is_void_after_three_days():
    change = address.ask(player("alice"), NEW, now=NOW)
    agree(change, new=True, now=NOW + 2 * DAY)
    with pytest.raises(BadLink):
        agree(change, new=False, now=NOW + 3 * DAY)


@pytest.mark.parametrize("by_letter", [True, False])
def test_a_wish_that_was_called_off_or_refused_is_void(by_letter: bool):
    alice = player("alice")
    change = address.ask(alice, NEW, now=NOW)
    agree(change, new=True)
    if by_letter:
        address.refuse(AddressClaim(change.pk, new=False), now=NOW)
    else:
        address.call_off(alice, now=NOW)
    with pytest.raises(BadLink):
        agree(change, new=False)
    assert not any(is_needed(letter, now=NOW) for letter in Letter.objects.all())


def test_a_newer_wish_voids_the_older_one():
    alice = player("alice")
    older = address.ask(alice, NEW, now=NOW)
    newer = address.ask(alice, "other@example.net", now=NOW)
    with pytest.raises(BadLink):
        agree(older, new=False)
    agree(newer, new=False)
    agree(newer, new=True)
    alice.refresh_from_db()
    assert alice.email == "other@example.net"


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_wish_whose_letters_hold():
    alice = player("alice")
    clicks = [partial(address.ask, alice, NEW, now=NOW)] * 4
    assert at_once(clicks) == {"AddressChange": 4}
    change = AddressChange.objects.get()
    assert (asked("old-address"), asked("new-address")) == (["alice@example.org"], [NEW])
    # The letters were lost: asked for later they go out anew.
    assert address.ask(alice, NEW, now=NOW + MINUTE) != change
    assert len(asked("new-address")) == 2


def test_an_address_of_somebody_else_is_asked_like_any_other_and_told_only_there():
    alice, bob = player("alice"), player("bob")
    pages = []
    for text in ("bob@example.org", "nobody@example.org"):
        client = browser(alice)
        page = client.post(reverse("address"), {"email": text}, follow=True).content.decode()
        pages.append(text_of(page).replace(text, "IT"))
    assert pages[0] == pages[1]
    told, free = (
        letters.render(letter, now=NOW).body
        for letter in Letter.objects.filter(kind="new-address").order_by("created_at")
    )
    assert "has an account already" in told
    assert "/a/" not in told
    assert "/a/" in free
    change = AddressChange.objects.get(new=bob.email)
    assert change.closed_at is not None


def test_an_address_that_somebody_takes_meanwhile_is_not_taken_from_him():
    change = address.ask(player("alice"), NEW, now=NOW)
    agree(change, new=True)
    other = accounts.known_or_new(NEW, language="en", now=NOW)
    with pytest.raises(AddressTaken):
        agree(change, new=False)
    change.refresh_from_db()
    assert change.old_agreed_at is None
    assert Player.objects.get(email=NEW) == other


def test_letters_that_wait_go_to_the_new_address():
    game = started()
    alice, bob = player("alice"), player("bob")
    table = open_table(by="bob")
    games.take_open_seat(JoinClaim.of(table), alice, now=NOW)
    moved(alice)
    by_address = Letter.objects.filter(game=table, status="queued")
    assert set(by_address.values_list("email", flat=True)) == {NEW}
    waiting = Letter.objects.filter(game=game, seat__player=alice).first()
    assert letters.render(waiting, now=NOW).to == [NEW]
    assert Player.objects.get(pk=bob.pk).email == "bob@example.org"


def test_a_code_under_way_to_the_old_address_opens_no_second_account():
    alice = player("alice")
    wish = accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    moved(alice)
    from games.models import SignIn

    code = links.code_of(SignIn.objects.get(pk=wish))
    with pytest.raises(BadCode):
        accounts.sign_in(wish, code, now=NOW + MINUTE)
    assert not is_needed(Letter.objects.get(kind="sign-in"), now=NOW)
    assert Player.objects.get() == alice


def test_open_invitations_come_along_and_seat_the_same_player():
    table = open_table(by="bob")
    invited = invitations.invite(table.key, "alice@example.org", by=player("bob"), now=NOW)
    alice = moved(player("alice"))
    claim = InvitationClaim.of(invited)
    assert invitations.accept(claim, language="en", now=NOW).player == alice
    assert not Player.objects.filter(email="alice@example.org").exists()


def test_who_was_asked_by_both_addresses_keeps_one_invitation():
    table = open_table(by="bob", seats=4)
    for email in ("alice@example.org", NEW):
        invitations.invite(table.key, email, by=player("bob"), now=NOW)
    moved(player("alice"))
    found = dict(Invitation.objects.values_list("email", "status"))
    assert found == {"alice@example.org": "withdrawn", NEW: "pending"}


def test_a_player_wishes_five_times_a_day():
    alice = player("alice")
    for at in range(5):
        address.ask(alice, f"a{at}@example.net", now=NOW)
    with pytest.raises(TooMany):
        address.ask(alice, "a5@example.net", now=NOW + 23 * HOUR)
    address.ask(alice, "a5@example.net", now=NOW + DAY)


def test_an_address_is_asked_three_times_a_day_whoever_wishes():
    for name in ("alice", "bob", "carol"):
        address.ask(player(name), NEW, now=NOW)
    with pytest.raises(TooMany):
        address.ask(player("dora"), NEW, now=NOW)
    assert len(asked("new-address")) == 3


def eight_at_once() -> list[str]:
    people = [player(f"friend{at}") for at in range(8)]
    at_once([partial(address.ask, who, NEW, now=NOW) for who in people])
    return asked("new-address")


@pytest.mark.django_db(transaction=True)
def test_the_limit_of_an_address_holds_when_many_ask_at_once():
    assert len(eight_at_once()) == 3


@pytest.mark.django_db(transaction=True)
def test_the_limit_of_a_player_holds_when_he_asks_many_at_once():
    alice = player("alice")
    done = at_once([partial(address.ask, alice, f"a{at}@example.net", now=NOW) for at in range(8)])
    assert done == {"AddressChange": 5, "TooMany": 3}


@pytest.mark.django_db(transaction=True)
def test_both_mailboxes_at_once_are_one_change():
    for at in range(5):
        alice = player(f"alice{at}")
        change = address.ask(alice, f"anna{at}@example.net", now=NOW)
        at_once([partial(agree, change, new=new) for new in (True, False)] * 2)
        alice.refresh_from_db()
        assert alice.email == f"anna{at}@example.net"


def test_an_operator_agrees_for_a_lost_mailbox_and_only_where_the_new_one_did():
    alice, bob = player("alice"), player("bob")
    change, other = address.ask(alice, NEW, now=NOW), address.ask(bob, "b@example.net", now=NOW)
    agree(change, new=True)
    client = browser(accounts.make_admin("carol@example.org", now=NOW))
    answer = client.post(
        reverse("admin:games_addresschange_changelist"),
        {"action": "vouch", "_selected_action": [change.pk, other.pk]},
        follow=True,
    )
    assert "1 addresses are changed" in answer.content.decode()
    for who, email in ((alice, NEW), (bob, "bob@example.org")):
        who.refresh_from_db()
        assert who.email == email


def test_the_whole_way_on_pages():
    client = browser(player("alice"))
    answer = client.post(reverse("address"), {"email": NEW}, follow=True)
    assert "Two letters are on their way" in answer.content.decode()
    change = AddressChange.objects.get()
    urls = [
        reverse("address-agree", args=[links.ADDRESS.sign(AddressClaim(change.pk, new=at))])
        for at in (True, False)
    ]
    stranger = browser()
    for url in urls:
        assert "I agree" in stranger.get(url).content.decode()
    assert Player.objects.get().email == "alice@example.org"
    page = stranger.post(urls[0], {"agree": "1"}, follow=True).content.decode()
    assert "this address agrees" in page
    page = stranger.post(urls[1], {"agree": "1"}, follow=True).content.decode()
    assert "The address is changed" in page
    assert NEW in client.get(reverse("account")).content.decode()


def test_a_letter_of_a_wish_that_is_over_says_so_and_where_to_go():
    change = address.ask(player("alice"), NEW, now=NOW)
    url = reverse("address-agree", args=[links.ADDRESS.sign(AddressClaim(change.pk, new=True))])
    for answer in (browser().get(url), browser().post(url, {"agree": "1"})):
        assert answer.status_code == 404
        assert "asks for nothing any more" in answer.content.decode()


def test_a_letter_goes_out_while_it_can_be_answered():
    address.ask(player("alice"), NEW, now=NOW)
    assert mailbox.sweep(now=NOW + MINUTE) == 2
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}


def test_an_own_address_is_read_with_the_letters_it_was_written_with(set_clock):
    set_clock(NOW)
    # Without a name the head of every page calls him by his address.
    anna = accounts.known_or_new(people.address("Anna@Bücher.example"), language="en", now=NOW)
    reader = browser(anna)

    def read(url: str) -> str:
        page = reader.get(url, follow=True).content.decode()
        assert "anna@bücher.example" in page, url
        assert "xn--" not in page, url
        return page

    for name in ("account", "address", "accounts-me"):
        read(reverse(name))
    change = address.ask(anna, "eve@Müller.example", now=NOW)
    for name in ("account", "address"):
        assert "eve@müller.example" in read(reverse(name))
    old = links.ADDRESS.sign(AddressClaim(change.pk, new=False))
    assert "eve@müller.example" in read(reverse("address-agree", args=[old]))
    written = letters.write(Letter.objects.get(kind="old-address"), now=NOW)
    assert "eve@müller.example" in written.text
    assert "xn--" not in written.text + written.html


@pytest.mark.parametrize(
    ("domain", "is_read"),
    [
        ("müller.example", True),
        ("smørrebrød.example", True),
        ("пример.example", False),
        ("例え.example", True),
        ("\N{CYRILLIC SMALL LETTER A}lice.example", False),
        ("al\N{LATIN SMALL LETTER DOTLESS I}ce.example", False),
        ("\N{GREEK SMALL LETTER OMICRON}ne.example", False),
    ],
)
def test_an_address_that_looks_like_another_is_read_as_mail_writes_it(domain: str, is_read: bool):
    # Or who takes an account over could have its owner agree to what looks like his own address.
    stored = people.address(f"alice@{domain}")
    assert stored.isascii()
    assert texts.address_text(stored) == (f"alice@{domain}" if is_read else stored)
