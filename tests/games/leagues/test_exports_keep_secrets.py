"""Two leagues that differ in their secrets alone: nobody else is told them apart, by no byte."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import product
from typing import Any
from zlib import crc32

import pytest
from django.http import JsonResponse
from django.urls import get_resolver

from games.leagues.selectors import reading
from games.leagues.services import standings
from games.models import Entrant, Game, Part, Place, Round, Season
from games.views import league_calendar, league_files
from games.views.feeds import Event
from tests.games.blinding import blinded
from tests.games.cast import player
from tests.games.leagues import cast, dealt
from tests.games.moderation.twin.looking import Difference, Eyes, compared, drawing, undone
from tests.games.moderation.twin.walk import routes
from tests.games.moderation.twin.worlds import forget
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

NAMES = cast.NAMES[:6]
READERS = (NAMES[0], "zoe")
"""Somebody who plays in the league, and a stranger."""
MADE = 20
"""So many moves were made at the table that still plays."""
EXPORTS = {"standing.csv", "standing.json", "rounds.ics"}


@pytest.fixture
def season(set_clock) -> Season:
    """Make a league with a table that ended level, one that still plays, and a draw to come."""
    with drawing("exports"):
        found = cast.running(NAMES, options={"rounds": "3"}, size=6)
        over, going = dealt.tables(found)
        cast.end(over, cast.level(over), now=cast.when(found))
        cast.sweep(found)
        dealt.play(going.game, MADE)
        # Groups are published ahead; other formats keep a draw to the directors for some days.
        Round.objects.filter(number=2).update(status="drawn", published_at=None)
        for seat in going.game.places.exclude(player=None):
            Part.objects.create(
                game=going.game, round=1, seat=seat.number, player=seat.player, role="digger",
                gold=seat.number,
            )  # fmt: skip
        for name in READERS:
            browser(player(name))
    set_clock(cast.when(found))
    return cast.again(found)


def running(season: Season) -> Game:
    """Return the game that is not over."""
    return dealt.games(season)[1]


@contextmanager
def entered(season: Season, *, other: bool) -> Iterator[None]:
    """Be in one of two worlds for a while; they differ in what only the service may know."""
    with undone(), blinded(running(season), None) if other else nullcontext(True) as something:
        assert something
        if other:
            Season.objects.filter(pk=season.pk).update(secret="5e" * 32)
            Part.objects.update(gold=7)
            Entrant.objects.update(reason="they are moving house")
            _draw_otherwise(season)
        standings.rebuild(cast.again(season), season.divisions.get(), now=cast.when(season))
        forget()
        yield


def _draw_otherwise(season: Season) -> None:
    """Let two people change tables in the round that is drawn but not published."""
    one, two = (table.places.earliest("number") for table in dealt.tables(season, 2))
    Place.objects.filter(pk=one.pk).update(entrant=two.entrant_id)
    Place.objects.filter(pk=two.pk).update(entrant=one.entrant_id)


def addresses(season: Season) -> Iterator[str]:
    """Name every address of the league."""
    entrants = list(season.entrants.order_by("pk").values_list("pk", flat=True))
    pools: dict[str, list[Any]] = {"key": [season.league.key], "entrant": entrants}
    for route, takes in routes(get_resolver().url_patterns):
        if route.startswith("leagues/"):
            for values in product(*[pools.get(name, [1]) for name in takes]):
                path = route
                for name, value in zip(takes, values, strict=True):
                    path = re.sub(rf"<(\w+:)?{name}>", str(value), path)
                yield f"/{path}"


def read(season: Season, *, other: bool) -> list[Any]:
    """Open every address of the league in one of the worlds."""
    answers: list[Any] = []
    with entered(season, other=other):
        for name in READERS:
            eyes = Eyes(player(name), answers)
            for path in addresses(season):
                eyes.ask(path)
    return answers


def differences(season: Season) -> list[Difference]:
    """Compare what is read in both worlds."""
    return compared(*(read(season, other=other) for other in (False, True)))


def test_no_export_and_no_page_tells_one_secret_from_another(season: Season):
    assert "\n\n".join(map(str, differences(season))) == ""


def test_every_export_is_among_what_is_compared(season: Season):
    found = set[str]()
    for answer in read(season, other=False):
        kind = dict(answer.headers).get("Content-Type", "")
        if answer.status == 200 and not kind.startswith("text/html"):
            assert len(answer.body) > 100
            found.add(answer.asked.rpartition("/")[2])
    assert found == EXPORTS


# Leaks. What there is to know, as a careless hand would read it:


def number() -> int:
    """Make a number of the cards that nobody has seen."""
    game = Game.objects.filter(status="active").earliest("pk")
    return crc32(str(game.state).encode()) % 997


def gold() -> str:
    """Read what somebody won in a round of a game that goes on."""
    return str(Part.objects.earliest("pk").gold)


Plant = Callable[[pytest.MonkeyPatch], None]


def the_lot_in_the_order(patch: pytest.MonkeyPatch) -> None:
    work_out = standings.work_out
    patch.setattr(standings, "work_out", lambda *a, lot: work_out(*a, lot=True))


def cards_in_the_json(patch: pytest.MonkeyPatch) -> None:
    honest = reading.standing
    patch.setattr(reading, "standing", lambda pk: replace(honest(pk), results=number()))


def a_reason_in_the_json(patch: pytest.MonkeyPatch) -> None:
    def told(data: dict[str, Any], **how: Any) -> JsonResponse:
        return JsonResponse(data | {"why": Entrant.objects.earliest("pk").reason}, **how)

    patch.setattr(league_files, "JsonResponse", told)


def cards_in_the_size_of_the_json(patch: pytest.MonkeyPatch) -> None:
    def told(data: dict[str, Any], **how: Any) -> JsonResponse:
        return JsonResponse(data | {"padding": " " * number()}, **how)

    patch.setattr(league_files, "JsonResponse", told)


def gold_in_the_csv(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(league_files, "_plain", lambda name: f"{name} {gold()}")


def the_draw_in_the_calendar(patch: pytest.MonkeyPatch) -> None:
    def drawn(found: Any) -> Iterator[Event]:
        for place in Place.objects.filter(table__round__status="drawn").order_by("pk"):
            title = str(place.entrant.player)
            yield Event(f"{place.pk}", cast.NOW, cast.NOW, None, title, ("leagues", []))

    patch.setattr(league_calendar, "_events", drawn)


LEAKS: list[tuple[Plant, str]] = [
    (the_lot_in_the_order, "standing.json"),
    (the_lot_in_the_order, "standing.csv"),
    (cards_in_the_json, "standing.json"),
    (a_reason_in_the_json, "standing.json"),
    (cards_in_the_size_of_the_json, "standing.json"),
    (gold_in_the_csv, "standing.csv"),
    (the_draw_in_the_calendar, "rounds.ics"),
]


@pytest.mark.parametrize(
    ("plant", "where"), LEAKS, ids=[f"{each.__name__}: {where}" for each, where in LEAKS]
)
def test_a_planted_leak_is_found(
    season: Season, plant: Plant, where: str, monkeypatch: pytest.MonkeyPatch
):
    plant(monkeypatch)
    found = differences(season)
    assert [each for each in found if each.asked.endswith(where)], list(map(str, found[:3]))
