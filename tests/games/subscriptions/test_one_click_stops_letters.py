"""Every letter says how to stop its kind, and one POST of a mail program does it (RFC 8058)."""

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import links
from games.accounts.services import devices
from games.links import StopClaim
from games.models import Letter, Player, Refusal, Subscription
from games.services import freshness
from games.subscriptions import selectors
from games.subscriptions.rules import Choice, Stop
from games.subscriptions.selectors import STOPS
from tests.games import cast
from tests.games.cast import HOUR, NOW, player, started
from tests.games.letters.test_every_letter_is_written import CASES, a_code, a_turn, written
from tests.games.pages.table import browser, checksum
from tests.games.subscriptions.cast import choose, href, one_click, seat_asked

pytestmark = pytest.mark.django_db
Kind = Letter.Kind

ALL_STAY = {Kind.SIGN_IN, Kind.DELETION, Kind.OLD_ADDRESS, Kind.PASSKEY, Kind.LINKS}
ALL_STAY |= {Kind.SANCTION, Kind.LIFTED, Kind.REPLY, Kind.REACH, Kind.RECOVERED}
ALL_STAY |= {Kind.QUESTION, Kind.VERDICT, Kind.APPEAL, Kind.CHANNEL}
"""What concerns the account comes whatever is stopped."""


def test_every_kind_has_something_that_it_stops():
    assert set(STOPS) == set(Kind)


def stops_everything(letter: Letter) -> bool:
    """Tell whether a letter's link is about everything, which no click alone stops."""
    return selectors.claim_of(letter).stop == Stop.EVERYTHING


@pytest.mark.parametrize("kind", Kind)
def test_every_letter_says_what_one_click_stops_and_that_can_be_taken_back(kind: Letter.Kind):
    letter = CASES[kind]()
    message = written(letter, later=HOUR)
    address = message["List-Unsubscribe"].strip(" <>")
    header = None if stops_everything(letter) else "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe-Post"] == header
    assert address.endswith(href(letter))
    for part in ("plain", "html"):
        body = message.get_body((part,))
        assert body is not None
        assert address in body.get_content()
    claim = selectors.claim_of(letter)
    assert kind not in selectors.unwanted(letter)
    assert not selectors.is_stopped(claim)
    if stops_everything(letter):
        assert one_click(letter) == 403
        assert not selectors.is_stopped(claim)
        return
    for _twice in range(2):
        assert one_click(letter) == 200
        assert selectors.is_stopped(claim)
        if kind == Kind.DIGEST:
            assert not freshness.is_needed(letter, now=NOW + 25 * HOUR)
        else:
            assert (kind in selectors.unwanted(letter)) is (kind not in ALL_STAY)
    Client().post(href(letter), {"again": "yes"})
    assert not selectors.is_stopped(claim)
    assert kind not in selectors.unwanted(letter)


@pytest.mark.parametrize("kind", sorted(ALL_STAY))
def test_an_account_email_stops_nothing_by_its_link_alone(kind: Letter.Kind):
    letter = CASES[kind]()
    before = checksum()
    if letter.email == "bob@example.org" and kind == Kind.SIGN_IN:
        # Nobody signed in with it: there is only a mailbox, which may refuse what others ask for.
        assert one_click(letter) == 200
        assert Refusal.objects.exists()
        assert not Subscription.objects.exists()
        return
    for said in ({"List-Unsubscribe": "One-Click"}, {"stop": "yes"}):
        answer = Client().post(href(letter), said)
        assert answer.status_code == 403
        assert "Nothing was stopped." in answer.content.decode()
        assert checksum() == before


def test_everything_is_stopped_by_who_is_signed_in_and_taken_back_by_the_link():
    letter = CASES[Kind.PASSKEY]()
    claim = selectors.claim_of(letter)
    who = Player.objects.get(pk=claim.who)
    assert reverse("subscriptions-mine") in Client().get(href(letter)).content.decode()
    page = reverse("subscriptions-mine")
    assert Client().post(page, {"everything": "yes"})["Location"].startswith("/sign-in/")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(who)
    assert strict.post(page, {"everything": "yes"}).status_code == 403
    assert not selectors.is_stopped(claim)
    for _twice in range(2):
        assert browser(who).post(page, {"everything": "yes"}).status_code == 303
        assert selectors.is_stopped(claim)
    assert Subscription.objects.get().stopped
    assert selectors.refuses(who.email or "")
    Client().post(href(letter), {"again": "yes"})
    assert not selectors.is_stopped(claim)


def test_links_that_stop_die_when_all_links_are_made_useless():
    letter = a_turn()
    claim = selectors.claim_of(letter)
    who = Player.objects.get(pk=claim.who)
    old = href(letter)
    before_there_were_epochs = _old_token(claim)
    assert Client().get(before_there_were_epochs).status_code == 200
    devices.revoke_links(who, now=NOW)
    for dead in (old, before_there_were_epochs):
        for word in ("stop", "again", "List-Unsubscribe"):
            assert Client().post(dead, {word: "One-Click"}).status_code == 404
        assert Client().get(dead).status_code == 404
    assert not selectors.is_stopped(StopClaim(claim.stop, claim.who, claim.game_id))
    later = Letter.objects.get(pk=letter.pk)
    assert href(later) != old
    assert one_click(later) == 200


def _old_token(claim: StopClaim) -> str:
    signer = Signer(sep=".", salt="games.links.stop")
    return f"/u/{signer.sign(f'{int(claim.stop)}-{claim.who}-{claim.game_id}')}/"


def test_the_link_of_a_forwarded_email_names_no_game():
    letter, others = a_turn(), [started(), started()]
    names = [game.name for game in (*others, letter.game) if game]
    for word in ("stop", "again"):
        page = Client().get(href(letter)).content.decode()
        page += Client().post(href(letter), {word: "yes"}, follow=True).content.decode()
        assert [name for name in names if escape(name) in page] == []


def test_looking_stops_nothing():
    letter = a_turn()
    before = checksum()
    page = Client().get(href(letter)).content.decode()
    assert "Stop them" in page
    assert checksum() == before
    assert Client().get("/u/nonsense/").status_code == 404
    assert Client().post("/u/1-1-1.forged/", {"List-Unsubscribe": "One-Click"}).status_code == 404


def test_a_click_stops_its_kind_in_its_game_and_no_more():
    game, other = started(), started()
    letter = Letter.objects.filter(game=game, kind=Kind.TURN).get()
    assert letter.seat is not None
    assert letter.seat.player_id is not None
    one_click(letter)
    assert selectors.choice(letter.seat.player_id, game.pk) == Choice(turns=False)
    assert selectors.choice(letter.seat.player_id, other.pk) == Choice()


def test_the_page_offers_more_and_each_way_does_what_it_says():
    letter = a_turn()
    assert letter.seat is not None
    assert letter.seat.player is not None
    page = Client().get(href(letter)).content.decode()
    who = letter.seat.player
    game = StopClaim(Stop.GAME, who.pk, letter.game_id or 0, who.link_epoch)
    everything = StopClaim(Stop.EVERYTHING, who.pk)
    to, mine = f"/u/{links.STOP.sign(game)}/", reverse("subscriptions-mine")
    assert f'action="{to}"' in page
    Client().post(to, {"stop": "yes"})
    assert selectors.is_stopped(game)
    assert f'href="{mine}#everything"' in page
    browser(who).post(mine, {"everything": "yes"})
    assert selectors.is_stopped(everything)
    assert selectors.unwanted(letter) >= {Kind.TURN, Kind.NEWS, Kind.REMINDER}
    assert selectors.refuses(who.email or "")
    Client().post(f"/u/{links.STOP.sign(everything)}/", {"again": "yes"})
    assert selectors.choice(who.pk, letter.game_id) == Choice()
    assert not selectors.refuses(who.email or "")


def test_what_was_chosen_holds_again_when_all_may_come_again():
    reader = choose("bob", Choice(daily=True, news=False))
    claim = StopClaim(Stop.EVERYTHING, reader.pk)
    browser(reader).post(reverse("subscriptions-mine"), {"everything": "yes"})
    Client().post(f"/u/{links.STOP.sign(claim)}/", {"again": "yes"})
    assert selectors.choice(reader.pk, None) == Choice(daily=True, news=False)


def test_who_takes_back_one_kind_of_a_silent_game_gets_only_that():
    letter = a_turn()
    assert letter.seat is not None
    assert letter.seat.player_id is not None
    browser(letter.seat.player).post(reverse("subscriptions-mine"), {"everything": "yes"})
    Client().post(href(letter), {"again": "yes"})
    chosen = selectors.choice(letter.seat.player_id, letter.game_id)
    assert chosen == Choice(news=False, reminders=False)


def test_a_seat_that_stops_its_last_letters_is_told_and_so_is_the_table():
    game = started()
    seat = seat_asked(game)
    assert seat.player is not None
    other = game.places.exclude(pk=seat.pk).select_related("player").first()
    assert other is not None
    stop = [StopClaim(each, seat.player_id or 0, game.pk) for each in (Stop.TURNS, Stop.REMINDERS)]
    first, last = (f"/u/{links.STOP.sign(each)}/" for each in stop)
    told = "No email tells you any more when it's your turn"
    assert told not in Client().post(first, follow=True).content.decode()
    table = f"/g/{game.key}/seat/"
    assert "plays without mail" not in browser(other.player).get(table).content.decode()
    page = Client().post(last, follow=True).content.decode()
    assert told in page
    assert browser(other.player).get(table).content.decode().count("plays without mail") == 1
    assert "plays without mail" not in Client().get(f"/g/{game.key}/").content.decode()
    Client().post(last, {"again": "yes"})
    assert "plays without mail" not in browser(other.player).get(table).content.decode()


def test_a_token_dies_with_nothing_and_stops_nothing_of_others():
    letter = a_code()
    address = href(letter)
    Letter.objects.all().delete()
    assert Client().post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert selectors.refuses("bob@example.org")
    assert not selectors.refuses("bobby@example.org")
    assert cast.player("alice").email is not None
    assert not selectors.refuses(player("alice").email or "")
