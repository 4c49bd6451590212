"""The log of a league: what was done, in order, with who and why; and what is nobody's affair."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.leagues.selectors import chronicle
from games.leagues.services import absence, entering
from games.leagues.services.sweeping import ACTS
from games.models import Absence, Line, Round, Season
from games.moderation.acts import OF_LEAGUES
from games.texts import leagues_log
from games.texts.leagues import done_names
from tests.games.cast import player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.test_directors_act import (
    absent,
    at,
    done,
    drawn,
    first_table,
    of_absence,
    of_entry,
    of_round,
    of_table,
    two_apart,
)
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def page(season: Season, who: Any = None, number: int = 1) -> str:
    """The log as somebody reads it, as one line."""
    here = reverse("league-log-show", args=[season.league.key])
    answer = browser(who).get(here, {"page": number})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def entries(season: Season, who: Any = None) -> list[Any]:
    """Its lines, the latest first."""
    here = reverse("league-log-show", args=[season.league.key])
    return list(browser(who).get(here).context["lines"])


def entry(season: Season, title: str, who: Any = None) -> Any:
    """Its latest line of that title."""
    return next(each for each in entries(season, who) if each.title == title)


def test_whatever_is_written_into_the_log_has_a_title_there():
    names = done_names()
    assert {f"league-{what}" for what in ACTS} <= names.keys()
    assert OF_LEAGUES.keys() - {"extend-league"} <= names.keys()
    with translation.override("de"):
        assert leagues_log.noted_title("extend-league")


def test_a_season_is_told_from_its_announcement_to_its_end(set_clock):
    season = at(cast.running(NAMES[:6], **cast.SWISS), set_clock)
    cast.until(season, "final", play=cast.by_name)
    told = [each.title for each in reversed(chronicle_of(season))]
    in_order = [
        "A league is opened", "A season is announced", "Registration opens",
        "Registration closes", "Divisions are published", "A round is drawn",
        "A draw is published", "A season begins", "A round opens", "A table is dealt",
        "A result is entered", "A round closes", "The last round is closed", "A season is final",
    ]  # fmt: skip
    at_last = [told.index(each) for each in in_order]
    assert at_last == sorted(at_last)
    final = entry(season, "A season is final")
    assert any(Season.objects.get(pk=season.pk).secret in line for line in final.lines)
    assert final.by == "by the rules"


def chronicle_of(season: Season) -> list[Any]:
    """All lines of all pages."""
    found, number = list[Any](), 1
    while True:
        here = reverse("league-log-show", args=[season.league.key])
        context = browser().get(here, {"page": number}).context
        found += context["lines"]
        if not context["turns"].after:
            return found
        number += 1


def test_a_draw_tells_its_cost_once_it_is_published(set_clock):
    season = at(drawn(rounds=4), set_clock)
    olga = player("olga")
    pair = two_apart(season)
    done(olga, "league-exchange", of_round(season), **pair)
    # Until then nobody but the directors learns who changes places.
    assert entry(season, "Two change places in a draw").who == ""
    assert entry(season, "Two change places in a draw", olga).who
    cast.until(season, "counting", play=cast.by_name)
    assert entry(season, "A draw is published").where.startswith("Season 1, Division 1, Round 4")
    shown = " ".join(entry(season, "A draw is published").lines)
    row = Round.objects.get(number=4)
    assert f"up to this round: {row.draw['squares']};" in shown
    assert f"no draw comes below {row.draw['bound']}." in shown
    assert row.draw["again"], "six people in threes meet again in four rounds"
    names = dict(season.entrants.values_list("pk", "player__name"))
    for one, other, often in row.draw["again"]:
        times = "time" if often == 1 else "times"
        told = f"{names[one]} and {names[other]} meet again, having met {often} {times} before"
        assert f"{told}: no draw has fewer." in shown
    changed = next(
        each for each in chronicle_of(season) if each.title == "Two change places in a draw"
    )
    assert changed.who == " and ".join(names[each] for each in pair.values())


def test_a_warning_and_the_reasons_of_an_absence_are_between_him_and_the_directors(set_clock):
    season = at(absent("ada"), set_clock)
    olga = player("olga")
    assert "the first turn passed" not in page(season)
    assert "ada: the first turn passed" in page(season, olga)
    done(olga, "league-excuse", of_absence(season), reason="his grandmother was ill")
    for who in (None, player("ben")):
        line = entry(season, "An absence is excused", who)
        assert (line.who, line.reason) == ("", "")
        assert "grandmother" not in page(season, who)
    for who in (player("ada"), olga):
        line = entry(season, "An absence is excused", who)
        assert (line.who, line.reason) == ("ada", "his grandmother was ill")
    # A yellow card everybody sees; why is still his own.
    for _step in range(2):
        done(olga, "league-step", of_entry(season, "ben"), reason="he shouted at everybody")
    line = entry(season, "A step on the ladder of cards is given")
    assert (line.who, line.lines, line.reason) == ("ben", ("a yellow card",), "")
    row = Absence.objects.filter(entrant__player__name="ben").latest("pk")
    absence.appeal(season.pk, player("ben"), row.pk, "I whispered", now=cast.when(season))
    why = "he did shout"
    absence.decide(row.pk, grant=False, by=player("otto"), reason=why, now=cast.when(season))
    assert why not in page(season)
    assert why in page(season, player("ben"))


def test_acts_have_who_did_them_and_why_and_leavers_do_not_say_why(set_clock):
    season = at(cast.running(), set_clock)
    done(player("olga"), "league-adjudicate", of_table(season), points="100 1/3 2.5")
    line = entry(season, "A table is decided by a director")
    assert (line.by, line.reason) == ("olga", "the club house burnt down")
    assert line.where == "Season 1, Division 1, Round 1, Table 1"
    assert line.lines == ("Points: 100, 0.33 and 2.50",)
    done(player("olga"), "league-penalise", of_entry(season, "ada"), points="5/2")
    line = entry(season, "Points are taken from an entry")
    assert (line.who, line.lines) == ("ada", ("Points: 2.50",))
    entering.withdraw(season.pk, player("ben"), reason="I am ill", now=cast.when(season))
    line = entry(season, "Somebody leaves a season", player("olga"))
    assert (line.who, line.by, line.reason) == ("ben", "ben", "")


def test_a_closed_deal_is_told_of_no_more_than_that_a_table_ended(set_clock):
    season = cast.running(NAMES[:4], **cast.DUPLICATE)
    cast.end(first_table(season), [3, 1], now=cast.when(season))
    cast.sweep(season)
    season = at(season, set_clock)
    assert entry(season, "A result is entered").lines == ()
    done(player("olga"), "league-adjudicate", of_table(season), points="100 0")
    line = entry(season, "A table is decided by a director")
    assert (line.lines, line.who) == ((), "")
    cast.until(season, "final", play=cast.by_name)
    assert any(each.lines == ("Points: 100 and 0",) for each in chronicle_of(season))


def test_the_log_is_read_by_as_many_statements_however_long_it_is(set_clock):
    season = at(absent("ada"), set_clock)
    olga = player("olga")
    here = reverse("league-log-show", args=[season.league.key])
    counts = []
    for often in range(3):
        for _each in range(6 * often):
            done(olga, "league-penalise", of_entry(season, "ben"), points="1")
        client = browser(olga)
        client.get(here)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(here)
        counts.append(len(asked))
    assert counts[0] == counts[1] == counts[2]
    assert counts[0] <= 20
    assert Line.objects.filter(act="league-penalise").count() == 18


def test_pages_are_turned_and_other_leagues_have_logs_of_their_own(set_clock, monkeypatch):
    monkeypatch.setattr(chronicle, "PAGE", 5)
    season = at(cast.running(), set_clock)
    first = entries(season)
    assert len(first) == 5
    numbers = [each.number for each in chronicle_of(season)]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == len(set(numbers)) > 5
    other = cast.league("The other league")
    told = browser().get(reverse("league-log-show", args=[other.key])).context["lines"]
    assert {each.title for each in told} == {"A league is opened", "A director is appointed"}
    assert browser().get("/leagues/nothing/log/").status_code == 404
