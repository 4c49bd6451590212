"""What was typed becomes plain text, and names that look alike are told apart."""

import pytest

from games.errors import BadText
from games.talk.rules import names, plain

SEEN = {
    "markup": ("<b>hi</b> &amp; {{ x }}", "<b>hi</b> &amp; {{ x }}"),
    "emoji of several signs": ("👩‍👩‍👧 👍🏽 🇩🇪", "👩‍👩‍👧 👍🏽 🇩🇪"),
    "right to left": ("שלום\u200f עולם", "שלום\u200f עולם"),
    "joiners that Persian needs": ("می\u200cخواهم", "می\u200cخواهم"),
    "an emoji of tomorrow": ("\U0001fae9", "\U0001fae9"),
    "an override": ("abc\u202etxt.exe", "abctxt.exe"),
    "isolates": ("\u2066a\u2069\u2067b", "ab"),
    "nul and bells": ("a\0b\x07c\x9fd", "abcd"),
    "all ends of lines": ("a\r\nb\rc\u2028d\x0be\x85f", "a\nb\nc\nd\ne\nf"),
    "many empty lines": ("a\n\n\n \n\n\nb", "a\n\nb"),
    "blanks around it": ("  \n a \n ", "a"),
    "a tab": ("a\tb", "a b"),
    "a mark of byte order": ("\ufeffa", "a"),
}


@pytest.mark.parametrize(("typed", "kept"), SEEN.values(), ids=SEEN)
def test_what_can_be_read_is_kept_as_it_was_typed(typed: str, kept: str):
    assert plain.said(typed, most=100) == kept
    assert plain.said(kept, most=100) == kept


@pytest.mark.parametrize(
    "typed",
    ["", " \n", "\0", "\u3164", "\u2800\u2800", "\u200b\u200d", "\u202e", "\u0301", "\u00ad"],
)
def test_nothing_to_be_seen_is_nothing_said(typed: str):
    assert plain.text(typed, most=100) == ""
    with pytest.raises(BadText, match="empty"):
        plain.said(typed, most=100)


def test_too_long_a_text_says_how_long_it_is():
    assert plain.said("x" * 100, most=100)
    with pytest.raises(BadText, match="long") as caught:
        plain.said("x" * 101, most=100)
    assert (caught.value.length, caught.value.most) == (101, 100)
    assert plain.said("x\n" * 30, most=100)
    with pytest.raises(BadText, match="lines") as caught:
        plain.said("x\n" * 31, most=100)
    assert (caught.value.length, caught.value.most) == (31, 30)


def test_the_first_of_one_look_keeps_the_name_and_everybody_his_number():
    people = [(1, "bob"), (2, "B0b"), (3, "dora"), (2, "bob"), (4, "bob"), (1, "dora")]
    assert names.told_apart(people) == {
        (1, "bob"): "bob",
        (2, "B0b"): "B0b (2)",
        (3, "dora"): "dora",
        (2, "bob"): "bob (2)",
        (4, "bob"): "bob (3)",
        (1, "dora"): "dora (2)",
    }
