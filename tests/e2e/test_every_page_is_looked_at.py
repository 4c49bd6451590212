"""Every page there is, in a real browser: none is added without being looked at."""

from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core import mail
from django.http.response import HttpResponseBase
from playwright.sync_api import Page

from games.services import accounts
from tests.e2e.looks import enter, faults_of
from tests.games.cast import NOW, open_table, player, started
from tests.games.moderation.cast import staff
from tests.games.pages.table import browser
from tests.games.pages.test_opening_a_page_changes_nothing import addresses

pytestmark = pytest.mark.django_db(transaction=True)

LEAD_ELSEWHERE = {
    *("home-next-game", "practice-deal", "records-appeal", "seat-my-move", "seat-move-by-letter"),
    *("lobby-invite", "lobby-resend", "lobby-withdraw", "lobby-add-bot", "lobby-renew-link"),
    *("lobby-remove", "lobby-door", "lobby-sit", "lobby-leave", "lobby-start"),
    *("gathering-rematch", "gathering-rematch-by-letter", "leagues-season"),
}
TAKE_FORMS_ONLY = {
    *("away-home", "away-call-off", "calendar-renew", "covers-cover", "languages-choose"),
    *("presence-mine", "presence-by-letter", "league-entry-mine", "league-fame-follow", "inbound"),
    *("passkeys-ask", "passkeys-ask-new", "passkeys-enter", "tracking"),
}
READ_BY_PROGRAMS = {"account-data", "calendar-feed", "healthz", "readyz", "metrics"} | {
    *("league-calendar-feed", "league-files-csv", "league-files-json"),
    *("replays-my-record", "replays-public-record", "replays-record-by-letter"),
}
PARTS_OF_A_PAGE = {"letterbox-html", "letterbox-part", "pictures-small", "welcome-picture"}
HIS_WHO_BROKE_THE_GLASS = {"moderation-glass", "moderation-seen"}
"""`test_an_act_in_a_browser` looks at them."""
NO_PAGES = (
    HIS_WHO_BROKE_THE_GLASS | LEAD_ELSEWHERE | TAKE_FORMS_ONLY | READ_BY_PROGRAMS | PARTS_OF_A_PAGE
)


@pytest.fixture
def pages(db, letterbox: Path) -> dict[str, list[str]]:
    """Tell for each name which of its addresses alice can read as pages."""
    accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    letter = mail.EmailMultiAlternatives("Hello", "there", to=["alice@example.org"])
    letter.attach_alternative("<p>there</p>", "text/html")
    mail.get_connection().send_messages([letter])
    name = next(letterbox.glob("*.eml")).stem
    found = addresses(open_table(seats=5, listed=True), started(listed=True), name)
    client = browser(staff("alice", "host"))
    return {
        name: [url for url in urls if is_page(client.get(url))]
        for name, urls in found.items()
        if name not in PARTS_OF_A_PAGE
    }


def is_page(response: HttpResponseBase) -> bool:
    """Tell whether somebody who goes there reads something."""
    return response.status_code == 200 and response.headers["content-type"].startswith("text/html")


def test_every_address_is_a_page_or_known_to_be_none(pages: dict[str, list[str]]) -> None:
    none = {name for name, urls in pages.items() if not urls}
    assert none == NO_PAGES - PARTS_OF_A_PAGE


def test_every_page_fits_and_can_be_read_by_all(
    page: Page, live_server, pages: dict[str, list[str]]
) -> None:
    enter(page, live_server, player("alice"))
    page.add_init_script(AXE_SCRIPT)  # sent once, not with every page
    faults = [
        fault
        for urls in pages.values()
        for url in urls
        for fault in faults_of(page, live_server.url + url)
    ]
    assert not faults, "\n".join(faults)
