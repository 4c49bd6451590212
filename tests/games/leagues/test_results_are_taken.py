"""What tables come to is taken from their games once, and superseded by acts alone."""

from typing import Any

import pytest

from games.clocks.services import keeping
from games.errors import BadPoints, NotDirector, NotNow, Overtaken, PlaysThere, ReasonMissing
from games.leagues.selectors import reading
from games.leagues.services import entering, judging
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Game, Kept, LeagueTable, Line, Result, Season, Standing
from games.results.services import annulling
from games.services import locks
from tests.games.cast import HOUR, play_to_the_end, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db


def table(season: Season, number: int = 1) -> LeagueTable:
    """A table of the first round."""
    found = LeagueTable.objects.select_related("game", "round__division")
    return found.get(round__division__season=season, round__number=1, number=number)


def lines(season: Season) -> dict[str, dict[str, Any]]:
    """What stands of the first table, by name."""
    names = dict(season.entrants.values_list("pk", "player__name"))
    result = table(season).results.get(superseded_at=None)
    return {names[line["entrant"]]: line for line in result.lines}


def abandoned(season: Season, **outcome: object) -> None:
    """End the first table's game before its time."""
    game, now = table(season).game, cast.when(season)
    with because(Cause.ACT):
        held = locks.game(pk=game.pk)
        held.status, held.ended_at, held.outcome = Game.Status.FINISHED, now, outcome or None
        held.save()
        write("close", now=now)
    cast.sweep(season)


def test_a_game_that_was_played_tells_roles_gold_scores_and_winners():
    season = cast.running(NAMES[:3])
    game = table(season).game
    play_to_the_end(game, now=cast.when(season) + HOUR)
    assert cast.sweep(season, now=cast.when(season) + HOUR) > 0
    game.refresh_from_db()
    found = lines(season)
    for place in table(season).places.select_related("entrant__player"):
        line = found[place.entrant.player.name]
        assert line["score"] == game.outcome["scores"][place.seat]
        assert line.get("won", False) == (place.seat in game.outcome["winners"])
        ((role, gold),) = line["rounds"]
        assert role in ("digger", "saboteur")
        assert gold == line["score"]
        assert line["ending"] == "played"
    assert table(season).status == "finished"
    assert cast.sweep(season) == 0
    assert Result.objects.count() == 1


def test_missed_deadlines_stand_with_the_line_but_excused_ones_do_not():
    season = cast.running(NAMES[:3])
    game, now = table(season).game, cast.when(season)
    Kept.objects.create(player=player("ada"), game=game, at=now, reply=None)
    Kept.objects.create(player=player("ada"), game=game, at=now, reply=60)
    cast.end(table(season), [3, 2, 1], now=now)
    cast.sweep(season)
    assert {name: line.get("misses", 0) for name, line in lines(season).items()} == {
        "ada": 1,
        "ben": 0,
        "cem": 0,
    }


def test_of_two_of_whom_one_left_the_other_has_a_walkover():
    season = cast.running(NAMES[:2], **cast.ROBIN)
    entering.withdraw(season.pk, player("ben"), now=cast.when(season))
    cast.end(table(season), [0, 9], now=cast.when(season))
    cast.sweep(season)
    assert {name: line["ending"] for name, line in lines(season).items()} == {
        "ada": "walkover",
        "ben": "forfeit",
    }


def test_a_game_that_was_won_since_nobody_came_is_a_walkover():
    season = cast.running(NAMES[:2], **cast.ROBIN)
    seat = table(season).places.get(entrant__player=player("ada")).seat
    abandoned(season, winners=[seat], scores=[])
    assert {name: line["ending"] for name, line in lines(season).items()} == {
        "ada": "walkover",
        "ben": "forfeit",
    }
    cast.sweep(season)
    assert cast.order(season)[0] == "ada"


def test_a_table_that_all_left_is_lost_to_all():
    season = cast.running(NAMES[:3])
    abandoned(season)
    assert {line["ending"] for line in lines(season).values()} == {"forfeit"}


def test_a_game_that_moderators_annulled_counts_for_nobody():
    season = cast.running(NAMES[:3])
    now = cast.when(season)
    with because(Cause.ACT):
        game = locks.game(pk=table(season).game_id)
        annulling.annul(game, locks.people(game), keeping.take_up(game, now=now), now=now)
        write("annul", now=now)
    cast.sweep(season)
    assert table(season).status == "annulled"
    # Each has the value of a requested bye.
    assert {row["points"] for row in Standing.objects.get().rows} == {"50"}


def test_a_result_makes_the_standing_stale_until_it_is_worked_out():
    season = cast.running(NAMES[:3])
    division = season.divisions.get()
    page = reading.standing(division.pk)
    assert (page.results, page.last) == (0, 0)
    cast.end(table(season), [3, 2, 1], now=cast.when(season))
    cast.sweep(season)
    page = reading.standing(division.pk)
    assert (page.results, page.last, page.stale) == (1, Result.objects.get().pk, False)
    assert page.built_at == cast.when(season)
    assert [row.points for row in page.rows] == [100, 50, 0]


def test_a_standing_is_read_by_few_statements(django_assert_num_queries):
    season = cast.running(NAMES[:6])
    division = season.divisions.get()
    with django_assert_num_queries(2):
        assert len(reading.standing(division.pk).rows) == 0
    assert season.status == "running"


def judged(
    season: Season, points: list[str], *, by: str = "olga", seen: str | None = None
) -> Result:
    """Let a director enter the points of the first table."""
    now = cast.when(season)
    return judging.adjudicate(
        table(season).pk, points, by=player(by), reason="They agreed on it", seen=seen, now=now
    )


def test_a_director_enters_points_and_what_stood_is_kept():
    season = cast.running(NAMES[:3])
    cast.end(table(season), [3, 2, 1], now=cast.when(season))
    cast.sweep(season)
    judged(season, ["0", "50", "100"])
    cast.sweep(season)
    former, now = Result.objects.order_by("pk")
    assert former.superseded_at is not None
    assert (now.kind, now.by, now.reason) == ("adjudicated", player("olga"), "They agreed on it")
    assert [line["awarded"] for line in now.lines] == ["0", "50", "100"]
    assert table(season).status == "adjudicated"
    assert Standing.objects.get().rows[0]["points"] == "100"
    assert Line.objects.get(act="league-adjudicate").reason == "They agreed on it"
    assert cast.told("adjudicated", season) == list(NAMES[:3])


def test_points_are_within_what_the_scoring_can_give():
    season = cast.running(NAMES[:3])
    for points in (["101", "0", "0"], ["-1", "0", "0"], ["x", "0", "0"], ["1", "2"]):
        with pytest.raises(BadPoints) as problem:
            judged(season, points)
        assert (problem.value.least, problem.value.most) == ("0", "100")
    assert not Result.objects.exists()


def test_an_act_has_a_reason_a_director_and_what_stands():
    season = cast.running(NAMES[:3])
    with pytest.raises(NotDirector):
        judged(season, ["0", "0", "0"], by="ada")
    seen = reading.rounds(season.divisions.get().pk)[0].tables[0].seen
    with pytest.raises(ReasonMissing):
        judging.annul(table(season).pk, by=player("olga"), reason=" ", now=cast.when(season))
    judged(season, ["0", "0", "0"], seen=seen)
    with pytest.raises(Overtaken):
        judged(season, ["1", "1", "1"], by="otto", seen=seen)
    assert Result.objects.count() == 1


def test_no_director_judges_where_he_plays():
    season = cast.running(["olga", "ada"], **cast.ROBIN)
    with pytest.raises(PlaysThere):
        judged(season, ["1", "0"])
    judged(season, ["1", "0"], by="otto")


def test_what_comes_after_an_annulment_changes_nothing():
    season = cast.running(NAMES[:3])
    judging.annul(table(season).pk, by=player("olga"), reason="A mistake", now=cast.when(season))
    cast.end(table(season), [3, 2, 1], now=cast.when(season))
    cast.sweep(season)
    assert table(season).status == "annulled"
    assert [result.kind for result in Result.objects.all()] == ["annulled"]


def test_an_annulled_table_is_played_again_by_the_same_people():
    season = cast.running(NAMES[:3])
    first, now = table(season), cast.when(season)
    judging.annul(first.pk, by=player("olga"), reason="A mistake", now=now)
    again = judging.replay(first.pk, by=player("olga"), reason="A mistake", now=now)
    with pytest.raises(NotNow):
        judging.replay(first.pk, by=player("otto"), reason="A mistake", now=now)
    cast.sweep(season)
    again.refresh_from_db()
    assert (again.status, again.replays, again.number) == ("running", first, 2)
    seats = [
        list(each.places.order_by("number").values_list("entrant", flat=True))
        for each in (first, again)
    ]
    assert seats[0] == seats[1]
    cast.end(again, [3, 2, 1], now=now)
    cast.sweep(season)
    assert [row["points"] for row in Standing.objects.get().rows] == ["100", "50", "0"]


def test_a_result_of_a_day_that_was_missed_is_found_by_the_daily_look():
    season = cast.running(NAMES[:3])
    cast.end(table(season), [3, 2, 1], now=cast.when(season))
    Game.objects.update(ended_at=cast.when(season) - 72 * HOUR)
    assert cast.sweep(season) == 0
    cast.sweep(season, now=cast.when(season) + 24 * HOUR)
    assert table(season).status == "finished"
