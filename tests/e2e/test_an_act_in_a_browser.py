"""A moderator pauses a game by keyboard, of which players read; another looks at a seat."""

import pytest
from playwright.sync_api import Page, expect

from games.services import instant
from tests.e2e.looks import enter, go, look_here
from tests.games.cast import again, clocks_of, play, player, started
from tests.games.moderation.cast import address, broken, done, staff
from tests.games.pages.table import game_url
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_found_paused_and_the_table_reads_why(page: Page, live_server, width: int):
    game = started(hours=72, now=instant.now())
    enter(page, live_server, staff("mia"))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/moderation/")
    page.get_by_label("Its key, its name, or who is called so there").fill("bob")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    go(page.get_by_role("link", name=game.name))
    go(page.get_by_role("link", name="Pause the game"), by="Enter")
    last = (instant.now().date()).isoformat()
    page.get_by_label("Last day of the pause").fill(last)
    page.get_by_label("A word to those concerned").fill("Back tomorrow")
    page.get_by_label("Why, for the log").fill("They wrote to us about it")
    look_here(page)
    go(page.get_by_role("button", name="See what will be done"), by="Enter")
    expect(page.get_by_role("heading", name="What will be done")).to_be_visible()
    assert clocks_of(game).paused_until(instant.now()) is None
    look_here(page)
    go(page.get_by_role("button", name="Do it"), by="Enter")
    expect(page.get_by_text("Its reference is")).to_be_visible()
    assert clocks_of(game).paused_until(instant.now()) is not None
    look_here(page)
    enter(page, live_server, player("bob"))
    page.goto(live_server.url + game_url(game, "time-table"))
    expect(page.get_by_text("A moderator paused the table until").first).to_be_visible()
    expect(page.get_by_text("“Back tomorrow”").first).to_be_visible()
    assert again(game).ply == game.ply


def test_what_is_seen_through_broken_glass_fits_and_leads_nowhere(
    page: Page, live_server, width: int
):
    game = started(hours=72, now=instant.now())
    for _ in range(5):
        play(game, now=instant.now())
    broken(game, "bob")
    enter(page, live_server, player("mia"))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/moderation/")
    go(page.get_by_role("link", name="bob"))
    for title in ("The table as it sees it", "Its whole story"):
        look_here(page)
        go(page.get_by_role("button", name=title), by="Enter")
        expect(page.get_by_text("Glass broken")).to_be_visible()
        assert page.locator("form").count() == 0
        look_here(page)
        go(page.get_by_role("link", name="Back"))
    go(page.get_by_role("button", name="Close it"))
    expect(page.get_by_text("Nothing more is shown.")).to_be_visible()


def test_a_seat_goes_to_who_is_named_and_is_given_back(page: Page, live_server, width: int):
    game = started(hours=72, now=instant.now())
    number = seat_of(game, "bob").number
    enter(page, live_server, staff("mia"))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}{address('replace', game.key)}?seat={number}")
    page.get_by_label("To whom").fill(player("eli").key)
    page.get_by_label("Why, for the log").fill("They wrote to us about it")
    look_here(page)
    go(page.get_by_role("button", name="See what will be done"), by="Enter")
    go(page.get_by_role("button", name="Do it"), by="Enter")
    expect(page.get_by_text("Its reference is")).to_be_visible()
    enter(page, live_server, player("eli"))
    seats = live_server.url + game_url(game, "seats-of-game")
    page.goto(seats)
    go(page.get_by_role("button", name="Take the seat"), by="Enter")
    expect(page.get_by_text("The seat is yours.")).to_be_visible()
    done(staff("mia"), "bring-back", game.key, seat=number)
    page.goto(seats)
    look_here(page)
    go(page.get_by_role("button", name="Give the seat back"), by="Enter")
    expect(page).to_have_url(live_server.url + game_url(game))
    assert game.places.get(number=number).player == player("bob")
