"""An invitation that comes back, or that nobody takes, is told to who invited, and to him alone."""

import pytest
from django.test import Client
from django.urls import reverse

from games import links
from games.links import JoinClaim
from games.models import Game, Letter
from games.services import games, invitations, mailbox
from tests.games.cast import HOUR, MINUTE, NOW, open_table, player
from tests.games.delivery.providers import PROVIDERS, SETTINGS, Provider
from tests.games.mail_server import MailServer
from tests.games.pages.table import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

DORA = "dora@example.net"
BACK = "the letter came back, or was not taken"


@pytest.fixture
def table(set_clock) -> Game:
    set_clock(NOW)
    game = open_table(listed=True)
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    invitations.invite(game.key, DORA, by=player("alice"), now=NOW)
    return game


def page(game: Game, who: str = "", *, language: str = "en") -> str:
    client = Client()
    if who:
        client.force_login(player(who))
    url = reverse("table-public", args=[game.key])
    return client.get(url, headers={"Accept-Language": language}).content.decode()


def sent() -> Letter:
    mailbox.sweep(now=NOW)
    return Letter.objects.get(kind="invitation", email=DORA)


@pytest.mark.parametrize("what", ["returned", "dead"])
@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda each: each.name)
def test_its_organiser_reads_that_it_came_back_and_what_to_do(
    table: Game, provider: Provider, what: str, settings
):
    settings.TRACKING_PROVIDER, settings.ANYMAIL = provider.name, SETTINGS
    letter = sent()
    for passes in ("delivered", "deferred"):
        provider.tell(passes, letter, at=NOW)
        assert BACK not in page(table, "alice")
    provider.tell(what, letter, at=NOW, times=2)
    told = page(table, "alice")
    assert told.count(BACK) == 1
    assert "withdraw it, then invite another address or hand over the link" in told
    # Nobody else reads it, nor that somebody of that address was invited.
    for other in (page(table, "bob"), page(table, "zoe"), page(table), by_its_link(table)):
        assert BACK not in other
        assert DORA not in other
    assert BACK not in page(table, DORA.partition("@")[0])


def by_its_link(table: Game) -> str:
    url = reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(table))])
    return browser().get(url).content.decode()


def test_a_mail_server_that_refuses_the_address_at_once_says_the_same(
    table: Game, mail_server: MailServer, set_clock
):
    mail_server.recipient = lambda address: "550 5.1.1 no such person"
    assert sent().status == "failed"
    assert BACK in page(table, "alice")
    alice = player("alice")
    alice.language = "de"
    alice.save()
    german = page(table, "alice", language="de")
    assert BACK not in german
    assert ("der Brief kam zurück oder wurde nicht angenommen") in german
    alice.language = "en"
    alice.save()
    # Another letter is on its way: nothing is known of that one yet. It is taken.
    mail_server.recipient = lambda address: "250 OK"
    set_clock(NOW + HOUR)
    again = table.invitations.get()
    invitations.resend(again.pk, by=player("alice"), now=NOW + HOUR)
    assert BACK not in page(table, "alice")
    mailbox.sweep(now=NOW + HOUR + MINUTE)
    assert BACK not in page(table, "alice")


@pytest.mark.parametrize("answer", ["withdrawn", "declined", "accepted", "lapsed"])
def test_what_is_answered_is_told_instead(table: Game, mail_server: MailServer, answer: str):
    mail_server.recipient = lambda address: "550 5.1.1 no such person"
    assert sent().status == "failed"
    table.invitations.update(status=answer)
    told = page(table, "alice")
    assert (BACK in told) == (answer == "lapsed")
    assert "withdraw it, then" not in told
