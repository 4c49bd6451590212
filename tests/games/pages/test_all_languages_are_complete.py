"""Every sentence of the product exists in every language that it offers."""

import re
from typing import Any

import polib
import pytest
from django.conf import settings

from games.forms import PlayerForm
from games.services import people
from tests.games.pages.catalogue import Key, messages, messages_in

HOME = settings.BASE_DIR / "games" / "locale"
TRANSLATED = sorted(dict(settings.LANGUAGES).keys() - {settings.LANGUAGE_CODE})
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(scope="module", params=TRANSLATED)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(HOME / request.param / "LC_MESSAGES" / "django.po"))


@pytest.fixture(scope="module")
def wanted() -> dict[Key, str | None]:
    return messages()


def test_there_is_a_catalogue_for_each_language_and_for_no_other() -> None:
    assert sorted(path.name for path in HOME.iterdir()) == TRANSLATED


def test_every_language_is_offered_and_kept() -> None:
    codes = [*dict(settings.LANGUAGES)]
    offered: Any = PlayerForm().fields["language"]
    assert [code for code, _name in offered.choices] == codes
    assert [people.language(f"{code}-XX") for code in codes] == codes
    assert people.language("tlh") == people.language("") == settings.LANGUAGE_CODE


def test_a_catalogue_has_every_sentence(
    catalogue: polib.POFile, wanted: dict[Key, str | None]
) -> None:
    assert wanted
    known = {(entry.msgctxt, entry.msgid): entry.msgid_plural or None for entry in catalogue}
    assert {key for key in wanted if known.get(key, "missing") != wanted[key]} == set()


def test_a_catalogue_has_nothing_else(
    catalogue: polib.POFile, wanted: dict[Key, str | None]
) -> None:
    assert {(entry.msgctxt, entry.msgid) for entry in catalogue} - set(wanted) == set()


def test_no_translation_is_empty_or_unsure(catalogue: polib.POFile) -> None:
    unsure = [e.msgid for e in catalogue if e.fuzzy or e.obsolete or not e.translated()]
    assert unsure == []


def test_translations_keep_their_placeholders(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        names = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert not text or set(PLACEHOLDER.findall(text)) <= names, entry.msgid


def test_a_sentence_in_a_template_is_found() -> None:
    path = settings.BASE_DIR / "templates" / "pages" / "me.html"
    assert (None, "My settings") in dict(messages_in(path))
