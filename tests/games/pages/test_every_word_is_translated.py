"""No sentence is written past the catalogue: in a language of brackets all words stand in them."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import polib
import pytest
from django.core import mail
from django.db import models
from django.test import Client
from django.utils import timezone
from django.utils.dates import WEEKDAYS

from engine.registry import RULESETS
from games.models import Act, Case, Channel, Game, League, Letter, Player, SignIn
from games.services import accounts
from saboteur_site.local.catalogue import CATALOGUES
from tests.games.cast import NOW, PEOPLE, asked, open_table, play_to_the_end, player, started
from tests.games.letters.test_every_letter_is_written import CASES, part, written
from tests.games.pages.table import browser, seat_url
from tests.games.pages.test_opening_a_page_changes_nothing import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

BRACKETS = "xx"
"""A language that nobody speaks, so that nothing of it stays in a cache that others read."""

SAID_ALOUD = frozenset({"alt", "aria-label", "aria-description", "title"})
SILENT = frozenset({"script", "style", "pre", "textarea", "code"})
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})

OF_NO_LANGUAGE = re.compile(
    r"""
      ^[a-z]{1,2}$               # columns
    | \b[a-z]{1,2}\d+\b          # cells
    | \S+@\S+ | https?://\S+     # addresses
    | ^/\S+$
    | \bSaboteur\b               # the game's name
    | \b[A-Z]+\d+\b | \b[IV]+\b # cards and their corners
    """,
    re.VERBOSE,
)
A_WORD = re.compile(r"[^\W\d_]{2}")
CITIES = {part.replace("_", " ") for zone in available_timezones() for part in zone.split("/")}
SHOWN = {"hello", "JSON", "CSV", "Bob", "Carol", "English", "Deutsch"}
SERVICES = {"Discord", "Slack", "hooks.example.org"}
"""Where channels lead."""
SAID = {"Since when?", "Please be kind.", "pass nothing"}
"""What people typed in the cases of letters."""
DATA = {*SHOWN, *SERVICES, *SAID, *CITIES, *map(str, WEEKDAYS.values())}
"""What pages were given to show, languages in their own words, and what others translate."""


class Page(HTMLParser):
    """Collect what a page says to eyes and ears, but for what is marked as not to be translated."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        silent = self.silent or tag in SILENT or found.get("translate") == "no"
        if not silent:
            self.said += [text for name in SAID_ALOUD if (text := found.get(name))]
        if tag not in VOID:
            self.open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        # An end that HTML lets be left out closes with what stands around it.
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        # A sentence goes on over the words that are set apart in it.
        if self.said and self.said[-1].count("⟦") > self.said[-1].count("⟧"):
            data = self.said.pop() + data
        self.said.append(data.strip())

    @property
    def silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def past_the_catalogue(html: str) -> Iterator[str]:
    """Whatever of a page's words stands in no brackets and is nobody's name."""
    page = Page()
    page.feed(html)
    named = (Player, Game, League, Channel)
    given = [row.name for each in named for row in each._default_manager.only("name")]
    called = [row.reference for each in (Act, Case) for row in each._default_manager.all()]
    names = {*DATA, *given, *called} - {""}
    known = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    for said in page.said:
        left, more = said, 1
        while more:
            left, more = re.subn("⟦[^⟦⟧]*⟧", " ", left)
        # Of most nothing is left by now, and to look for every name there is takes longest.
        if A_WORD.search(left) and A_WORD.search(known.sub(" ", OF_NO_LANGUAGE.sub(" ", left))):
            yield said


@pytest.fixture
def brackets(settings: Any, tmp_path: Path) -> None:
    """A catalogue that puts each sentence into brackets."""
    [path] = CATALOGUES.glob("de/LC_MESSAGES/django.po")
    catalogue = polib.pofile(str(path))
    for entry in catalogue:
        if entry.msgid_plural:
            forms = entry.msgid, entry.msgid_plural
            entry.msgstr_plural = {number: f"⟦{form}⟧" for number, form in enumerate(forms)}
        else:
            entry.msgstr = f"⟦{entry.msgid}⟧"
    folder = tmp_path / BRACKETS / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save_as_mofile(str(folder / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]
    settings.LANGUAGES = [*settings.LANGUAGES, (BRACKETS, "⟦brackets⟧")]


def speak_in_brackets(*rows: type[models.Model]) -> None:
    for each in rows:
        each._default_manager.update(language=BRACKETS)


def said_to(reader: Client, url: str) -> list[str]:
    answer = reader.get(url)
    if not answer.get("Content-Type", "").startswith("text/html"):
        return []
    return list(past_the_catalogue(answer.content.decode()))


def test_a_word_past_the_catalogue_is_found() -> None:
    html = """<p title="⟦fine⟧">⟦all ⟦is⟧ well⟧ e4 <code>no word</code><br>P7 <b translate="no">x y
        zz</b> ⟦one <bdi>dwarf</bdi> more⟧</p>
        <img alt="Bad luck"><p aria-label="Worse">⟦so⟧ and so</p><li>one<li>⟦two⟧"""
    assert list(past_the_catalogue(html)) == ["Bad luck", "Worse", "⟦so⟧ and so", "one"]


def test_every_word_of_every_page_is_translated(letterbox: Path, brackets: None) -> None:
    accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    mail.get_connection().send_messages(
        [mail.EmailMessage("Hello", "hello", to=["alice@example.org"])]
    )
    letter = next(letterbox.glob("*.eml")).stem
    pages = addresses(open_table(seats=5), started(), letter)
    people = (player("alice"), player("mallory"), None)
    speak_in_brackets(Player)
    found = {
        (said, name)
        for reader in [browser(who, language=BRACKETS) for who in people]
        for name, urls in pages.items()
        for url in urls
        if not name.startswith("letterbox-")  # letters as they were sent
        for said in said_to(reader, url)
    }
    assert not found, "\n".join(f"{name}: {said}" for said, name in sorted(found))


@pytest.mark.parametrize("key", RULESETS)
def test_every_word_at_every_table_is_translated(brackets: None, key: str) -> None:
    people = PEOPLE[: RULESETS[key].meta.seats[-1]]
    game, over = started(people, key=key), started(people, key=key, rounds="1")
    play_to_the_end(over, now=timezone.now())
    speak_in_brackets(Player)
    table, reader = seat_url(asked(game)), browser(language=BRACKETS)
    page = reader.get(table).content.decode()
    choices = set(re.findall(r'href="[^"?]*(\?pick=[^"#]+)', page.replace("&amp;", "&")))
    assert choices
    for url in (table, *(table + chosen for chosen in choices), seat_url(over.places.first())):
        assert said_to(reader, url) == [], url


@pytest.mark.parametrize("kind", Letter.Kind)
def test_every_word_of_every_letter_is_translated(brackets: None, kind: Letter.Kind) -> None:
    letter = CASES[kind]()
    speak_in_brackets(Player, SignIn)
    message = written(Letter.objects.get(pk=letter.pk))
    assert list(past_the_catalogue(part(message, "html"))) == []
    assert "⟦" in message["Subject"]
