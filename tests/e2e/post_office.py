"""Inboxes to look into: what arrived at the tests' own mail server, as its readers see it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from tests.games.mail_server import MailServer, serving

PATIENCE = 300.0


class PostOffice:
    """Every letter that arrived, in the order it came."""

    def __init__(self, server: MailServer) -> None:
        self.port = server.port
        self.letters = server.got

    def await_letter(self, wanted: Callable[[EmailMessage], bool], since: int = 0) -> EmailMessage:
        """Return the first letter after `since` that is wanted; fail if none comes."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for letter in self.letters[since:]:
                if wanted(letter):
                    return letter
            time.sleep(0.01)
        raise AssertionError(f"no such letter among {len(self.letters[since:])} new ones")

    def inbox(self, address: str) -> list[EmailMessage]:
        """List the letters to one address."""
        return [letter for letter in self.letters if letter["To"] == address]


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    """Serve on a free loopback port until the test is over."""
    with serving(MailServer()) as server:
        yield PostOffice(server)


def sent_to(
    address: str, wanted: Callable[[EmailMessage], bool] = lambda _: True
) -> Callable[[EmailMessage], bool]:
    """Look for letters to one address that are wanted."""
    return lambda letter: letter["To"] == address and wanted(letter)


def text_of(letter: EmailMessage) -> str:
    """Read the plain text of a letter."""
    return _body(letter, "plain")


def html_of(letter: EmailMessage) -> str:
    """Read the HTML of a letter."""
    return _body(letter, "html")


def _body(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content())
