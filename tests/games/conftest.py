"""Fixtures for tests of the service."""

from collections.abc import Iterator

import pytest

from tests.games.mail_server import MailServer, serving


@pytest.fixture
def mail_server(settings) -> Iterator[MailServer]:
    """A real SMTP server that the service sends through."""
    with serving(MailServer()) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 2
        yield server
