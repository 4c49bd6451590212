"""What a season gives besides places, when it is final; the hall of fame; the weekly digest."""

import pytest
from django.urls import reverse

from games.leagues.rules import honours
from games.leagues.rules.honours import Given, Honour
from games.leagues.rules.scoring import By as Points
from games.leagues.rules.scoring import usual
from games.leagues.rules.standing import Rules, standing
from games.leagues.rules.values import Facts
from games.leagues.selectors import fame
from games.leagues.selectors.fame import Best
from games.leagues.services import honouring
from games.models import Award, Due, Letter, Line, Place, Season, Seat
from tests.games.cast import named, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.divisions import duel, line, scores, table
from tests.games.leagues.test_a_league_keeps_a_log import entry
from tests.games.leagues.test_directors_act import at, done, honoured, of_award
from tests.games.leagues.test_who_is_missing_is_told_and_may_appeal import letter
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def given(season: Season, kind: str) -> list[str]:
    """Who was given an honour, by name."""
    found = Award.objects.filter(season=season, kind=kind).order_by("entrant__player__name")
    return list(found.values_list("entrant__player__name", flat=True))


def test_streaks_are_games_won_one_after_the_other():
    games = [duel(str(n), "A", "B", played_in=n) for n in range(1, 4)]
    games += [scores("4", played_in=4, A=1, B=3), duel("5", "A", "B", played_in=5)]
    rows = standing(Rules(usual(Points.GOLD)), Facts(("A", "B"), tuple(games))).rows
    assert honours.longest_streaks(rows) == [Given("A", Honour.STREAK, number=3)]
    rows = standing(Rules(usual(Points.GOLD)), Facts(("A", "B"), tuple(games[1:]))).rows
    assert honours.longest_streaks(rows) == []
    # Who plays alone beats nobody.
    alone = tuple(table(str(n), line("A", 9), played_in=n) for n in range(1, 5))
    rows = standing(Rules(usual(Points.GOLD)), Facts(("A",), alone)).rows
    assert honours.longest_streaks(rows) == []
    assert honours.best_of_rounds(rows) == {}


def test_who_goes_up_is_within_twice_as_many_places_and_has_not_left():
    facts = Facts(tuple("ABCDE"), (scores("1", A=5, B=4, C=3, D=2, E=1),))
    rows = standing(Rules(usual(Points.GOLD)), facts).rows

    def up(count: int, *leavers: str) -> list[str]:
        found = honours.given(rows, leavers=leavers, up=count)
        return [each.entry for each in found if each.honour is Honour.PROMOTED]

    assert up(2) == ["A", "B"]
    assert up(2, "A", "C") == ["B", "D"]
    assert up(1, "A", "B") == []
    assert up(0) == []


def test_a_season_honours_is_told_of_each_week_and_goes_into_the_hall_of_fame():
    season = cast.running(NAMES[:10], **{**cast.ROBIN, "size": 5, "max": 5, "min": 5, "swap": 1})
    address = f"/leagues/{season.league.key}/"
    client = browser(named("zoe@example.org"))
    assert "Follow this league" in client.get(address).content.decode()
    assert client.post(f"{address}follow/", {"do": "follow"}).status_code == 303
    assert "You are told of new seasons" in client.get(address).content.decode()
    # Ida sits in for somebody, and is thanked though the game is not hers.
    place = Place.objects.filter(table__game__isnull=False).exclude(
        table__places__entrant__player=player("ida")
    )[0]
    seat = Seat.objects.filter(game=place.table.game_id, number=place.seat)
    seat.update(player=player("ida"))
    cast.until(season, "final", play=cast.by_name)
    top, below = season.divisions.order_by("rank")
    firsts = {
        each.rank: min(each.entrants.values_list("player__name", flat=True))
        for each in (top, below)
    }
    assert given(season, "champion") == sorted(firsts.values())
    assert given(season, "promoted") == [firsts[2]]
    assert given(season, "streak") == sorted(firsts.values())
    assert given(season, "substitute") == ["ida"]
    assert given(season, "fair-play") == sorted(NAMES[:10])
    streak = Award.objects.filter(season=season, kind="streak", entrant__division=top)
    assert streak.values_list("number", flat=True).get() == 4
    best = {each.best: each for each in fame.fame(season.league_id).records}
    assert [holder.name for holder in best[Best.TITLES].holders] == [firsts[1]]
    assert {best[each].number for each in (Best.GAMES, Best.STREAK)} == {4}
    page = client.get(f"{address}fame/").content.decode()
    assert "Most games won in a row" in page
    assert all(name in page for name in firsts.values())
    final = Letter.objects.get(
        notice__what="final", notice__player__name=firsts[2], notice__season=season
    )
    told = part(written(final), "plain")
    honoured = " ".join(told.split())
    assert "in a place to go up" in honoured
    assert all(words in honoured for words in ("longest streak: 4", firsts[1]))
    weeks = season.notices.filter(what="digest")
    assert {notice.player.name for notice in weeks.select_related("player")} == {"zoe"}
    assert weeks.count() == Line.objects.filter(act="league-digest").count() > 1
    letter = part(written(Letter.objects.get(notice=weeks.earliest("pk"))), "plain")
    assert "Division 1" in letter
    assert "Results" in letter
    client.post(f"{address}follow/", {"do": "stop"})
    assert "Follow this league" in client.get(address).content.decode()
    assert not Due.objects.filter(season=season, what="digest", done_at=None).exists()


def test_an_honour_is_revoked_by_an_act_told_and_shown_as_revoked(set_clock):
    season = at(honoured(), set_clock)
    ada = cast.entrant(season, "ada")
    card = reverse("league-cards-card", args=[season.league.key, 1, 1, ada.pk])
    act = of_award(season)
    olga = browser(player("olga"))
    assert act in olga.get(card).content.decode()
    assert act not in browser(player("zoe")).get(card).content.decode()
    assert fame.fame(season.league_id).champions != ()
    done(player("olga"), "league-revoke", act, reason="she had looked at the cards")
    told = letter("revoked", "ada")
    assert "champion" in told
    assert "she had looked at the cards" in told
    assert "(revoked)" in browser(player("zoe")).get(card).content.decode()
    assert act not in olga.get(card).content.decode()
    assert fame.fame(season.league_id).champions == ()
    line = entry(season, "An honour is revoked")
    assert (line.reason, line.who) == ("she had looked at the cards", "ada")
    assert "champion" in " ".join(line.lines)
    # Final again, it is not given once more.
    honouring.thank(season, now=cast.when(season))
    assert Award.objects.get(kind="champion").revoked_at is not None
