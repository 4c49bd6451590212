"""A lost mailbox: he is asked whether letters arrive; or his account comes to another address."""

import pytest
from django.urls import reverse

from games import links
from games.accounts.services import address, leaving, reach, recovering
from games.clocks.rules import giving
from games.errors import BadLink
from games.links import AddressClaim, ReachClaim
from games.log.services import check
from games.models import Act, AddressChange, Letter, Line, Player, Refusal, SignIn
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop
from games.subscriptions.services import choosing
from tests.games.accounts.authenticator import Device, added
from tests.games.cast import DAY, NOW, all_sent, asked, clocks_of, player, started
from tests.games.moderation.cast import done, previewed, staff
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db
NEW = "anna@example.net"


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def ask_to_recover(name: str = "alice", email: str = NEW) -> AddressChange:
    """Let one host ask and another confirm."""
    person = player(name)
    staff("zoe", "host")
    assert done(staff("hal", "host"), "recover-account", person.key, email=email).status_code == 202
    row = Act.objects.get(stage="asked")
    here = reverse("moderation-asked", args=[row.reference])
    sent = {"answer": "yes", "digest": row.digest}
    assert browser(player("zoe")).post(here, sent).status_code == 303
    return AddressChange.objects.get(player=person, closed_at=None)


def says(change: AddressChange, *, new: bool, **answer: str) -> str:
    here = reverse("address-agree", args=[links.ADDRESS.sign(AddressClaim(change.pk, new=new))])
    return text_of(browser().post(here, answer, follow=True).content.decode())


def test_an_account_comes_to_its_new_mailbox_after_a_week_of_silence(set_clock):
    game = started()
    seat = game.places.get(player=player("alice"))
    link, signed_in = seat_url(seat), browser(player("alice"))
    added(Device(), player("alice"))
    change = ask_to_recover()
    assert set(Letter.objects.filter(change=change).values_list("kind", "email")) == {
        ("old-address", "alice@example.org"),
        ("new-address", NEW),
    }
    assert "The old address may object until" in says(change, new=True, agree="1")
    assert recovering.sweep(now=NOW + recovering.VETO - DAY) == 0
    assert Player.objects.get(pk=seat.player_id).email == "alice@example.org"
    set_clock(NOW + recovering.VETO)
    assert [recovering.sweep(now=NOW + recovering.VETO) for _ in range(2)] == [1, 0]
    alice = Player.objects.get(pk=seat.player_id)
    assert alice.email == NEW
    assert browser().get(link).status_code == 404
    assert signed_in.get(reverse("account")).status_code == 302
    assert not alice.passkeys.exists()
    assert set(Letter.objects.filter(kind="recovered").values_list("email", flat=True)) == {
        "alice@example.org",
        NEW,
    }
    assert Line.objects.order_by("number").last().act == "recovered"
    assert NEW not in "".join(Line.objects.values_list("text", flat=True))
    assert check(now=NOW).wrong is None


@pytest.mark.parametrize("new", [True, False])
def test_either_mailbox_calls_it_off(new: bool):
    change = ask_to_recover()
    says(change, new=True, agree="1")
    says(change, new=new, refuse="1")
    assert recovering.sweep(now=NOW + recovering.VETO) == 0
    assert player("alice").email == "alice@example.org"


def test_without_the_new_mailbox_nothing_happens_and_the_old_one_cannot_hurry_it():
    change = ask_to_recover()
    assert recovering.sweep(now=NOW + recovering.VETO) == 0
    for new in (True, False):
        address.agree(AddressClaim(change.pk, new=new), now=NOW)
    assert player("alice").email == "alice@example.org"
    assert recovering.sweep(now=NOW + recovering.LIFE) == 0


def test_no_moderator_and_no_host_alone_recovers_anything():
    alice = player("alice").key
    client = browser(staff("mia"))
    assert previewed(client, "recover-account", alice, email=NEW).status_code == 404
    done(staff("hal", "host"), "recover-account", alice, email=NEW)
    assert not AddressChange.objects.exists()
    for email, status in (("alice@example.org", 409), ("bob@example.org", 409), ("no", 409)):
        player("bob")
        shown = previewed(browser(player("hal")), "recover-account", alice, email=email)
        assert shown.status_code == status


def test_who_leaves_takes_the_address_with_him():
    ask_to_recover()
    alice = player("alice")
    wish = SignIn.objects.get(pk=leaving.ask(alice, origin="x", now=NOW))
    leaving.leave(alice, wish.pk, links.code_of(wish), now=NOW)
    assert NEW not in str(list(Act.objects.values_list("asked", flat=True)))


def test_who_says_that_letters_arrive_gets_them_again():
    game = started()
    seat = asked(game)
    person = seat.player
    choosing.stop(links.StopClaim(Stop.EVERYTHING, person.pk), now=NOW)
    clocks_of(game, lambda table: giving.bounce(table, seat.number, now=NOW))
    all_sent()
    for _ in range(3):
        assert done(staff("mia"), "reset-address", person.key).status_code == 303
    assert previewed(browser(player("mia")), "reset-address", person.key).status_code == 409
    letter = Letter.objects.filter(kind="reach").first()
    assert letter.email == person.email
    page = reverse("address-reach", args=[links.REACH.sign(ReachClaim.of(person, at=NOW))])
    assert browser().get(page).status_code == 200
    assert clocks_of(game).seats[seat.number].unreached
    for _twice in range(2):
        assert browser().post(page).status_code == 200
    assert not clocks_of(game).seats[seat.number].unreached
    assert not subscriptions.choice(person.pk, None).stopped
    assert not Refusal.objects.exists()


def test_the_question_is_void_in_two_weeks_and_for_another_address():
    alice = player("alice")
    token = links.REACH.sign(ReachClaim.of(alice, at=NOW))
    page = reverse("address-reach", args=[token])
    assert browser().get(page).status_code == 200
    Player.objects.filter(pk=alice.pk).update(email=NEW)
    assert browser().post(page).status_code == 404
    Player.objects.filter(pk=alice.pk).update(email="alice@example.org")
    with pytest.raises(BadLink):
        reach.confirm(links.REACH.read(token), now=NOW + 15 * DAY)
