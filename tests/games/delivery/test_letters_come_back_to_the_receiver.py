"""Without any provider: each letter has an address to which it comes back, and reports are read."""

import smtplib
from email.message import EmailMessage
from uuid import uuid4

import pytest
from django.conf import settings

from games import links
from games.delivery.rules import reports
from games.delivery.rules.news import News
from games.models import Letter, Mailbox, Move, Reply
from games.services import mailbox
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, asked, clocks_of, started
from tests.games.mail_server import MailServer
from tests.games.replies.cast import DOMAIN
from tests.games.replies.receiving import receiving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture(autouse=True)
def _ours(settings, set_clock):
    settings.REPLY_DOMAIN, settings.MAIL_RETURNS = DOMAIN, True
    set_clock(NOW)


def report(
    action: str = "failed",
    status: str = "5.1.1",
    said: str = "smtp; 550 5.1.1 <alice@example.org> User unknown",
    *,
    kind: str = "delivery-status",
) -> bytes:
    """What a mail server writes about a letter (RFC 3464)."""
    return f"""From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: someone@{DOMAIN}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary="cut"

--cut
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--cut
Content-Type: message/{kind}

Reporting-MTA: dns; mx.example.net
Arrival-Date: Sun, 1 Mar 2026 12:00:00 +0000

Final-Recipient: rfc822; alice@example.org
Action: {action}
Status: {status}
Diagnostic-Code: {said}

--cut
Content-Type: text/rfc822-headers

Subject: Your turn

--cut--
""".replace("\n", "\r\n").encode()


def sent(mail_server: MailServer) -> tuple[Letter, str]:
    """The letter of whoever is asked, and where it comes back to, as the mail server was told."""
    told = list[str]()
    mail_server.sender = told.append
    game = started()
    mailbox.sweep(now=NOW)
    letter = Letter.objects.get(seat=asked(game))
    [to] = [each for each in told if links.read_return(each.partition("@")[0]).letter == letter.pk]
    assert {str(each["From"]) for each in mail_server.got} == {settings.DEFAULT_FROM_EMAIL}
    return letter, to


def test_a_letter_that_comes_back_finds_its_seat_once(mail_server: MailServer, set_clock, caplog):
    letter, to = sent(mail_server)
    assert len(to.partition("@")[0]) <= 64
    at = NOW + HOUR
    set_clock(at)
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        for _ in range(2):
            client.sendmail("", [to.upper()], report())
    letter.refresh_from_db()
    assert (letter.status, letter.heard) == ("failed", "dead")
    assert again(letter.game).deadline_at == at + DAY
    assert clocks_of(letter.game).seats[letter.seat.number].unreached
    assert Mailbox.objects.get().dead_since == at
    # It is answered by nothing: no letter leaves but those that were there.
    assert not Reply.objects.exists()
    assert not Letter.objects.filter(kind="reply").exists()
    for secret in (to, letter.seat.player.email):
        assert secret not in caplog.text


def test_what_waits_is_deferred_and_what_is_full_came_back_for_now(mail_server: MailServer):
    letter, to = sent(mail_server)
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail("", [to], report("delayed", "4.4.1", "smtp; 451 try later"))
        letter.refresh_from_db()
        assert (letter.status, letter.heard) == ("sent", "deferred")
        client.sendmail("", [to], report("failed", "5.2.2", "smtp; 552 5.2.2 mailbox full"))
        letter.refresh_from_db()
    assert (letter.status, letter.heard) == ("failed", "returned")
    assert Mailbox.objects.get().dead_since is None


def test_out_of_office_replies_and_other_mails_there_are_no_bounces(mail_server: MailServer):
    letter, to = sent(mail_server)
    away = EmailMessage()
    away["From"], away["To"], away["Subject"] = letter.seat.player.email, to, "Out of office"
    away["Auto-Submitted"] = "auto-replied"
    away.set_content("I am away until Monday. Status: 5.1.1 Action: failed\nA1\n")
    written = b"From: alice@example.org\r\nSubject: Re: Your turn\r\n\r\nA1\r\n"
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        for raw in (away.as_bytes(), away.as_bytes(), written, b"", report(kind="feedback-report")):
            client.sendmail("", [to], raw)
    assert Letter.objects.get(pk=letter.pk).heard == ""
    assert not Mailbox.objects.exists()
    assert not Move.objects.filter(by="player").exists()
    [reply] = Reply.objects.all()
    assert [each["told"] for each in reply.done] == ["offer"]


def test_nobody_else_can_say_that_a_letter_came_back(mail_server: MailServer):
    letter, to = sent(mail_server)
    local, _, domain = to.partition("@")
    forged = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"
    other = f"{local[:10]}{'a' if local[10] != 'a' else 'b'}{local[11:]}@{domain}"
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        for wrong in (forged, other):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                client.sendmail("", [wrong], report())
    assert Letter.objects.get(pk=letter.pk).heard == ""


def test_to_an_address_that_he_has_no_more_it_says_nothing_of_the_one_he_has(
    mail_server: MailServer,
):
    letter, to = sent(mail_server)
    player = letter.seat.player
    player.email = "elsewhere@example.org"
    player.save()
    with receiving() as port, smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail("", [to], report())
    assert not Mailbox.objects.exists()
    assert not clocks_of(letter.game).seats[letter.seat.number].unreached


def test_without_the_setting_letters_come_back_to_their_sender(mail_server: MailServer, settings):
    settings.MAIL_RETURNS = False
    told = list[str]()
    mail_server.sender = told.append
    started()
    mailbox.sweep(now=NOW)
    assert told
    assert not any(each.startswith("back-") for each in told)


def refused(mail_server: MailServer, why: str) -> tuple[Letter, Letter]:
    """A letter that is refused at once, and one that the mail server takes later."""
    mail_server.recipient = lambda address: why
    game = started()
    mailbox.sweep(now=NOW)
    letter = Letter.objects.get(seat=asked(game))
    mail_server.recipient = lambda address: "250 OK"
    Letter.objects.filter(pk=letter.pk).update(kind="reminder")
    row = Letter.objects.get(pk=letter.pk)
    row.pk, row.status, row.attempts, row.error = uuid4(), "queued", 0, ""
    row.due_at = NOW + MINUTE
    row.save(force_insert=True)
    return letter, row


def test_a_mail_server_that_refuses_an_address_at_once_says_the_same(mail_server: MailServer):
    letter, _later = refused(mail_server, "550 5.1.1 no such person")
    assert Mailbox.objects.get(player=letter.seat.player).dead_since == NOW
    # That the next one is taken proves nothing where letters come back later.
    mailbox.sweep(now=NOW + MINUTE)
    assert Mailbox.objects.exists()
    assert clocks_of(letter.game).seats[letter.seat.number].unreached


def test_where_nothing_else_is_ever_heard_a_letter_that_is_taken_is_believed(
    mail_server: MailServer, settings
):
    settings.MAIL_RETURNS = False
    letter, _later = refused(mail_server, "550 5.1.1 no such person")
    assert Mailbox.objects.get(player=letter.seat.player).dead_since == NOW
    mailbox.sweep(now=NOW + MINUTE)
    assert not Mailbox.objects.filter(player=letter.seat.player).exists()
    assert not clocks_of(letter.game).seats[letter.seat.number].unreached


def test_a_letter_that_is_not_liked_is_no_word_against_its_address(mail_server: MailServer):
    refused(mail_server, "550 5.7.1 not from you")
    assert not Mailbox.objects.exists()


@pytest.mark.parametrize(
    ("raw", "news"),
    [
        (report(), News.DEAD),
        (report(status="5.0.0", said="smtp; 550 no such user"), News.DEAD),
        (report(status="4.4.7", said="smtp; 421 4.4.7 expired"), News.RETURNED),
        (report(status="5.7.1", said="smtp; 550 5.7.1 spam"), News.RETURNED),
        (report("Delayed"), News.DEFERRED),
        (report("delivered", "2.0.0", "smtp; 250 ok"), News.DELIVERED),
        (report("relayed", "2.0.0"), None),
        (report("expanded"), None),
        (report(kind="disposition-notification"), None),
        (report().replace(b"multipart/report", b"multipart/mixed"), None),
        (b"", None),
        (b"Content-Type: multipart/report; boundary=x\r\n\r\n--x--", None),
        (b"Content-Type: message/rfc822\r\n\r\n" * 500, None),
    ],
)
def test_reports_are_read(raw: bytes, news: News | None):
    assert reports.read(raw) == news
