"""A letter's bytes are what any writer of mail would write, and styled as if each were alone."""

import re
from email import message_from_bytes, policy
from email.message import Message
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games import drawing, letters
from games.letters import envelope, page, wire
from games.letters.content import Content, Link
from games.models import Letter
from tests.games.cast import HOUR, NOW
from tests.games.letters.test_every_letter_is_written import CASES

pytestmark = pytest.mark.django_db(transaction=True)


class _Pieces(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # The one that tells who styles what to leave is not sent.
        kept = [
            (name, (said or "").rstrip(";")) for name, said in attrs if "css-inline" not in name
        ]
        self.found.append((tag, sorted(kept)))

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@pytest.mark.parametrize("kind", CASES)
def test_a_page_is_what_the_template_says_with_its_styles_where_they_belong(
    kind: Letter.Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = []

    def both(content: Content, stop: Link) -> str:
        hand = content.board.hand if content.board else ()
        context = {
            "content": content,
            "stop": stop,
            "language": get_language(),
            "width": drawing.SHOWN_WIDTH,
            "hand_width": drawing.hand_width(len(hand)),
        }
        alone = page._INLINER.inline(render_to_string("letters/letter.html", context))
        filled = page.page(content, stop)
        pages.append((filled, alone.replace(' data-css-inline="keep"', "")))
        return filled

    monkeypatch.setattr(envelope, "page", both)
    letters.render(CASES[kind](), now=NOW + HOUR)
    [(filled, alone)] = pages
    assert _Pieces(filled).found == _Pieces(alone).found
    assert "{%" not in filled


def test_what_a_page_says_is_in_no_other_letters_page() -> None:
    stop = Link("stop", "https://example.org/?a=1&b=2")
    one = Content("s", "Heading <one>", "Lead of one", message=("alice laid a card",))
    other = Content("s", "Heading two", "\ue0000\ue001", message=('"bob" laid a card',))
    first, second = page.page(one, stop), page.page(other, stop)
    assert "Heading &lt;one&gt;" in first
    assert "?a=1&amp;b=2" in first
    assert "&quot;bob&quot; laid" in second
    assert second.count("\ue0000\ue001") == 2, "in the preview and as the lead"
    assert "&lt;one&gt;" not in second
    assert "alice" not in second
    assert page.page(one, stop) == first


@pytest.mark.parametrize("kind", CASES)
def test_a_letter_reads_as_if_the_standard_library_had_written_it(kind: Letter.Kind) -> None:
    message = letters.render(CASES[kind](), now=NOW + HOUR)
    ours = wire.written(message)
    as_django_does: Any = EmailMultiAlternatives.message(message)
    theirs = as_django_does.as_bytes(linesep="\r\n")
    assert _read(ours) == _read(theirs)
    assert ours == wire.written(message)
    assert b"\r\nMIME-Version: 1.0\r\n" in ours
    assert ours.replace(b"\r\n", b"").count(b"\n") == 0
    assert max(map(len, ours.split(b"\r\n"))) <= wire.LONGEST


def _read(sent: bytes) -> list[object]:
    found = message_from_bytes(sent, policy=policy.default)
    assert not found.defects
    return [
        (part.get_content_type(), _headers(part), None if part.is_multipart() else _content(part))
        for part in found.walk()
    ]


def _headers(part: Message) -> dict[str, str]:
    of_the_writing = {"content-type", "content-transfer-encoding", "mime-version"}
    return {
        name: str(said).strip() for name, said in part.items() if name.lower() not in of_the_writing
    }


def _content(part: Any) -> object:
    said = part.get_content()
    return said.replace("\r\n", "\n") if isinstance(said, str) else said


def _message(subject: str, body: str) -> envelope.Message:
    own = {"Message-ID": "<one@example.org>"}
    message = envelope.Message(subject, body, to=["bob@example.org"], headers=own)
    message.attach_alternative("<p>", "text/html")
    return message


def test_a_line_too_long_for_the_way_is_written_in_another_way() -> None:
    long = "é" * 600
    sent = wire.written(_message("s", f"{long}\n.\n"))
    assert max(map(len, sent.split(b"\r\n"))) <= wire.LONGEST
    [text, _html] = [part for part in _read(sent) if part[2] is not None]  # type: ignore[index]
    assert text[2] == f"{long}\n.\n"  # type: ignore[index]


@pytest.mark.parametrize(
    "subject", ["Zwölf Züge ·" * 20, "鉱山" * 40, "⛏" * 30, "a plain one", "ä=?_ b"]
)
def test_a_subject_in_any_script_arrives_in_lines_that_are_short_enough(subject: str) -> None:
    sent = wire.written(_message(subject, ""))
    assert message_from_bytes(sent, policy=policy.default)["Subject"] == subject
    [said] = re.findall(rb"^Subject: .*\r\n(?: .*\r\n)*", sent, re.MULTILINE)
    assert max(map(len, said.split(b"\r\n"))) <= 76
    assert said.isascii()


def test_no_subject_can_add_a_header() -> None:
    with pytest.raises(BadHeaderError):
        wire.written(_message("s\nBcc: eve@example.org", ""))
