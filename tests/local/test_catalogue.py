"""Catalogues match the sources: nothing missing, nothing left over, no placeholder lost."""

import gettext

import polib
import pytest

from saboteur_site.local import catalogue

PAGE = """{% load i18n %}<h1>{% translate "Your turn" %}</h1>
{% blocktranslate count n=cards %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
{% translate "draw" context "a card" %}"""
CODE = 'from django.utils.translation import gettext as _\n_("It is %(name)s who digs")\n'


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one page, one module and an empty German catalogue."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(PAGE)
    (tmp_path / "games" / "locale" / "de" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "games" / "texts.py").write_text(CODE)
    path = tmp_path / "games" / "locale" / "de" / "LC_MESSAGES" / "django.po"
    path.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue, "CATALOGUES", tmp_path / "games" / "locale")
    return path


GERMAN = {
    "Your turn": "Du bist am Zug",
    "draw": "ziehen",
    "It is %(name)s who digs": "%(name)s gräbt",
}


def translate(path, **changed):
    book = polib.pofile(str(path))
    for entry in book:
        entry.msgstr = {**GERMAN, **changed}.get(entry.msgid, "")
        if entry.msgid_plural:
            entry.msgstr_plural = {0: "eine Karte", 1: "%(n)s Karten"}
    book.save()


def test_what_the_sources_say_and_the_catalogue_lacks_is_named(project):
    found = "\n".join(catalogue.problems())
    for text in ("Your turn", "draw", "It is %(name)s who digs", "%(n)s card"):
        assert f"missing: '{text}'" in found


def test_an_updated_catalogue_waits_for_its_translations(project):
    catalogue.update_all()
    assert all("not translated" in problem for problem in catalogue.problems())
    translate(project)
    assert list(catalogue.problems()) == []


def test_an_update_keeps_what_was_translated_and_drops_what_is_gone(project):
    catalogue.update_all()
    translate(project)
    (project.parents[3] / "texts.py").write_text("")
    assert list(catalogue.problems()) == [
        "games/locale/de/LC_MESSAGES/django.po: no longer used: 'It is %(name)s who digs'"
    ]
    catalogue.update_all()
    assert list(catalogue.problems()) == []


def test_a_translation_that_loses_a_placeholder_is_named(project):
    catalogue.update_all()
    translate(project, **{"It is %(name)s who digs": "Jemand gräbt"})
    assert [problem for problem in catalogue.problems() if "placeholders" in problem]


def test_a_catalogue_is_compiled_when_it_has_changed(project):
    catalogue.update_all()
    translate(project)
    catalogue.compile_all()
    compiled = project.with_suffix(".mo")
    with compiled.open("rb") as file:
        german = gettext.GNUTranslations(file)
    assert german.gettext("Your turn") == "Du bist am Zug"
    assert german.pgettext("a card", "draw") == "ziehen"
    before = compiled.stat().st_mtime_ns
    catalogue.compile_all()
    assert compiled.stat().st_mtime_ns == before
