"""Mails of all kinds, whole and broken, are read or refused; nothing else ever comes of them."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.replies.rules import commands, genuine, hypertext, mails
from games.replies.rules.written import written
from tests.games.replies import hostile

MAILS = [file.read_bytes() for file in sorted((Path(__file__).parent / "mails").iterdir())]
MOMENT = 1.0
"""Seconds of this process for one email; reading ordinary ones takes some thousandths."""
WORDS = frozenset({"lay", "pass"})
HEADS = (
    *(b"Content-Type: multipart/mixed; boundary=b1", b"Content-Type: text/html; charset=utf-7"),
    *(b"Content-Type: message/rfc822", b"Content-Type: text/plain; charset=\xff; format=flowed"),
    *(b"Content-Transfer-Encoding: base64", b"Content-Transfer-Encoding: x-uuencode"),
    *(b"From: =?utf-8?b?broken", b"From: \xff\xfe <a@\xff>", b"From: a@b, c@d", b"From:"),
    *(b"Message-ID: <<>>", b"In-Reply-To: <", b"Auto-Submitted:", b"Subject: =?x?q?=ZZ?="),
    *(b"--b1", b"--b1--", b"", b"begin 644 x", b"Content-Disposition: attachment; filename*=x''%"),
)


def read(raw: bytes) -> None:
    with suppress(mails.Unreadable):
        mail = mails.read(raw)
        assert mail.sender == "" or "@" in mail.sender
        commands.read(mail.text, words=WORDS)
        tuple(genuine.by_server(mail.checked, named="mx.example.org"))


def test_mails_cut_mixed_and_damaged_are_read_or_refused():
    chance = Random(1)
    for raw in MAILS:
        lines = raw.split(b"\n")
        for at in range(0, len(lines), 3):
            read(b"\n".join(lines[:at]))
        for _ in range(15):
            read(damaged(lines, chance))


def damaged(lines: Sequence[bytes], chance: Random) -> bytes:
    damaged = list(lines)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(damaged))
        match chance.randrange(3):
            case 0:
                damaged.insert(at, chance.choice(HEADS))
            case 1:
                damaged[at] = chance.randbytes(chance.randrange(80))
            case _:
                damaged[at : at + 2] = reversed(damaged[at : at + 2])
    return b"\n".join(damaged)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.lists(st.one_of(st.sampled_from(HEADS), st.binary(max_size=60)), max_size=12))
def test_bytes_of_any_kind_are_read_or_refused(lines: list[bytes]):
    read(b"\r\n".join(lines))


def test_what_was_made_to_be_slow_is_read_in_a_moment():
    many = 20_000
    for text in (
        "On " * many + "wrote:",
        "Am 1 schrieb " * many,
        ("On 1\n") * many,
        ("a wrote\n\n") * many,
        "\n" * many + "x wrote:",
        "From: " * many,
        "-" * many + "a",
        ">" * many + "\n" + "sent from " * many,
    ):
        written(text)
    for html in ("<div>" * many, "<blockquote>x" * many, "</p>" * many, "<" * many, "&" * many):
        hypertext.plain(html)
    commands.read("say " * many, words=WORDS)
    commands.read("vacation until \n" * many, words=WORDS)


@pytest.mark.parametrize("raw", hostile.SLOW.values(), ids=hostile.SLOW)
def test_an_email_that_was_made_to_be_slow_is_read_in_a_moment(raw: bytes):
    read_in_a_moment(raw)


@pytest.mark.parametrize("raw", hostile.RAISING.values(), ids=hostile.RAISING)
def test_what_python_cannot_read_is_unreadable(raw: bytes):
    with pytest.raises(mails.Unreadable):
        assert mails.read(raw).text == "?"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.sampled_from(hostile.HEADS),
    st.lists(st.sampled_from(hostile.FRAGMENTS), min_size=1, max_size=6),
)
def test_no_pattern_takes_long_however_often_it_is_repeated(head: str, fragments: list[str]):
    read_in_a_moment(hostile.repeated(head, fragments))


def read_in_a_moment(raw: bytes) -> None:
    begun = process_time()
    read(raw)
    assert process_time() - begun < MOMENT, raw[:200]


def test_the_time_for_addresses_is_bounded_too():
    for value in ("(" * 100_000, "<a@b>," * 100_000, "[" * 51):
        with pytest.raises(mails.Unreadable):
            mails.addresses([value])
