"""Every kind of page in a real browser, narrow and wide: it fits, it loads, anybody can use it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from engine.registry import RULESETS
from games import links
from games.clocks.services import agreeing, vacations
from games.models import Game, Player
from games.services import invitations, turns
from games.substitutes.services import offers
from tests.games.cast import PEOPLE, again, asked, open_table, play_to_the_end, player, started
from tests.games.pages.table import browser as signed_in
from tests.games.pages.table import game_url, seat_url
from tests.games.substitutes.cast import resigned
from tests.games.talk.cast import SPECTATORS, say

pytestmark = pytest.mark.django_db(transaction=True)


def enter(page: Page, live_server, who: Player) -> None:
    session = signed_in(who).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])


def check(page: Page, url: str, width: int) -> None:
    page.goto(url)
    check_here(page, width)


def check_here(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("key", RULESETS)
def test_every_games_table_result_and_rules_fit(page: Page, live_server, key: str, width: int):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    people = PEOPLE[: RULESETS[key].meta.seats[-1]]
    game, over = started(people, key=key), started(people, key=key, rounds="1")
    play_to_the_end(over, now=timezone.now())
    table = live_server.url + seat_url(asked(game))
    check(page, table, width)
    for card in range(page.locator(".hand-card a").count()):
        page.goto(table)
        page.locator(".hand-card a").nth(card).click()
        check(page, page.url, width)
    check(page, live_server.url + seat_url(over.places.first()), width)
    check(page, live_server.url + reverse("rules", args=[key]), width)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_orders_are_left_and_read_back(page: Page, live_server, width: int, scheme: Any):
    game = started(key="dark-cave")
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(live_server.url + seat_url(asked(game)))
    page.get_by_role("link", name="Leave orders").click()
    page.fill("#orders-next", "if free e4:  LAY i-ew~ e4 or END")
    page.fill("#orders-standing", "late: end\norder keep")
    page.locator(".order-form button").click()
    page.wait_for_load_state()
    assert page.locator("#orders-next").input_value() == "if free e4: lay I-EW e4 or end"
    assert page.locator("#orders-standing").input_value() == "late: end"
    assert "your axes are kept" in page.locator(".setting").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


TALK = (
    ("alice", "Who has seen the map card?"),
    ("bob", "<b>Not me</b> \u202eever\u200f שלום 👩‍👧 " + "long" * 90),
    ("carol", "One\n\n\ntwo\n" + "Z\u0334\u0351\u0357" * 40),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_talk_and_notes_fit_and_are_accessible(page: Page, live_server, width: int, scheme: Any):
    game, over = started(), started(rounds="1")
    for table in (game, over):
        for name, text in TALK:
            say(table, name, text)
        say(table, "dora", "I bet on a saboteur", SPECTATORS)
    play_to_the_end(over, now=timezone.now())
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    token = [links.mint_seat(game.places.get(name="alice"))]
    talk = live_server.url + reverse("talk-by-letter", args=token)
    for url in (talk, live_server.url + game_url(game, "talk-of-game")):
        check(page, url, width)
    page.goto(talk)
    page.get_by_role("link", name="Mute or report – bob").click()
    check(page, page.url, width)
    page.fill("#words", "He shouts.")
    page.get_by_role("button", name="Report").click()
    assert page.get_by_role("status").is_visible()
    page.get_by_role("link", name="Mute or report – carol").click()
    page.get_by_role("button", name="Mute").click()
    assert page.get_by_role("button", name="Read again – carol").is_visible()
    page.fill("#say", "Well then.")
    page.get_by_role("button", name="Say it").click()
    assert page.locator(".remark-text").first.inner_text() == "Well then."
    check_here(page, width)
    check(page, live_server.url + reverse("notes-by-letter", args=token), width)
    page.get_by_label("bob").fill("Digs. I think.")
    page.get_by_role("button", name="Keep my notes").click()
    assert page.get_by_label("bob").input_value() == "Digs. I think."
    enter(page, live_server, player("dora"))
    for table in (game, over):
        check(page, live_server.url + game_url(table, "talk-of-game"), width)
    # What is refused is an error to a page's console, and none to who reads it.
    other = page.context.new_page()
    other.goto(talk)
    other.fill("#say", "x" * 1001)
    other.get_by_role("button", name="Say it").click()
    assert other.get_by_role("alert").is_visible()
    assert other.locator("#say").input_value() == "x" * 1001
    check_here(other, 1280)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit_and_are_accessible(page: Page, live_server, width: int, scheme: Any):
    alice, lobby = player("alice"), open_table(seats=5)
    invited = invitations.invite(lobby.key, "dora@example.org", by=alice, now=timezone.now())
    game, over = _busy_table(), started(rounds="1")
    play_to_the_end(over, now=timezone.now())
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    offered = resigned()
    number = offered.offers.get().seat
    asked_one = offers.ask(offered.key, number, "emil@example.org", by=alice, now=timezone.now())
    _wished(game)
    alices = links.mint_seat(game.places.get(name="alice"))
    public = [
        reverse("time-table", args=[game.key]),
        reverse("time-by-letter", args=[alices]),
        reverse("away-by-letter", args=[alices]) + "?last=2099-01-01",
        reverse("accounts-sign-in"),
        reverse("guide"),
        reverse("guide-lesson", args=[1]),
        reverse("guide-lesson", args=[2]) + "?answer=b4",
        reverse("guide-lesson", args=[5]) + "?pick=card:P2&pick=cell:e2",
        reverse("guide-lesson", args=[6]) + "?pick=card:break-cart&pick=seat:2&do=1",
        reverse("guide-lesson", args=[7]) + "?pick=card:rockfall",
        reverse("guide-lesson", args=[10]) + "?pick=card:P5&pick=cell:h3&do=1",
        reverse("seats-open-list"),
        reverse("seats-asked", args=[links.mint_asked(asked_one)]),
        reverse("seats-by-letter", args=[links.mint_seat(offered.places.get(number=number))]),
        seat_url(offered.places.get(number=number)),
        reverse("invitations-answer", args=[links.mint_invitation(invited)]),
        reverse("invitations-join", args=[links.mint_join(lobby)]),
        seat_url(asked(game)),
        game_url(game),
        game_url(over),
        seat_url(over.places.first()),
    ]
    for path in public:
        check(page, live_server.url + path, width)
    enter(page, live_server, alice)
    own = [reverse("home"), reverse("accounts-me"), reverse("lobby-new-game"), game_url(lobby)]
    own += [reverse("records-mine"), game_url(offered, "seats-of-game")]
    own += [game_url(game, name) for name in ("stories-mine", "stories-public", "orders-mine")]
    own += [reverse("seats-open-list")]
    own += [reverse("away-mine"), reverse("away-plan"), reverse("away-plan") + "?last=2099-01-01"]
    own += [game_url(game, "time-table"), game_url(game, "time-rule")]
    for path in [*own, game_url(lobby, "lobby-cancel"), game_url(game, "seat-mine")]:
        check(page, live_server.url + path, width)


def _wished(game: Game) -> None:
    """Let somebody be away and something be proposed, so that there is something to see."""
    now = timezone.now()
    vacations.leave(player("bob"), (None, now.date() + timedelta(days=5)), now=now)
    agreeing.propose_pause(game.key, now + timedelta(days=3), by=player("bob"), now=now)


def _busy_table() -> Game:
    """Play on by the clock's means until tools are broken or the round is old."""
    game = started(bots=2)
    for _ in range(12):
        seat = asked(game)
        if seat.bot:
            turns.play_bot(game.pk, again(game).ply, now=timezone.now())
        else:
            text = _first_move(game)
            turns.play_move(
                links.claim_of(seat), text, seen_ply=again(game).ply, now=timezone.now()
            )
    while asked(game).bot:
        turns.play_bot(game.pk, again(game).ply, now=timezone.now())
    return again(game)


def _first_move(game: Game) -> str:
    from tests.games.cast import moves

    legal = moves(game)
    return next((text for text in legal if text.startswith(("break", "lay"))), legal[0])


def test_a_move_is_made_by_clicks_alone_with_scripts_switched_off(browser, live_server):
    game = started()
    seat = asked(game)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(live_server.url + seat_url(seat))
    for card in range(page.locator(".hand-card a").count()):
        page.locator(".hand-card a").nth(card).click()
        if page.locator("a.lit").count():
            break
    if page.locator("a.lit").count():
        page.locator("a.lit").first.click()
        if page.locator(".option-turn").count():
            page.locator(".option-turn").last.click()
    else:
        page.locator(".option-act").click()
    assert page.locator(".summary").is_visible()
    page.get_by_role("button", name="Do it").click()
    assert re.fullmatch(rf"{live_server.url}/t/[^/]+/", page.url)
    assert page.get_by_role("heading", name=re.compile("Waiting for")).is_visible()
    assert page.get_by_text("Your last move").is_visible()
    assert again(game).ply == 1
    context.close()


def test_the_keyboard_alone_reaches_card_and_button_in_reading_order(page: Page, live_server):
    game = started()
    page.goto(live_server.url + seat_url(asked(game)))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    # The first way past the head of the page leads into the hand.
    page.wait_for_function("document.activeElement.matches('.hand-card a')")
    assert "pick=card" in page.evaluate("document.activeElement.getAttribute('href')")
