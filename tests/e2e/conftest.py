"""A real browser for tests that look at pages; skipped by name where no Chromium is installed."""

import os
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine.registry import RULESETS
from games.moderation.acts import ACTS
from tests.e2e.looks import PATIENCE, WIDTHS, profile
from tests.sampling import sample

# What is awaited comes, however busy the machine is; five seconds aren't always enough.
expect.set_options(timeout=PATIENCE)
SAMPLED: dict[str, tuple[Sequence[Any], int]] = {
    "act": (sorted(ACTS), 8),
    "key": (list(RULESETS), 5),
    "language": (("en", "de"), 2),
    "width": (WIDTHS, 2),
}
"""What tests here take as parameters, and of how many each commit runs one."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
# All pages here are of one site. Else, with several readers, every page gets a process of its own
# and a spare one beside it, and half the work is to start them.
FEW_PROCESSES = ("--renderer-process-limit=1", "--disable-site-isolation-trials")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a sample of the rulesets, acts, languages and widths, or all with `--deep`."""
    for name, (rows, part) in SAMPLED.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, sample(metafunc.config, rows, part))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; nothing is downloaded.

    It ends with its file: its event loop would disturb what other tests of this process await.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no Chromium on this machine (looked for {', '.join(NAMES)})")
    # Chromium's sandbox refuses root; the pages it opens here are our own.
    arguments = [*FEW_PROCESSES, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh profile; a script error or a refused style fails the test."""
    complaints: list[str] = []
    with profile(browser, locale="en-GB") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        yield page
    assert complaints == []
