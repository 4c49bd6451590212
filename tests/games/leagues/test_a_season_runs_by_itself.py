"""A whole season of each format, by services alone, with a clock that leaps."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from games.clocks.services import holding
from games.leagues.rules.lot import commitment
from games.leagues.services import asking, sweeping
from games.models import Award, Bye, Due, Game, LeagueTable, Line, Result, Round, Season
from tests.games.cast import HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db


def tables(season: Season, number: int) -> list[tuple[str, ...]]:
    """Who sat at each table of a round, in seat order."""
    found = LeagueTable.objects.filter(round__division__season=season, round__number=number)
    return [
        tuple(table.places.order_by("number").values_list("entrant__player__name", flat=True))
        for table in found.order_by("number", "leg")
    ]


def met(season: Season) -> Iterator[frozenset[str]]:
    """Everybody who met somebody, each time."""
    rounds = Round.objects.filter(division__season=season, final=False)
    for number in rounds.values_list("number", flat=True):
        for table in tables(season, number):
            yield from map(frozenset, combinations(table, 2))


def test_groups():
    season = cast.running()
    cast.until(season, "closed", play=cast.by_name)
    rows = season.divisions.get().standing.rows
    points = dict(zip(cast.order(season), [row["points"] for row in rows], strict=True))
    # In two rounds not all meet: who wins both of hers may be level with another.
    assert (points["ada"], points["fay"]) == ("200", "0")
    assert Game.objects.count() == LeagueTable.objects.count() == Result.objects.count() == 4
    assert sorted(Award.objects.values_list("kind", flat=True).distinct()) == [
        "best-of-round",
        "champion",
        "fair-play",
    ]
    assert cast.told("final", season) == sorted(NAMES[:6])
    assert not Due.objects.filter(done_at=None).exists()


def test_a_full_round_robin():
    season = cast.running(NAMES[:5], **cast.ROBIN)
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:5])
    assert sorted(met(season), key=sorted) == sorted(
        map(frozenset, combinations(NAMES[:5], 2)), key=sorted
    )
    assert sorted(Bye.objects.values_list("entrant__player__name", flat=True)) == list(NAMES[:5])


def test_swiss_tables():
    season = cast.running(NAMES[:7], **cast.SWISS)
    cast.until(season, "final", play=cast.by_name)
    rounds = [tables(season, number) for number in (1, 2)]
    assert [sorted(map(len, each)) for each in rounds] == [[3, 4], [3, 4]]
    # Whoever had more meets others who had more.
    assert Round.objects.get(number=2).draw["repeats"] <= 3
    assert len(cast.order(season)) == 7


def test_in_a_solo_ladder_everybody_plays_alone():
    season = cast.running(NAMES[:3], **cast.SOLO)
    assert Game.objects.count() == 3
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:3])
    assert Game.objects.count() == 9
    # Two of three rounds count.
    rows = season.divisions.get().standing.rows
    assert [row["points"] for row in rows] == ["24", "22", "20"]


def test_a_knock_out_final_follows_the_rounds():
    season = cast.running(NAMES[:6], **cast.ROBIN, seeds=6)
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:6])
    assert [tables(season, number) for number in (6, 7, 8)] == [
        [("dan", "eva"), ("cem", "fay")],
        [("ada", "dan"), ("ben", "cem")],
        [("ada", "ben")],
    ]
    names = dict(season.entrants.values_list("pk", "player__name"))
    final = season.divisions.get().standing.final
    assert [names[entrant] for entrant in final] == list(NAMES[:6])
    champion = Award.objects.get(kind="champion")
    assert champion.entrant.player == player("ada")


def test_two_who_are_level_in_a_final_play_once_more_with_seats_swapped():
    season = cast.running(NAMES[:2], **cast.ROBIN, seeds=2, least=2)
    cast.until(season, "final", play=cast.level)
    legs = LeagueTable.objects.filter(round__final=True).order_by("leg")
    assert [table.leg for table in legs] == [1, 2]
    first, second = tables(season, 2)
    assert first == second[::-1]
    # Still level: the better place goes on, which the lot said.
    assert season.divisions.get().standing.rows[0]["decided_by"] in ("first", "lot")


def test_a_final_of_tables_lets_the_upper_half_go_on():
    terms = {"scoring": {"kind": "rank"}, "rounds": 1, "low": 3, "high": 4, "preferred": 4}
    season = cast.running(NAMES[:8], **cast.SWISS | terms, seeds=8)
    cast.until(season, "final", play=cast.by_name)
    sizes = [sorted(map(len, tables(season, number))) for number in (1, 2, 3)]
    assert sizes == [[4, 4], [4, 4], [4]]
    names = dict(season.entrants.values_list("pk", "player__name"))
    assert names[season.divisions.get().standing.final[0]] == "ada"


def test_many_make_two_divisions():
    season = cast.running(NAMES[:9], **cast.ROBIN, size=5, max=6)
    assert sorted(len(each.entrants.all()) for each in season.divisions.all()) == [4, 5]
    cast.until(season, "final", play=cast.by_name)
    assert [len(each.standing.rows) for each in season.divisions.order_by("rank")] == [5, 4]


def test_who_is_drawn_first_begins_and_the_others_follow_as_drawn():
    season = cast.running()
    for table in LeagueTable.objects.filter(status="running", round__division__season=season):
        places = list(table.places.order_by("number"))
        game = table.game
        assert game is not None
        assert game.to_act == [places[0].seat]
        for place in places:
            assert (places[0].seat + place.number - 1) % game.seats == place.seat
            assert game.places.get(number=place.seat).player == place.entrant.player


def test_a_game_says_which_league_and_round_it_belongs_to():
    cast.running()
    assert sorted(Game.objects.values_list("name", flat=True)) == [
        "The Lantern League 1/1",
        "The Lantern League 1/2",
    ]
    assert not Game.objects.filter(listed=True).exists()
    assert {game.organiser for game in Game.objects.all()} == {player("olga")}


def test_every_step_is_one_line_of_the_log():
    season = cast.running(NAMES[:2], **cast.ROBIN)
    cast.until(season, "final", play=cast.by_name)
    lines = Line.objects.filter(target_kind="season", target_id=season.pk).order_by("number")
    assert [line.act for line in lines] == [
        *("league-draft", "league-rehearse", "league-announce", "league-register"),
        *("league-prepare", "league-divide"),
        *("league-publish", "league-start", "league-open", "league-deal", "league-result"),
        *("league-digest", "league-close", "league-count", "league-final", "league-next"),
    ]
    draw = lines.get(act="league-divide")
    assert draw.arguments["due"] < draw.at.isoformat() or draw.arguments["divisions"] == [2]
    final = lines.get(act="league-final")
    assert commitment(final.arguments["secret"]) == cast.again(season).commitment


def test_who_sweeps_after_a_long_night_does_all_that_was_due_in_its_order():
    season = cast.prepared(NAMES[:4], **cast.ROBIN)
    cast.sweep(season, now=cast.when(season) + 60 * 24 * HOUR)
    # Divisions were not published in time, so the directors are asked before it begins.
    assert season.asks.get().condition == "late-divisions"
    ask = season.asks.get()
    asking.answer(ask.pk, "go-on", by=player("olga"), now=cast.when(season))
    cast.until(season, "final", play=cast.by_name)
    assert cast.order(season) == list(NAMES[:4])


def test_nothing_happens_while_the_whole_service_is_held():
    season = cast.announced()
    holding.hold("A new machine is moving in", now=cast.NOW)
    assert sweeping.sweep(now=cast.NOW + 30 * 24 * HOUR) == 0
    assert cast.again(season).status == "announced"
