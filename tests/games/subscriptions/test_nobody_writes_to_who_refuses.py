"""Whoever says "never again" is not written to by anybody's wish but his own."""

from collections.abc import Callable

import pytest

from games import links
from games.accounts.services import address, leaving
from games.errors import NotByMail
from games.gathering.services import changing, rematches
from games.links import AddressClaim
from games.models import Game, Invitation, Letter, Refusal, SignIn
from games.services import accounts, games, invitations
from games.subscriptions import selectors
from games.subscriptions.services import choosing
from games.substitutes.services import offers
from tests.games import cast
from tests.games.cast import NOW, open_table, play_to_the_end, player, started
from tests.games.letters.test_every_letter_is_written import an_invitation
from tests.games.pages.table import browser
from tests.games.subscriptions.cast import one_click, sent
from tests.games.substitutes.cast import resigned, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Letter.Kind

ZOE = "zoe@gmail.com"


def refuse(email: str = ZOE) -> None:
    """Let a stranger who was invited once say that it shall be the last time."""
    invitations.invite(open_table().key, email, by=player("alice"), now=NOW)
    letter = Letter.objects.get(kind=Kind.INVITATION, email=email)
    assert one_click(letter) == 200
    Letter.objects.all().delete()


def by_invitation(to: str) -> None:
    invitations.invite(open_table(by="bob").key, to, by=player("bob"), now=NOW)


def by_another_letter(to: str) -> None:
    again = Invitation.objects.get(email=ZOE)
    invitations.resend(again.pk, by=player("alice"), now=NOW)


def by_an_offer(to: str) -> None:
    game = resigned()
    offers.ask(game.key, seat_of(game, "bob").number, to, by=player("alice"), now=NOW)


def by_an_address(to: str) -> None:
    address.ask(player("bob"), to, now=NOW)


WAYS: list[Callable[[str], None]] = [by_invitation, by_another_letter, by_an_offer, by_an_address]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("to", [ZOE, "z.oe+club@googlemail.com"])
def test_nobody_can_have_the_mailbox_written_to(way: Callable[[str], None], to: str):
    refuse()
    with pytest.raises(NotByMail):
        way(to)
    assert [each for each in sent(now=NOW) if each.email in (to, ZOE)] == []


def test_what_was_posted_before_is_not_sent():
    letter = an_invitation()
    game, invited = letter.game, letter.invitation
    assert game is not None
    assert invited is not None
    one_click(letter)
    wish = changing.Terms("", 4, {"rounds": "1"}, cast.fixed(48), 0)
    changing.change(game.key, wish, by=player("alice"), now=NOW)
    invitations.withdraw(invited.pk, by=player("alice"), now=NOW)
    assert sent(now=NOW) == []
    assert set(Letter.objects.values_list("kind", "status")) >= {("withdrawn", "dropped")}


def test_a_game_called_off_is_not_told_either():
    letter = an_invitation()
    assert letter.game is not None
    one_click(letter)
    games.cancel(letter.game.key, by=player("alice"), now=NOW)
    assert [each.email for each in sent(now=NOW)] == []


def test_a_code_that_he_asks_for_himself_comes():
    refuse()
    accounts.ask_code(ZOE, next="", language="en", origin="192.0.2.7", now=NOW)
    assert [each.kind for each in sent(now=NOW)] == [Kind.SIGN_IN]


def test_it_can_be_taken_back():
    refuse()
    accounts.ask_code(ZOE, next="", language="en", origin="192.0.2.7", now=NOW)
    claim = selectors.claim_of(Letter.objects.get(kind=Kind.SIGN_IN))
    choosing.let_come(claim, now=NOW)
    by_invitation(ZOE)
    assert Kind.INVITATION in [each.kind for each in sent(now=NOW) if each.email == ZOE]


def test_the_organiser_is_told_what_to_do_and_nothing_else():
    refuse()
    table = open_table(by="bob")
    page = browser(player("bob")).post(f"/g/{table.key}/invite/", {"emails": ZOE}, follow=True)
    assert "be invited by email, so nothing was sent" in page.content.decode()
    assert not table.invitations.exists()
    first = Game.objects.get(invitations__email=ZOE)
    lobby = browser(player("alice")).get(f"/g/{first.key}/").content.decode()
    assert "cannot be invited by mail: hand over the link of the table" in lobby
    assert "Write again" not in lobby


def test_the_same_people_play_again_and_his_seat_is_kept_without_a_letter():
    over = started(rounds="1")
    play_to_the_end(over)
    choosing.stop(selectors.claim_of(_invited("bob")), now=NOW)
    Letter.objects.all().delete()
    again = rematches.play_again(over.key, by=player("alice"), now=NOW)
    asked = {row.email: row.sent for row in again.invitations.all()}
    assert asked == {"bob@example.org": 0, "carol@example.org": 1}
    assert [each.email for each in sent(now=NOW)] == ["carol@example.org"]
    rematches.play_again(over.key, by=player("bob"), now=NOW)
    assert again.places.filter(player=player("bob")).exists()


def _invited(name: str) -> Letter:
    invitations.invite(open_table(by="dora").key, f"{name}@example.org", by=player("dora"), now=NOW)
    return Letter.objects.get(kind=Kind.INVITATION)


def test_who_refuses_goes_on_doing_so_at_a_new_address():
    player("bob")
    choosing.stop(selectors.claim_of(_invited("bob")), now=NOW)
    change = address.ask(player("bob"), "robert@example.net", now=NOW)
    for new in (True, False):
        address.agree(AddressClaim(change.pk, new=new), now=NOW)
    assert selectors.refusing(["robert@example.net", "bob@example.org"]) == {
        "robert@example.net",
        "bob@example.org",
    }


def test_a_refusal_outlives_the_account_and_names_nobody():
    player("bob")
    choosing.stop(selectors.claim_of(_invited("bob")), now=NOW)
    code = leaving.ask(player("bob"), origin="x", now=NOW)
    leaving.leave(player("bob"), code, links.code_of(SignIn.objects.get(pk=code)), now=NOW)
    assert selectors.refuses("bob@example.org")
    assert "bob" not in repr(Refusal.objects.values().get())


def test_a_refusal_outlives_a_change_of_the_services_key(settings):
    refuse()
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    assert selectors.refuses(ZOE)
    settings.SECRET_KEY_FALLBACKS = []
    assert not selectors.refuses(ZOE)
