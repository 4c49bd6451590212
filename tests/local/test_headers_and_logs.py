"""What goes out with every response, and what never reaches a log."""

import logging

from django.core import mail

from saboteur_site.logs import HideLinks, MailOperators

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
