"""Rows of leagues: a large standing and its page, a large draw, a sweep over leagues at rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.cli.measure import Row, Side, at_most, price, progress, timed
from games.leagues.rules import sizes, stored, swiss, terms
from games.leagues.rules.dues import What
from games.leagues.rules.history import history
from games.leagues.rules.sizes import Sizes
from games.leagues.rules.terms import WALL
from games.leagues.rules.values import Line
from games.leagues.selectors import facts, reading
from games.leagues.services import standings, sweeping
from games.models import (
    Division,
    Due,
    Entrant,
    Game,
    League,
    LeagueTable,
    Place,
    Player,
    Result,
    Round,
    Season,
    Standing,
)
from games.services import instant
from tests.bench import worlds
from tests.bench.effort import Effort
from tests.bench.worlds import World

AT_A_TABLE = 4
LEFT = 2
"""So many rounds of a season are still to come."""
AT_REST = (League, Season, Due, LeagueTable, Game)
"""What a sweep reads when nothing is due, in schemas of their own."""
OLD, NEW = 30, 3
"""So many rows of a league at rest were done, and so many are to come."""


@dataclass(frozen=True, slots=True)
class Made:
    """A season in which so many play, most of its rounds being over."""

    season: Season
    division: Division


def rows(effort: Effort) -> Iterator[Row]:
    """Build the rows."""
    few, many = make("few", AT_A_TABLE * 2, effort), make("many", effort.entrants, effort)
    of = f"{effort.entrants:,} players over {effort.league_rounds} rounds"
    what = f"seconds of CPU for the standing of {of}, with bounds"
    yield Row("T1", what, at_most(2), timed(lambda: _rebuild(many), 0))
    what = f"queries that read the standing of {of}"
    yield Row("T1 queries", what, at_most(3), lambda: _queries(lambda: _read(many)))
    what = f"seconds in which a round of {of} is drawn in fours (CPU)"
    yield Row("T2", what, at_most(10), timed(lambda: _draw(many), 0))
    what = f"queries of a league's pages: {of}; {AT_A_TABLE * 2}"
    yield Row("T3", what, at_most(1), lambda: _growth(many, few))
    some, all_ = (_at_rest(f"leagues{size}", size) for size in effort.leagues)
    what = f"a sweep over {all_.size:,} leagues at rest; {some.size:,} (wall clock)"
    yield Row("T4", what, at_most(1.5), price(_idle(all_, effort), _idle(some, effort)))


def make(name: str, count: int, effort: Effort) -> Made:
    """Make a season of so many players, whose games have any result."""
    progress(f"making a league of {count:,} players")
    now = instant.now()
    begun = now - timedelta(days=7 * effort.league_rounds)
    league = League.objects.create(key=f"bench{name}", name=name, language="en", created_at=now)
    season = Season.objects.create(
        league=league,
        number=1,
        status=Season.Status.RUNNING,
        terms=terms.dump(terms.load(_form(begun, effort.league_rounds))),
        created_at=begun,
    )
    division = Division.objects.create(season=season, rank=1, name="1", published_at=begun)
    Standing.objects.create(division=division)
    players = Player.objects.bulk_create(
        Player(email=f"{name}{n}@bench.example", name=f"{name} {n}", created_at=now)
        for n in range(count)
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(
            season=season,
            player=player,
            division=division,
            status=Entrant.Status.ACTIVE,
            registered_at=begun,
            at_first=n,
        )
        for n, player in enumerate(players, start=1)
    )
    rounds = Round.objects.bulk_create(
        Round(
            division=division,
            number=number,
            status=_status(number, effort.league_rounds),
            opens_at=begun + timedelta(days=7 * number),
            closes_at=begun + timedelta(days=7 * number + 7),
        )
        for number in range(1, effort.league_rounds + 1)
    )
    _play(rounds, [each.pk for each in entrants], now)
    made = Made(season, division)
    _rebuild(made)
    return made


def _form(begun: datetime, rounds: int) -> dict[str, Any]:
    """A league's rules: Swiss tables of four, by rank."""
    day = timedelta(days=1)
    return {
        "format": "swiss", "ruleset": "saboteur", "options": {"rounds": "1"},
        "low": AT_A_TABLE, "high": AT_A_TABLE, "preferred": AT_A_TABLE,
        "scoring": {"kind": "rank"}, "tiebreaks": ["opponents", "sb", "wins", "misses", "lot"],
        "time": {"clock": {"style": "fixed", "hours": 48}}, "zone": "UTC",
        "registers": f"{begun - 9 * day:{WALL}}", "registered": f"{begun - 5 * day:{WALL}}",
        "first": f"{begun:{WALL}}", "days": 7, "rounds": rounds,
        "size": 500, "min": AT_A_TABLE, "max": 500, "swap": 2,
    }  # fmt: skip


def _status(number: int, rounds: int) -> Round.Status:
    """The last rounds are to come, the one before them runs."""
    if number > rounds - LEFT:
        return Round.Status.PLANNED
    return Round.Status.OPEN if number == rounds - LEFT else Round.Status.CLOSED


def _play(rounds: list[Round], entrants: list[int], now: datetime) -> None:
    chance = Random(1)
    for each in rounds:
        if each.status == Round.Status.PLANNED:
            continue
        seated = chance.sample(entrants, len(entrants))
        runs = each.status == Round.Status.OPEN
        tables = LeagueTable.objects.bulk_create(
            LeagueTable(round=each, number=number, status=LeagueTable.Status.FINISHED)
            for number in range(1, len(seated) // AT_A_TABLE + 1)
        )
        groups = [seated[at : at + AT_A_TABLE] for at in range(0, len(seated), AT_A_TABLE)]
        Place.objects.bulk_create(
            Place(table=table, number=number, entrant_id=entrant)
            for table, group in zip(tables, groups, strict=True)
            for number, entrant in enumerate(group, start=1)
        )
        # Of the round that runs half of the tables are open.
        ended = tables[: len(tables) // 2] if runs else tables
        Result.objects.bulk_create(
            Result(
                table=table,
                kind=Result.Kind.PLAYED,
                lines=[
                    stored.dump(Line(str(entrant), chance.randrange(9), misses=chance.randrange(2)))
                    for entrant in group
                ],
                at=now,
                entered_at=now,
            )
            for table, group in zip(ended, groups, strict=False)
        )
        open_ones = [table.pk for table in tables[len(ended) :]]
        LeagueTable.objects.filter(pk__in=open_ones).update(status=LeagueTable.Status.DRAWN)


def _rebuild(made: Made) -> int:
    with transaction.atomic():
        standings.rebuild(made.season, made.division, now=instant.now())
    return 1


def _read(made: Made) -> None:
    reading.standing(made.division.pk)


def _draw(made: Made) -> int:
    found = reading.standing(made.division.pk)
    order = [str(row.entrant.id) for row in found.rows]
    seating = sizes.seating(len(order), Sizes(AT_A_TABLE, AT_A_TABLE, AT_A_TABLE))
    told = swiss.draw(
        order,
        seating.tables,
        history(facts.draws(made.division)),
        progress=_tell,
    )
    if len(told.draw.tables) != len(seating.tables):
        raise RuntimeError("not everybody sits at a table")
    return 1


def _tell(done: int, of: int) -> None:
    if done % max(of // 10, 1) == 0:
        progress(f"drawing: {done:,} of {of:,}")


def _queries(work: Callable[[], object]) -> float:
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def _growth(many: Made, few: Made) -> float:
    """Compare the queries of both pages of a league, the one that grows most."""
    return max(_asks(page(many)) / _asks(page(few)) for page in (_home, _division))


def _asks(address: str) -> float:
    return _queries(lambda: _get(address))


def _home(made: Made) -> str:
    return reverse("leagues-home", args=[made.season.league.key])


def _division(made: Made) -> str:
    return reverse("league-divisions-show", args=[made.season.league.key, 1, 1])


def _get(address: str) -> None:
    url = urlsplit(settings.BASE_URL)
    answer = Client(SERVER_NAME=url.hostname).get(address, secure=url.scheme == "https")
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")


def _at_rest(schema: str, size: int) -> World:
    """Make leagues of which nothing is due, each with what was done in it."""
    progress(f"making {size:,} leagues at rest")
    world, now = World(schema, size, []), instant.now()
    worlds.lay_out(schema, AT_REST)
    with world.entered():
        leagues = League.objects.bulk_create(
            League(key=f"rest{n}", name=f"rest {n}", language="en", created_at=now)
            for n in range(size)
        )
        seasons = Season.objects.bulk_create(
            Season(league=league, number=1, status=Season.Status.RUNNING, terms={}, created_at=now)
            for league in leagues
        )
        Due.objects.bulk_create(
            (
                Due(
                    season=season,
                    what=What.DRAW,
                    about=n,
                    at=now,
                    next_at=now + timedelta(days=n),
                    done_at=now if n < OLD else None,
                )
                for season in seasons
                for n in range(OLD + NEW)
            ),
            batch_size=1000,
        )
        LeagueTable.objects.bulk_create(
            (
                LeagueTable(round_id=season.pk, number=n, status=LeagueTable.Status.FINISHED)
                for season in seasons
                for n in range(OLD)
            ),
            batch_size=1000,
        )
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {schema}.games_due")
    return world


def _idle(world: World, effort: Effort) -> Side:
    now = instant.now()

    def sweep() -> int:
        if sweeping.sweep(now=now):
            raise RuntimeError("something was due in the measurement")
        return 1

    side = timed(sweep, effort.seconds / 2, perf_counter)

    def measured() -> float:
        with world.entered():
            return side()

    return measured
