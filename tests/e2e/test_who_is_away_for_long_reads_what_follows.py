"""Who is away for longer than his vacation lasts: what he reads before he says so, and after."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.services import instant
from tests.e2e.looks import enter, go, look, look_here
from tests.games.cast import HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.test_who_is_away_for_long import PAID, game_of, season_of

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = {
    "en": (
        "somebody is looked for who plays on for you",
        "Until somebody does, the seat is yours.",
        "Nobody was found who plays on for you: a bot does until you are back.",
    ),
    "de": (
        "wird jemand gesucht, der für dich weiterspielt",
        "Bis es jemand tut, gehört der Platz dir.",
        "Es hat sich niemand gefunden, der für dich weiterspielt: Ein Bot tut es, bis du zurück",
    ),
}


def test_what_follows_is_read_before_and_after(page: Page, live_server, monkeypatch, language: str):
    sought, now_sought, in_vain = WORDS[language]
    season = season_of()
    cem = player("cem")
    cem.language = language
    cem.save(update_fields=("language",))
    monkeypatch.setattr(instant, "now", lambda: cast.when(season))
    enter(page, live_server, cem)
    plan = f"{live_server.url}{reverse('away-plan')}?last={date(2026, 4, 20)}"
    look(page, plan)
    expect(page.locator("main")).to_contain_text(sought)
    go(page.locator("main form button[type=submit]").last)
    look_here(page)
    table = f"{live_server.url}{reverse('time-table', args=[game_of(season).key])}"
    reads = {cast.when(season): sought, PAID: now_sought, PAID + 49 * HOUR: in_vain}
    for now, said in reads.items():
        cast.sweep(season, now=now)
        for url in (f"{live_server.url}{reverse('away-mine')}", table):
            look(page, url)
            expect(page.locator("main")).to_contain_text(said)
