"""Mails of all kinds, whole and broken, at each door: taken in or refused, and no fault of ours."""

import smtplib
import sys
from collections.abc import Iterator
from random import Random

import pytest

from games.limits.rules import HOUR, Limit
from games.models import Letter, Move, Reply, Seat
from games.replies.services import accepting, acting, refusing
from games.services import instant
from tests.games import cast
from tests.games.replies import hostile
from tests.games.replies.cast import DOMAIN, address
from tests.games.replies.receiving import receiving
from tests.games.replies.test_a_provider_brings_mails import KEY, SECRET, by_postmark, post
from tests.games.replies.test_nothing_crashes_the_reader import MAILS, damaged

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

NESTED = b"".join(
    b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (at, at) for at in range(90)
)
HARD = (
    b"",
    b"\r\n",
    b"\x00" * 3_000,
    b"From: \xff\xfe\r\nSubject: =?utf-8?q?=ff?=\r\n\r\n\xff",
    b"Content-Type: message/rfc822\r\n\r\nFrom: mallory@example.org\r\n\r\nA1",
    b"Content-Type: text/plain; charset=\xff\xfe\r\n\r\nA1",
    b"Content-Type: text/plain; charset=utf-7\r\n\r\n+AEE-1",
    b"Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!",
    b"Content-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\nMIAGCSqGSIb3DQEHA6CAMIAC",
    b"Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nA1\r\nEND:VCALENDAR",
    NESTED + b"A1",
    b"Message-ID: <" + b"x" * 900 + b">\r\n\r\nA1",
    b"To: undisclosed-recipients:;\r\nCc: =?x?\r\n\r\nA1",
    b"Authentication-Results: ; (((\r\nX-Mailgun-Spf:\r\nReceived-SPF: =?\r\n\r\nA1",
)


@pytest.fixture
def seat(settings, monkeypatch):
    # The last ones are read as the first ones are.
    for room, limit in ((refusing, "REFUSED_OF_AN_ADDRESS"), (accepting, "REPLIES")):
        monkeypatch.setattr(room, limit, Limit(f"any number of {limit}", 10_000, HOUR))
    settings.REPLY_DOMAIN = DOMAIN
    settings.REPLY_CHECKED_BY = "mx.example.org"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    return cast.asked(cast.started(now=instant.now()))


def mails_for(own: str) -> Iterator[bytes]:
    """Of each kind, as it is and damaged; some by who sits there, some by others."""
    chance = Random(2)
    for raw in (*MAILS, *HARD, *hostile.RAISING.values()):
        lines = raw.replace(b"\r\n", b"\n").split(b"\n")
        for each in (raw, damaged(lines, chance), damaged(lines, chance)):
            yield each
            yield b"From: %s\n%s" % (own.encode(), each)


def test_a_line_answers_every_mail(seat, caplog):
    told, own = set(), seat.player.email
    named = own.encode()
    slow = (raw.replace(b"alice@example.org", named) for raw in hostile.SLOW.values())
    with receiving() as port:
        for raw in (*mails_for(own), *slow):
            with smtplib.SMTP("127.0.0.1", port, timeout=30) as line:
                try:
                    line.sendmail(own, [address(seat)], raw)
                    told.add(250)
                except smtplib.SMTPResponseException as refused:
                    told.add(refused.smtp_code)
                except smtplib.SMTPRecipientsRefused as refused:
                    told.update(code for code, _said in refused.recipients.values())
    assert told <= {250, 452, 500, 554}
    assert {250, 554} <= told
    _nothing_broke(seat, caplog.text)


def test_a_provider_is_answered_for_every_mail(seat, settings, caplog):
    settings.REPLY_PROVIDER = "postmark"
    own, to = seat.player.email, address(seat)
    for raw in mails_for(own):
        brought = by_postmark(to, own, RawEmail=raw.decode("latin-1"))
        assert post("postmark", brought) in (200, 429), raw
    _nothing_broke(seat, caplog.text)


def _nothing_broke(seat: Seat, log: str) -> None:
    """All that was taken in is acted on, and nobody but who sits there is answered."""
    now = instant.now()
    for _ in range(3):
        acting.sweep(now=now)
    assert not Reply.objects.filter(acted_at=None).exists()
    done = [each["told"] for reply in Reply.objects.all() for each in reply.done]
    assert done
    assert "fault" not in done
    assert Move.objects.filter(by=Move.By.PLAYER).count() <= 1
    assert not Letter.objects.filter(kind="reply").exclude(seat=seat).exists()
    assert "Traceback" not in log
    assert "out of order" not in log
    assert sys.getrecursionlimit() == 1_000
