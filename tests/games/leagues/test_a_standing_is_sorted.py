"""A standing sorted by another column keeps its places, and who goes up and down."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Season
from games.views import league_divisions
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Three divisions of four; the middle one has both bars. All games are played."""
    found = cast.running(NAMES[:12], **{**cast.ROBIN, "size": 4, "max": 4, "min": 3})
    cast.until(found, "counting", play=cast.by_name)
    return found


def here(season: Season, query: str = "", rank: int = 2) -> str:
    """The address of a division, sorted perhaps."""
    return f"/leagues/{season.league.key}/1/{rank}/{query}"


def shown(season: Season, query: str = "", rank: int = 2) -> Any:
    """What its page shows."""
    answer = browser().get(here(season, query, rank))
    assert answer.status_code == 200
    return answer


def rows(season: Season, query: str = "") -> list[Any]:
    """The rows of its standing."""
    return list(shown(season, query).context["rows"])


def test_each_column_sorts_and_sorts_back(season):
    plain = rows(season)
    assert [row.place for row in plain] == [1, 2, 3, 4]
    keys = [column.key for column in shown(season).context["columns"]]
    assert keys == ["place", "name", "points", "games", "sb", "wins", "misses"]
    by_points = rows(season, "?sort=points")
    assert [float(row.points) for row in by_points] == sorted(
        (float(row.points) for row in plain), reverse=True
    )
    assert [row.place for row in rows(season, "?sort=-points")] == [4, 3, 2, 1]
    assert [row.place for row in rows(season, "?sort=-place")] == [4, 3, 2, 1]
    names = [row.name for row in rows(season, "?sort=name")]
    assert names == sorted(row.name for row in plain)
    assert [row.name for row in rows(season, "?sort=-name")] == names[::-1]
    # All have played as many games: equal ones stay as they stood.
    for query in ("?sort=games", "?sort=-games"):
        assert [row.place for row in rows(season, query)] == [1, 2, 3, 4]


def test_places_and_bars_stay_with_whom_they_belong_to(season):
    plain = {row.name: (row.place, row.zone) for row in rows(season)}
    assert [zone for _, zone in plain.values()] == ["up", "", "", "down"]
    for query in ("?sort=name", "?sort=-points", "?sort=wins", "?sort=-sb"):
        found = {row.name: (row.place, row.zone) for row in rows(season, query)}
        assert found == plain
    page = shown(season, "?sort=-points").content.decode()
    assert "stand-bar" not in page
    assert page.count("up, as things stand") == page.count("down, as things stand") == 1
    assert page.index("down, as things stand") < page.index("up, as things stand")
    assert 'aria-sort="ascending"' in page
    plainly = shown(season).content.decode()
    assert plainly.count('class="stand-bar"') == 2
    assert plainly.count("up, as things stand") == 1


def test_the_heads_of_columns_lead_there_and_say_how_it_is_sorted(season):
    columns = {each.key: each for each in shown(season).context["columns"]}
    assert (columns["place"].sorted, columns["points"].sorted) == ("ascending", "")
    assert columns["place"].href == "?sort=-place#standing"
    assert columns["points"].href == "?sort=points#standing"
    answer = shown(season, "?sort=points&round=2")
    columns = {each.key: each for each in answer.context["columns"]}
    assert (columns["place"].sorted, columns["points"].sorted) == ("", "descending")
    assert columns["points"].href == "?sort=-points&round=2#standing"
    assert columns["place"].href == "?round=2#standing"
    assert answer.context["round"].name == "Round 2"
    assert answer.context["tabs"][0].href == "?sort=points&round=1#rounds"
    assert answer.content.decode().count("aria-sort=") == 1


def test_a_row_shows_the_number_that_it_is_sorted_by_also_where_there_is_little_room(season):
    for query, times in (("", 0), ("?sort=name", 0), ("?sort=sb", 4), ("?sort=-games", 4)):
        assert shown(season, query).content.decode().count("stand-sorted") == times, query


JUNK = (
    "?sort=", "?sort=-", "?sort=--points", "?sort=entrant", "?sort=__class__", "?sort=lot",
    "?sort=%3Cscript%3E", "?sort=opponents", f"?sort={'x' * 2000}",
    "?sort=points&sort=nothing",
)  # fmt: skip


def test_what_is_no_column_sorts_nothing(season):
    for junk in JUNK:
        answer = shown(season, junk)
        assert [row.place for row in answer.context["rows"]] == [1, 2, 3, 4], junk
        page = answer.content.decode()
        assert page.count('class="stand-bar"') == 2, junk
        assert "script>" not in page.split("stand-head")[1].split("</ol>")[0], junk


def test_pages_are_turned_in_the_order_it_is_sorted_by(season, monkeypatch):
    monkeypatch.setattr(league_divisions, "ROWS", 3)
    first = shown(season, "?sort=-points")
    assert [row.place for row in first.context["rows"]] == [4, 3, 2]
    second = browser().get(first.context["turns"].after)
    assert [row.place for row in second.context["rows"]] == [1]
    assert second.context["rows"][0].zone == "up"


def test_sorting_asks_the_database_for_no_more(season):
    counts = []
    for query in ("", "?sort=points", "?sort=-name", "?sort=junk"):
        with CaptureQueriesContext(connection) as asked:
            shown(season, query)
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_a_standing_without_results_has_nothing_to_sort():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    answer = shown(season, "?sort=points", rank=1)
    assert not answer.context["rows"]
    assert "stand-head" not in answer.content.decode()
