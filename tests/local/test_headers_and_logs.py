"""What goes out with every response, and what never reaches a log."""

import logging
import sys
from pathlib import Path

import pytest
from django.core import mail
from django.core.files import temp
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from saboteur_site.logs import MailOperators
from saboteur_site.security import visitors_address
from saboteur_site.veil import Veiled

LINK = "/t/eyJnIjoxLCJzIjoyfQ:1vPq0Z:Dk3vM0b9r1cXWlq7z_2Yh-5uS8/move/"


def record(message, *args):
    return logging.LogRecord("django.request", logging.ERROR, __file__, 1, message, args, None)


def line(message, *args):
    return Veiled("{message}", style="{").format(record(message, *args))


def test_every_response_forbids_what_comes_from_elsewhere(client):
    headers = client.get("/healthz").headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "strict-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_link_from_a_letter_is_hidden_in_logs():
    assert line("Not Found: %s", LINK) == "Not Found: /t/…/move/"


def test_a_hand_and_an_address_are_hidden_in_logs():
    picked = "GET /g/k3mwz8/seat/?pick=card%3AP5&pick=cell%3Ac3 HTTP/1.1"
    assert line(picked) == "GET /g/k3mwz8/seat/?… HTTP/1.1"
    assert line("Key (email)=(a.b+c@mail.example.org) exists") == "Key (email)=(…) exists"


def test_what_an_error_says_is_veiled_and_where_it_was_is_not():
    made = record("oops")
    try:
        dict[object, object]()["alice@example.org", LINK]
    except KeyError:
        made.exc_info = sys.exc_info()
    told = Veiled().format(made)
    assert "alice" not in told
    assert "eyJ" not in told
    assert Path(__file__).name in told


def test_of_an_error_only_its_class_and_its_places_are_told():
    made, code = record("oops"), ["saboteur"]
    try:
        try:
            dict[object, object]()[f"@1 is a {code[0]}"]
        except KeyError:
            code[1]
    except IndexError:
        made.exc_info = sys.exc_info()
    told = Veiled().format(made)
    assert "@1 is a saboteur" not in told
    assert told.count(Path(__file__).name) == 2
    assert [line for line in told.splitlines() if line.startswith("builtins.")] == [
        "builtins.KeyError",
        "builtins.IndexError",
    ]


def test_ordinary_paths_stay_readable_in_logs():
    assert line("Not Found: %s", "/g/k3mwz8/seat/") == "Not Found: /g/k3mwz8/seat/"


def test_operators_are_told_of_errors_without_the_link(settings):
    settings.ADMINS = [("", "mallory@example.org")]
    handler = MailOperators()
    handler.setFormatter(Veiled())
    handler.emit(record("Internal Server Error: %s", LINK))
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
