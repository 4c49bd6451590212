"""Rounds are postponed and seasons stand still; all that is to come moves by whole local days."""

from datetime import UTC, datetime

import pytest
from django.db.models import F

from games.errors import NotDirector, NotNow, Overtaken
from games.leagues.services import directing, entering
from games.models import Due, Line, Round, Season
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db


def postponed(season: Season, number: int, days: int, *, seen: str | None = None) -> Round:
    """Let olga postpone a round."""
    found = Round.objects.get(division__season=season, number=number)
    now = cast.when(season)
    return directing.postpone(
        found.pk, days, by=player("olga"), reason="A holiday", seen=seen, now=now
    )


def opens(season: Season) -> list[str]:
    """On the wall of the league."""
    found = Round.objects.filter(division__season=season).order_by("number")
    return list(found.values_list("opens", flat=True))


def test_a_round_and_those_after_it_come_later():
    season = cast.running(NAMES[:3], rounds=3)
    assert opens(season) == ["2026-04-01T19:00", "2026-04-08T19:00", "2026-04-15T19:00"]
    postponed(season, 2, 3)
    assert opens(season) == ["2026-04-01T19:00", "2026-04-11T19:00", "2026-04-18T19:00"]
    due = Due.objects.get(season=season, what="open", done_at=None)
    assert due.next_at == datetime(2026, 4, 11, 17, tzinfo=UTC)
    assert cast.told("postponed", season) == list(NAMES[:3])


def test_what_is_open_is_not_postponed_and_two_directors_postpone_once():
    season = cast.running(NAMES[:3], rounds=3)
    with pytest.raises(NotNow):
        postponed(season, 1, 3)
    postponed(season, 2, 3, seen="2026-04-08T19:00")
    with pytest.raises(Overtaken):
        postponed(season, 2, 3, seen="2026-04-08T19:00")


def test_a_season_that_stood_still_goes_on_as_many_days_later():
    season = cast.running(NAMES[:3])
    began = cast.when(season)
    close = Round.objects.get(number=1).closes_at
    directing.suspend(season.pk, by=player("olga"), reason="A storm", now=began)
    directing.suspend(season.pk, by=player("otto"), reason="A storm", now=began)
    assert cast.sweep(season, now=began + 30 * DAY) == 0
    directing.resume(season.pk, by=player("otto"), reason="It is over", now=began + 9 * DAY + HOUR)
    assert Round.objects.get(number=1).closes_at == close + 10 * DAY
    assert opens(season) == ["2026-04-01T19:00", "2026-04-18T19:00"]
    assert Due.objects.get(season=season, what="close").next_at == close + 10 * DAY
    assert cast.told("suspended", season) == cast.told("resumed", season) == list(NAMES[:3])


def test_a_wall_time_stays_across_the_change_of_clocks():
    season = cast.announced(
        first="2026-10-21T19:00", registers="2026-10-01T12:00", registered="2026-10-10T12:00"
    )
    cast.until(season, "registration")
    cast.enter(season, NAMES[:3], now=cast.when(season))
    cast.until(season, "prepared")
    for name in NAMES[:3]:
        entering.confirm(season.pk, player(name), now=cast.when(season))
    cast.until(season, "running")
    first, second = Round.objects.order_by("number")
    assert (first.opens, first.closes) == ("2026-10-21T19:00", "2026-10-28T19:00")
    assert first.closes_at - first.opens_at == 7 * DAY + HOUR
    assert second.opens_at == first.closes_at


def test_only_directors_move_dates_and_only_where_there_is_something_to_move():
    season = cast.announced()
    with pytest.raises(NotDirector):
        directing.cancel(season.pk, by=player("ada"), reason="No", now=cast.NOW)
    with pytest.raises(NotNow):
        directing.suspend(season.pk, by=player("olga"), reason="A storm", now=cast.NOW)
    directing.cancel(season.pk, by=player("olga"), reason="A quiet year", now=cast.NOW)
    directing.cancel(season.pk, by=player("otto"), reason="A quiet year", now=cast.NOW)
    assert cast.again(season).reason == "A quiet year"


def test_where_a_zone_has_other_rules_now_rounds_that_nobody_has_seen_follow_the_wall():
    season = cast.running(NAMES[:6], **{**cast.SWISS, "rounds": 3})
    rounds = Round.objects.filter(division__season=season)
    stood = dict(rounds.values_list("number", "opens_at"))
    seen = rounds.get(number=1)
    assert seen.status == "open"
    # As they were worked out when the zone's clocks were an hour apart from now.
    rounds.update(opens_at=F("opens_at") - HOUR, closes_at=F("closes_at") - HOUR)
    cast.sweep(season, now=Due.objects.get(season=season, what="look", done_at=None).next_at)
    found = dict(rounds.values_list("number", "opens_at"))
    assert found == {**stood, 1: stood[1] - HOUR}, "what was published stays"
    line = Line.objects.filter(act="league-look").latest("pk")
    moved = rounds.filter(pk__in=line.arguments["moved"]).values_list("number", flat=True)
    assert sorted(moved) == [2, 3]
