"""What providers post, in their own shapes, ends in the same service as what comes over a line."""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import reverse

from games.models import Letter, Reply
from games.services import instant
from tests.games import cast
from tests.games.replies.cast import DOMAIN, address

pytestmark = pytest.mark.django_db

SECRET, KEY = "us:secret", "key-of-ours"
AUTH = {"Authorization": f"Basic {b64encode(SECRET.encode()).decode()}"}


@pytest.fixture
def seat(settings):
    settings.REPLY_DOMAIN = DOMAIN
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    return cast.asked(cast.started())


def by_postmark(to: str, sender: str, **more: object) -> dict[str, object]:
    return {
        "FromName": "Alice",
        "From": sender,
        "FromFull": {"Email": sender, "Name": "Alice", "MailboxHash": ""},
        "To": to,
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
        "Cc": "",
        "CcFull": [],
        "OriginalRecipient": to,
        "Subject": "Re: Your turn",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "MailboxHash": "",
        "Date": "Fri, 1 Aug 2026 16:45:32 -0400",
        "TextBody": "A1\n\nAm 1.8.2026 um 16:00 schrieb Saboteur:\n> A2\n",
        "HtmlBody": "<p>A1</p>",
        "StrippedTextReply": "A1",
        "Tag": "",
        "Headers": [
            {"Name": "Return-Path", "Value": f"<{sender}>"},
            {"Name": "Message-ID", "Value": "<one@example.org>"},
            {"Name": "X-Spam-Status", "Value": "No"},
        ],
        "Attachments": [],
        **more,
    }


def by_mailgun(to: str, sender: str, at: str) -> dict[str, str]:
    signature = hmac.new(KEY.encode(), f"{at}token".encode(), hashlib.sha256).hexdigest()
    heads = [["From", sender], ["To", to], ["Message-Id", "<two@example.org>"]]
    return {
        "recipient": to,
        "sender": sender,
        "from": sender,
        "subject": "Re: Your turn",
        "body-plain": "board\r\n\r\n> A2\r\n",
        "stripped-text": "board",
        "timestamp": at,
        "token": "token",
        "signature": signature,
        "message-headers": json.dumps(heads),
    }


def post(
    provider: str, data: object, *, form: bool = False, headers: Mapping[str, str] = AUTH
) -> int:
    kind = MULTIPART_CONTENT if form else "application/json"
    url = reverse("inbound", args=[provider])
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    return client.post(url, data, headers=headers, content_type=kind).status_code


def test_a_mail_that_postmark_brings_is_taken_in_once(seat, settings):
    settings.REPLY_PROVIDER = "postmark"
    to, own = address(seat), seat.player.email
    assert post("postmark", by_postmark(to, own)) == 200
    assert post("postmark", by_postmark(to, own)) == 200
    reply = Reply.objects.get()
    assert (reply.seat, reply.text) == (seat, "A1")
    # Nobody else's, no bounce, to no other address, and nothing without the password.
    assert post("postmark", by_postmark(to, "mallory@example.org")) == 200
    back = [{"Name": "Return-Path", "Value": "<>"}]
    assert post("postmark", by_postmark(to, own, Headers=back)) == 200
    assert post("postmark", by_postmark(f"x@{DOMAIN}", own)) == 200
    assert post("postmark", by_postmark(to, own), headers={}) == 400
    assert post("mailgun", by_postmark(to, own)) == 404
    settings.REPLY_PROVIDER = "nobody"
    assert post("nobody", by_postmark(to, own)) == 404
    settings.REPLY_PROVIDER, settings.REPLY_DOMAIN = "postmark", ""
    assert post("postmark", by_postmark(to, own)) == 404
    told = Reply.objects.exclude(pk=reply.pk).get()
    assert [each["told"] for each in told.done] == ["other-address"]


def test_a_whole_mail_that_was_decoded_on_its_way_is_read(seat, settings):
    settings.REPLY_PROVIDER = "postmark"
    own = seat.player.email
    head = f"From: {own}\r\nMessage-ID: <raw@example.org>\r\nTo: Ünde <x y>, not@@one\r\n"
    raw = f"{head}Content-Transfer-Encoding: 8bit\r\n\r\nsay Grüße\x00 €\r\n"
    assert post("postmark", by_postmark(address(seat), own, RawEmail=raw)) == 200
    assert Reply.objects.get().text == "say Grüße €"


def test_a_mail_that_mailgun_brings_is_taken_in(seat, settings):
    settings.REPLY_PROVIDER = "mailgun"
    at = str(int((instant.now() - timedelta(seconds=1)).timestamp()))
    form = by_mailgun(address(seat), seat.player.email, at)
    assert post("mailgun", form, form=True) == 200
    assert Reply.objects.get().text == "board"
    assert post("mailgun", {**form, "signature": "0" * 64}, form=True) == 400


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
def test_a_mail_is_not_taken_in_if_the_provider_found_its_sender_forged(seat, settings):
    settings.REPLY_PROVIDER = "mailgun"
    to, own = address(seat), seat.player.email
    at = str(int((instant.now() - timedelta(seconds=1)).timestamp()))
    form = by_mailgun(to, own, at)
    forged = [["X-Mailgun-Spf", "Fail"], *json.loads(form["message-headers"])]
    assert post("mailgun", {**form, "message-headers": json.dumps(forged)}, form=True) == 200
    settings.REPLY_PROVIDER = "postmark"
    found = [{"Name": "X-Spam-Tests", "Value": "DKIM_SIGNED,DKIM_INVALID"}]
    assert post("postmark", by_postmark(to, own, Headers=found)) == 200
    settings.REPLY_PROVIDER = "sendgrid"
    head = f"From: {own}\nTo: {to}\nMessage-ID: <three@example.org>\n"
    envelope = json.dumps({"from": own, "to": [to]})
    form = {"headers": head, "text": "board", "envelope": envelope, "SPF": "fail"}
    assert post("sendgrid", form, form=True) == 200
    settings.REPLY_CHECKED_BY = "mx.provider.example"
    lines = {"headers": f"Authentication-Results: mx.provider.example; dmarc=fail\n{head}"}
    assert post("sendgrid", {**form, **lines, "SPF": "pass"}, form=True) == 200
    assert not Reply.objects.filter(acted_at=None).exists()
    told = Letter.objects.get(kind="reply").reply
    assert [(each["told"], each["about"]) for each in told.done] == [("unproven", "SPF")]
    assert post("sendgrid", {**form, "SPF": "pass"}, form=True) == 200
    assert Reply.objects.get(acted_at=None).text == "board"


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
def test_a_player_hears_which_check_failed_since_a_provider_refuses_nothing(seat, settings):
    settings.REPLY_PROVIDER, settings.REPLY_CHECKED_BY = "sendgrid", "mx.provider.example"
    to, own = address(seat), seat.player.email
    head = f"From: {own}\nTo: {to}\nMessage-ID: <four@example.org>\n"
    lines = f"Authentication-Results: mx.provider.example; dmarc=fail\n{head}"
    envelope = json.dumps({"from": own, "to": [to]})
    form = {"headers": lines, "text": "board", "envelope": envelope, "SPF": "pass"}
    assert post("sendgrid", form, form=True) == 200
    told = Letter.objects.get(kind="reply").reply
    assert [(each["told"], each["about"]) for each in told.done] == [("unproven", "DMARC")]


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
def test_a_check_that_a_provider_could_not_finish_comes_again(seat, settings):
    settings.REPLY_PROVIDER, settings.REPLY_CHECKED_BY = "sendgrid", "mx.provider.example"
    to, own = address(seat), seat.player.email
    lines = f"Authentication-Results: mx.provider.example; spf=temperror\nFrom: {own}\nTo: {to}\n"
    form = {"headers": lines, "text": "board", "envelope": json.dumps({"from": own, "to": [to]})}
    assert post("sendgrid", form, form=True) == 429
    assert not Reply.objects.exists()


def test_an_address_in_a_thousand_brackets_is_answered_at_once(seat, settings):
    settings.REPLY_PROVIDER = "postmark"
    own = seat.player.email
    raw = f"From: {own}\r\nTo: {'(' * 2_000}\r\nMessage-ID: <five@example.org>\r\n\r\nA1"
    assert post("postmark", by_postmark(address(seat), own, RawEmail=raw)) == 200
    assert Reply.objects.get().text == "A1"


def test_what_breaks_here_comes_again(seat, settings, monkeypatch):
    settings.REPLY_PROVIDER = "postmark"

    def breaks(*_args: object, **_more: object) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr("games.replies.services.accepting.accept", breaks)
    assert post("postmark", by_postmark(address(seat), seat.player.email)) == 500
