"""A move in a real browser by keyboard alone: few presses, arrows in the hand and in the maze."""

import pytest
from playwright.sync_api import Page, expect

from engine.registry import ruleset
from engine.rulesets.saboteur.cards import KIND
from engine.values import replace
from games.models import Game
from tests.games.cast import again, asked, lay_out, started
from tests.games.pages.table import seat_url

pytestmark = pytest.mark.django_db(transaction=True)

USUAL = 8
"""So many presses for a usual move, at most."""


def table() -> Game:
    """Give whoever is asked six cards of which the second is a straight way."""
    game = started()
    state = ruleset("saboteur").load(game.state)
    hand = tuple(sorted(KIND[code] for code in ("P1", "P7", "D1", "map", "rockfall", "break-pick")))
    hands = tuple(hand if at == game.to_act[0] else cards for at, cards in enumerate(state.hands))
    return lay_out(game, replace(state, hands=hands))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('href') || ''"))


def comes_to(page: Page, part: str) -> None:
    page.wait_for_function("part => document.activeElement.matches(part)", arg=part)


def press(page: Page, *keys: str) -> int:
    for key in keys:
        before = page.url
        page.keyboard.press(key)
        if key == "Enter":
            page.wait_for_function("url => location.href !== url", arg=before)
            page.wait_for_load_state()
    return len(keys)


def test_a_usual_move_takes_at_most_eight_presses(page: Page, live_server, width: int):
    game = table()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(live_server.url + seat_url(asked(game)))
    presses = press(page, "Tab")
    page.keyboard.press("Enter")
    comes_to(page, ".hand-card a")
    presses += 1 + press(page, "ArrowRight")
    assert "card%3AP7" in focused(page)
    presses += press(page, "Enter")
    comes_to(page, "[href*='cell%3A']")
    presses += press(page, "Enter")
    comes_to(page, ".option-turn, .confirm-button")
    if not page.locator(".confirm-button").count():
        presses += press(page, "Enter")
        comes_to(page, ".confirm-button")
    presses += press(page, "Enter")
    assert presses <= USUAL
    expect(page.locator(".own-move")).to_contain_text("You laid")
    assert again(game).ply == 1


def test_arrows_walk_in_the_maze_and_never_leave_it(page: Page, live_server):
    game = table()
    page.goto(live_server.url + seat_url(asked(game)) + "?pick=card%3AP1#maze")
    comes_to(page, "[href*='cell%3A']")
    met = {focused(page)}
    for key in ("ArrowLeft",) * 9 + ("ArrowDown",) * 9 + ("ArrowRight",) * 9 + ("ArrowUp",) * 9:
        page.keyboard.press(key)
        met.add(focused(page))
        assert "cell%3A" in focused(page)
    assert len(met) == page.locator(".maze-art a[href]").count()


def test_arrows_walk_from_cell_to_cell_where_the_maze_is_read(page: Page, live_server):
    game = table()
    page.goto(live_server.url + seat_url(asked(game)))
    page.get_by_role("link", name="The maze cell by cell").click()
    stops = page.locator(".cells a[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    walked = {focused(page)}
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        walked.add(focused(page))
    assert len(walked) > 2
    assert all("cell%3A" in link for link in walked)
