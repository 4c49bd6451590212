"""A real browser for tests that look at pages; skipped by name where no Chromium is installed."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

# What is awaited comes, however busy the machine is; five seconds are not always enough.
expect.set_options(timeout=30_000)
NAMES = ("chromium", "chromium-browser", "google-chrome")
# All pages here are of one site. Else, with several readers, every page gets a process of its own
# and a spare one beside it, and half the work is to start them.
FEW_PROCESSES = ("--renderer-process-limit=1", "--disable-site-isolation-trials")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; nothing is downloaded."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no Chromium on this machine (looked for {', '.join(NAMES)})")
    # Chromium's sandbox refuses root; the pages it opens here are our own.
    arguments = [*FEW_PROCESSES, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        opened = playwright.chromium.launch(executable_path=path, args=arguments)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh profile; a script error or a refused style fails the test."""
    complaints: list[str] = []
    with browser.new_context(locale="en-GB") as context:
        opened = context.new_page()
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        yield opened
    assert complaints == []
