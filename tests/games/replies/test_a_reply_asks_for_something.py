"""Lines of a reply become wishes; which of them can be granted is not asked here."""

from datetime import date

import pytest

from engine.registry import RULESETS
from games.replies.rules.commands import (
    MOST,
    Code,
    Move,
    Note,
    Reading,
    Say,
    Show,
    Stop,
    Vacation,
    read,
)
from games.replies.rules.days import day

WORDS = frozenset({"lay", "break", "fix", "pass", "turn", "swap-hats"})


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("B4", Code("B4")),
        ("b4", Code("B4")),
        ("b 04.", Code("B4")),
        ("  *B4*  ", Code("B4")),
        ("„B12“", Code("B12")),
        ("lay P7~ e4", Move("lay P7~ e4")),
        ("Lay p7~ E4.", Move("Lay p7~ E4")),
        ("pass D7", Move("pass D7")),
        ("pass", Move("pass")),
        ("fix cart @1 with fix–pick–cart", Move("fix cart @1 with fix-pick-cart")),
        ("swap-hats @2", Move("swap-hats @2")),
        ("board", Show("board")),
        ("Brett!", Show("board")),
        ("HAND", Show("hand")),
        ("Karten", Show("hand")),
        ("help", Show("help")),
        ("Hilfe", Show("help")),
        ("?", Show("help")),
        ("note i3 is a stone", Note("i3 is a stone")),
        ("Notiz: @2 gräbt weg", Note("@2 gräbt weg")),
        ("vacation until 24.12.", Vacation("24.12")),
        ("Urlaub bis zum 24. Dezember 2026", Vacation("24. Dezember 2026")),
        ("away till Dec 24", Vacation("Dec 24")),
        ("stop", Stop()),
        ("Abbestellen.", Stop()),
        ("say hello", Say("hello")),
        ("Sag: Hallo!", Say("Hallo")),
    ],
)
def test_a_line_asks_for_one_thing(line, command):
    assert read(line, words=WORDS) == Reading((command,))


@pytest.mark.parametrize(
    "line", ["lie P7 e4", "B", "4", "B444", "BB4", "notes", "vacation", "stop it", "sayonara"]
)
def test_what_asks_for_nothing_is_named(line):
    assert read(line, words=WORDS) == Reading((), line)


def test_a_greeting_is_passed_over_and_a_signature_ends_it():
    found = read("Hi!\n\nB4\n\nhand\nBest, Alice\nA1", words=WORDS)
    assert found == Reading((Code("B4"), Show("hand")), "Best, Alice")


def test_all_after_say_is_said():
    found = read("B4\nsay\nWhy there?\n\nA1 was free.", words=WORDS)
    assert found == Reading((Code("B4"), Say("Why there?\n\nA1 was free.")))


def test_nobody_has_a_hundred_wishes():
    assert len(read("hand\n" * 100, words=WORDS).commands) == MOST


def test_no_game_has_a_move_that_begins_like_a_wish():
    words = {word for rules in RULESETS.values() for word in rules.orders.words}
    for word in words:
        assert read(f"{word} x", words=words).commands == (Move(f"{word} x"),)
        assert read(word, words=words).commands == (Move(word),)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24.12.2026", date(2026, 12, 24)),
        ("24.12.26", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("3.1", date(2027, 1, 3)),
        ("24. Dezember", date(2026, 12, 24)),
        ("24 Dec 2026", date(2026, 12, 24)),
        ("December 24th", date(2026, 12, 24)),
        ("Jan 3, 2027", date(2027, 1, 3)),
        ("3. Jänner", date(2027, 1, 3)),
        ("1. März", date(2027, 3, 1)),
        ("2nd of May", date(2027, 5, 2)),
        ("19.11.", date(2026, 11, 19)),
        ("29.2.", date(2028, 2, 29)),
        ("31.4.", None),
        ("29.2.2027", None),
        ("32.1.2027", None),
        ("0.0.2026", None),
        ("24.13.", None),
        ("tomorrow", None),
        ("Smarch 3", None),
    ],
)
def test_a_day_is_read_as_people_write_it(typed, meant):
    assert day(typed, today=date(2026, 11, 19)) == meant
