"""Fixtures for tests of the service."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from games.selectors import clock
from tests.games.mail_server import MailServer, serving


@pytest.fixture
def mail_server(settings) -> Iterator[MailServer]:
    """A real SMTP server that the service sends through."""
    with serving(MailServer()) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 20
        yield server


@pytest.fixture
def at_once(settings, monkeypatch) -> None:
    """No letter waits for who may sit at his table; test_who_sits_at_his_table.py has those."""
    settings.LETTER_GRACE = 0
    monkeypatch.setenv("LETTER_GRACE", "0")


@pytest.fixture
def set_clock(monkeypatch) -> Callable[[datetime], None]:
    """Sets the one clock that all statements ask."""
    return lambda now: monkeypatch.setattr(clock, "NOW", f"'{now.isoformat()}'::timestamptz")
