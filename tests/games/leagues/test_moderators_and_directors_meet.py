"""What moderators decide about a league's games, and who of both is too near to them."""

import re

import pytest
from django.urls import reverse

from games.clocks.services import wishes
from games.errors import NotOrganiser, PlaysThere
from games.leagues.services import entering, holding
from games.models import Errand, Game, LeagueTable, Line, Offer, Place, Result, Season
from games.moderation import selectors
from games.moderation.rules.matrix import Role
from games.substitutes.services import sitting
from tests.games.cast import HOUR, player, started
from tests.games.leagues import cast
from tests.games.moderation.cast import WHY, address, done, previewed, seconded, staff
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(set_clock) -> Season:
    """A season that runs, with two tables of three."""
    set_clock(cast.NOW)
    found = cast.running()
    set_clock(cast.when(found))
    return found


def tables(season: Season) -> list[LeagueTable]:
    """The tables of the first round."""
    found = LeagueTable.objects.filter(round__division__season=season, round__number=1)
    return list(found.select_related("game").order_by("number"))


def played(season: Season, set_clock) -> LeagueTable:
    """Let all tables end by the alphabet; the first of them."""
    cast.play_all(season, cast.by_name)
    later(season, set_clock)
    return tables(season)[0]


def later(season: Season, set_clock) -> None:
    """Let a minute's sweep come, an hour later, and another that finds nothing to do."""
    now = cast.when(season) + HOUR
    cast.sweep(season, now=now)
    set_clock(now)
    assert cast.sweep(season) == 0


def game_of(table: LeagueTable) -> Game:
    """A table's game, which it has."""
    assert table.game is not None
    return Game.objects.get(pk=table.game_id)


def stands(table: LeagueTable) -> Result:
    """The result that stands."""
    return Result.objects.get(table=table, superseded_at=None)


def followed(season: Season) -> list[dict[str, object]]:
    """What the log says of games that came to something else."""
    lines = Line.objects.filter(act="league-follow", target_id=season.pk).order_by("number")
    return list(lines.values_list("arguments", flat=True))


def test_a_result_follows_what_moderators_decide_later_and_the_former_one_is_kept(
    season, set_clock
):
    table = played(season, set_clock)
    game, before = game_of(table), stands(table)
    act = seconded(done(staff("mia"), "adjudicate", game.key, scores="1, 2, 9", why="rules"), game)
    later(season, set_clock)
    after = stands(table)
    scores = {place.entrant_id: [1, 2, 9][place.seat or 0] for place in table.places.all()}
    assert {line["entrant"]: line["score"] for line in after.lines} == scores
    assert (after.reason, after.by) == (act.reference, None)
    before.refresh_from_db()
    assert before.superseded_at is not None
    assert followed(season) == [{"table": table.pk, "reference": act.reference, "result": "played"}]
    row = next(row for row in season.divisions.get().standing.rows if row["place"] == 1)
    assert scores.get(row["entrant"], 9) == 9


def test_a_game_that_is_annulled_later_counts_for_nobody_until_that_is_taken_back(
    season, set_clock
):
    table = played(season, set_clock)
    game = game_of(table)
    act = seconded(done(staff("mia"), "annul", game.key, why="fault"), game)
    later(season, set_clock)
    assert stands(table).kind == "annulled"
    seconded(done(staff("mia"), "annul", game.key, back=act.reference, why="fault"), game)
    later(season, set_clock)
    assert stands(table).kind == "played"
    assert [each["result"] for each in followed(season)] == ["annulled", "played"]


def test_a_game_that_begins_anew_takes_the_place_of_the_old_one(season, set_clock):
    table = tables(season)[0]
    game = game_of(table)
    seconded(done(staff("mia"), "restart-game", game.key, why="fault"), game)
    later(season, set_clock)
    anew = Game.objects.get(restart_of=game)
    table.refresh_from_db()
    assert (table.game_id, table.status) == (anew.pk, "running")
    seats = {place.entrant.player_id: place.seat for place in Place.objects.filter(table=table)}
    assert seats == dict(anew.places.values_list("player", "number"))
    assert not Result.objects.filter(table=table, superseded_at=None).exists()
    cast.end(table, [3, 2, 1], now=cast.when(season))
    later(season, set_clock)
    assert stands(table).kind == "played"


def test_what_a_director_has_decided_stands_and_what_comes_later_is_logged_once(season, set_clock):
    first, second = tables(season)
    why = {"reason": "they agreed on it at the club"}
    done(player("olga"), "league-adjudicate", f"table-{first.pk}", points="100 50 0", **why)
    done(player("olga"), "league-annul", f"table-{second.pk}", **why)
    game = game_of(first)
    act = seconded(done(staff("mia"), "annul", game.key, why="fault"), game)
    cast.end(second, [3, 2, 1], now=cast.when(season))
    later(season, set_clock)
    later(season, set_clock)
    assert (stands(first).kind, stands(second).kind) == ("adjudicated", "annulled")
    told = [(each["table"], each["stands"]) for each in followed(season)]
    assert (first.pk, "adjudicated") in told
    assert (second.pk, "annulled") in told
    assert [each.get("reference") for each in followed(season)].count(act.reference) == 1
    assert len(told) == len({tuple(sorted(each.items())) for each in followed(season)})


def test_who_plays_in_a_season_moderates_none_of_its_games(season):
    other = next(table for table in tables(season) if not _sits(table, "ada"))
    ada = browser(staff("ada"))
    assert previewed(ada, "pause", game_of(other).key, last="2026-04-05").status_code == 403
    mia = browser(staff("mia"))
    assert previewed(mia, "pause", game_of(other).key, last="2026-04-05").status_code == 200


def test_a_director_acts_on_games_of_his_league_and_on_no_others(season):
    key = game_of(tables(season)[0]).key
    done(player("otto"), "pause", key, last="2026-04-05")
    line = Line.objects.get(act="pause")
    assert (line.role, line.relation) == ("director", "n")
    olga = browser(player("olga"))
    assert previewed(olga, "restore", key).status_code == 404
    Game.objects.filter(key=key).update(organiser=player("zoe"))
    LeagueTable.objects.filter(game__key=key).update(game=None, status="annulled")
    assert previewed(olga, "resume", key).status_code == 404


def otto_is_on_the_list_of_substitutes(season: Season) -> None:
    entering.reserve(season.pk, player("otto"), now=cast.when(season))


def otto_enters_the_next_season(season: Season) -> None:
    coming = cast.drafted(season)
    Season.objects.filter(pk=coming.pk).update(status="registration")
    entering.register(coming.pk, player("otto"), now=cast.when(season))


def otto_sits_as_a_substitute(season: Season) -> None:
    table = next(each for each in tables(season) if _sits(each, "cem"))
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season)
    seat = table.places.get(entrant__player__name="cem").seat
    Offer.objects.filter(game=table.game, seat=seat).update(whom=None)
    sitting.sit(game_of(table).key, seat, player("otto"), now=cast.when(season))


@pytest.mark.parametrize(
    "ties",
    [otto_is_on_the_list_of_substitutes, otto_enters_the_next_season, otto_sits_as_a_substitute],
)
def test_a_director_who_is_tied_to_the_league_acts_at_none_of_its_tables(season, ties):
    other = next(each for each in tables(season) if not _sits(each, "cem"))
    key, to_the = game_of(other).key, "2026-04-05"
    otto = browser(player("otto"))
    assert previewed(otto, "pause", key, last=to_the).status_code == 200
    ties(season)
    for act, target, typed in (
        ("pause", key, {"last": to_the}),
        ("annul", key, {}),
        ("extend-league", f"season-{season.pk}", {"hours": 12}),
    ):
        assert previewed(otto, act, target, **typed).status_code == 403, act
    assert previewed(browser(player("olga")), "pause", key, last=to_the).status_code == 200


def test_a_director_who_sits_as_a_substitute_decides_nothing_in_that_division(season):
    target, why = f"table-{tables(season)[0].pk}", {"reason": "they agreed on it at the club"}
    otto = browser(player("otto"))
    assert previewed(otto, "league-annul", target, **why).status_code == 200
    otto_sits_as_a_substitute(season)
    assert previewed(otto, "league-annul", target, **why).status_code == 403
    with pytest.raises(PlaysThere):
        holding.require_stranger(season.divisions.get(), player("otto"))


def test_a_league_game_gives_its_stored_organizer_no_rights(season):
    game = game_of(tables(season)[0])
    olga, number = player("olga"), game.to_act[0]
    assert game.organiser == olga
    with pytest.raises(NotOrganiser):
        wishes.extend(game.key, number, 12, by=olga, now=cast.when(season))
    assert selectors.roles_at(olga, game) == {Role.PLAYER, Role.DIRECTOR}
    page = browser(olga).get(reverse("time-table", args=[game.key])).content.decode()
    assert reverse("time-rule", args=[game.key]) not in page
    assert 'value="extend"' not in page
    # Nor where she plays for others and so may not act as a director.
    entering.reserve(season.pk, olga, now=cast.when(season))
    assert previewed(browser(olga), "pause", game.key, last="2026-04-05").status_code == 403
    # At a game that she made herself she has them still.
    own = started(("olga", "ada", "ben"), by="olga", now=cast.when(season))
    assert Role.ORGANISER in selectors.roles_at(olga, own)


@pytest.mark.parametrize("who", ["otto", "mia"])
def test_all_tables_of_a_season_get_more_time_at_once(season, who: str):
    by = player("otto") if who == "otto" else staff("mia")
    page = browser(by).get(f"/leagues/{season.league.key}/").content.decode()
    assert (address("extend-league", f"season-{season.pk}") in page) == (who == "mia")
    done(by, "extend-league", f"season-{season.pk}", hours=12, **WHY)
    reached = Errand.objects.filter(act__key="extend-league").values_list("game", flat=True)
    assert sorted(reached) == sorted(table.game_id for table in tables(season))


def _sits(table: LeagueTable, name: str) -> bool:
    return table.places.filter(entrant__player__name=name).exists()


def division_page(season: Season, who: str) -> str:
    """Read the directors' page of the first division."""
    there = reverse("directing-division", args=[season.league.key, season.number, 1])
    return browser(player(who)).get(there).content.decode()


def test_directors_are_led_to_the_moderation_page_of_their_leagues_games(season):
    table = tables(season)[0]
    key = game_of(table).key
    here, otto = reverse("moderation-game", args=[key]), browser(player("otto"))
    assert here in division_page(season, "otto")
    page = otto.get(here)
    assert page.status_code == 200
    shown = page.content.decode()
    assert address("pause", key) in shown
    assert reverse("directing-desk", args=[season.league.key]) in shown
    assert f'href="{reverse("moderation-home")}"' not in shown
    assert reverse("log-staff") not in shown
    # Every way on it can be opened, and what was done leads back here.
    for way in sorted(set(re.findall(r'href="(/moderation/do/[^"]+)"', shown))):
        assert otto.get(way.replace("&amp;", "&")).status_code in (200, 409), way
    assert done(player("otto"), "pause", key, last="2026-04-05")["Location"] == here
    # The games of others stay unknown to them, as if there were none.
    other = started()
    for unknown in (other.key, "zzzzzzzzzz"):
        assert otto.get(reverse("moderation-game", args=[unknown])).status_code == 404
    assert browser(player("peter")).get(here).status_code == 404


def test_a_director_who_plays_there_finds_no_way_that_refuses(season):
    key = game_of(tables(season)[0]).key
    way = address("league-annul", f"table-{tables(season)[0].pk}")
    desk = reverse("directing-desk", args=[season.league.key])
    extend, suspend = (
        address(act, f"season-{season.pk}") for act in ("extend-league", "league-suspend")
    )
    otto = browser(player("otto"))
    assert way in division_page(season, "otto")
    assert extend in otto.get(desk).content.decode()
    otto_sits_as_a_substitute(season)
    shown = division_page(season, "otto")
    assert way not in shown
    assert reverse("moderation-game", args=[key]) not in shown
    assert extend not in otto.get(desk).content.decode()
    assert suspend in otto.get(desk).content.decode()
    ada = browser(staff("ada"))
    assert extend not in ada.get(f"/leagues/{season.league.key}/").content.decode()
