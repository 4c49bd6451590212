"""What should not come and comes all the same (leagues.md, 15): each says what stands.

The other rows: unknown zones and dates in `test_rules_of_a_league_are_read.py`, one player and
tables with too few in `test_directors_are_asked.py`, after the close in
`test_players_enter_a_season.py`, two divisions in `test_who_goes_up_and_down.py`.
"""

from functools import partial
from typing import Any

import pytest

from games import links
from games.errors import BadPoints, NotDirector
from games.leagues.selectors import reading
from games.leagues.services import directing, entering, judging
from games.links import EntryClaim
from games.models import Ask, Entrant, League, LeagueTable, Rating, Result, Season
from tests.games.cast import named, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.test_directors_act import of_table, previewed
from tests.games.pages.table import browser
from tests.games.test_two_posts_at_once import at_once

FOUR = NAMES[:4]
ONCE = {"kind": "wins"}
FORMATS: dict[str, dict[str, Any]] = {
    "groups": {"rounds": 3},
    "swiss": {**cast.SWISS, "rounds": 3},
    "round robin": {**cast.ROBIN, "double": True},
    "solo ladder": {**cast.SOLO, "rounds": 3},
    "duplicate": {**cast.DUPLICATE, "rounds": 3},
    "duplicate swiss": {**cast.DUPLICATE, **cast.SWISS, "rounds": 3},
    "with a final": {**cast.DUEL, **cast.SWISS, "scoring": ONCE, "rounds": 3, "seeds": 4},
}


def table(season: Season) -> LeagueTable:
    """The first table of a season."""
    return LeagueTable.objects.filter(round__division__season=season).earliest("pk")


@pytest.mark.django_db
@pytest.mark.parametrize("played", [False, True], ids=("at once", "after a round"))
@pytest.mark.parametrize("name", FORMATS)
def test_everybody_withdraws_and_the_season_ends_by_itself(name: str, *, played: bool):
    season = cast.running(FOUR, **FORMATS[name])
    if played:
        cast.play_all(season, cast.by_name)
        cast.sweep(season)
    rated = Rating.objects.count()
    for who in FOUR:
        entering.withdraw(season.pk, player(who), now=cast.when(season))
    cast.until(season, "final", play=cast.by_name)
    assert not Entrant.objects.filter(status="finished").exists()
    assert not season.awards.filter(kind="champion").exists()
    # Less than half was played, so nobody has a place; what was played stays as it was.
    assert season.divisions.get().standing.rows == []
    first = LeagueTable.objects.filter(round__division__season=season, round__number=1)
    assert all(each.results.filter(superseded_at=None).exists() for each in first)
    if played:
        assert set(first.values_list("status", flat=True)) == {"finished"}
    assert Rating.objects.count() >= rated
    assert not Ask.objects.filter(status="open").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_decide_at_once_one_does_and_the_other_is_told():
    season = cast.running(NAMES[:3])
    seen = reading.rounds(season.divisions.get().pk)[0].tables[0].seen
    decide = partial(
        judging.adjudicate, table(season).pk, seen=seen, reason="Told", now=cast.when(season)
    )
    acts = [
        partial(decide, points, by=player(name))
        for name, points in (("olga", ["100", "50", "0"]), ("otto", ["0", "50", "100"]))
    ]
    assert at_once(acts) == {"Result": 1, "SettledAlready": 1}
    assert Result.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_league_that_is_founded_many_times_at_once_is_one():
    found = partial(directing.found, "Owls", "en", now=cast.NOW)
    calls = [partial(found, by=player(name)) for name in ("olga", "olga", "olga", "otto")]
    assert at_once(calls) in ({"League": 3, "BadLeagueName": 1}, {"League": 1, "BadLeagueName": 3})
    assert League.objects.count() == 1


@pytest.mark.django_db
def test_a_result_for_a_league_of_others_is_refused_and_changes_nothing(set_clock):
    season = cast.running(NAMES[:3])
    set_clock(cast.when(season))
    other = directing.found("Another League", "en", by=player("zoe"), now=cast.when(season))
    assert other.directors.get().player == player("zoe")
    with pytest.raises(NotDirector):
        judging.adjudicate(
            table(season).pk, ["100", "50", "0"], by=player("zoe"), reason="Ours",
            now=cast.when(season),
        )  # fmt: skip
    client = browser(player("zoe"))
    assert (
        previewed(client, "league-adjudicate", of_table(season), points="100 50 0").status_code
        == 404
    )
    # Neither for a seat that nobody holds there.
    with pytest.raises(BadPoints):
        judging.adjudicate(
            table(season).pk, ["100", "50", "0", "0"], by=player("olga"), reason="Four",
            now=cast.when(season),
        )  # fmt: skip
    assert not Result.objects.exists()
    assert table(season).status == "running"


@pytest.mark.django_db
def test_a_letters_button_that_is_pressed_twice_says_what_stands():
    season = cast.open_season()
    address = f"/e/{links.ENTRY.sign(EntryClaim.of(season, named('ada@example.org')))}/"
    client = browser()
    for act, status, twice in (
        ("register", "registered", "You are in this season already"),
        ("confirm", "confirmed", "You are in, and have said that you come."),
        ("decline", "declined", "You are not in this season."),
    ):
        client.post(address, {"do": act})
        once = Entrant.objects.values().get()
        assert once["status"] == status
        page = client.post(address, {"do": act}, follow=True)
        assert Entrant.objects.values().get() == once
        assert twice in page.content.decode(), act
        # Somebody who was merely silent reads the same: they gave nothing back.
        assert "gave it back" not in page.content.decode()
