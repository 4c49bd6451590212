"""Where a condition fails nothing happens, and the directors are asked, with a default."""

import pytest

from games.errors import NotDirector, NotNow, Overtaken, PlaysThere
from games.leagues.rules.dues import CHOICES, Choice, Condition
from games.leagues.services import asking, directing, entering
from games.models import Ask, Due, Entrant, LeagueTable, Line, Place, Round, Season
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db


def asked(season: Season) -> Ask:
    """The one question that is open."""
    return season.asks.get(status="open")


def lonely(**changes: object) -> Season:
    """A season that only ada entered, at the close of registration."""
    season = cast.open_season(**changes)
    cast.enter(season, ["ada"], now=cast.when(season))
    cast.sweep(season, now=Due.objects.get(season=season, what="prepare").at)
    return season


def answer(season: Season, choice: str, *, by: str = "olga") -> None:
    """Answer what is asked."""
    asking.answer(asked(season).pk, choice, by=player(by), now=cast.when(season))


def test_a_season_with_one_player_is_not_started_and_its_directors_are_asked():
    season = lonely()
    assert cast.again(season).status == "registration"
    ask = asked(season)
    assert (ask.condition, ask.default, ask.said) == (
        "too-few",
        "cancel",
        {"entered": 1, "least": 3},
    )
    assert ask.deadline == cast.when(season) + 2 * DAY
    assert cast.told("ask", season) == ["olga", "otto"]


def test_where_nobody_answers_the_default_holds_and_the_player_is_told():
    season = lonely()
    cast.until(season, "cancelled")
    assert cast.when(season) == Ask.objects.get().deadline
    assert Ask.objects.get().status == "lapsed"
    assert cast.told("ask-soon", season) == ["olga", "otto"]
    assert cast.told("cancelled", season) == ["ada"]
    assert not Due.objects.filter(done_at=None).exists()


def test_an_answer_wait_looks_again_a_day_later():
    season = lonely()
    answer(season, "wait")
    assert cast.told("ask-over", season) == ["olga", "otto"]
    cast.sweep(season, now=cast.when(season) + 23 * HOUR)
    assert not season.asks.filter(status="open").exists()
    cast.sweep(season, now=cast.when(season) + HOUR)
    assert asked(season).condition == "too-few"
    assert Ask.objects.count() == 2


def test_what_is_asked_about_goes_away():
    season = lonely()
    cast.enter(season, NAMES[1:4], now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + HOUR)
    assert cast.again(season).status == "prepared"
    assert Ask.objects.get().status == "void"
    assert Line.objects.latest("number").arguments["void"] == [Ask.objects.get().pk]


def test_merged_everybody_is_in_the_next_season():
    season = lonely()
    answer(season, "merge")
    assert cast.again(season).status == "cancelled"
    later = {"registers": "2026-06-02T12:00", "registered": "2026-06-20T12:00"}
    following = cast.announced(
        of=season.league, now=cast.when(season), first="2026-07-01T19:00", **later
    )
    cast.until(following, "registration")
    assert cast.entrant(following, "ada").status == "registered"


def test_only_directors_answer_and_only_once_and_only_what_is_asked():
    season = lonely()
    with pytest.raises(NotDirector):
        answer(season, "wait", by="ada")
    with pytest.raises(NotNow):
        answer(season, "annul")
    ask = asked(season)
    answer(season, "wait")
    with pytest.raises(Overtaken):
        asking.answer(ask.pk, "cancel", by=player("otto"), now=cast.when(season))
    assert cast.again(season).status == "registration"


def test_an_answer_stands_in_the_log_with_who_gave_it():
    season = lonely()
    answer(season, "cancel")
    line = Line.objects.get(act="league-answer")
    assert (line.actor, line.role) == (player("olga").pk, "director")
    assert line.arguments["condition"] == "too-few"


def test_a_table_left_with_too_few_is_annulled_but_in_the_last_round_it_is_asked_about():
    season = cast.prepared(NAMES[:3])
    while Round.objects.filter(status="published").count() < 1:
        cast.step(season)
    # Of three at the one table one is gone before it is dealt.
    Place.objects.filter(entrant__player=player("cem"), table__round__number=1).update(
        state="vacant"
    )
    cast.until(season, "running")
    first = LeagueTable.objects.get(round__number=1)
    assert first.status == "annulled"
    assert first.results.get().kind == "annulled"
    Place.objects.filter(entrant__player=player("cem")).update(state="vacant")
    while not season.asks.exists():
        cast.step(season)
    assert asked(season).condition == "short-table"
    cast.until(season, "final")
    assert Ask.objects.get().answer == "annul"
    assert [row["points"] for row in season.divisions.get().standing.rows] == 3 * ["100"]


def test_a_round_without_tables_counts_at_once_so_that_the_season_ends():
    season = cast.running(NAMES[:3], **{**cast.SWISS, "tiebreaks": ["wins", "misses", "lot"]})
    cast.play_all(season, cast.by_name)
    cast.sweep(season)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    while not season.asks.exists():
        cast.step(season)
    assert asked(season).condition == "no-table"
    # Nobody answers: both sit the second round out, and no result will come from it.
    cast.until(season, "final", play=cast.by_name, most=60)
    assert set(Ask.objects.values_list("condition", flat=True)) == {"no-table"}
    rows = season.divisions.get().standing.rows
    assert [row["points"] for row in rows] == ["160", "110", "0"]


def test_a_question_waits_for_its_answer_as_much_longer_as_the_season_stands_still():
    season = cast.running(NAMES[:6], **cast.SWISS)
    cast.sweep(season, now=Due.objects.get(season=season, what="close").at)
    now, before = cast.when(season), asked(season).deadline
    directing.suspend(season.pk, by=player("olga"), reason="A storm", now=now)
    directing.resume(season.pk, by=player("otto"), reason="It is over", now=now + 9 * DAY)
    assert asked(season).deadline == before + 9 * DAY
    lapses = Due.objects.get(season=season, what="ask", about=asked(season).pk, done_at=None)
    assert lapses.next_at == asked(season).deadline


def test_a_round_of_which_more_than_half_is_late_may_move_the_next():
    season = cast.running(NAMES[:6], **cast.SWISS)
    cast.sweep(season, now=Due.objects.get(season=season, what="close").at)
    assert asked(season).condition == "half-late"
    assert cast.told("late", season) == ["olga", "otto"]
    opens = Round.objects.get(number=2).opens
    answer(season, "postpone")
    assert (opens, Round.objects.get(number=2).opens) == ("2026-04-08T19:00", "2026-04-15T19:00")


def test_no_season_ends_with_a_game_without_a_result():
    season = cast.running(NAMES[:2], **cast.ROBIN)
    cast.until(season, "counting")
    assert LeagueTable.objects.get().late
    cast.until(season, "final")
    table = LeagueTable.objects.get()
    assert table.status == "annulled"
    assert cast.told("running-on", season) == ["ada", "ben"]
    assert Ask.objects.get().condition == "overdue"
    # Two days for the answer, after three weeks.
    close = Round.objects.get().closed_at
    assert close is not None
    assert (table.results.get().entered_at - close).days == 23


def test_who_plays_in_a_division_decides_nothing_about_its_tables():
    season = cast.open_season(**cast.ROBIN)
    cast.enter(season, ["ada", "olga"], now=cast.when(season))
    cast.until(season, "prepared")
    for name in ("ada", "olga"):
        entering.confirm(season.pk, player(name), now=cast.when(season))
    cast.until(season, "counting")
    while not season.asks.exists():
        cast.step(season)
    with pytest.raises(PlaysThere):
        answer(season, "week")
    answer(season, "week", by="otto")


def test_everybody_withdraws_and_the_season_closes_without_places():
    season = cast.running(NAMES[:3], rounds=3)
    for name in NAMES[:3]:
        entering.withdraw(season.pk, player(name), now=cast.when(season))
    cast.until(season, "final", play=cast.level)
    assert not Entrant.objects.filter(status="finished").exists()
    assert cast.again(season).awards.filter(kind="champion").count() == 0


def test_a_season_that_is_called_off_asks_nothing_any_more():
    season = lonely()
    ask = asked(season)
    directing.cancel(season.pk, by=player("otto"), reason="A quiet year", now=cast.when(season))
    assert Ask.objects.get().status == "void"
    with pytest.raises(Overtaken):
        asking.answer(ask.pk, "wait", by=player("olga"), now=cast.when(season))


def test_every_condition_has_its_answers_and_none_of_the_defaults_picks_a_winner():
    assert set(CHOICES) == set(Condition)
    defaults = {choices[0] for choices in CHOICES.values()}
    assert defaults <= {Choice.WAIT, Choice.GO_ON, Choice.ANNUL, Choice.CANCEL, Choice.LEAVE}
