"""What a person may be called, and which names cannot be told apart by eye."""

import pytest

from games.errors import BadName
from games.people.rules import names
from games.people.rules.looks import look

ALIKE = (
    ("bob", "BOB"), ("bob", "b\u043eb"), ("bob", "b0b"), ("bob", "bób"), ("bob", "b\u200bob"),
    ("bob", "b o b"), ("bob", "ｂｏｂ"), ("bob", "𝒃𝕠𝓫"), ("bob", "Вoв"), ("alice", "a1ice"),
    ("alice", "AlIce"), ("Emma", "Ernrna"), ("Ρaul", "Paul"), ("Straße", "strasse"),
    ("Hans", "Ηans"), ("Nina", "Νina"), ("Jörg", "Jorg"), ("Søren", "Soren"), ("will", "vvill"),
    ("Claudia", "daudia"), ("Ꭺnna", "Anna"), ("Anna3", "Anna٣"), ("Łukasz", "lukasz"),
    ("bob", "bo\u3164b"),
)  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_folded_to_one(one: str, other: str):
    assert look(one) == look(other)


def test_others_are_not():
    called = [
        *("alice", "bob", "carol", "Kim @1", "Kim @2", "dora", "李", "李雷", "Ольга", "Олег"),
        *("Anna", "Hanna", "Ann", "Bop", "מרים", "مريم", "ニコ", "🦊", "🐻"),
    ]
    assert len({look(name) for name in called}) == len(called)


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "empty"),
        (" \t\n\u2003 ", "empty"),
        ("x" * 41, "long"),
        ("\u3164", "unseen"),
        ("\u2800\u2800", "unseen"),
        ("\u115f\u1160", "unseen"),
        ("Bob\uffa0", "unseen"),
        ("\u0301", "unseen"),
        ("\u034f\ufe0f", "unseen"),
        ("a\0b", "unseen"),
        ("a\x1b[31m", "unseen"),
        ("a\u202eb", "unseen"),
        ("\u2066a", "unseen"),
        ("a\u200db", "unseen"),
        ("\ufeffBob", "unseen"),
        ("a" + "\u0335" * 4, "unseen"),
        ("Bot Anna", "bot"),
        ("anna-b0t", "bot"),
        ("ΒОТ_Basalt", "bot"),
        ("Bоt.", "bot"),
        ("bob@example.org", "link"),
        ("write to bob＠example", "link"),
        ("https://example", "link"),
        ("Win at example.org!", "link"),
        ("example．org", "link"),
        ("t.me/bob", "link"),
        ("пример.рф", "link"),
        ("Moderator", "office"),
        ("MODERATORIN Eva", "office"),
        ("M\u043ederat\u043er", "office"),
        ("M o d e r a t o r", "office"),
        ("m.o.d.e.r.a.t.o.r", "office"),
        ("The 0perat0r", "office"),
        ("Operators", "office"),
        ("League Director", "office"),
        ("Spielleitung", "office"),
        ("Admin", "office"),
        ("H\u043est", "office"),
        ("h-o-s-t", "office"),
        ("Saboteur by mail", "office"),
        ("S\u0430boteur-Team", "office"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_what_is_wrong(typed: str, fault: str):
    with pytest.raises(BadName) as caught:
        names.name(typed)
    assert caught.value.why == fault


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \t B. ", "Anna B."),
        ("Jo\u0308rg", "Jörg"),
        ("מרים", "מרים"),
        ("สมหญิง", "สมหญิง"),
        ("देवेन्द्र", "देवेन्द्र"),
        ("🦊", "🦊"),
        ("Botho Bottom", "Botho Bottom"),
        ("J. R. R. Dwarf", "J. R. R. Dwarf"),
        ("J.R.R. Dwarf", "J.R.R. Dwarf"),
        ("Kim @1", "Kim @1"),
        ("Ghost of Badminton", "Ghost of Badminton"),
        ("Modesty", "Modesty"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("O'Neill-Ærø 2", "O'Neill-Ærø 2"),
        ("x" * 40, "x" * 40),
    ],
)
def test_whatever_can_be_read_is_a_name(typed: str, kept: str):
    assert names.name(typed) == kept
    assert names.name(kept) == kept


def test_an_empty_place_looks_like_nobody():
    assert names.alike("Bob", ["", "", "Anna"]) is None
    assert names.alike("Bob", ["", "B0b"]) == "B0b"
