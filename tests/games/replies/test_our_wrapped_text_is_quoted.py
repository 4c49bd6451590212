"""However a mail program quotes our wrapped text, none of it counts."""

import textwrap
from collections.abc import Callable

import pytest

from games import letters
from games.letters.wrapping import flowed
from games.models import Letter
from games.replies.rules import commands, mails
from games.replies.rules.commands import Code
from games.replies.rules.written import MARK
from tests.games import cast
from tests.games.cast import HOUR, NOW
from tests.games.replies.cast import DOMAIN, coded

pytestmark = pytest.mark.django_db

BY = "On Thu, Nov 19, 2026 at 6:06 PM Saboteur <saboteur@example.org> wrote:"


def thunderbird(ours: str) -> str:
    """Quote line by line and keep the spaces that join them."""
    return "\n".join(f"> {line}" for line in ours.split("\n"))


def joining(ours: str) -> str:
    """Join the lines first, as a program does that shows them in a window of any width."""
    return thunderbird(ours.replace(" \n", " "))


def marking_late(ours: str) -> str:
    """Mark the lines, then wrap them at 72: the rest of each long line has no mark."""
    wrapper = textwrap.TextWrapper(72, break_long_words=False, break_on_hyphens=False)
    return "\n".join(part for line in ours.split("\n") for part in wrapper.wrap(f"> {line}"))


@pytest.mark.parametrize("marked", [True, False], ids=["with our line", "without it"])
@pytest.mark.parametrize("quoting", [thunderbird, joining, marking_late])
@pytest.mark.parametrize("form", ["plain", "plain; format=flowed"])
def test_only_what_is_typed_counts(
    quoting: Callable[[str], str], form: str, settings, *, marked: bool
) -> None:
    settings.REPLY_DOMAIN = DOMAIN
    game = cast.started()
    letter = Letter.objects.get(seat=cast.asked(game))
    ours = flowed(str(letters.render(letter, now=NOW + HOUR).body))
    assert ours.startswith(MARK)
    assert " \n" in ours, "else nothing was wrapped"
    if not marked:
        ours = ours.partition("\n")[2]
    code = min(coded(game))
    raw = f"Content-Type: text/{form}; charset=utf-8\r\n\r\n{code}\n\n{BY}\n{quoting(ours)}\n"
    read = mails.read(raw.replace("\r\n", "\n").encode())
    assert commands.read(read.text, words=frozenset()).commands == (Code(code),)
