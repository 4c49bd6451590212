"""What goes out with every response, and what never reaches a log."""

import logging

import pytest
from django.core import mail
from django.core.files import temp
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from saboteur_site.logs import HideLinks, MailOperators
from saboteur_site.security import visitors_address

LINK = "/t/eyJnIjoxLCJzIjoyfQ:1vPq0Z:Dk3vM0b9r1cXWlq7z_2Yh-5uS8/move/"


def record(message, *args):
    made = logging.LogRecord("django.request", logging.ERROR, __file__, 1, message, args, None)
    HideLinks().filter(made)
    return made


def test_every_response_forbids_what_comes_from_elsewhere(client):
    headers = client.get("/healthz").headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_link_from_a_letter_is_hidden_in_logs():
    hidden = record("Not Found: %s", LINK).getMessage()
    assert hidden == "Not Found: /t/…/move/"


def test_ordinary_paths_stay_readable_in_logs():
    assert record("Not Found: %s", "/g/k3mwz8/seat/").getMessage() == "Not Found: /g/k3mwz8/seat/"


def test_operators_are_told_of_errors_without_the_link(settings):
    settings.ADMINS = [("", "mallory@example.org")]
    MailOperators().emit(record("Internal Server Error: %s", LINK))
    assert [letter.to for letter in mail.outbox] == [["mallory@example.org"]]
    assert "/t/…/move/" in mail.outbox[0].subject
    assert "eyJ" not in str(mail.outbox[0].message())


def test_nobody_is_mailed_where_no_operator_is_named(settings):
    settings.ADMINS = []
    MailOperators().emit(record("Internal Server Error: %s", LINK))
    assert mail.outbox == []


@pytest.mark.django_db
@pytest.mark.parametrize("body", [b"a=" + b"x" * 100_000, b"&".join([b"a=1"] * 300)])
def test_what_anybody_can_send_wakes_no_operator(settings, client, body):
    settings.ADMINS = [("", "mallory@example.org")]
    form = "application/x-www-form-urlencoded"
    assert client.post("/sign-in/", body, content_type=form).status_code == 400
    assert client.get("/healthz", headers={"host": "evil.example"}).status_code in (200, 400)
    assert client.get("/sign-in/", headers={"host": "evil.example"}).status_code == 400
    assert mail.outbox == []


@pytest.mark.django_db
def test_no_upload_is_laid_on_disk(settings, client, monkeypatch):
    monkeypatch.setattr(temp, "NamedTemporaryFile", None)
    upload = SimpleUploadedFile("x", b"x" * 500_000)
    assert client.post("/sign-in/", {"email": "", "file": upload}).status_code == 200


@pytest.mark.parametrize(
    ("told", "address"),
    [("", "10.0.0.1"), ("192.0.2.7", "192.0.2.7"), ("1.1.1.1, 192.0.2.7", "192.0.2.7")],
)
def test_behind_a_proxy_the_visitor_is_whom_the_proxy_saw(rf, told, address):
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": told})
    visitors_address(lambda request: HttpResponse())(request)
    assert request.META["REMOTE_ADDR"] == address
