"""Mail over STARTTLS against a real server: certificates checked, read once, nothing waits."""

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import mail

from games.models import Letter
from games.services import mailbox
from saboteur_site import smtp
from tests.games.cast import NOW, started
from tests.games.mail_server import MailServer, serving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""For 127.0.0.1, signed by itself; good for nothing but these tests."""


@pytest.fixture
def encrypted_server(settings) -> Iterator[MailServer]:
    settings.EMAIL_BACKEND = "saboteur_site.smtp.EmailBackend"
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    with serving(MailServer(), tls_context=context, require_starttls=True) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = True, 20
        yield server
    smtp._context.cache_clear()


@pytest.fixture
def trust(monkeypatch) -> None:
    """Let this machine trust the server's certificate."""
    smtp._context.cache_clear()
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


def test_certificates_are_read_once_and_no_letter_waits(encrypted_server: MailServer, trust: None):
    lines: list[Any] = [mail.get_connection(), mail.get_connection()]
    for line in lines:
        assert line.open()
        assert line.connection.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert lines[0].ssl_context is lines[1].ssl_context
    for line in lines:
        line.close()
