"""Seats that fall vacant: a search by letter, a substitute, a bot in the end; or a walkover."""

from datetime import timedelta

import pytest

from games.clocks.rules import store
from games.leagues.selectors import pool
from games.leagues.services import entering
from games.links import AskedClaim
from games.models import (
    Asked,
    Due,
    Entrant,
    Game,
    LeagueTable,
    Letter,
    Offer,
    Place,
    Search,
    Season,
    Sought,
)
from games.substitutes.services import sitting
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written

pytestmark = pytest.mark.django_db(transaction=True)

POOL = ("rob", "sue", "tom", "una", "vic")


def willing(season: Season, *names: str) -> None:
    """Let players say that they would play for others, one after the other."""
    for at, name in enumerate(names):
        entering.reserve(season.pk, player(name), now=cast.NOW + timedelta(minutes=at))


def table_of(season: Season, name: str) -> LeagueTable:
    """Somebody's table of the first round."""
    found = LeagueTable.objects.select_related("game", "round__division")
    return found.get(round__number=1, places__entrant=cast.entrant(season, name))


def asked(season: Season) -> list[str]:
    """Who was asked to take a seat, in their order."""
    rows = Sought.objects.order_by("pk").values_list("player__email", flat=True)
    return [email.partition("@")[0] for email in rows]


def takes(name: str, season: Season) -> None:
    """Let somebody take the seat by his letter, and sweep."""
    row = Asked.objects.get(email=f"{name}@example.org", offer__closed_at=None)
    sitting.accept(AskedClaim(row.pk), language="en", now=cast.when(season))
    cast.sweep(season)


def stands(table: LeagueTable, season: Season) -> bool:
    """Whether a table stands still now."""
    game = Game.objects.get(pk=table.game_id)
    return store.load(game.time).paused_until(cast.when(season)) is not None


def test_somebody_is_looked_for_in_stages_and_the_first_who_comes_has_the_seat():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, *POOL[:4], "ada")
    table, began = table_of(season, "cem"), cast.when(season)
    entering.withdraw(season.pk, player("cem"), now=began)
    cast.sweep(season)
    # ada sits there herself, and nobody of the pool is of the division: it is the league's turn.
    assert asked(season) == []
    assert stands(table, season)
    assert Search.objects.get().until == began + 2 * DAY
    cast.sweep(season, now=began + 12 * HOUR)
    assert asked(season) == list(POOL[:4])
    letter = Letter.objects.get(kind="offer", email="rob@example.org")
    text = " ".join(part(written(letter), "plain").split())
    assert "You are asked because you would play for others." in text
    takes("sue", season)
    place = table.places.get(entrant__player__name="cem")
    assert place.state == "substituted"
    assert not stands(table, season)
    seat = table.game.places.get(number=place.seat)
    assert seat.player == player("sue")
    # Who is late is told so by the page of his letter, and nobody is asked any more.
    assert not Due.objects.filter(what="search", done_at=None).exists()
    cast.end(table, [5, 4, 9], now=cast.when(season))
    cast.sweep(season)
    lines = table.results.get(superseded_at=None).lines
    endings = {line["entrant"]: line["ending"] for line in lines}
    assert endings[place.entrant_id] == "forfeit"
    assert [pool.helped(player(name).pk, season.pk) for name in ("sue", "rob")] == [1, 0]


def test_in_vain_a_bot_plays_on_and_directors_are_told():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, "rob")
    table, began = table_of(season, "cem"), cast.when(season)
    entering.withdraw(season.pk, player("cem"), now=began)
    while Search.objects.get().closed_at is None:
        cast.step(season)
    assert Search.objects.get().closed_at == began + 2 * DAY
    assert not stands(table, season)
    game = Game.objects.get(pk=table.game_id)
    seat = table.places.get(entrant__player__name="cem").seat
    assert store.load(game.time).seats[seat].bot
    assert cast.told("unfound", season) == ["olga", "otto"]
    assert Offer.objects.get(game=game).closed_at is None
    assert Sought.objects.get().answered_at is None


def test_who_comes_back_before_anybody_sits_keeps_his_seat():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, "rob")
    table = table_of(season, "cem")
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    entering.come_back(season.pk, player("cem"), now=cast.when(season) + HOUR)
    cast.sweep(season, now=cast.when(season) + HOUR)
    assert not stands(table, season)
    assert table.places.get(entrant__player__name="cem").state == "held"
    assert Offer.objects.get().closed_at is not None
    assert Search.objects.get().closed_at is not None


def test_who_said_nothing_twice_is_left_alone_for_the_season():
    season = cast.running(NAMES[:6], rounds=3)
    willing(season, "rob")
    for name in ("cem", "dan", "eva"):
        if cast.entrant(season, name).status == "active":
            entering.withdraw(season.pk, player(name), now=cast.when(season))
        while Search.objects.filter(closed_at=None).exists():
            cast.step(season)
    assert Search.objects.count() == 3
    assert asked(season) == ["rob", "rob"]


def test_of_two_who_leaves_has_a_day_and_then_the_other_wins():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    table, began = table_of(season, "ada"), cast.when(season)
    other = table.places.exclude(entrant__player__name="ada").get().entrant.player.name
    entering.withdraw(season.pk, player("ada"), now=began)
    assert not Search.objects.exists()
    entering.come_back(season.pk, player("ada"), now=began + HOUR)
    cast.sweep(season, now=began + 25 * HOUR)
    assert table_of(season, "ada").status == "running"
    entering.withdraw(season.pk, player("ada"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY)
    table.refresh_from_db()
    assert (table.status, Game.objects.get(pk=table.game_id).status) == ("finished", "finished")
    names = dict(season.entrants.values_list("pk", "player__name"))
    lines = table.results.get(superseded_at=None).lines
    assert {names[line["entrant"]]: line["ending"] for line in lines} == {
        "ada": "forfeit",
        other: "walkover",
    }
    assert Game.objects.get(pk=table.game_id).entries.filter(act="left-won").count() == 1
    # Three games that she had still to play: before half, so they vanish for both.
    cast.until(season, "final", play=cast.by_name)
    assert "ada" not in cast.order(season)


def test_who_asks_sits_a_round_out_once_for_points():
    season = cast.running(NAMES[:7], **{**cast.SWISS, "rounds": 4}, greatest=7)
    cast.enter(season, ["hal"], now=cast.when(season))
    assert cast.entrant(season, "hal").status == "waiting"
    for turn, kind in ((2, "requested"), (3, "zero")):
        now = cast.when(season)
        entering.ask_bye(season.pk, player("ada"), now=now)
        entering.unask_bye(season.pk, player("ada"), now=now)
        entering.ask_bye(season.pk, player("ada"), now=now)
        entering.ask_bye(season.pk, player("ada"), now=now)
        rounds = season.divisions.get().rounds
        while rounds.get(number=turn).status != "open":
            cast.step(season, play=cast.by_name)
        found = rounds.get(number=turn).byes.get(entrant__player__name="ada")
        assert found.kind == kind
        there = Place.objects.filter(table__round__number=turn, entrant__player__name="ada")
        assert not there.exists()


def test_who_comes_late_plays_from_the_next_round_on_or_in_place_of_one_who_left():
    swiss = cast.running(NAMES[:6], of=cast.league("Swiss"), **{**cast.SWISS, "rounds": 4})
    cast.enter(swiss, ["gil"], now=cast.when(swiss))
    gil = cast.entrant(swiss, "gil")
    assert (gil.status, gil.joined_round) == ("active", 2)
    assert list(gil.byes.values_list("round__number", "kind")) == [(1, "requested")]
    assert cast.told("joined", swiss) == ["gil"]
    rounds = swiss.divisions.get().rounds
    while rounds.get(number=3).status != "published":
        cast.step(swiss, play=cast.by_name)
    assert Place.objects.filter(entrant=gil, table__round__number__in=(2, 3)).count() == 2
    # More than half of the rounds are drawn by now.
    cast.enter(swiss, ["hal"], now=cast.when(swiss))
    assert cast.entrant(swiss, "hal").status == "waiting"

    robin = cast.running(NAMES[:4], of=cast.league("Robin"), **cast.ROBIN, double=True)
    cast.enter(robin, ["hal", "ida"], now=cast.when(robin))
    assert cast.entrant(robin, "hal").status == "waiting"
    entering.withdraw(robin.pk, player("ada"), now=cast.when(robin))
    assert cast.told("offered", robin) == ["hal"]
    # Who says nothing within a day lets the next have it.
    cast.sweep(robin, now=cast.when(robin) + DAY)
    assert cast.told("offered", robin) == ["hal", "ida"]
    entering.confirm(robin.pk, player("ida"), now=cast.when(robin))
    ida = cast.entrant(robin, "ida")
    assert (ida.status, ida.replaces) == ("active", cast.entrant(robin, "ada"))
    cast.until(robin, "final", play=cast.by_name)
    # She has met whom ada had still to meet, once or twice, and ada nobody in her stead.
    met = Place.objects.filter(table__places__entrant=ida).exclude(entrant=ida)
    assert met.count() == 6 - ida.joined_round + 1
    assert Entrant.objects.filter(season=robin, status="finished").count() == 4
