"""What pages of a league show, to whom, and that they ask the same few questions."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import links
from games.leagues.services import directing
from games.links import EntryClaim
from games.models import Entrant, LeagueTable, Letter, Round
from tests.games.cast import named, player, started
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def home(season) -> str:
    """The address of a season's league."""
    return f"/leagues/{season.league.key}/"


def division(season, rank: int = 1) -> str:
    """The address of a division."""
    return f"{home(season)}{season.number}/{rank}/"


def read(address: str, who: str | None = None, *, language: str = "en") -> str:
    """Read a page."""
    response = browser(player(who) if who else None, language=language).get(address)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def test_a_draft_is_shown_to_nobody():
    league = cast.league()
    directing.draft(league.pk, cast.form(), by=player("olga"), now=cast.NOW)
    assert "No season is announced." in read(f"/leagues/{league.key}/")
    for address in ("1/", "1/1/", "1/1/standing.csv"):
        assert browser().get(f"/leagues/{league.key}/{address}").status_code == 404


def test_a_leagues_home_says_its_rules_and_dates_in_the_readers_zone():
    season = cast.open_season()
    page = read(home(season))
    assert "Tables of 3 to 4, of 3 where it works out." in page
    assert season.commitment in page
    assert season.secret not in page
    assert "Wed 1 Apr, 17:00 UTC" in page
    reader = player("zoe")
    reader.time_zone = "Asia/Tokyo"
    reader.save()
    assert "Thu 2 Apr, 02:00 JST" in read(home(season), "zoe")


def test_one_button_enters_confirms_and_gives_back():
    season = cast.open_season()
    client, to = browser(named("ada@example.org")), f"{home(season)}{season.number}/entry/"
    assert client.get(to).status_code == 405
    for act, stands in (
        ("register", "registered"),
        ("confirm", "confirmed"),
        ("decline", "declined"),
    ):
        page = client.get(home(season)).content.decode()
        assert f'name="do" value="{act}"' in page
        assert client.post(to, {"do": act}).status_code == 303
        assert Entrant.objects.get(season=season).status == stands


def test_a_second_entry_says_what_stands():
    season = cast.open_season()
    client, to = browser(named("ada@example.org")), f"{home(season)}{season.number}/entry/"
    client.post(to, {"do": "register"})
    page = client.post(to, {"do": "register"}, follow=True).content.decode()
    assert "You are in this season already" in page


def test_a_letters_link_shows_and_only_its_button_acts():
    season = cast.open_season()
    ada = named("ada@example.org")
    address = f"/e/{links.ENTRY.sign(EntryClaim.of(season, ada))}/"
    assert "Enter this season" in read(address)
    assert not Entrant.objects.exists()
    assert browser().post(address, {"do": "register"}).status_code == 303
    assert Entrant.objects.get().player == ada
    assert browser().get("/e/nonsense/").status_code == 404


def test_every_row_opens_to_what_its_numbers_come_from():
    season = cast.running()
    cast.until(season, "final", play=cast.by_name)
    response = browser().get(division(season))
    for row in response.context["rows"]:
        points = row.sums[0]
        assert points.name == "Points"
        assert sum(float(part.points) for part in points.parts if part.counts) == pytest.approx(
            float(points.value), abs=0.02
        )
        assert {each.name for each in row.sums} >= {"Sonneborn-Berger", "Wins"}
        for each in row.sums[1:]:
            total = sum(float(part.points) for part in each.parts)
            assert total == pytest.approx(float(each.value), abs=0.02), each
    assert response.context["rows"][0].decided == "Nobody stands above."
    assert "The lot, opened" in read(home(season))
    assert season.secret in read(home(season))


def test_rows_that_are_level_are_explained_as_they_were_split():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    cast.until(season, "counting", play=cast.level)
    rows = browser().get(division(season)).context["rows"]
    assert [row.place for row in rows] == [1, 1, 1, 1]
    assert all("share the place" in row.decided for row in rows[1:])
    assert all("Among those who are level" in row.notes[0] for row in rows)
    assert "the lot" not in " ".join(row.decided for row in rows)


def test_an_explanation_is_as_old_as_its_standing():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    before = browser().get(division(season)).context["rows"]
    cast.play_all(season, cast.by_name)
    after = browser().get(division(season)).context["rows"]
    assert [row.sums for row in after] == [row.sums for row in before]


def test_bars_stand_where_players_go_up_and_down():
    season = cast.running(NAMES[:12], **{**cast.ROBIN, "size": 4, "max": 4, "min": 3})
    assert season.divisions.count() == 3
    assert "There is no result yet." in read(division(season))
    cast.until(season, "counting", play=cast.by_name)
    for rank, zones in (
        (1, ["", "", "", "down"]),
        (2, ["up", "", "", "down"]),
        (3, ["up", "", "", ""]),
    ):
        rows = browser().get(division(season, rank)).context["rows"]
        assert [row.zone for row in rows] == zones


def test_a_final_standing_speaks_of_nothing_that_can_change():
    season = cast.running(NAMES[:12], **{**cast.ROBIN, "size": 4, "max": 4, "min": 3})
    cast.until(season, "counting", play=cast.by_name)
    page = read(division(season, 2))
    assert "Will end" in page
    assert "up, as things stand" in page
    cast.until(season, "final")
    page = read(division(season, 2))
    for passed in ("Will end", "as things stand", "As long as results stand"):
        assert passed not in page, passed
    assert "Above this line: up" in page
    assert "Below this line: down" in page


def test_a_division_opens_at_the_round_that_is_played():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    first, second, *_ = season.divisions.get().rounds.order_by("number")
    Round.objects.filter(pk=second.pk).update(status="published")
    assert first.status == "open"
    assert browser().get(division(season)).context["round"].name == "Round 1"


def test_a_plan_says_how_even_it_is_and_a_draw_why_pairs_meet_again():
    season = cast.running(NAMES[:4])
    assert not browser().get(division(season)).context["round"].again
    (again,) = browser().get(f"{division(season)}?round=2").context["round"].again
    assert again.startswith("6 pairs meet again: the plan spreads meetings")
    cast.until(season, "counting", play=cast.by_name)
    page = read(division(season))
    assert "every pair has met 2 times" in page
    assert "drawn round after round 24; less than 24 cannot be." in page


def test_draws_that_are_not_published_are_told_to_nobody():
    season = cast.prepared(NAMES[:6], **cast.SWISS)
    while not season.divisions.exists():
        cast.step(season)
    page = read(division(season))
    assert "This round is not drawn yet." in page


def test_who_met_whom_stands_in_a_table():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    cast.until(season, "counting", play=cast.by_name)
    crossed = browser().get(division(season)).context["crossed"]
    assert [row.name for row in crossed] == list(NAMES[:4])
    assert crossed[0].cells == ("■", "1", "1", "1")
    assert crossed[3].cells == ("0", "0", "0", "■")


def test_a_standing_is_read_by_programs():
    season = cast.running()
    cast.until(season, "final", play=cast.by_name)
    told = json.loads(browser().get(division(season) + "standing.json").content)
    assert [row["name"] for row in told["rows"]] == cast.order(season)
    assert "secret" not in told
    rows = list(csv.DictReader(StringIO(read(division(season) + "standing.csv"))))
    assert [row["name"] for row in rows] == cast.order(season)


def test_no_name_is_a_formula():
    season = cast.running(("=1+1", *NAMES[:5]))
    cast.until(season, "counting", play=cast.level)
    names = [
        row["name"] for row in csv.DictReader(StringIO(read(division(season) + "standing.csv")))
    ]
    assert "'=1+1" in names


def test_rounds_are_a_calendar():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    feed = read(home(season) + "rounds.ics")
    assert "DTSTART:20260401T170000Z\r\nDTEND:20260408T170000Z" in feed
    assert feed.count("BEGIN:VEVENT") == 2 + 3
    assert "BEGIN:VALARM" not in feed, "only a turn has something to be called for"


def test_somebodys_card_tells_his_season():
    season = cast.running()
    cast.until(season, "final", play=cast.by_name)
    first = cast.entrant(season, cast.order(season)[0])
    page = read(f"{division(season)}{first.pk}/")
    assert "champion" in page
    assert "Where the numbers come from" in page
    assert browser().get(f"{division(season)}{10**30}/").status_code == 404


def test_pages_ask_the_same_few_questions_whatever_their_size():
    counts, client = [], browser(named("ada@example.org"))
    for names in (NAMES[:4], NAMES[:7]):
        season = cast.running(names, of=cast.league(f"League of {len(names)}"), **cast.ROBIN)
        cast.until(season, "counting", play=cast.by_name)
        ada = cast.entrant(season, "ada")
        asked = []
        for address in (
            "/leagues/",
            home(season),
            division(season),
            f"{division(season)}{ada.pk}/",
        ):
            client.get(address)
            with CaptureQueriesContext(connection) as found:
                client.get(address)
            asked.append(len(found))
        counts.append(asked)
    assert counts[0] == counts[1]
    assert max(counts[0]) < 31


def test_directors_answer_what_a_league_asks():
    season = cast.open_season()
    cast.enter(season, NAMES[:1], now=cast.when(season))
    for _ in range(3):
        cast.step(season)
    address = f"{home(season)}asks/"
    assert browser(player("ada")).get(address).status_code == 404
    assert browser().get(address).status_code == 302
    olga = browser(player("olga"))
    asked = olga.get(address).context["open"]
    assert [choice for choice, _ in asked[0].choices] == ["cancel", "wait", "merge"]
    assert asked[0].default == "the season is called off"
    olga.post(address, {"ask": asked[0].id, "choice": "nonsense"})
    assert olga.get(address).context["open"]
    olga.post(address, {"ask": asked[0].id, "choice": "cancel"})
    otto = browser(player("otto"))
    page = otto.post(address, {"ask": asked[0].id, "choice": "wait"}, follow=True)
    assert "This was settled already." in page.content.decode()
    assert page.context["settled"][0].settled == "olga answered: the season is called off."
    assert cast.again(season).status == "cancelled"


def test_a_game_says_of_which_league_and_round_it_is_in_lists_on_its_page_and_in_letters():
    season = cast.running(**cast.SWISS)
    table = LeagueTable.objects.select_related("game").filter(status="running").earliest("pk")
    line = "The Lantern League, Season 1, Round 1"
    letter = Letter.objects.filter(game=table.game, kind="started").earliest("pk")
    assert letter.seat
    own = browser(letter.seat.player)
    assert line in own.get("/").content.decode()
    for client, address in ((own, f"/g/{table.game.key}/"), (browser(), f"/g/{table.game.key}/")):
        page = client.get(address, follow=True).content.decode()
        assert f'<a href="{division(season)}?round=1">{line}</a>' in page
    mail = written(letter)
    assert line in part(mail, "plain")
    assert line in part(mail, "html")
    elsewhere = started()
    assert 'class="table-league"' not in browser().get(f"/g/{elsewhere.key}/").content.decode()


def test_my_games_ask_as_many_questions_whether_they_are_of_a_league_or_not():
    cast.running()
    ada, counts = browser(player("ada")), []
    for _ in range(2):
        ada.get("/")
        with CaptureQueriesContext(connection) as found:
            ada.get("/")
        counts.append(len(found))
        started(("ada", "ben", "cem"))
    assert counts[0] == counts[1]


def test_nobody_is_asked_to_sign_in_for_a_season_that_takes_nobody():
    season = cast.running()
    assert "Sign in to enter" in read(home(season))
    assert "Leave the season" in read(home(season), "ada")
    cast.until(season, "counting", play=cast.by_name)
    assert "Sign in to enter" not in read(home(season))
    assert "Leave the season" not in read(home(season), "ada")


def test_a_season_that_is_announced_does_not_hide_the_one_that_is_played():
    season = cast.running()
    cast.announced(
        of=season.league,
        now=cast.when(season),
        registers="2026-08-02T12:00",
        registered="2026-08-20T12:00",
        first="2026-09-01T19:00",
    )
    assert "Season 1: running" in read("/leagues/")


@pytest.mark.parametrize(("rules", "line"), [
    ({}, "Squares of meetings over all rounds: "),
    (cast.SWISS, "This draw costs 0 in meetings and "),
])  # fmt: skip
def test_what_a_draw_costs_is_printed_with_it(rules: dict[str, Any], line: str):
    season = cast.running(**rules)
    assert line in read(f"/leagues/{season.league.key}/1/1/")
