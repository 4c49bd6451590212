"""Pages on which much has happened, in a real browser: they fit and load, anybody can use them."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page

from engine.registry import RULESETS
from games import links
from games.clocks.services import agreeing, vacations
from games.links import SeatClaim
from games.models import Game
from games.services import turns
from tests.e2e.looks import enter, go, look, look_here, profile
from tests.games.cast import PEOPLE, again, asked, open_table, play_to_the_end, player, started
from tests.games.leagues import cast as leagues
from tests.games.leagues.cast import NAMES
from tests.games.pages.table import game_url, seat_url
from tests.games.substitutes.cast import resigned
from tests.games.talk.cast import SPECTATORS, say

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_games_table_and_result_fit(page: Page, live_server, key: str):
    people = PEOPLE[: RULESETS[key].meta.seats[-1]]
    game, over = started(people, key=key), started(people, key=key, rounds="1")
    play_to_the_end(over, now=timezone.now())
    table = live_server.url + seat_url(asked(game))
    look(page, table)
    cards = page.locator(".hand-card a").evaluate_all("cards => cards.map(card => card.href)")
    assert cards
    for card in cards:
        look(page, card)
    look(page, live_server.url + seat_url(over.places.first()))


def test_no_address_of_a_seat_goes_along_as_referrer_not_even_to_ourselves(page: Page, live_server):
    sent = []
    page.on("request", lambda request: sent.append(request.all_headers().get("referer", "")))
    page.goto(live_server.url + seat_url(asked(started())))
    go(page.locator(".hand-card a").first)
    page.reload()
    assert len(sent) > 5, "styles, pictures and pages"
    assert f"{live_server.url}/" in sent
    assert not [each for each in sent if "/t/" in each]


def test_orders_are_left_and_read_back(page: Page, live_server):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + seat_url(asked(started(key="dark-cave"))))
    page.get_by_role("link", name="Leave orders").click()
    page.fill("#orders-next", "if free e4:  LAY i-ew~ e4 or END")
    page.fill("#orders-standing", "late: end\norder keep")
    go(page.locator(".order-form button"))
    assert page.locator("#orders-next").input_value() == "if free e4: lay I-EW e4 or end"
    assert page.locator("#orders-standing").input_value() == "late: end"
    assert "your axes are kept" in page.locator(".setting").inner_text()
    look(page, page.url)


TALK = (
    ("alice", "Who has seen the map card?"),
    ("bob", "<b>Not me</b> \u202eever\u200f שלום 👩‍👧 " + "long" * 90),
    ("carol", "One\n\n\ntwo\n" + "Z\u0334\u0351\u0357" * 40),
)


def test_talk_and_notes_fit_and_are_accessible(page: Page, live_server):
    game, over = started(), started(rounds="1")
    for table in (game, over):
        for name, text in TALK:
            say(table, name, text, now=timezone.now())
        say(table, "dora", "I bet on a saboteur", SPECTATORS, now=timezone.now())
    play_to_the_end(over, now=timezone.now())
    token = [links.SEAT.sign(SeatClaim.of(game.places.get(name="alice")))]
    talk = live_server.url + reverse("talk-by-letter", args=token)
    for url in (talk, live_server.url + game_url(game, "talk-of-game")):
        look(page, url)
    page.goto(talk)
    go(page.get_by_role("link", name="Mute or report – bob"))
    look(page, page.url)
    page.fill("#words", "He shouts.")
    go(page.get_by_role("button", name="Report"))
    assert page.get_by_role("status").is_visible()
    go(page.get_by_role("link", name="Mute or report – carol"))
    go(page.get_by_role("button", name="Mute"))
    assert page.get_by_role("button", name="Read again – carol").is_visible()
    page.fill("#say", "Well then.")
    go(page.get_by_role("button", name="Say it"))
    assert page.locator(".remark-text").first.inner_text() == "Well then."
    look_here(page)
    look(page, live_server.url + reverse("notes-by-letter", args=token))
    page.get_by_label("bob").fill("Digs. I think.")
    go(page.get_by_role("button", name="Keep my notes"))
    assert page.get_by_label("bob").input_value() == "Digs. I think."
    enter(page, live_server, player("dora"))
    for table in (game, over):
        look(page, live_server.url + game_url(table, "talk-of-game"))
    # What is refused is an error to a page's console, and none to who reads it.
    other = page.context.new_page()
    other.goto(talk)
    other.fill("#say", "x" * 1001)
    go(other.get_by_role("button", name="Say it"))
    assert other.get_by_role("alert").is_visible()
    assert other.locator("#say").input_value() == "x" * 1001
    look_here(other)


def test_what_has_happened_at_tables_fits_and_is_accessible(page: Page, live_server):
    alice, game, over = player("alice"), _busy_table(), started(rounds="1")
    play_to_the_end(over, now=timezone.now())
    _wished(game)
    offered = resigned(listed=True)
    alices = links.SEAT.sign(SeatClaim.of(game.places.get(name="alice")))
    public = [
        reverse("home"),
        reverse("seats-open-list"),
        reverse("watch"),
        seat_url(asked(game)),
        seat_url(offered.places.get(number=offered.offers.get().seat)),
        reverse("time-by-letter", args=[alices]),
        reverse("replays-by-letter", args=[alices]),
        *(game_url(game, name) for name in ("table-public", "time-table", "stories-public")),
        game_url(over),
        seat_url(over.places.first()),
        reverse("guide-lesson", args=[2]) + "?answer=b4",
        reverse("guide-lesson", args=[5]) + "?pick=card:P2&pick=cell:e2",
        reverse("guide-lesson", args=[6]) + "?pick=card:break-cart&pick=seat:2&do=1",
        reverse("guide-lesson", args=[7]) + "?pick=card:rockfall",
    ]
    for path in public:
        look(page, live_server.url + path)
    enter(page, live_server, alice)
    mine = ("seat-mine", "stories-mine", "cells-mine", "cells-public", "time-table", "time-rule")
    own = [
        reverse("home"),
        *(game_url(game, name) for name in mine),
        reverse("profiles-show", args=[alice.key]) + "?as=everybody",
        reverse("away-mine"),
        reverse("archive"),
        reverse("records-mine"),
        game_url(open_table()),
    ]
    for path in own:
        look(page, live_server.url + path)


@pytest.mark.parametrize("path", ["/nowhere/", "/t/nonsense/"])
def test_what_leads_nowhere_fits_and_is_accessible(browser: Browser, live_server, path: str):
    # Such an answer is an error to a page's console, and none to who reads it.
    with profile(browser) as context:
        look(context.new_page(), live_server.url + path)


def test_a_table_on_paper_is_whole_light_and_has_nothing_to_press(page: Page, live_server):
    page.set_viewport_size({"width": 680, "height": 960})
    page.goto(live_server.url + seat_url(asked(_busy_table())))
    page.locator(".hand-card a").first.click()
    page.wait_for_url("**pick=**")
    page.emulate_media(media="print", color_scheme="dark")
    maze = page.locator(".maze-art").bounding_box()
    assert maze is not None
    assert maze["x"] >= 0
    assert maze["x"] + maze["width"] <= 680
    assert page.locator(".cards").is_visible()
    assert page.locator(":is(.button, .chooser, .maze-tool, .ways-on, form):visible").count() == 0
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


PRESSED = ":is(.button, .back, .step, summary, form, [download]):visible"


def test_nothing_else_of_a_game_has_anything_to_press_on_paper(page: Page, live_server):
    game, table = _busy_table(), open_table()
    enter(page, live_server, player("alice"))
    page.emulate_media(media="print")
    names = ("replays-mine", "talk-of-game", "stories-mine", "table-public")
    for path in (*(game_url(game, name) for name in names), game_url(table)):
        page.goto(live_server.url + path)
        pressed = page.locator(PRESSED).all_inner_texts()
        # The finer rules of time are read.
        assert [each for each in pressed if each != "More about time"] == [], path
    assert page.get_by_role("heading", name="How it is played").is_visible()
    assert not page.get_by_role("heading", name="Begin").is_visible()


DRAWN = """one => {
    const style = getComputedStyle(one)
    return [style.borderTopWidth, style.borderLeftWidth, style.outlineStyle, style.outlineWidth]
}"""


def test_where_the_reader_chooses_the_colours_no_mark_is_lost(page: Page, live_server):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    page.goto(live_server.url + seat_url(asked(started())))
    go(page.locator(".hand-card a").first)
    hand = page.locator(".hand-card a")
    picked = [one for one in hand.all() if one.get_attribute("aria-current")]
    assert len(picked) == 1
    assert picked[0].evaluate(DRAWN) != hand.last.evaluate(DRAWN)
    # The maze keeps its own colours, so that what is lit in it stays lit.
    art = page.locator(".maze-art").first
    assert art.evaluate("one => getComputedStyle(one).forcedColorAdjust") == "none"
    season = leagues.running(NAMES[:4])
    page.goto(live_server.url + reverse("league-divisions-show", args=[season.league.key, 1, 1]))
    tabs = page.locator(".filters a")
    here = [each for each in tabs.all() if each.get_attribute("aria-current")]
    others = [each for each in tabs.all() if not each.get_attribute("aria-current")]
    assert here[0].evaluate(DRAWN) != others[0].evaluate(DRAWN)


def test_a_leagues_log_fits_with_the_lots_seal_in_it(page: Page, live_server):
    season = leagues.running(NAMES[:4])
    look(page, live_server.url + reverse("league-log-show", args=[season.league.key]))
    assert page.get_by_text("The lot is sealed.").is_visible()


@pytest.mark.parametrize("part", ["seat", "public"])
def test_no_hole_stands_beside_a_long_column(page: Page, live_server, part: str):
    game = started(listed=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_server.url + (seat_url(asked(game)) if part == "seat" else game_url(game)))
    # As long as ten hands that are turned up.
    page.locator(".table-side").evaluate("one => { one.style.minHeight = '150rem'; }")
    below, ways_on = page.locator(".table-below, .table > .ways-on").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
    )
    assert 0 <= ways_on["top"] - below["bottom"] < 40


def _wished(game: Game) -> None:
    """Let somebody be away and something be proposed, so that there is something to see."""
    now = timezone.now()
    vacations.leave(player("bob"), (None, now.date() + timedelta(days=5)), now=now)
    agreeing.propose_pause(game.key, now + timedelta(days=3), by=player("bob"), now=now)


def _busy_table() -> Game:
    """Play on by the clock's means until tools are broken or the round is old."""
    game = started(bots=2, listed=True)
    for _ in range(12):
        seat = asked(game)
        if seat.bot:
            turns.play_bot(game.pk, again(game).ply, now=timezone.now())
        else:
            text = _first_move(game)
            turns.play_move(SeatClaim.of(seat), text, seen_ply=again(game).ply, now=timezone.now())
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
    context = profile(browser, java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(live_server.url + seat_url(seat))
    for card in range(page.locator(".hand-card a").count()):
        go(page.locator(".hand-card a").nth(card))
        if page.locator("a.lit").count():
            break
    if page.locator("a.lit").count():
        go(page.locator("a.lit").first)
        if page.locator(".option-turn").count():
            go(page.locator(".option-turn").last)
    else:
        go(page.locator(".option-act"))
    assert page.locator(".summary").is_visible()
    go(page.get_by_role("button", name="Do it"))
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
