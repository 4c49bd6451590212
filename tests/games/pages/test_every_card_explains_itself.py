"""Every kind of card says in a sentence what it does, and stands with its picture in the rules."""

from collections.abc import Sequence
from html import escape

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from engine.decks import dark_cave, duel, saboteur, saboteur2
from engine.parts.cards import Coded
from engine.registry import RULESETS
from games import texts
from games.drawing.boxes import BOXES
from tests.games.pages.table import browser

LANGUAGES = [*dict(settings.LANGUAGES)]
every_game = pytest.mark.parametrize("key", RULESETS)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@every_game
def test_every_card_has_a_sentence(key: str, language: str) -> None:
    with translation.override(language):
        said = {code: texts.card_help(key, code) for code in texts.BOOKS[key].cards}
    assert all(text.endswith(".") and "%" not in text for text in said.values()), said


@every_game
def test_every_card_has_a_sentence_of_its_language(key: str) -> None:
    for code in texts.BOOKS[key].cards:
        said = set()
        for language in LANGUAGES:
            with translation.override(language):
                said.add(texts.card_help(key, code))
        assert len(said) == len(LANGUAGES), code


@pytest.mark.django_db
@every_language
@every_game
def test_every_card_stands_on_the_rules_page(key: str, language: str) -> None:
    page = browser(language=language).get(reverse("rules", args=[key])).content.decode()
    entries = {part.partition('"')[0]: part for part in page.split('id="card-')[1:]}
    assert set(entries) == texts.BOOKS[key].cards
    with translation.override(language):
        for code, entry in entries.items():
            assert escape(texts.card_help(key, code)) in entry.partition("</li>")[0]
            assert "card-art" in entry.partition("</li>")[0]


@pytest.mark.django_db
@every_language
@every_game
def test_every_dwarf_says_what_it_wants_and_stands_there_too(key: str, language: str) -> None:
    page = browser(language=language).get(reverse("rules", args=[key])).content.decode()
    entries = [part.partition("</li>")[0] for part in page.split('id="dwarf-')[1:]]
    with translation.override(language):
        dwarves = [kind.code for kind in texts.BOOKS[key].dwarves().kinds]
        assert len(entries) == len(dwarves) > 1
        for role, entry in zip(dwarves, entries, strict=True):
            assert escape(texts.role_help(key, role)) in entry
            assert texts.role_name(key, role).casefold() in entry.casefold()
            assert "card-art" in entry


def test_every_role_of_every_game_has_a_sentence() -> None:
    for key, box in BOXES.items():
        assert all(texts.role_help(key, role).endswith(".") for role in box.heads)


@every_game
def test_no_kind_of_card_is_listed_twice(key: str) -> None:
    listed = [kind.code for group in texts.BOOKS[key].kinds() for kind in group.kinds]
    assert len(listed) == len(set(listed))


def copies(key: str) -> dict[str, str]:
    with translation.override("en"):
        groups = texts.BOOKS[key].kinds()
    return {kind.code: kind.copies for group in groups for kind in group.kinds}


def total(key: str, *decks: Sequence[Coded]) -> int:
    counted = copies(key)
    return sum(int(counted[row.code].split()[0]) for deck in decks for row in deck)


def test_cards_are_counted_as_the_box_counts_them() -> None:
    base = copies("saboteur")
    assert (base["P1"], base["D1"], base["map"]) == ("5 cards", "1 card", "6 cards")
    assert total("saboteur", saboteur.PATHS, saboteur.ACTIONS) == 67
    newer = (saboteur2.PATHS, saboteur2.ACTIONS)
    assert total("saboteur2", saboteur.PATHS, saboteur.ACTIONS, *newer) == 118
    assert copies("saboteur2")["rockfall"] == "4 cards, or 3 without the fourth rockfall"
    assert total("duel", duel.PATHS, duel.ACTIONS) == 52
    assert total("dark-cave", dark_cave.PATHS, dark_cave.ACTIONS) == 82
    assert copies("dark-cave")["info"] == "5 cards: 2 I, 2 II, 1 III"


def test_the_game_for_one_says_what_is_other_there() -> None:
    alone = {
        code
        for code in texts.BOOKS["duel"].cards
        if texts.card_help("duel", code) != texts.card_help("duel-solo", code)
    }
    assert alone == {
        *("break-pick", "break-lantern", "break-cart", "rockfall"),
        *("DU-LADDER-GREEN", "DU-LADDER-BLUE"),
    }
