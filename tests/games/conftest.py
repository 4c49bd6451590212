"""Fixtures for tests of the service."""

from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import reload
from pathlib import Path

import pytest
from django.urls import clear_url_caches

from games import urls as games_urls
from games.selectors import clock
from saboteur_site import urls as site_urls
from tests.games.mail_server import MailServer, serving


@pytest.fixture
def mail_server(settings) -> Iterator[MailServer]:
    """A real SMTP server that the service sends through."""
    with serving(MailServer()) as server:
        settings.EMAIL_BACKEND = "saboteur_site.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 2
        yield server


@pytest.fixture
def set_clock(monkeypatch) -> Callable[[datetime], None]:
    """Sets the one clock that all statements ask."""
    return lambda now: monkeypatch.setattr(clock, "NOW", f"'{now.isoformat()}'::timestamptz")


@pytest.fixture
def letterbox(settings, tmp_path: Path) -> Iterator[Path]:
    """Local mode with its mailbox pages; the folder that letters are laid into."""
    settings.LOCAL_MODE = True
    settings.LOCAL_MAIL_DIR = tmp_path / "letters"
    settings.EMAIL_BACKEND = "saboteur_site.local.letterbox.EmailBackend"
    _reload_urls()
    yield settings.LOCAL_MAIL_DIR
    settings.LOCAL_MODE = False
    _reload_urls()


def _reload_urls() -> None:
    reload(games_urls)
    reload(site_urls)
    clear_url_caches()
