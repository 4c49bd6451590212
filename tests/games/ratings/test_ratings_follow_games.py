"""Ratings are those of the games as they stand now, in the order in which they ended."""

from collections.abc import Sequence
from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.clocks.services import keeping
from games.leagues.rules import ratings as rules
from games.leagues.rules.ratings import Manner
from games.leagues.selectors import deals
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Counted, Game, LeagueTable, Rating, Result, Seat
from games.people.rules.shown import Item, Whom
from games.people.services import showing
from games.ratings import selectors, services
from games.results.services import adjudicating, annulling
from games.services import locks
from tests.games.cast import DAY, HOUR, NOW, PEOPLE, again, player, started
from tests.games.leagues import cast as leagues
from tests.games.leagues.cast import NAMES
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

BOOK = "saboteur/current"


def ended(scores: Sequence[int], *, at: datetime, people: Sequence[str] = PEOPLE, **terms) -> Game:
    """A game of one round that ended so, its seats in the order of these people."""
    game = started(people, rounds="1", by=people[0], now=NOW - 100 * DAY, **terms)
    seats = dict(game.places.exclude(player=None).values_list("player__name", "number"))
    found = [0] * game.seats
    for name, score in zip(people, scores, strict=True):
        found[seats[name]] = score
    most = max(found)
    winners = [at for at, score in enumerate(found) if score == most]
    outcome = {"winners": winners, "scores": found}
    Game.objects.filter(pk=game.pk).update(
        status="finished", ended_at=at, outcome=outcome, to_act=[], deadline_at=None
    )
    return again(game)


def correct(game: Game, how: str) -> None:
    """Let an act decide a game that is over, or annul it."""
    with because(Cause.ACT):
        held = locks.game(pk=game.pk)
        clocks = keeping.take_up(held, now=NOW)
        if how == "annul":
            annulling.annul(held, locks.people(held), clocks, now=NOW)
        else:
            outcome = adjudicating.judged(held, [9, 0, 0])
            adjudicating.adjudicate(held, clocks, outcome, now=NOW)
        write(how, now=NOW)


def counted(*games: Game) -> dict[str, rules.Rating]:
    """What these games come to, by name."""
    taken = []
    for game in games:
        seats = tuple(
            rules.Seat(seat.name, game.outcome["scores"][seat.number])
            for seat in game.places.order_by("number")
        )
        taken.append(rules.Game(f"{game.pk:020}", game.ended_at, Manner.ALONE, seats))
    return rules.standing(rules.sequence(taken, {}))


def shown(book: str = BOOK) -> dict[str, rules.Rating]:
    """Everybody's rating as it is kept, by name."""
    rows = Rating.objects.filter(book=book, last=True).select_related("player")
    return {row.player.name: rules.Rating(row.mu, row.sigma, row.games) for row in rows}


def near(found: dict[str, rules.Rating], wanted: dict[str, rules.Rating]) -> None:
    assert found.keys() == wanted.keys()
    for name, rating in wanted.items():
        assert found[name].mu == pytest.approx(rating.mu, abs=1e-9), name
        assert found[name].sigma == pytest.approx(rating.sigma, abs=1e-9), name
        assert found[name].games == rating.games


def test_ratings_are_those_of_the_games_as_they_stand(monkeypatch):
    first = ended([5, 3, 1], at=NOW)
    third = ended([2, 3, 1], at=NOW + 2 * HOUR)
    fourth = ended([4, 4, 0], at=NOW + 3 * HOUR)
    assert services.sweep(now=NOW) == 3
    near(shown(), counted(first, third, fourth))
    assert services.sweep(now=NOW) == 0
    # One that ended before others and was committed after them: all after it are counted again.
    second = ended([0, 1, 6], at=NOW + HOUR, people=("alice", "bob", "dora"))
    assert services.sweep(now=NOW) == 3
    near(shown(), counted(first, second, third, fourth))
    correct(second, "annul")
    assert services.sweep(now=NOW) == 2
    near(shown(), counted(first, third, fourth))
    assert not Rating.objects.filter(player=player("dora")).exists()
    correct(third, "adjudicate")
    services.sweep(now=NOW)
    near(shown(), counted(first, fourth))
    # In slices it comes to the same.
    monkeypatch.setattr(services, "SLICE", 1)
    Counted.objects.update(stale=True)
    while services.sweep(now=NOW):
        pass
    near(shown(), counted(first, fourth))
    assert services.rebuild() == 0
    out = StringIO()
    call_command("rate", stdout=out)
    assert "as they were" in out.getvalue()
    Rating.objects.filter(player=player("bob")).update(mu=40)
    with pytest.raises(CommandError):
        call_command("rate", stdout=out)
    near(shown(), counted(first, fourth))


def test_seats_that_were_not_played_throughout_are_left_out_and_the_rest_is_rated():
    whole = ended([5, 3, 1], at=NOW)
    with_bot = ended([5, 3, 1], at=NOW + HOUR, bots=1)
    assert with_bot.seats == 4
    handed = ended([5, 3, 9], at=NOW + 2 * HOUR)
    Seat.objects.filter(game=handed, name="carol").update(joined_at=NOW)
    alone = ended([5], at=NOW + 3 * HOUR, people=("alice",), bots=2)
    left_alone = ended([5, 3, 1], at=NOW + 4 * HOUR)
    Game.objects.filter(pk=left_alone.pk).update(outcome=None)
    older = started(rounds="1")
    Game.objects.filter(pk=older.pk).update(
        status="finished", ended_at=NOW + 5 * HOUR, options={"edition": "2004"},
        outcome={"winners": [0], "scores": [3, 2, 1]},
    )  # fmt: skip
    services.sweep(now=NOW)
    found = dict(Rating.objects.order_by().values_list("counted", "games").distinct())
    assert found.keys() == {whole.pk, with_bot.pk, handed.pk, older.pk}
    assert set(handed.counted.ratings.values_list("player__name", flat=True)) == {"alice", "bob"}
    assert with_bot.counted.ratings.count() == 3
    assert not alone.counted.ratings.exists()
    assert set(shown()) == set(PEOPLE) == set(shown("saboteur/2004"))
    assert shown()["carol"].games == 2
    assert shown("saboteur/2004")["carol"].games == 1


def test_a_leagues_table_is_rated_as_it_stands_and_seeds_the_next_season():
    ended([1, 2, 9], at=leagues.NOW - DAY, people=("ada", "ben", "cem"))
    ended([9, 0, 1], at=leagues.NOW + DAY, people=("ada", "ben", "cem"))
    services.sweep(now=NOW)
    season = leagues.running(NAMES[:5], **leagues.SWISS)
    order = season.entrants.order_by("at_first").values_list("player__name", flat=True)
    # As it stood at the announcement; who had none comes last.
    assert list(order)[:3] == ["cem", "ben", "ada"]
    assert set(list(order)[3:]) == {"dan", "eva"}
    table = LeagueTable.objects.get(round__division__season=season, round__number=1)
    seats = range(table.game.seats)
    Game.objects.filter(pk=table.game_id).update(
        status="finished",
        ended_at=leagues.when(season),
        outcome={"winners": [0], "scores": list(seats)},
    )
    leagues.sweep(season)
    services.sweep(now=NOW)
    assert table.game.counted.ratings.count() == len(seats)
    assert deals.over_at(again(table.game)) == leagues.when(season)
    stood = Result.objects.get(table=table)
    # A director's result is not what was played.
    Result.objects.filter(pk=stood.pk).update(kind="adjudicated")
    services.again(again(table.game))
    services.sweep(now=NOW)
    assert not Rating.objects.filter(counted=table.game_id).exists()


def test_a_rating_is_shown_with_its_history_to_those_whom_it_is_shown_to():
    games = [ended([5, 3, 1], at=NOW + n * HOUR) for n in range(3)]
    services.sweep(now=NOW)
    # As sure as after many games.
    Rating.objects.filter(counted=games[2].pk).update(games=9, sigma=4)
    (found,) = selectors.of(player("alice"))
    assert (found.book, found.games) == (BOOK, 9)
    assert [step.provisional for step in found.history] == [True, True, False]
    page = f"/p/{player('alice').key}/"
    fellow = browser(player("bob")).get(page).content.decode()
    assert f'<strong class="rating-number">{found.shown}</strong>' in fellow
    assert "place 1 of 3, 9 rated games" in fellow
    assert f"from {found.history[0].shown} to {found.shown}" in fellow
    assert fellow.count("chart-faint") == 1
    assert "rating-number" not in browser(player("dora")).get(page).content.decode()
    showing.choose(player("alice"), dict.fromkeys(Item, Whom.EVERYBODY))
    assert "rating-number" in browser().get(page).content.decode()
    Rating.objects.filter(player=player("alice"), last=True).update(games=7)
    unranked = browser().get(page).content.decode()
    assert "rating-provisional" in unranked
    assert "provisional, 7 rated games" in unranked
