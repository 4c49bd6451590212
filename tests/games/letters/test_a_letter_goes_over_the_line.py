"""A letter's bytes are what any writer of mail would write, and styled as if each were alone."""

import re
from email import message_from_bytes, policy
from email.message import Message
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import override

from games import drawing, letters
from games.letters import envelope, page, wire
from games.letters.content import Content, Link
from games.letters.wrapping import SEPARATOR, WIDTH, flowed
from games.models import Letter
from games.replies.rules import commands
from games.replies.rules.flowed import joined
from tests.games.cast import HOUR, NOW
from tests.games.letters.test_every_letter_is_written import CASES, Render

pytestmark = pytest.mark.django_db


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
    kind: Letter.Kind, rendered: Render
) -> None:
    content, stop = rendered(kind).page
    hand = content.board.hand if content.board else ()
    context = {
        "content": content,
        "stop": stop,
        "language": "en",
        "width": drawing.SHOWN_WIDTH,
        "hand_width": drawing.hand_width(len(hand)),
    }
    with override("en"):
        alone = page._INLINER.inline(render_to_string("letters/letter.html", context))
        filled = page.page(content, stop)
    assert _Pieces(filled).found == _Pieces(alone.replace(' data-css-inline="keep"', "")).found
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
def test_a_letter_reads_as_if_the_standard_library_had_written_it(
    kind: Letter.Kind, rendered: Render
) -> None:
    message = rendered(kind).message
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
    if part.get_param("format") == "flowed":
        return f"{joined(said, without_space=False)}\n"
    return said.replace("\r\n", "\n") if isinstance(said, str) else said


@pytest.mark.parametrize("kind", CASES)
def test_the_text_is_wrapped_and_reads_as_one_line_again(
    kind: Letter.Kind, rendered: Render
) -> None:
    message = rendered(kind).message
    text: Any = message_from_bytes(wire.written(message), policy=policy.default)
    text = text.get_body(("plain",))
    assert text.get_param("format") == "flowed"
    lines = text.get_content().splitlines()
    # A link has no space to break at, and a wide maze would fall apart.
    assert not [line for line in lines if len(line) > WIDTH and "://" not in line and line[0] > " "]
    assert lines.count(SEPARATOR) == 1, "mail programs cut the signature off by it"
    assert joined("\n".join(lines), without_space=False) == str(message.body).rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "word " * 60 + "end",
        "> " + "a quoted word " * 20 + "end",
        "> \n> > deeper",
        ">bob",
        "From here on",
        "we hear " * 9 + "From here on it goes > and  on " * 5 + "end",
        "    1 ▒▒▒▒▒    ▒▒▒▒▒" * 9,
        "x" * 200 + " " + "y" * 200,
        "a\n-- \nb",
    ],
)
def test_what_is_wrapped_is_joined_to_what_it_was(text: str) -> None:
    wrapped = flowed(text)
    assert joined(wrapped, without_space=False) == text
    breakable = [line for line in wrapped.split("\n") if " " in line[1:WIDTH].strip()]
    assert all(len(line) <= WIDTH for line in breakable) or text.startswith("   ")


@pytest.mark.parametrize("wish", ["e4", "A5", '"say …" are heard too.', "note … is kept", "stop"])
def test_no_wrapped_line_reads_as_a_wish(wish: str) -> None:
    for length in range(40, 90):
        text = "- A · a card: " + "x" * length + f" A1 to {wish}"
        for line in flowed(text).split("\n"):
            assert not commands.read(line, words=frozenset()).commands, line


def test_a_space_at_the_end_of_a_line_joins_it_to_nothing() -> None:
    assert flowed("alice \nand bob\n  the maze  ") == "alice\nand bob\n   the maze"


def test_the_pictures_belong_to_the_page_and_have_names_of_their_own() -> None:
    CASES[Letter.Kind.STARTED]()
    seen = set[str]()
    for letter in Letter.objects.filter(kind=Letter.Kind.STARTED):
        sent = letters.render(letter, now=NOW + HOUR)
        whole = message_from_bytes(wire.written(sent), policy=policy.default)
        assert whole.get_content_type() == "multipart/related"
        assert whole.get_param("type") == "multipart/alternative"
        page: Any = whole.get_body(("html",))
        own = {part["Content-ID"].strip("<>") for part in whole.walk() if part["Content-ID"]}
        assert {name.partition(".")[0] for name in own} == {"maze", "hand"}
        assert set(re.findall(r'src="cid:([^"]+)"', page.get_content())) == own
        assert all(re.fullmatch(r"[^@\s]+@[^@\s]+", name) for name in own), "as RFC 2392 has it"
        assert not own & seen
        seen |= own
    assert len(seen) == 4, "two pictures in each of two emails"


def test_a_message_id_is_no_bare_row_of_hexadecimal_digits() -> None:
    name, _, host = CASES[Letter.Kind.TURN]().message_id.strip("<>").partition("@")
    assert host
    assert not re.fullmatch("[0-9a-f]+", name), "spam filters count that against an email"


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
