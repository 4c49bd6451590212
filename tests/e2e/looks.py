"""How a page is looked at: narrow and wide, light and dark, it fits and anybody can read it."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from games.models import Player
from tests.games.pages.table import browser
from tests.sampling import commit

WIDTHS = (390, 1280)
PATIENCE = 120_000
"""Milliseconds."""
# What passed is long, and would be sent here for nothing.
FAULTS = "axe.run({resultTypes: ['violations']}).then(({violations}) => ({violations}))"
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
AT_ONE_COMMIT = tuple(zip(WIDTHS, Random(commit()).sample(SCHEMES, 2), strict=True))
"""Narrow in one scheme and wide in the other; another commit does it the other way round."""


def profile(browser: Browser, **how: Any) -> BrowserContext:
    """Open a fresh profile, which waits for pages as long as a busy machine takes."""
    context = browser.new_context(**how)
    context.set_default_timeout(PATIENCE)
    return context


def enter(page: Page, live_server, who: Player) -> None:
    """Sign somebody in."""
    session = browser(who).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])


def go(way: Locator, *, by: str = "") -> None:
    """Follow a link or press a button, by mouse or by a key, and be on the next page."""
    # A click comes back before the next page does: what is read at once is the old one, and whoever
    # goes elsewhere at once may call back what he has just sent.
    with way.page.expect_navigation():
        way.press(by) if by else way.click()


def look(page: Page, url: str) -> None:
    """Look at a page, narrow and wide."""
    faults = list(faults_of(page, url))
    assert not faults, "\n".join(faults)


def look_here(page: Page) -> None:
    """Look at what is open, as wide as it is."""
    faults = list(faults_here(page))
    assert not faults, "\n".join(faults)


def faults_of(page: Page, url: str) -> Iterator[str]:
    """Open a page narrow, make it wide, and tell what is wrong with it, each in one scheme."""
    page.set_viewport_size({"width": WIDTHS[0], "height": 844})
    page.goto(url)
    for width, scheme in AT_ONE_COMMIT:
        page.set_viewport_size({"width": width, "height": 844})
        yield from faults_here(page, scheme)


def faults_here(page: Page, *schemes: Scheme) -> Iterator[str]:
    """Tell what is wrong with what is open in these schemes, else light and dark."""
    page.wait_for_load_state()  # a click comes back as soon as the next page begins
    width = page.evaluate("innerWidth")
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        yield f"{page.url} is {wide} wide at {width}"
    # Not whether there is an axe: in the rules of the cave it is a tool, and a place of the page.
    if page.evaluate("typeof window.axe?.run") != "function":
        page.evaluate(AXE_SCRIPT)
    for scheme in schemes or SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = AxeResults(page.evaluate(FAULTS))
        if found.violations_count:
            yield f"{page.url} at {width}, {scheme}:\n{found.generate_report()}"
