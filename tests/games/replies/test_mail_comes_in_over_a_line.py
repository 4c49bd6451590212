"""The receiver takes mail in from real SMTP clients, and refuses as early as it can."""

import smtplib
import socket

import pytest

from games import letters
from games.models import Letter, Move, Reply
from games.replies import receiver
from games.replies.services import acting
from tests.games import cast
from tests.games.cast import NOW
from tests.games.replies.cast import DOMAIN, address, answers, mail, own
from tests.games.replies.receiving import receiving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(settings, set_clock):
    settings.REPLY_DOMAIN = DOMAIN
    set_clock(NOW)
    return cast.started()


def refused(client: smtplib.SMTP, sender: str, to: str, raw: bytes) -> int:
    with pytest.raises(smtplib.SMTPException) as error:
        client.sendmail(sender, [to], raw)
    match error.value:
        case smtplib.SMTPRecipientsRefused(recipients=found):
            return found[to][0]
        case smtplib.SMTPResponseException(smtp_code=code):
            return code
    raise error.value


def test_a_mail_over_smtp_is_taken_in_and_what_is_wrong_is_refused(game, caplog):
    seat = cast.asked(game)
    to, email = address(seat), seat.player.email
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail(email, [to], own(seat, "A1\n.hidden\n", name="a@b"))
        client.sendmail("bounces@example.net", [to.upper()], own(seat, "A1\n", name="a@b"))
        assert refused(client, email, to, mail("A1", "mallory@example.org")) == 550
        nested = "Content-Type: message/rfc822\r\n\r\n" * 200
        assert refused(client, email, to, nested.encode()) == 554
        large = own(seat, "x" * 300_000)
        assert refused(client, email, to, large) == 552
        # From nobody: a bounce is taken and forgotten.
        client.sendmail("", [to], own(seat, "A1", "Auto-Submitted: auto-generated"))
        assert client.mail(email)[0] == 250
        assert client.rcpt(to)[0] == 250
        assert client.rcpt(to)[0] == 452
        client.rset()
        for _ in range(3):
            assert refused(client, email, f"play-1-1-1-1-x@{DOMAIN}", b"") == 550
        assert refused(client, email, to, b"") == 421
    reply = Reply.objects.get()
    acting.act(reply.pk, now=NOW)
    assert Move.objects.filter(game=game, by="player").count() == 1
    assert len(answers()) == 1
    for secret in (to, email, "mallory"):
        assert secret not in caplog.text


def test_it_speaks_lmtp_where_it_is_told_to(game, settings):
    settings.REPLY_LMTP = True
    seat = cast.asked(game)
    with receiving() as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail(seat.player.email, [address(seat)], own(seat, "A1"))
    assert Reply.objects.get().seat == seat


def test_too_many_on_the_line_are_asked_to_come_later(game, monkeypatch):
    monkeypatch.setattr(receiver, "MOST_LINES", 2)
    seat = cast.asked(game)
    with receiving() as port:
        lines = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(3)]
        greetings = [line.makefile("rb").readline()[:3] for line in lines]
        assert greetings == [b"220", b"220", b"421"]
        for line in lines:
            line.close()
        for _ in range(200):
            # The receiver hears of it when it next looks at its lines.
            with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
                if line.makefile("rb").readline().startswith(b"220"):
                    break
        with smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
            client.sendmail(seat.player.email, [address(seat)], own(seat, "A1"))
    assert Reply.objects.count() == 1


def test_two_servers_of_ours_that_write_to_each_other_come_to_rest(game):
    """What we send is not answered, whoever passes it on to an address of a seat."""
    seat = cast.asked(game)
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail(seat.player.email, [address(seat)], own(seat, "help"))
        acting.sweep(now=NOW)
        for _ in range(3):
            (answer,) = answers()
            ours = letters.render(answer, now=NOW).wire()
            passed_on = b"From: %s\r\n%s" % (
                seat.player.email.encode(),
                ours.replace(b"\r\nFrom: ", b"\r\nX-From: ", 1),
            )
            client.sendmail(seat.player.email, [address(seat)], passed_on)
            acting.sweep(now=NOW)
    assert Reply.objects.count() == 1
    assert Letter.objects.filter(kind="reply").count() == 1
