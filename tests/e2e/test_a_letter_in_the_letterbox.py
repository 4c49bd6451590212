"""Local mode shows a letter as a phone and as a wide screen show it, whole at once."""

from pathlib import Path

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from games import letters
from tests.games.cast import NOW
from tests.games.letters.test_every_letter_is_written import a_turn

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_letter_is_seen_at_two_widths_without_scrolling_aside(
    page: Page, live_server, letterbox: Path, width: int
) -> None:
    mail.get_connection().send_messages([letters.render(a_turn(), now=NOW)])
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{live_server.url}/mail/{next(letterbox.glob('*.eml')).stem}/")
    frames = page.locator("iframe").all()
    assert len(frames) == 2
    room = page.locator("main").bounding_box()
    assert room
    for frame in frames:
        box = frame.bounding_box()
        assert box
        assert room["x"] <= box["x"]
        assert box["x"] + box["width"] <= room["x"] + room["width"]
    narrow, wide = [frame for frame in page.frames if frame != page.main_frame]
    assert narrow.evaluate("innerWidth") <= 390
    assert wide.evaluate("innerWidth") == pytest.approx(1280, abs=1)
    page.get_by_role("link", name="The letter alone").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It is your turn")
    assert page.evaluate("innerWidth") == width
