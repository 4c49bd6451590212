"""System checks: what an operator cannot misconfigure unnoticed."""

import os
import subprocess
import sys

import pytest
from django.core import checks

from games.checks import (
    a_public_site_is_reached_by_https,
    smtp_gives_up_before_the_lease_ends,
    staff_of_a_public_site_use_passkeys,
)
from games.services.claiming import LEASE


@pytest.mark.parametrize("timeout", [1, 20, LEASE.total_seconds() / 2])
def test_an_smtp_timeout_well_below_the_lease_is_fine(settings, timeout):
    settings.EMAIL_TIMEOUT = timeout
    assert smtp_gives_up_before_the_lease_ends() == []


@pytest.mark.parametrize("timeout", [None, 0, LEASE.total_seconds()])
def test_an_smtp_timeout_that_outlives_the_lease_is_an_error(settings, timeout):
    settings.EMAIL_TIMEOUT = timeout
    assert [message.id for message in smtp_gives_up_before_the_lease_ends()] == ["games.E001"]


@pytest.mark.parametrize(
    "base_url",
    [
        "https://saboteur.example.org",
        "https://192.0.2.7",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "http://192.168.1.7:8000",
        "http://saboteur",
        "http://saboteur.localhost",
        "http://mine.home.arpa",
    ],
)
def test_a_site_with_https_or_at_home_is_fine(settings, base_url: str):
    settings.BASE_URL = base_url
    assert a_public_site_is_reached_by_https() == []


@pytest.mark.parametrize(
    "base_url", ["http://saboteur.example.org", "http://8.8.8.8:8000", "http://[2606:4700::1]"]
)
def test_a_public_site_without_https_is_an_error(settings, base_url: str):
    settings.BASE_URL = base_url
    assert [message.id for message in checks.run_checks()] == ["games.E002"]


@pytest.mark.parametrize(
    "sender", ["Saboteur", "Saboteur <>", '"Saboteur <saboteur@example.org>"', "@example.org", ""]
)
def test_a_sender_without_an_address_is_an_error(settings, sender: str):
    settings.DEFAULT_FROM_EMAIL = sender
    [message] = checks.run_checks()
    assert message.id == "games.E005"
    assert "MAIL_FROM" in message.msg


@pytest.mark.parametrize("operators", ["the operators", "Ops <ops@example.org>", "ops@"])
def test_operators_without_an_address_are_an_error(settings, operators: str):
    settings.OPERATORS_ADDRESS = operators
    [message] = checks.run_checks()
    assert message.id == "games.E005"
    assert "OPERATORS" in message.msg


@pytest.mark.parametrize("sender", ["saboteur@example.org", '"Us, all" <us@localhost>'])
def test_a_sender_with_an_address_is_fine(settings, sender: str):
    settings.DEFAULT_FROM_EMAIL = sender
    settings.OPERATORS_ADDRESS = "ops@example.org"
    assert checks.run_checks() == []


def test_answers_that_nobody_checks_are_warned_of(settings):
    settings.REPLY_DOMAIN, settings.REPLY_CHECKED_BY = "re.example.org", ""
    assert [(each.id, each.is_serious()) for each in checks.run_checks()] == [("games.W001", False)]
    settings.REPLY_CHECKED_BY = "mx.example.org"
    assert checks.run_checks() == []
    settings.REPLY_CHECKED_BY, settings.REPLY_PROVIDER = "", "postmark"
    assert checks.run_checks() == []


@pytest.mark.usefixtures("servers")
def test_no_site_is_set_up_with_links_that_anybody_on_the_way_can_read():
    """As an operator meets it, who migrates with each release."""
    own = {"SECRET_KEY": "x", "REDIS_URL": "redis://127.0.0.1:1", "SABOTEUR_SETUP": "off"}
    site = {"BASE_URL": "http://saboteur.example.org", "LOCAL_MODE": "0"}
    asked = [sys.executable, "manage.py", "migrate", "--plan"]
    done = subprocess.run(asked, env={**os.environ, **own, **site}, capture_output=True, text=True)
    assert done.returncode
    assert "games.E002" in done.stderr


def test_a_public_site_is_told_to_have_its_staff_use_passkeys(settings):
    settings.BASE_URL = "https://saboteur.example.org"
    assert [message.id for message in checks.run_checks()] == ["games.I001"]
    settings.STAFF_PASSKEY = True
    assert checks.run_checks() == []


@pytest.mark.parametrize("base_url", ["http://localhost:8000", "https://saboteur.localhost"])
def test_a_site_at_home_is_told_nothing_about_its_staff(settings, base_url: str):
    settings.BASE_URL = base_url
    assert staff_of_a_public_site_use_passkeys() == []


COOKIES = """
import django
django.setup()
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string
from games import middleware
from games.views import accounts, covers, passkeys
client = Client()
client.post("/cover/", {"cover": "yes"}, secure=True)
client.post("/language/", {"language": "de"}, secure=True)
for cookie in client.cookies.values():
    print(cookie.key, bool(cookie["secure"]), cookie["path"], cookie["domain"] or "no domain")
named = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, accounts.MARK, passkeys.ASKED)
stored = import_string(settings.MESSAGE_STORAGE).cookie_name
print(*named, middleware.DEVICE, stored)
"""


@pytest.mark.usefixtures("servers")
@pytest.mark.parametrize(
    ("base_url", "prefix"),
    [("https://saboteur.example.org", "__Host-"), ("http://localhost:8000", "")],
)
def test_over_https_every_cookie_is_of_this_host_alone(base_url: str, prefix: str):
    site = {"SECRET_KEY": "x", "BASE_URL": base_url, "DJANGO_SETTINGS_MODULE": SETTINGS}
    env = {**os.environ, **site, "ALLOWED_HOSTS": "testserver"}
    run = [sys.executable, "-c", COOKIES]
    done = subprocess.run(run, env=env, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    secure = bool(prefix)
    assert done.stdout.splitlines() == [
        f"{prefix}cover {secure} / no domain",
        f"{prefix}django_language {secure} / no domain",
        " ".join(
            prefix + name
            for name in ("sessionid", "csrftoken", "known", "passkey", "device", "messages")
        ),
    ]


SETTINGS = "saboteur_site.settings"
