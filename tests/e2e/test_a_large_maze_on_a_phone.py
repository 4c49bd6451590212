"""A large maze on a phone: it is touched with a finger, moved in its frame, and keeps its place."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from engine.registry import RULESETS, ruleset
from games.models import Player
from tests.e2e.looks import profile
from tests.e2e.test_a_table_left_open import answer, second
from tests.games.cast import asked, lay_out, play_to_the_end, started
from tests.games.mazes import NAMES, large
from tests.games.pages.table import game_url, seat_url
from tests.games.pages.test_the_dark_cave_is_told import POSITION

pytestmark = pytest.mark.django_db(transaction=True)

FINGER = 44
WIDTH, HEIGHT = 390, 844
PHONE: dict[str, Any] = {
    "viewport": {"width": WIDTH, "height": HEIGHT},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with profile(browser, **PHONE) as context:
        yield context.new_page()


def boxes(page: Page, part: str) -> list[dict[str, float]]:
    """Measure parts of the page, off the upper left corner of the frame."""
    found: list[dict[str, float]] = page.evaluate(
        """part => {
            const frame = document.querySelector(".maze-frame");
            const from = frame.getBoundingClientRect();
            return [...document.querySelectorAll(part)].map((each) => {
                const { left, top, width, height } = each.getBoundingClientRect();
                const [x, y] = [left + width / 2 - from.left, top + height / 2 - from.top];
                return { x, y, width, height };
            });
        }""",
        part,
    )
    return found


def seen(page: Page, part: str) -> int:
    """Count the parts whose middle can be seen in the frame."""
    # In one step: a table that renews itself in between brings a new frame.
    found: int = page.evaluate(
        """part => {
            const frame = document.querySelector(".maze-frame").getBoundingClientRect();
            return [...document.querySelectorAll(part)].filter((each) => {
                const { left, top, width, height } = each.getBoundingClientRect();
                const [x, y] = [left + width / 2, top + height / 2];
                return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
            }).length;
        }""",
        part,
    )
    return found


def place(page: Page) -> list[float]:
    found: list[float] = page.locator(".maze-frame").evaluate(
        "frame => [frame.scrollLeft, frame.scrollTop]"
    )
    return found


def scroll(page: Page, left: int, top: int) -> None:
    """Scroll the frame, and return when what follows it is drawn."""
    page.evaluate(
        """async to => {
            document.querySelector(".maze-frame").scrollTo(...to);
            for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        }""",
        [left, top],
    )


def corner(page: Page) -> list[int]:
    """Find the column and the row of the picture's upper left cell."""
    art = page.locator(".maze-frame svg")
    return [int(art.get_attribute(f"data-{side}") or "") for side in ("left", "top")]


def wide(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth")
    return found


def card_width(page: Page) -> float:
    width: float = page.evaluate("60 * document.querySelector('.maze-frame svg').getScreenCTM().a")
    return width


def choosing(page: Page, part: str = "a.lit") -> None:
    """Tap the first card that can be laid or used in the maze."""
    for card in range(page.locator(".hand-card a").count()):
        page.locator(".hand-card a").nth(card).tap()
        page.wait_for_url("**pick=**")
        if page.locator(part).count():
            return
    raise AssertionError("nothing can be laid")


def test_every_cell_is_large_enough_for_a_finger_and_the_page_never_scrolls_sideways(
    phone: Page, live_server, key: str
) -> None:
    game = large(key)
    table = live_server.url + seat_url(asked(game))
    phone.goto(table)
    assert wide(phone) <= WIDTH
    assert card_width(phone) >= FINGER
    touched = 0
    for card in range(phone.locator(".hand-card a").count()):
        phone.goto(table)
        phone.locator(".hand-card a").nth(card).tap()
        phone.wait_for_url("**pick=**")
        assert wide(phone) <= WIDTH
        for box in boxes(phone, "a.lit:not(.lit-spot)"):
            touched += 1
            assert min(box["width"], box["height"]) >= FINGER - 0.1
        if phone.locator("a.lit").count():
            assert seen(phone, "a.lit")
    assert touched


def test_what_is_tapped_in_the_maze_is_what_is_chosen_and_the_maze_keeps_its_place(
    phone: Page, live_server
) -> None:
    phone.goto(live_server.url + seat_url(asked(large("saboteur2"))))
    choosing(phone)
    frame = phone.locator(".maze-frame").bounding_box()
    assert frame is not None
    inside = [
        (at, box)
        for at, box in enumerate(boxes(phone, "a.lit"))
        if 22 < box["x"] < frame["width"] - 22 and 30 < box["y"] < frame["height"] - 30
    ]
    at, box = inside[-1]
    name = phone.locator("a.lit").nth(at).get_attribute("aria-label")
    before = place(phone)
    phone.touchscreen.tap(frame["x"] + box["x"], frame["y"] + box["y"])
    phone.wait_for_url(f"**cell%3A{name}**")
    assert place(phone) == pytest.approx(before, abs=2)
    assert seen(phone, ".ghost, .chosen") == 1


def test_the_dark_cave_opens_at_my_own_figure_and_names_what_lies_outside(
    phone: Page, live_server
) -> None:
    phone.goto(live_server.url + seat_url(asked(large("dark-cave"))))
    assert seen(phone, ".mine") == 1
    outside = {
        str(mark.get_attribute("href"))
        for mark in phone.locator(".mark").all()
        if mark.is_visible()
    }
    cells = {f"#{mark.get_attribute('id')}" for mark in phone.locator(".mark-at").all()}
    assert outside == {cell for cell in cells if not seen(phone, cell)}
    assert outside
    goal = phone.locator(".mark:visible").first
    there = str(goal.get_attribute("href"))
    assert not seen(phone, there)
    goal.tap()
    assert seen(phone, there)
    expect(phone.locator(f".mark[href='{there}']")).to_be_hidden()


def covered(page: Page) -> list[str]:
    """List what is named at an edge over a card, a goal or a place to choose."""
    found: list[str] = page.evaluate(
        """() => {
            const at = (part) => part.getBoundingClientRect();
            const meet = (a, b) =>
                a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
            const frame = at(document.querySelector(".maze-frame"));
            const lies = [...document.querySelectorAll(".maze-art > use, .lit, .mark-at")].map(at);
            const over = (mark) =>
                meet(at(mark), frame) && lies.some((each) => meet(at(mark), each));
            const marks = [...document.querySelectorAll(".mark:not([hidden])")];
            return marks.filter(over).map((mark) => mark.textContent);
        }"""
    )
    return found


def test_what_lies_outside_is_named_beside_the_cards_of_a_first_game(
    phone: Page, live_server
) -> None:
    for step in range(1, 11):
        phone.goto(f"{live_server.url}/guide/{step}/")
        assert seen(phone, ".mark:not([hidden])") == 3, step
        assert covered(phone) == [], step


def test_what_lies_outside_is_named_beside_the_cards_wherever_one_looks(
    phone: Page, live_server, key: str
) -> None:
    game = large(key)
    phone.goto(live_server.url + seat_url(asked(game)))
    choosing(phone)
    phone.get_by_role("button", name="Larger").tap()
    met = 0
    for left, top in ((0, 0), (9999, 0), (0, 9999), (9999, 9999), (150, 150)):
        scroll(phone, left, top)
        met += phone.locator(".mark:visible").count()
        assert covered(phone) == []
    assert met


@pytest.mark.parametrize("zoom", ["Smaller", "Larger"])
def test_columns_and_rows_are_named_at_the_edges_wherever_one_looks(
    phone: Page, live_server, zoom: str
) -> None:
    phone.goto(live_server.url + seat_url(asked(large("dark-cave"))))
    phone.get_by_role("button", name=zoom).tap()
    for left, top in ((0, 0), (120, 200), (9999, 9999)):
        scroll(phone, left, top)
        named = phone.evaluate(
            """() => {
                const middle = (part, side) => {
                    const { left, top, width, height } = part.getBoundingClientRect();
                    return side === "above" ? left + width / 2 : top + height / 2;
                };
                const frame = document.querySelector(".maze-frame").getBoundingClientRect();
                return ["above", "beside"].map((side) => {
                    const strip = document.querySelector(`.maze-names-${side}`);
                    const { left, top } = strip.getBoundingClientRect();
                    const own = new Map([...document.querySelectorAll(".maze-art text")].map(
                        (text) => [text.textContent, middle(text, side)]));
                    const off = [...strip.querySelectorAll("text")].map(
                        (text) => Math.abs(middle(text, side) - own.get(text.textContent)));
                    return [Math.max(...off), off.length, left - frame.left, top - frame.top];
                });
            }"""
        )
        for at, (off, count, from_left, from_top) in enumerate(named):
            assert off < 1
            assert count >= 9
            assert (from_left if at else from_top) == pytest.approx(0, abs=1)


def test_a_table_that_renews_itself_leaves_the_maze_where_it_was(phone: Page, live_server) -> None:
    game = large("saboteur2")
    phone.goto(live_server.url + seat_url(second(game)))
    phone.get_by_role("button", name="Larger").tap()
    phone.evaluate("document.querySelector('.maze-frame').scrollTo(123, 77)")
    size = card_width(phone)
    before = corner(phone)
    answer(game)
    expect(phone.locator("h1")).to_have_text("It is your turn")
    assert card_width(phone) == pytest.approx(size, rel=0.001)
    grown = [was - now for was, now in zip(before, corner(phone), strict=True)]
    shifted = [123 + grown[0] * size, 77 + grown[1] * size * 1.4]
    assert place(phone) == pytest.approx(shifted, abs=2)
    phone.reload()
    assert card_width(phone) == pytest.approx(size, rel=0.001)


def test_two_fingers_make_the_maze_larger_and_the_page_stays_as_it_is(
    phone: Page, live_server
) -> None:
    phone.goto(live_server.url + seat_url(asked(large("saboteur2"))))
    before = card_width(phone)
    frame = phone.locator(".maze-frame").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + 150
    fingers = phone.context.new_cdp_session(phone)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        given = [] if kind == "touchEnd" else points
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    touch("touchStart", 40)
    for apart in (50, 60, 70, 80):
        touch("touchMove", apart)
    touch("touchEnd", 80)
    art = "document.querySelector('.maze-frame svg')"
    phone.wait_for_function(
        f"wanted => Math.abs({art}.getScreenCTM().a / wanted - 1) < 0.1", arg=2 * before / 60
    )
    assert phone.evaluate("visualViewport.scale") == 1
    assert wide(phone) <= WIDTH


def test_the_whole_maze_is_shown_at_a_tap(phone: Page, live_server) -> None:
    phone.goto(live_server.url + seat_url(asked(large("saboteur2"))))
    phone.get_by_label("Whole maze").tap()
    cells = phone.locator(".maze-frame svg").bounding_box()
    assert cells is not None
    assert cells["width"] <= WIDTH
    assert cells["height"] <= HEIGHT
    assert phone.locator(".mark:visible").count() == 0
    phone.reload()
    expect(phone.get_by_label("Whole maze")).to_be_checked()


def test_by_keyboard_the_frame_is_scrolled_and_each_cell_comes_into_sight(
    phone: Page, live_server
) -> None:
    phone.goto(live_server.url + seat_url(asked(large("saboteur2"))))
    choosing(phone)
    phone.wait_for_function("document.activeElement.matches('a.lit')")
    assert seen(phone, "a.lit:focus") == 1
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 4:
        phone.keyboard.press(key)
        assert seen(phone, "a.lit:focus") == 1
    phone.locator(".maze-frame").focus()
    phone.evaluate("document.querySelector('.maze-frame').scrollTo(0, 0)")
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("() => document.querySelector('.maze-frame').scrollLeft > 0")


def test_a_table_where_nothing_is_new_opens_at_what_is_dug(
    phone: Page, live_server, key: str
) -> None:
    game = started(NAMES[: RULESETS[key].meta.seats[0]], key=key, listed=True)
    phone.goto(live_server.url + game_url(game))
    starts = ".maze-art :is([href^='#start-'], [href='#ladder'], [href^='#dwarf-'])"
    assert seen(phone, starts) == phone.locator(starts).count() > 0


def test_at_the_end_the_whole_maze_is_shown_and_can_be_moved(phone: Page, live_server) -> None:
    game = started(rounds="1", now=timezone.now())
    seat = live_server.url + seat_url(asked(game))
    phone.goto(seat)
    expect(phone.locator(".maze-whole")).not_to_be_checked()
    play_to_the_end(game, now=timezone.now())
    phone.goto(seat)
    expect(phone.locator(".maze-whole")).to_be_checked()
    assert phone.locator(".mark:visible").count() == 0
    phone.get_by_role("button", name="Larger").tap()
    phone.reload()
    expect(phone.locator(".maze-whole")).not_to_be_checked()


def test_at_the_end_no_result_is_cut_and_no_name_is_broken(
    phone: Page, live_server, key: str, language: str
) -> None:
    game = started(NAMES[: RULESETS[key].meta.seats[0]], key=key)
    seat = asked(game)
    play_to_the_end(game, now=timezone.now())
    game.places.update(name="Bot Alabaster")
    Player.objects.update(language=language)
    phone.goto(live_server.url + seat_url(seat))
    assert phone.locator("html").get_attribute("lang") == language
    assert phone.locator(".gold-table").count()
    cut = phone.evaluate(
        """() => {
            const cut = (part) => part.scrollWidth > part.clientWidth;
            const broken = (name) => {
                const text = name.firstChild;
                return [...text.data.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
                    const range = document.createRange();
                    range.setStart(text, index);
                    range.setEnd(text, index + word.length);
                    return range.getClientRects().length > 1;
                });
            };
            return [
                ...[...document.querySelectorAll(".shares")].filter(cut),
                ...[...document.querySelectorAll(".gold-table tbody th")].filter(broken),
            ].map((part) => part.innerText);
        }"""
    )
    assert cut == []


def test_places_within_a_card_are_large_enough_for_a_finger(phone: Page, live_server) -> None:
    walking = ruleset("dark-cave").parse_position(POSITION)
    game = lay_out(started(key="dark-cave"), walking)
    phone.goto(live_server.url + seat_url(asked(game)))
    phone.locator("a.lit-spot").first.wait_for()
    for box in boxes(phone, "a.lit-spot"):
        assert min(box["width"], box["height"]) >= FINGER - 2


def test_without_scripts_the_maze_is_moved_shown_whole_and_its_goals_are_found(
    browser: Browser, live_server
) -> None:
    game = large("saboteur2")
    with profile(browser, **PHONE, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(live_server.url + seat_url(asked(game)))
        art = page.locator(".maze-frame svg")
        large_art = art.bounding_box()
        assert large_art is not None
        assert large_art["width"] > WIDTH
        goal = page.locator(".mark").last
        goal.tap()
        spot = page.locator(str(goal.get_attribute("href"))).bounding_box()
        assert spot is not None
        assert 0 <= spot["x"] <= WIDTH - FINGER
        page.get_by_label("Whole maze").tap()
        small = art.bounding_box()
        assert small is not None
        assert small["width"] <= WIDTH
