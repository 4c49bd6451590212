"""Refused emails: who hears why, what is counted, and that nobody can refuse others a turn."""

import logging
import smtplib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic

import pytest
from django.db import connection

from games import letters
from games.errors import NotChecked, NotHisAddress, TooMany
from games.limits.rules import REFUSED_OF_A_NETWORK, REFUSED_OF_AN_ADDRESS
from games.models import Game, RefusedEmail, Reply
from games.replies.rules import hypertext
from games.replies.services import accepting
from games.replies.services.accepting import Envelope
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW
from tests.games.replies import hostile
from tests.games.replies.cast import DOMAIN, accepted, address, answers, mail, own
from tests.games.replies.receiving import receiving

pytestmark = pytest.mark.django_db(transaction=True)

MX = "mx.example.org"
HERE, THERE = "9.9.9.9", "8.8.8.8"


@pytest.fixture(autouse=True)
def game(settings, set_clock) -> Game:
    settings.REPLY_DOMAIN, settings.REPLY_CHECKED_BY = DOMAIN, MX
    set_clock(NOW)
    return cast.started()


def checked(line: str) -> str:
    return f"Authentication-Results: {MX}; {line}"


def counts() -> dict[str, int]:
    return dict(RefusedEmail.objects.values_list("why", "count"))


def said(client: smtplib.SMTP, sender: str, to: str, raw: bytes) -> tuple[int, str]:
    """Send an email step by step; what the receiver says to its content, or why it wants none."""
    client.mail(sender)
    code, text = client.rcpt(to)
    if code == 250:
        code, text = client.data(raw)
    client.rset()
    return code, text.decode()


@contextmanager
def line() -> Iterator[smtplib.SMTP]:
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.ehlo()
        yield client


@pytest.mark.parametrize("raw", hostile.RAISING.values(), ids=hostile.RAISING)
def test_what_cannot_be_read_is_refused_at_once_with_one_line_in_the_log(raw, game, caplog):
    seat = cast.asked(game)
    email = seat.player.email
    raw = raw.replace(b"alice@example.org", email.encode())
    with line() as client:
        assert said(client, email, address(seat), raw)[0] == 554
    lines = [each for each in caplog.records if each.name.startswith("games.")]
    assert [each.getMessage() for each in lines] == ["refused an email: unreadable"]
    # Errors are mailed to the operators.
    assert all(each.levelno < logging.ERROR for each in caplog.records)
    assert counts() == {"unreadable": 1}
    assert not Reply.objects.exists()


def test_hostile_emails_do_not_delay_another_players_email(game):
    seat = cast.asked(game)
    email, to = seat.player.email, address(seat)
    other = cast.asked(cast.started(("erin", "frank", "grace")))
    bad = hostile.SLOW["nested remarks of a check"]
    html = hostile.SLOW["tags without an end"].replace(b"alice@example.org", email.encode())
    with receiving() as port, ThreadPoolExecutor(8) as senders:

        def send(raw: bytes) -> None:
            with smtplib.SMTP("127.0.0.1", port, timeout=250) as client:
                said(client, email, to, raw)

        flood = [senders.submit(send, raw) for raw in (bad, html) * 6]
        begun = monotonic()
        with smtplib.SMTP("127.0.0.1", port, timeout=250) as client:
            client.sendmail(other.player.email, [address(other)], own(other, "A1"))
        took = monotonic() - begun
        for each in flood:
            each.result()
    assert took < 30
    assert Reply.objects.filter(seat=other).count() == 1


def test_an_email_is_read_before_the_transaction_that_keeps_it(game, monkeypatch):
    seen, plain = [], hypertext.plain

    def seeing(html: str) -> str:
        seen.append(connection.in_atomic_block)
        return plain(html)

    monkeypatch.setattr(hypertext, "plain", seeing)
    seat = cast.asked(game)
    assert accepted(seat, own(seat, "<p>A1</p>", "Content-Type: text/html")).text == "A1"
    assert seen == [False]


def test_a_forged_email_is_dropped_and_the_player_hears_which_check_failed(game, caplog):
    seat = cast.asked(game)
    email, to = seat.player.email, address(seat)
    forged = own(seat, "A1", checked("dmarc=none"), checked("spf=fail smtp.mailfrom=x"), name="a@b")
    with line() as client:
        # A refusal would go to whoever stands in the envelope, which may be forged too.
        assert said(client, email, to, forged) == (250, "2.0.0 taken in")
        assert said(client, email, to, forged)[0] == 250
    assert counts() == {"failed": 2}
    assert caplog.messages.count("refused an email: failed SPF") == 2
    (answer,) = answers()
    assert answer.seat == seat
    text = letters.write(answer, now=NOW).text
    assert "SPF failed for its sender" in " ".join(text.split())
    assert cast.again(game).ply == 0
    # Sent another way, the same email is genuine.
    passed = own(seat, "A1", checked("dmarc=pass"), name="a@b")
    assert accepted(seat, passed, to=to).text == "A1"


def test_an_email_from_another_address_is_dropped_and_the_player_hears_of_it_once_a_day(game):
    seat = cast.asked(game)
    for at in (NOW, NOW + HOUR, NOW + DAY):
        with pytest.raises(NotHisAddress):
            accepting.accept(
                mail("A1", "mallory@example.org"), Envelope("x@example.org", address(seat)), now=at
            )
    assert [letter.created_at for letter in answers()] == [NOW, NOW + DAY]
    assert "another address than yours" in " ".join(
        letters.write(answers()[0], now=NOW).text.split()
    )
    # No machine hears of it: two of them would never come to an end.
    for sender, head in (("", "X: y"), ("x@example.org", "Auto-Submitted: auto-replied")):
        raw = mail("A1", "mallory@example.org", head)
        with pytest.raises(NotHisAddress):
            accepting.accept(raw, Envelope(sender, address(seat)), now=NOW + 3 * DAY)
    assert len(answers()) == 2


def test_who_is_sure_to_get_a_refusal_is_told_what_failed(game):
    seat = cast.asked(game)
    email, to = seat.player.email, address(seat)
    passed = "spf=pass smtp.mailfrom=lists.example.net"
    failed = own(seat, "A1", checked(f"{passed}; dkim=fail; dmarc=fail"))
    strange = mail("A1", "mallory@example.org", checked(passed))
    with line() as client:
        code, text = said(client, "bounces@lists.example.net", to, failed)
        assert (code, "DKIM and DMARC failed" in text) == (550, True)
        code, text = said(client, "bounces@lists.example.net", to, strange)
        assert (code, "only the address that got the email" in text) == (550, True)
        assert said(client, email, to, strange)[0] == 250
    assert counts() == {"failed": 1, "strange": 2}


@pytest.mark.parametrize(
    "found", ["spf=temperror", 'dkim=permerror reason="key not found in DNS"; dmarc=fail']
)
def test_a_check_that_could_not_be_finished_defers_the_email(found, game):
    seat = cast.asked(game)
    email, to = seat.player.email, address(seat)
    with line() as client:
        code, text = said(client, email, to, own(seat, "A1", checked(found)))
    assert (code, f"{found[:3].upper()}" in text) == (451, True)
    assert counts() == {"unsure": 1}
    with pytest.raises(NotChecked):
        accepted(seat, own(seat, "A1", checked(found)), to=to)
    assert not Reply.objects.exists()


def test_refused_emails_count_for_the_address_that_sends_them_and_keep_no_player_out(game):
    seat, other = cast.asked(game), cast.asked(cast.started(("erin", "frank", "grace")))
    bad, mallory = hostile.RAISING["six hundred brackets"], "mallory@example.net"
    with line() as client:
        for _ in range(REFUSED_OF_AN_ADDRESS.most):
            assert said(client, mallory, address(seat), bad)[0] == 554
        assert said(client, mallory, address(seat), bad)[0] == 452
        assert said(client, "Mallory+2@example.net", address(seat), bad)[0] == 452
        # At another seat they have room yet, and so has the player at this one.
        assert said(client, mallory, address(other), bad)[0] == 554
        assert said(client, seat.player.email, address(seat), own(seat, "A1"))[0] == 250
    way = Envelope(mallory, address(seat))
    with pytest.raises(TooMany):
        accepting.opened(way, now=NOW + HOUR - MINUTE)
    assert accepting.opened(way, now=NOW + HOUR + MINUTE)[1] == seat


def test_refused_emails_count_for_the_network_that_the_mail_server_names(game, settings):
    settings.REPLY_LMTP = True
    seats = list(game.places.order_by("number"))
    bad = hostile.RAISING["six hundred brackets"]
    with receiving() as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.ehlo()
        assert client.esmtp_features["xforward"] == "ADDR"
        client.docmd("XFORWARD", f"ADDR={HERE}")
        for at in range(REFUSED_OF_A_NETWORK.most):
            assert said(client, "x@example.org", address(seats[at % 3]), bad)[0] == 554
        genuine = seats[0]
        email, to = genuine.player.email, address(genuine)
        assert said(client, email, to, own(genuine, "A1"))[0] == 452
        client.docmd("XFORWARD", f"ADDR={THERE}")
        assert said(client, email, to, own(genuine, "A1"))[0] == 250
        client.docmd("XFORWARD", "ADDR=IPV6:2001:db8::1 NAME=x")
        client.docmd("XFORWARD", "ADDR=[UNAVAILABLE]")
        assert said(client, email, to, own(genuine, "A1"))[0] == 250
