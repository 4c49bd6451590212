"""A game in which nobody gets any gold has no winner: on pages, in emails, ratings and leagues."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from engine.registry import ruleset
from games import letters
from games.leagues.selectors import reading
from games.models import Game, LeagueTable, Letter, Rating
from games.people.rules.shown import Item, Whom
from games.people.services import showing
from games.ratings import services as ratings
from tests.games.cast import NOW, again, lay_out, play_to_the_end, player, started
from tests.games.leagues import cast as leagues
from tests.games.pages.table import browser, game_url, text_of
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db

ROLES = {
    "saboteur": ("digger", "digger", "digger", "saboteur"),
    "saboteur2": ("blue", "green", "geologist"),
}
"""Roles without anyone who wins while the treasure stays hidden; the spare one is a saboteur."""
TOGETHER = ("saboteur", "duel", "dark-cave")


def lost_by_all(key: str, *people: str) -> Game:
    """Let everybody pass until the game is over."""
    game = started(people, key=key, rounds="1")
    state: Any = ruleset(key).load(game.state)
    if key in ROLES:
        game = lay_out(game, replace(state, roles=ROLES[key]))
    play_to_the_end(game, now=NOW)
    return again(game)


def people_of(key: str) -> tuple[str, ...]:
    return ("alice", "bob", "carol")[: ruleset(key).meta.seats[-1]]


def read(url: str, who: str = "alice") -> str:
    """Read what a page says to somebody."""
    return text_of(browser(player(who)).get(url).content.decode())


@pytest.mark.parametrize("key", [*TOGETHER, "duel-solo"])
def test_a_game_without_any_gold_has_no_winner(key: str):
    game = lost_by_all(key, *people_of(key))
    assert game.outcome == {"winners": [], "scores": [0] * game.seats}
    assert "You did not win" in read(reverse("archive"))


def test_in_saboteur_2_all_share_a_game_without_any_gold():
    """Ruling 80."""
    game = lost_by_all("saboteur2", "alice", "bob", "carol")
    assert game.outcome == {"winners": [0, 1, 2], "scores": [0, 0, 0]}


@pytest.mark.parametrize("key", TOGETHER)
def test_pages_and_the_email_say_that_nobody_wins(key: str):
    game = lost_by_all(key, *people_of(key))
    reason = "Nobody left the cave" if key == "dark-cave" else "Nobody has any gold"
    told = Letter.objects.get(game=game, kind="result", seat=seat_of(game, "bob"))
    message = letters.render(told, now=NOW)
    html, _kind = message.alternatives[0]
    urls = (game_url(game), game_url(game, "seat-mine"))
    for text in (str(message.body), str(html), *(read(url, "bob") for url in urls)):
        plain = " ".join(text_of(text).split())
        assert f"{reason}, so nobody wins." in plain
        assert "winner" not in plain
        assert "victory" not in plain
    story = read(game_url(game, "stories-public"))
    assert "The game is over. Nobody" in story


def test_a_round_without_a_saboteur_says_why_nobody_wins_it():
    game = lost_by_all("saboteur", "alice", "bob", "carol")
    assert "There was no saboteur, so nobody wins." in read(game_url(game))


def test_a_profile_counts_the_game_as_not_won():
    lost_by_all("duel", "alice", "bob")
    showing.choose(player("alice"), dict.fromkeys(Item, Whom.EVERYBODY))
    page = read(reverse("profiles-show", args=[player("alice").key]), "bob")
    assert "0 of 1 won" in page


@pytest.mark.parametrize("key", ["duel", "dark-cave"])
def test_a_rating_takes_it_for_a_draw(key: str):
    lost_by_all(key, "alice", "bob")
    ratings.sweep(now=NOW)
    first, second = Rating.objects.filter(last=True)
    assert first.mu == pytest.approx(second.mu)


def test_in_a_league_nobody_gets_the_win():
    season = leagues.running(("ada", "ben"), **leagues.ROBIN)
    table = LeagueTable.objects.get(round__division__season=season, round__number=1)
    play_to_the_end(table.game, now=leagues.when(season))
    leagues.sweep(season)
    assert again(table.game).outcome["scores"] == [0, 0]
    assert [row.points for row in reading.standing(table.round.division_id).rows] == [0, 0]
