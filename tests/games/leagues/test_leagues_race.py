"""Races on real Postgres: many at once, one effect."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.leagues.services import asking, entering, holding, sweeping
from games.log.rules import Cause
from games.log.services import because
from games.models import (
    Bye,
    Due,
    Entrant,
    Game,
    LeagueTable,
    Letter,
    Line,
    Penalty,
    Place,
    Player,
    Result,
    Round,
    Standing,
)
from games.moderation.acts import OF_LEAGUES
from games.moderation.services import acting, confirming
from games.moderation.services.confirming import Confirmation
from tests.games.cast import DAY, named, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 4


def test_many_sweeps_at_once_make_each_game_once():
    season = cast.prepared(NAMES[:4], **cast.ROBIN)
    while Due.objects.filter(season=season, what="start", done_at=None).count() == 0:
        cast.step(season)
    due = Due.objects.get(season=season, what="start")
    sweep = partial(sweeping.sweep, now=due.at)
    at_once([sweep] * THREADS)
    sweep()
    assert cast.again(season).status == "running"
    assert Game.objects.count() == LeagueTable.objects.filter(status="running").count() == 2
    assert Line.objects.filter(act="league-deal").count() == 2
    for table in LeagueTable.objects.filter(status="running"):
        cast.end(table, cast.by_name(table), now=due.at)
    at_once([sweep] * THREADS)
    sweep()
    assert Result.objects.count() == 2
    assert Line.objects.filter(act="league-result").count() == 2


def test_the_last_place_goes_to_one_of_many():
    season = cast.open_season(greatest=3)
    now = cast.when(season)
    cast.enter(season, ("kim", "leo"), now=now)
    players = [named(f"{name}@example.org") for name in NAMES[:THREADS]]
    calls = [partial(entering.register, season.pk, who, now=now) for who in players]
    assert at_once(calls) == {"Entrant": THREADS}
    assert Entrant.objects.filter(status="registered").count() == 3
    assert Entrant.objects.filter(status="waiting").count() == THREADS - 1


def test_one_who_clicks_many_times_enters_once():
    season, ada = cast.open_season(), named("ada@example.org")
    register = partial(entering.register, season.pk, ada, now=cast.when(season))
    found = at_once([register] * THREADS)
    assert found == {"Entrant": 1, "AlreadyEntered": THREADS - 1}
    assert Letter.objects.filter(notice__what="registered").count() == 1


def test_registration_and_its_close_at_once_leave_nobody_between():
    season = cast.open_season()
    cast.enter(season, NAMES[:3], now=cast.when(season))
    close = Due.objects.get(season=season, what="prepare").at
    dan = named("dan@example.org")
    at_once(
        [
            partial(sweeping.sweep, now=close),
            partial(entering.register, season.pk, dan, now=close),
        ]
    )
    sweeping.sweep(now=close)
    entrant = cast.entrant(season, "dan")
    asked = cast.told("confirm", season)
    # Either he was in time and is asked whether he comes, or he waits.
    assert entrant.status in ("registered", "waiting")
    assert ("dan" in asked) == (entrant.status == "registered")


def test_two_directors_at_once_give_one_answer():
    season = cast.open_season()
    cast.enter(season, ["ada"], now=cast.when(season))
    cast.sweep(season, now=Due.objects.get(season=season, what="prepare").at)
    ask, now = season.asks.get(), cast.when(season)
    answers = [
        partial(asking.answer, ask.pk, choice, by=player(name), now=now)
        for name, choice in (("olga", "wait"), ("otto", "cancel"))
    ]
    assert at_once(answers) == {"Ask": 1, "SettledAlready": 1}
    assert Line.objects.filter(act="league-answer").count() == 1


def test_a_result_while_a_standing_is_worked_out_is_in_it_or_makes_it_stale():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    now, tables = cast.when(season), LeagueTable.objects.filter(status="running").order_by("pk")
    one, other = tables
    cast.end(one, cast.by_name(one), now=now)
    # One sweep takes a result and works the standing out, the others come with the next one.
    at_once(
        [
            partial(sweeping.sweep, now=now),
            partial(cast.end, other, cast.by_name(other), now=now),
            *[partial(sweeping.sweep, now=now)] * 2,
        ]
    )
    kept = Standing.objects.get()
    assert sum(row["games"] for row in kept.rows) == 2 * kept.results, "no result is mixed in"
    assert kept.results == Result.objects.count() or kept.stale
    sweeping.sweep(now=now)
    kept.refresh_from_db()
    assert (kept.results, kept.stale) == (2, False)
    assert sum(row["games"] for row in kept.rows) == 4


def test_a_draw_and_a_withdrawal_at_once_leave_nobody_drawn_who_left():
    season = cast.running(NAMES[:6], **cast.SWISS)
    cast.play_all(season, cast.by_name)
    while Round.objects.get(number=2).status != "drawn":
        cast.step(season)
    due = Due.objects.get(season=season, what="publish", done_at=None)
    ada = player("ada")
    at_once(
        [
            partial(entering.withdraw, season.pk, ada, now=due.at),
            partial(sweeping.sweep, now=due.at),
        ]
    )
    while Round.objects.get(number=2).status != "published":
        cast.step(season)
    places = Place.objects.filter(table__round__number=2, entrant__player=ada)
    # He left before it was published, and it was drawn anew; or after it, and his seat is vacant.
    assert list(places.values_list("state", flat=True)) in ([], ["vacant"])
    seated = Place.objects.filter(table__round__number=2).count()
    byes = Bye.objects.filter(round__number=2).count()
    assert seated + byes == (6 if places.exists() else 5)


def test_an_act_and_its_twin_at_once_are_one():
    season = cast.running()
    now, ada = cast.when(season), cast.entrant(season, "ada")
    target = f"entry-{ada.pk}"
    act = OF_LEAGUES["league-penalise"]
    typed = {"points": "1", "reason": "he insulted everybody there"}

    def confirmation(who: Player) -> Confirmation:
        form = act.form(dict(typed))
        assert form.is_valid(), form.errors
        token = acting.preview(act, target, form, by=who, now=now).confirmation
        return confirming.read(token, by=who)

    calls = [
        partial(acting.confirm, act, confirmation(who), by=who, now=now)
        for who in (player("olga"), player("otto"))
    ]
    assert at_once(calls) == {"Outcome": 1, "Stale": 1}
    assert Penalty.objects.count() == 1


def test_a_season_that_somebody_holds_is_passed_over():
    season = cast.announced()
    other = cast.announced(of=cast.league("Another"))
    now = Due.objects.get(season=season, what="register").at
    with because(Cause.FORM):
        holding.season(season.pk)
        assert at_once([partial(sweeping.sweep, now=now)]) == {"int": 1}
    assert cast.again(other).status == "registration"
    assert cast.again(season).status == "announced"
    cast.sweep(season, now=now)
    assert cast.again(season).status == "registration"


def test_a_sweep_of_many_leagues_at_rest_asks_no_more_than_of_few():
    asked = []
    for few in (range(2), range(2, 8)):
        for number in few:
            # Nobody founds many in a day.
            cast.announced(of=cast.league(f"League {number}", now=cast.NOW - (8 - number) * DAY))
        with CaptureQueriesContext(connection) as queries:
            assert sweeping.sweep(now=cast.NOW) == 0
        asked.append(len(queries))
    assert asked[0] == asked[1] < 12
