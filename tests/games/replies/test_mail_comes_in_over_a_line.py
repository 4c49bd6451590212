"""The receiver takes mail in from real SMTP clients, and refuses as early as it can."""

import smtplib
import socket
from contextlib import ExitStack
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count

import pytest

from games.models import Letter, Move, Reply
from games.replies import receiver
from games.replies.services import acting
from games.services import mailbox
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
        # Taken in and dropped: see test_an_email_is_refused.
        client.sendmail(email, [to], mail("A1", "mallory@example.org"))
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
    reply = Reply.objects.get(acted_at=None)
    acting.act(reply.pk, now=NOW)
    assert Move.objects.filter(game=game, by="player").count() == 1
    told = {each["told"] for letter in answers() for each in letter.reply.done}
    assert told == {"made", "unread", "other-address"}
    for secret in (to, email, "mallory"):
        assert secret not in caplog.text


def test_it_speaks_lmtp_where_it_is_told_to(game, settings):
    settings.REPLY_LMTP = True
    seat = cast.asked(game)
    with receiving() as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail(seat.player.email, [address(seat)], own(seat, "A1"))
    assert Reply.objects.get().seat == seat


def test_over_lmtp_each_address_of_one_email_is_answered(game, settings):
    settings.REPLY_LMTP = True
    seat, other = cast.asked(game), cast.asked(cast.started(("erin", "frank", "grace")))
    email = seat.player.email
    with receiving() as port, smtplib.LMTP("127.0.0.1", port) as client:

        def answers(raw: bytes, *to: str) -> list[int]:
            client.mail(email)
            heard = [client.rcpt(each)[0] for each in to]
            if 250 not in heard:
                return heard
            first, _said = client.data(raw)
            return [first, *(client.getreply()[0] for _ in range(heard.count(250) - 1))]

        client.ehlo()
        # Alice writes to her own seat and to Erin's: the one is done, the other dropped.
        to = [address(seat), address(other)]
        assert answers(own(seat, "A1"), *to) == [250, 250]
        assert [reply.seat for reply in Reply.objects.filter(acted_at=None)] == [seat]
        assert answers(b"From: " + b"(" * 600 + b"\r\n\r\nA1", *to) == [554, 554]
        assert answers(own(seat, "A1"), address(seat), f"x@{DOMAIN}") == [250]
        # What aiosmtpd itself refuses is answered for each of them too.
        assert answers(own(seat, "x" * 2_000), *to) == [500, 500]
        assert answers(own(seat, "x\r\n" * 100_000), *to) == [552, 552]
        client.mail(email)
        heard = [client.rcpt(address(seat, ply))[0] for ply in range(11)]
        assert heard == [250] * 10 + [452]


def test_who_says_nothing_makes_room_and_who_brings_a_mail_does_not(game, monkeypatch):
    monkeypatch.setattr(receiver, "MOST_LINES", 2)
    seat = cast.asked(game)
    email, to = seat.player.email, address(seat)
    with receiving() as port, ExitStack() as stack:

        def client() -> smtplib.SMTP:
            line = smtplib.SMTP("127.0.0.1", port, timeout=30)
            stack.callback(line.close)
            return line

        known, silent = client(), socket.create_connection(("127.0.0.1", port), timeout=30)
        stack.enter_context(silent)
        heard = silent.makefile("rb")
        assert heard.readline().startswith(b"220")
        known.helo()
        assert (known.mail(email)[0], known.rcpt(to)[0]) == (250, 250)
        # The third gets the place of who says nothing, and so does the fourth.
        third = client()
        assert heard.readline().startswith(b"421")
        assert heard.readline() == b""
        third.helo()
        fourth = client()
        assert third.getreply()[0] == 421
        fourth.helo()
        assert (fourth.mail(email)[0], fourth.rcpt(to)[0]) == (250, 250)
        # Both bring something: now nobody makes room.
        with pytest.raises(smtplib.SMTPConnectError) as busy:
            client()
        assert busy.value.smtp_code == 421
        assert known.data(own(seat, "A1"))[0] == 250
        # His mail is taken in; he may go on, or make room in his turn.
        client()
    assert Reply.objects.count() == 1


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("stripped", "mails", "told"),
    [((), 1, 1), (("Auto-Submitted", "Precedence", "List-Id", "List-Unsubscribe"), 7, 6)],
    ids=["as they are", "by who takes off all that says so"],
)
def test_two_servers_of_ours_that_write_to_each_other_come_to_rest(
    game, mail_server, stripped, mails, told
):
    """Both players' mailboxes pass on all that comes to the other's seat, in his name."""
    one, other = cast.asked(game), cast.asked(cast.started(("erin", "frank", "grace")))
    mailbox.sweep(now=NOW)
    ways = {one.player.email: other, other.player.email: one}
    begun = len(mail_server.got)
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as line:

        def passes(letter: EmailMessage) -> None:
            to = ways.get(letter["To"])
            if to is None:
                return
            for head in ("From", "Message-ID"):
                del letter[head]
            for head in stripped:
                del letter[head]
            heads = f"From: {to.player.email}\r\nMessage-ID: <{next(names)}@example.net>\r\n"
            raw = heads.encode() + letter.as_bytes(policy=SMTP)
            line.sendmail(to.player.email, [address(to)], raw)

        names = count(1)
        line.sendmail(one.player.email, [address(one)], own(one, "Hello"))
        while True:
            acting.sweep(now=NOW)
            mailbox.sweep(now=NOW)
            came, begun = mail_server.got[begun:], len(mail_server.got)
            if not came:
                break
            assert next(names) < 100
            for letter in came:
                passes(letter)
    assert Reply.objects.count() == mails
    assert Letter.objects.filter(kind="reply").count() == told
    assert {each["told"] for reply in Reply.objects.all() for each in reply.done} == {"nothing"}
