"""Every sentence of the product exists in English and German."""

import re

import polib
import pytest
from django.conf import settings

from tests.games.pages.catalogue import Key, messages, messages_in

GERMAN = settings.BASE_DIR / "games" / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(scope="module")
def german() -> polib.POFile:
    return polib.pofile(str(GERMAN))


@pytest.fixture(scope="module")
def wanted() -> dict[Key, str | None]:
    return messages()


def test_the_german_catalogue_has_every_sentence(
    german: polib.POFile, wanted: dict[Key, str | None]
) -> None:
    assert wanted
    known = {(entry.msgctxt, entry.msgid): entry.msgid_plural or None for entry in german}
    assert {key for key in wanted if known.get(key, "missing") != wanted[key]} == set()


def test_the_german_catalogue_has_nothing_else(
    german: polib.POFile, wanted: dict[Key, str | None]
) -> None:
    assert {(entry.msgctxt, entry.msgid) for entry in german} - set(wanted) == set()


def test_no_translation_is_empty_or_unsure(german: polib.POFile) -> None:
    unsure = [e.msgid for e in german if e.fuzzy or e.obsolete or not e.translated()]
    assert unsure == []


def test_translations_keep_their_placeholders(german: polib.POFile) -> None:
    for entry in german:
        names = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert not text or set(PLACEHOLDER.findall(text)) <= names, entry.msgid


def test_a_sentence_in_a_template_is_found() -> None:
    path = settings.BASE_DIR / "templates" / "pages" / "me.html"
    assert (None, "My settings") in dict(messages_in(path))
