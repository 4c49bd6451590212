"""A whole short game of every ruleset in a real browser, each move in another kind of browser.

By mouse, by keyboard alone, and without scripts; narrow and wide; in English and German. Somebody
sits with bots and chooses by chance among what the page offers. Once each kind of browser has had
its moves the rest is played without any, and all of them see the end.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import product
from operator import ne
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page

from engine.registry import RULESETS
from games.models import Game, Player
from games.services import turns
from tests.e2e.looks import profile
from tests.games.cast import again, play, started
from tests.games.pages.table import seat_url

pytestmark = pytest.mark.django_db(transaction=True)

EACH = 2
"""So many moves are made in each kind of browser, in one game or more."""
PATIENCE = 60
"""So many presses of Tab bring a keyboard to every part of a page."""


class Kind(NamedTuple):
    """A way to use a browser."""

    way: str
    width: int
    language: str


KINDS = tuple(
    Kind(*each) for each in product(("mouse", "keyboard", "no scripts"), (390, 1280), ("en", "de"))
)


@pytest.fixture
def pages(browser: Browser) -> Iterator[dict[Kind, Page]]:
    """A page of each kind; a script error or a refused style fails the test."""
    complaints: list[str] = []
    with ExitStack() as stack:
        found = {}
        for kind in KINDS:
            context = profile(
                browser,
                viewport={"width": kind.width, "height": 844},
                locale="de-DE" if kind.language == "de" else "en-GB",
                java_script_enabled=kind.way != "no scripts",
                reduced_motion="reduce",
            )
            stack.enter_context(context)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            found[kind] = page
        yield found
    assert complaints == []


def test_a_whole_game_is_played_in_every_kind_of_browser(
    pages: dict[Kind, Page], live_server, key: str
) -> None:
    chance, left, seat = Random(key), deque(KINDS * EACH), ""
    # A lucky game is over before everybody had his moves: then another is played.
    while left:
        game = started(("alice",), key=key, bots=RULESETS[key].meta.seats[0] - 1, rounds="1")
        seat = live_server.url + seat_url(game.places.get(player__isnull=False))
        _play(game, seat, pages, left, chance)
    for kind, page in pages.items():
        _sees(page, kind, seat)
        assert page.locator(".gold-table, .outcome").count(), page.inner_text("main")
        assert page.locator("html").get_attribute("lang") == kind.language


def _play(
    game: Game, seat: str, pages: dict[Kind, Page], left: deque[Kind], chance: Random
) -> None:
    """Play until it is over, each move in the next kind of browser while there is one."""
    while _let_bots_play(game).status != Game.Status.FINISHED:
        if not left:
            play(game, now=timezone.now())
            continue
        kind = left.popleft()
        page = pages[kind]
        _sees(page, kind, seat)
        _choose(page, kind, chance)
        ply = again(game).ply
        _confirm(page, kind)
        assert again(game).ply > ply
        if kind.way != "no scripts":
            page.goto("about:blank")  # a table left open would ask again and again for news


def _sees(page: Page, kind: Kind, seat: str) -> None:
    Player.objects.filter(name="alice").update(language=kind.language)
    page.goto(seat)


def _let_bots_play(game: Game) -> Game:
    while again(game).bot_asked:
        turns.play_bot(game.pk, again(game).ply, now=timezone.now())
    return again(game)


def _choose(page: Page, kind: Kind, chance: Random) -> None:
    """Answer by chance until the page offers to make a move."""
    visited: set[str] = set()
    while not page.locator(".confirm-button").count():
        answers = _answers(page, visited)
        assert answers, page.inner_text("main")
        elsewhere = partial(ne, page.url)
        if kind.way == "keyboard":
            _press(page, answers, chance)
        else:
            href = chance.choice(answers)
            page.locator(f"main a[href={_quoted(href)}]:visible").first.click()
        page.wait_for_url(elsewhere)
        visited.add(f"?{urlsplit(page.url).query}")


def _confirm(page: Page, kind: Kind) -> None:
    """Make the move that was chosen."""
    if kind.way == "keyboard":
        _tab_to(page, lambda: page.evaluate("document.activeElement.matches('.confirm-button')"))
    # Where there was but one answer the address says nothing of it, before and after.
    with page.expect_navigation():
        if kind.way == "keyboard":
            page.keyboard.press("Enter")
        else:
            page.locator(".confirm-button").click()
    assert page.locator(".problem").count() == 0, page.inner_text("main")


def _answers(page: Page, visited: set[str]) -> list[str]:
    """List the links that say most: those to other cards stay on the page."""
    hrefs: list[str] = page.locator("main a[href*='pick=']:visible").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    further = [href for href in hrefs if f"?{urlsplit(href).query}" not in visited]
    most = max((href.count("pick=") for href in further), default=0)
    return [href for href in further if href.count("pick=") == most]


def _press(page: Page, answers: list[str], chance: Random) -> None:
    """Go to the answers with Tab, walk in them with the arrows, and take one."""
    _tab_to(page, lambda: _focused(page) in answers)
    for _ in range(chance.randrange(4)):
        page.keyboard.press(chance.choice(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")))
    assert _focused(page) in answers, "arrows left the group"
    page.keyboard.press("Enter")


def _tab_to(page: Page, there) -> None:
    for _ in range(PATIENCE):
        if there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("no way there by keyboard")


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('href') || ''"))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
