"""Mail over STARTTLS against a real server whose certificate is checked."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.models import Letter
from games.services import mailbox
from tests.games.cast import NOW, started
from tests.games.mail_server import MailServer, serving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""For 127.0.0.1, signed by itself; good for nothing but these tests."""


@pytest.fixture
def encrypted_server(settings) -> Iterator[MailServer]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    with serving(MailServer(), tls_context=context, require_starttls=True) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = True, 20
        yield server


@pytest.fixture
def trust(monkeypatch) -> None:
    """Let this machine trust the server's certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))


def test_letters_arrive_over_an_encrypted_line(encrypted_server: MailServer, trust: None):
    started()
    assert mailbox.sweep(now=NOW) == 3
    assert len(encrypted_server.got) == 3


def test_a_server_that_nobody_vouches_for_gets_no_letter(encrypted_server: MailServer):
    started()
    assert mailbox.sweep(now=NOW) == 1
    assert not encrypted_server.got
    tried = Letter.objects.get(attempts=1)
    assert (tried.status, tried.error) == ("queued", "server: SSLCertVerificationError")
