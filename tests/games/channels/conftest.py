"""Fixtures of channels: a server of the player's own, to which one may send though it is here."""

from collections.abc import Iterator

import pytest

from tests.games.channels.listener import CERTIFICATE, Listener, listening


@pytest.fixture
def listener(settings, monkeypatch) -> Iterator[Listener]:
    """A listener that may be called by its name, and whose certificate is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with listening() as found:
        settings.CHANNELS_ALLOWED = [f"localhost:{found.port}"]
        yield found
