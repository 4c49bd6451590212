"""What directors judge about players, and the log of it, with all that can stand there."""

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from games.models import Absence, Proposal, Season
from games.services import instant
from tests.e2e.looks import enter, go, look, look_here
from tests.games.cast import HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.test_directors_act import at, done, of_entry, of_table, two_apart
from tests.games.leagues.test_directors_act import drawn as drawn_anew
from tests.games.moderation.cast import address

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def set_clock(monkeypatch) -> Callable[[datetime], None]:
    """Let all statements ask a clock of the test's own."""
    return lambda now: monkeypatch.setattr(instant, "now", lambda: now)


def busy(set_clock) -> Season:
    """A season in which directors took points, gave steps, took somebody out, and propose more."""
    season = at(drawn_anew(rounds=4, counting=14), set_clock)
    olga = player("olga")
    round_one = season.divisions.get().rounds.get(number=1)
    done(olga, "league-exchange", f"round-{round_one.pk}", **two_apart(season))
    cast.until(season, "counting", play=cast.by_name)
    season = at(season, set_clock)
    done(olga, "league-adjudicate", of_table(season), points="100 1/3 2.5")
    for name in ("fay", "fay"):
        done(olga, "league-step", of_entry(season, name))
    done(olga, "league-penalise", of_entry(season, "eva"), points="5/2")
    # As a draw falls, one decision may change no place that is certain; in the end the first falls.
    while not Proposal.objects.exists():
        done(olga, "league-penalise", of_entry(season, "ada"), points="100")
    cast.sweep(season, now=cast.when(season) + HOUR)
    return at(season, set_clock)


def test_what_directors_do_about_players_is_seen_and_told(page: Page, live_server, set_clock):
    season = busy(set_clock)
    home = f"{live_server.url}/leagues/{season.league.key}/"
    look(page, f"{home}log/")
    expect(page.get_by_text("Points are taken from an entry: eva")).to_be_visible()
    look(page, f"{home}1/1/")
    enter(page, live_server, player("otto"))
    look(page, f"{home}1/1/directing/")
    look(page, f"{home}asks/")
    expect(page.get_by_text("another director must agree").first).to_be_visible()
    look(page, f"{home}log/")
    expect(page.get_by_text("“the club house burnt down”").first).to_be_visible()
    step = Absence.objects.latest("pk")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + address("league-take-back", f"absence-{step.pk}"))
    page.locator('[name="reason"]').fill("it was another one who shouted")
    look_here(page)
    go(page.get_by_role("button", name="See what will be done"))
    look_here(page)
    expect(page.get_by_text("fay has no longer from it: a yellow card.")).to_be_visible()
