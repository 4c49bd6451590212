"""The glossary explains every word of the boxes, in both languages."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.utils import translation

from engine import decks, rulesets
from engine.api import Seat
from engine.parts import facts
from engine.registry import RULESETS
from games import texts
from saboteur_site.local.folder import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [line.split(" | ") for line in GLOSSARY.splitlines() if line.startswith("| ")]
WRITTEN = set(re.findall(r"`(\S+)`", " ".join(row[2] for row in ROWS if len(row) == 4)))
COLUMN = {"en": 0, "de": 1}
# Where something is on a card, and what joins two things, is no term of a game.
PLAIN = {
    "en": {"up", "down", "left", "right", "and", "or", "with", "the", "two"},
    "de": {"oben", "unten", "links", "rechts", "und", "oder", "mit", "der", "zwei"},
}


def words(text: str) -> set[str]:
    """Split a text into lower-case words."""
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


def known(word: str, language: str) -> bool:
    """Whether a word stands in a language's column, whatever its ending."""
    column = words(" ".join(row[COLUMN[language]] for row in ROWS))
    return any(term.startswith(word[:4]) for term in column)


def strings(value: Any) -> Iterator[str]:
    """Yield all strings of a table."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from strings((*value.keys(), *value.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from strings(part)


def terms_of(deck: str) -> set[str]:
    """Find what a box writes in words: marks, acts, tools, dwarves, creatures, colours."""
    tables = vars(importlib.import_module(f"engine.decks.{deck}"))
    said = " ".join(strings(tuple(tables[name] for name in tables if not name.startswith("_"))))
    # Codes of path cards are in capitals; fields of a card have names of one or two letters.
    return set(re.findall(r"(?<![\w-])[a-z]{3,}(?:-[a-z]{3,})*(?![\w-])", said))


@pytest.mark.parametrize("deck", [module.name for module in pkgutil.iter_modules(decks.__path__)])
def test_every_term_of_a_box_is_explained(deck: str) -> None:
    terms = terms_of(deck)
    assert len(terms) > 10
    unknown = {term for term in terms - WRITTEN if not set(term.split("-")) <= WRITTEN}
    assert unknown == set()


@pytest.mark.parametrize("language", COLUMN)
@pytest.mark.parametrize("key", RULESETS)
def test_every_cards_name_is_made_of_terms(key: str, language: str) -> None:
    with translation.override(language):
        names = " ".join(texts.card_name(code) for code in texts.BOOKS[key].cards)
    used = words(names) - PLAIN[language] - {"ii", "iii"}
    assert {word for word in used if not known(word, language)} == set()


@pytest.mark.parametrize("language", COLUMN)
@pytest.mark.parametrize("key", RULESETS)
def test_every_dwarf_is_explained(key: str, language: str) -> None:
    rules, roles = RULESETS[key], set()
    for seed in range(8):
        seats = rules.meta.seats[-1]
        state = rules.setup(bytes([seed] * 16), seats, {}).state
        roles |= {rules.view(state, Seat(seat)).role for seat in range(seats)}
    with translation.override(language):
        names = " ".join(texts.role_name(key, role) for role in roles)
    assert {word for word in words(names) if not known(word, language)} == set()


def facts_of(module: Any) -> set[str]:
    """Name the facts that a module defines; what several have in common is none itself."""
    kinds = {name for name, kind in vars(module).items() if _is_fact(kind, module.__name__)}
    return {name for name in kinds if not name.startswith("_")} - {"Open"}


def _is_fact(kind: Any, home: str) -> bool:
    return inspect.isclass(kind) and hasattr(kind, "seen_by") and kind.__module__ == home


@pytest.mark.parametrize(
    "module",
    [facts.__name__]
    + [f"{rulesets.__name__}.{at.name}.events" for at in pkgutil.iter_modules(rulesets.__path__)],
)
def test_every_fact_is_about_something_that_is_explained(module: str) -> None:
    told = facts_of(importlib.import_module(module))
    assert told
    unknown = {
        fact
        for fact in told
        if not any(known(word.lower(), "en") for word in re.findall(r"[A-Z][a-z]+", fact))
    }
    assert unknown == set()
