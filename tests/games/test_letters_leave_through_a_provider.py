"""Letters through the interface of a mail provider instead of SMTP, against a server that plays it.

What is set is what `docs/providers.md` says, as the environment hands it over.
"""

import json
from collections.abc import Iterator
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Letter
from games.services import mailbox
from saboteur_site.env import env_prefixed
from tests.games.cast import NOW, asked, started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


class Provider(ThreadingHTTPServer):
    """Takes what is posted to it, or answers as it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Desk)
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answer: tuple[int, dict[str, Any]] = (200, {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Desk(BaseHTTPRequestHandler):
    server: Provider

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), body))
        status, said = self.server.answer
        answer = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def postmark(provider: Provider, settings, monkeypatch) -> Provider:
    monkeypatch.setenv("ANYMAIL_POSTMARK_SERVER_TOKEN", "a-token")
    monkeypatch.setenv("ANYMAIL_POSTMARK_API_URL", provider.url)
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = env_prefixed("ANYMAIL_")
    provider.answer = 200, {"ErrorCode": 0, "Message": "OK", "MessageID": "x", "To": "a@b.c"}
    return provider


@pytest.fixture
def mailgun(provider: Provider, settings, monkeypatch) -> Provider:
    monkeypatch.setenv("ANYMAIL_MAILGUN_API_KEY", "a-key")
    monkeypatch.setenv("ANYMAIL_MAILGUN_SENDER_DOMAIN", "mail.example.org")
    monkeypatch.setenv("ANYMAIL_MAILGUN_API_URL", provider.url)
    settings.EMAIL_BACKEND = "anymail.backends.mailgun.EmailBackend"
    settings.ANYMAIL = env_prefixed("ANYMAIL_")
    provider.answer = 200, {"id": "<x@mail.example.org>", "message": "Queued. Thank you."}
    return provider


def turn() -> Letter:
    """The letter to whoever is asked at a new table."""
    letter = Letter.objects.get(seat=asked(started()))
    Letter.objects.exclude(pk=letter.pk).delete()
    return letter


def test_postmark_gets_text_page_pictures_and_headers(postmark: Provider):
    letter = turn()
    assert mailbox.sweep(now=NOW) == 1
    [(head, body)] = postmark.got
    sent = json.loads(body)
    assert head["X-Postmark-Server-Token"] == "a-token"
    assert sent["Subject"]
    assert sent["TextBody"].strip()
    named = {each["ContentID"] for each in sent["Attachments"]}
    assert {name.partition(".")[0] for name in named} == {"cid:maze", "cid:hand"}
    assert all(f'src="{name}"' in sent["HtmlBody"] for name in named)
    headers = {each["Name"]: each["Value"] for each in sent["Headers"]}
    assert headers["Message-ID"] == letter.message_id
    assert headers["X-PM-KeepID"] == "true", "else Postmark gives it another name"
    assert headers["References"]
    assert Letter.objects.get().status == "sent"


def test_mailgun_gets_text_page_pictures_and_headers(mailgun: Provider):
    letter = turn()
    assert mailbox.sweep(now=NOW) == 1
    [(head, body)] = mailgun.got
    assert head["Authorization"].startswith("Basic ")
    form = message_from_bytes(
        f"Content-Type: {head['Content-Type']}\r\n\r\n".encode() + body, policy=policy.HTTP
    )
    parts = [(part.get_param("name", header="content-disposition"), part) for part in form.walk()]
    said = {name: part.get_content() for name, part in parts if name}
    assert said["h:Message-Id"].strip() == letter.message_id
    files = {part.get_filename() for name, part in parts if name == "inline"}
    assert {name.partition(".")[0] for name in files} == {"maze", "hand"}
    assert all(f'src="cid:{name}"' in said["html"] for name in files)
    assert Letter.objects.get().status == "sent"


def test_a_refused_address_fails_and_a_wrong_token_waits(postmark: Provider):
    to = turn().seat.player.email
    postmark.answer = 401, {"ErrorCode": 10, "Message": "Bad or missing token"}
    mailbox.sweep(now=NOW)
    waiting = Letter.objects.get()
    assert (waiting.status, waiting.attempts) == ("queued", 1)
    postmark.answer = 422, {"ErrorCode": 300, "Message": f"Invalid 'To' address: '{to}'."}
    mailbox.sweep(now=waiting.due_at)
    assert Letter.objects.get().status == "failed"


# What Postmark says today, what it said once, and what it says where it names nobody.
INACTIVE = "Inactive recipients are ones that have generated a hard bounce or a spam complaint."
NAMED = (
    f"You tried to send to recipient(s) that are inactive. Found inactive addresses: %s. {INACTIVE}"
)
PARTLY = f"Message OK, but will not deliver to these inactive addresses: %s. {INACTIVE}"
NAMELESS = f"You tried to send to recipients that have all been marked as inactive. {INACTIVE}"
INVALID = "Invalid 'To' address: '%s'."
FAULTY = "Error parsing 'To': it is no list of addresses."


@pytest.mark.parametrize(
    ("status", "number", "message", "what", "error"),
    [
        (422, 406, NAMED, "failed", "recipient refused: rejected"),
        (422, 406, NAMELESS, "failed", "letter refused 422 406"),
        (422, 300, INVALID, "failed", "recipient refused: invalid"),
        (422, 300, FAULTY, "failed", "letter refused 422 300"),
        (200, 0, PARTLY, "failed", "recipient refused: rejected"),
        (200, 0, "Message accepted, but delivery may be delayed.", "sent", ""),
        (422, 400, "Sender signature not found.", "queued", "server refused 422 400"),
        (422, 412, "While your account is pending …", "queued", "server refused 422 412"),
        (422, 411, "Forbidden attachment type.", "failed", "letter refused 422 411"),
        (401, 10, "Bad or missing token.", "queued", "server refused 401"),
        (429, 429, "Too many requests.", "queued", "server refused 429"),
        (503, 100, "We are down for maintenance.", "queued", "server: AnymailRequestsAPIError"),
    ],
)
def test_what_postmark_refuses_is_never_sent(
    postmark: Provider, status: int, number: int, message: str, what: str, error: str
):
    to = turn().seat.player.email
    said = {"ErrorCode": number, "Message": message % to if "%s" in message else message}
    postmark.answer = status, said | ({} if number else {"MessageID": "x", "To": to})
    mailbox.sweep(now=NOW)
    letter = Letter.objects.get()
    assert (letter.status, letter.error) == (what, error)
    assert len(postmark.got) == 1
    assert to not in letter.error


@pytest.mark.parametrize(
    ("status", "said", "what", "error"),
    [
        (400, "to parameter is not a valid address.", "failed", "letter refused 400"),
        (401, "Forbidden", "queued", "server refused 401"),
        (403, "The domain is unverified.", "queued", "server refused 403"),
        (404, "Domain not found: mail.example.org", "queued", "server refused 404"),
        (402, "Your account is disabled.", "queued", "server refused 402"),
        (200, "Mailgun Magnificent API", "queued", "server: AnymailRequestsAPIError"),
    ],
)
def test_what_mailgun_refuses_is_never_sent(
    mailgun: Provider, status: int, said: str, what: str, error: str
):
    turn()
    mailgun.answer = status, {"message": said}
    mailbox.sweep(now=NOW)
    letter = Letter.objects.get()
    assert (letter.status, letter.error) == (what, error)


def test_an_answer_that_nobody_can_read_costs_no_letter_and_it_leaves_again_the_same(
    postmark: Provider,
):
    turn()
    postmark.answer = 200, {"what": "is this?"}
    mailbox.sweep(now=NOW)
    waiting = Letter.objects.get()
    assert waiting.status == "queued"
    postmark.answer = 200, {"ErrorCode": 0, "Message": "OK", "MessageID": "x", "To": "a@b.c"}
    mailbox.sweep(now=waiting.due_at)
    assert Letter.objects.get().status == "sent"
    [(_, first), (_, second)] = postmark.got
    assert first == second


def test_whom_another_provider_cannot_reach_now_is_tried_again(
    provider: Provider, settings, monkeypatch
):
    for name, value in (("API_KEY", "a-key"), ("API_URL", provider.url)):
        monkeypatch.setenv(f"ANYMAIL_UNISENDER_GO_{name}", value)
    settings.EMAIL_BACKEND = "anymail.backends.unisender_go.EmailBackend"
    settings.ANYMAIL = env_prefixed("ANYMAIL_")
    to = turn().seat.player.email
    failed = {to: "temporary_unavailable"}
    provider.answer = (
        200,
        {"status": "success", "job_id": "x", "emails": [], "failed_emails": failed},
    )
    mailbox.sweep(now=NOW)
    letter = Letter.objects.get()
    assert (letter.status, letter.error) == ("queued", "recipient refused: failed")
    provider.answer = 200, {"status": "success", "job_id": "x", "emails": [to]}
    mailbox.sweep(now=letter.due_at)
    assert Letter.objects.get().status == "sent"


def test_a_letter_can_be_sent_to_try_it_out(postmark: Provider):
    call_command("sendtestemail", "somebody@example.net")
    [(_head, body)] = postmark.got
    assert json.loads(body)["To"] == "somebody@example.net"


def test_a_letter_can_be_sent_over_smtp_to_try_it_out(mail_server):
    call_command("sendtestemail", "somebody@example.net")
    assert mail_server.readers == ["somebody@example.net"]
