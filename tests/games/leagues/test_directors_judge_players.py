"""Points that directors take, steps that they give and take back, absences that they excuse."""

from fractions import Fraction
from typing import Any

import pytest

from games.errors import OwnDoing
from games.leagues.selectors.desk import penalties
from games.leagues.services import absence, asking
from games.models import Absence, Ask, Letter, Penalty, Place, Proposal, Season, Standing
from tests.games.cast import HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.test_directors_act import (
    absent,
    at,
    done,
    of_absence,
    of_entry,
    of_penalty,
    previewed,
)
from tests.games.leagues.test_who_is_missing_is_told_and_may_appeal import letter
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser
from tests.games.signals.cast import couple

pytestmark = pytest.mark.django_db


def points(season: Season, name: str) -> Fraction:
    """What somebody has in the standing."""
    rows = Standing.objects.get(division__season=season).rows
    own = cast.entrant(season, name).pk
    return next(Fraction(row["points"]) for row in rows if row["entrant"] == own)


def page(season: Season, who: Any = None) -> str:
    """The page of the top division."""
    return browser(who).get(f"/leagues/{season.league.key}/1/1/").content.decode()


def counted(set_clock: Any, **changes: Any) -> Season:
    """A season of three whose results are all there: every place is certain."""
    season = cast.running(NAMES[:3], rounds=1, counting=14, **changes)
    cast.until(season, "counting", play=cast.by_name)
    cast.sweep(season)
    return at(season, set_clock)


def test_points_are_taken_explained_and_given_back(set_clock):
    season = at(cast.running(NAMES[:3]), set_clock)
    cast.play_all(season, cast.by_name)
    cast.sweep(season)
    before = Standing.objects.get().bounds
    assert points(season, "ada") == 100
    done(player("olga"), "league-penalise", of_entry(season, "ada"), points="2,5")
    cast.sweep(season, now=cast.when(season) + HOUR)
    assert points(season, "ada") == Fraction(195, 2)
    kept = Standing.objects.get().bounds
    assert (kept["why"], kept["since"] == before["since"]) == (["penalties"], False)
    shown = page(season)
    assert "the club house burnt down" in shown
    assert "-2.50" in shown
    text = letter("penalised", "ada")
    assert "You lose points in season 1" in text
    assert "2.50" in text
    assert "“the club house burnt down”" in text

    done(player("otto"), "league-remit", of_penalty(season))
    cast.sweep(season)
    assert points(season, "ada") == 100
    assert "the club house burnt down" not in page(season)
    assert "You have points back in season 1" in letter("remitted", "ada")


def test_points_that_no_table_can_bring_are_refused_at_their_field(set_clock):
    season = at(cast.running(NAMES[:3]), set_clock)
    olga = browser(player("olga"))
    for typed in ("0", "-1", "100.1", "1e9", "many", "1/0"):
        answer = previewed(olga, "league-penalise", of_entry(season, "ada"), points=typed)
        assert answer.status_code == 400
        assert "at most 100" in str(answer.context["form"].errors["points"]), typed
    assert not Penalty.objects.exists()


def test_a_step_is_given_with_a_way_to_appeal_that_another_decides(set_clock):
    season = at(cast.running(NAMES[:3]), set_clock)
    done(player("olga"), "league-step", of_entry(season, "ada"))
    assert cast.entrant(season, "ada").card == 1
    text = letter("step", "ada")
    assert "the directors gave you a step: “the club house burnt down”" in text
    assert "/e/" in text
    row = Absence.objects.get()
    now = cast.when(season)
    absence.appeal(season.pk, player("ada"), row.pk, "I was at the club house", now=now)
    with pytest.raises(OwnDoing):
        absence.decide(row.pk, grant=False, by=player("olga"), reason="No", now=now)
    home = couple("olga", "otto")
    with pytest.raises(OwnDoing):
        absence.decide(row.pk, grant=True, by=player("otto"), reason="It burnt", now=now)
    home.delete()
    absence.decide(row.pk, grant=True, by=player("otto"), reason="It burnt", now=now)
    assert cast.entrant(season, "ada").card == 0


def test_steps_of_directors_go_up_one_by_one_to_red_and_back(set_clock):
    season = at(cast.running(NAMES[:6]), set_clock)
    for card in (1, 2, 3):
        done(player("olga"), "league-step", of_entry(season, "ada"))
        assert cast.entrant(season, "ada").card == card
    assert cast.entrant(season, "ada").status == "dropped"
    assert Place.objects.get(entrant__player__name="ada", table__round__number=1).state == "vacant"
    olga = browser(player("olga"))
    assert previewed(olga, "league-step", of_entry(season, "ada")).status_code == 409
    last = Absence.objects.latest("pk")
    assert last.card == 3
    done(player("olga"), "league-take-back", f"absence-{last.pk}")
    ada = cast.entrant(season, "ada")
    assert (ada.card, ada.status) == (2, "active")
    assert Place.objects.get(entrant=ada, table__round__number=1).state == "held"
    assert "A card of season 1 is taken back" in letter("taken-back", "ada")
    assert previewed(olga, "league-take-back", f"absence-{last.pk}").status_code == 409


def test_what_is_excused_is_no_step(set_clock):
    season = at(absent("ada"), set_clock)
    assert cast.entrant(season, "ada").card == 1
    done(player("olga"), "league-excuse", of_absence(season))
    assert cast.entrant(season, "ada").card == 0
    row = Absence.objects.get()
    assert (row.excused, row.card) == (True, None)
    assert "An absence in season 1 is excused" in letter("excused", "ada")
    # It is noted once, so it does not come back.
    cast.sweep(season)
    assert cast.entrant(season, "ada").card == 0


def test_an_appeal_that_waits_is_granted_by_what_it_asks_for(set_clock):
    season = at(absent("ada"), set_clock)
    row = Absence.objects.get()
    absence.appeal(season.pk, player("ada"), row.pk, "I was ill", now=cast.when(season))
    done(player("otto"), "league-excuse", of_absence(season))
    row.refresh_from_db()
    assert (row.answer, row.answered_by) == ("granted", player("otto"))
    assert "took the card back" in letter("appeal-over", "ada")
    assert not Letter.objects.filter(notice__what="excused").exists()


def test_who_is_taken_out_can_appeal_by_his_letter_and_come_back(set_clock):
    season = at(cast.running(NAMES[:6]), set_clock)
    done(player("olga"), "league-remove", of_entry(season, "ada"))
    assert cast.entrant(season, "ada").status == "removed"
    found = Letter.objects.get(notice__what="removed", email="ada@example.org")
    text = part(written(found), "plain")
    assert "The directors took you out: “the club house burnt down”" in " ".join(text.split())
    assert not Letter.objects.filter(notice__what="left", email="ada@example.org").exists()
    here = "/e/" + next(word for word in text.split() if "/e/" in word).partition("/e/")[2]
    row = Absence.objects.get()
    assert f'name="card" value="{row.pk}"' in browser().get(here).content.decode()
    browser().post(here, {"do": "appeal", "card": row.pk, "why": "I did nothing"})
    row.refresh_from_db()
    assert row.said == "I did nothing"
    shown = browser(player("otto")).get(f"/leagues/{season.league.key}/asks/").content.decode()
    assert "ada appeals against being taken out of the season" in shown
    now = cast.when(season)
    absence.decide(row.pk, grant=True, by=player("otto"), reason="He did not", now=now)
    ada = cast.entrant(season, "ada")
    assert ada.status == "active"
    assert Place.objects.get(entrant=ada, table__round__number=1).state == "held"
    assert "you are in the season" in letter("appeal-over", "ada")


def test_what_would_change_a_certain_place_waits_for_another_director(set_clock):
    season = counted(set_clock)
    olga, otto = player("olga"), player("otto")
    shown = previewed(browser(olga), "league-penalise", of_entry(season, "ada"), points="60")
    assert "another director must agree" in shown.content.decode()
    done(olga, "league-penalise", of_entry(season, "ada"), points="60")
    assert Penalty.objects.get().given_at is None
    cast.sweep(season)
    ask = Ask.objects.get(condition="clinched")
    assert (ask.default, ask.status) == ("leave", "open")
    assert points(season, "ada") == 100
    assert "That would change a place that is certain" in letter("ask", "otto")
    now = cast.when(season)
    with pytest.raises(OwnDoing):
        asking.answer(ask.pk, "go-on", by=olga, now=now)
    home = couple("olga", "otto")
    with pytest.raises(OwnDoing):
        asking.answer(ask.pk, "go-on", by=otto, now=now)
    home.delete()
    asking.answer(ask.pk, "go-on", by=otto, now=now)
    cast.sweep(season)
    assert points(season, "ada") == 40
    assert "You lose points" in letter("penalised", "ada")
    # To give them back would change it once more.
    done(otto, "league-remit", of_penalty(season))
    cast.sweep(season)
    again = Ask.objects.get(condition="clinched", status="open")
    asking.answer(again.pk, "go-on", by=olga, now=now)
    cast.sweep(season)
    assert points(season, "ada") == 100


def test_a_proposal_that_nobody_agrees_to_is_not_done(set_clock):
    season = counted(set_clock)
    table = f"table-{Place.objects.filter(entrant__player__name='ada').get().table_id}"
    done(player("olga"), "league-adjudicate", table, points="0 0 100")
    cast.sweep(season)
    ask = Ask.objects.get(condition="clinched")
    before = Standing.objects.get().rows
    cast.sweep(season, now=ask.deadline)
    ask.refresh_from_db()
    assert (ask.status, ask.answer) == ("lapsed", "leave")
    assert Standing.objects.get().rows == before
    # Who proposed it may take it back, too.
    done(player("olga"), "league-penalise", of_entry(season, "ada"), points="60")
    cast.sweep(season)
    ask = Ask.objects.get(condition="clinched", status="open")
    assert [each.status for each in penalties(season.divisions.get().pk)] == ["asked"]
    asking.answer(ask.pk, "leave", by=player("olga"), now=cast.when(season))
    cast.sweep(season)
    assert penalties(season.divisions.get().pk) == (), "it waits for nobody any more"
    cast.until(season, "final")
    assert points(season, "ada") == 100
    assert Proposal.objects.count() == 2


def test_what_changes_no_certain_place_asks_nobody(set_clock):
    season = counted(set_clock)
    shown = previewed(
        browser(player("olga")), "league-penalise", of_entry(season, "ada"), points="10"
    )
    assert "another director must agree" not in shown.content.decode()
    done(player("olga"), "league-penalise", of_entry(season, "ada"), points="10")
    cast.sweep(season)
    assert points(season, "ada") == 90
    assert not Proposal.objects.exists()
