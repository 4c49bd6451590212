"""A league's rules are one value: all that is wrong is named at once, and they freeze."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.errors import (
    BadLeagueName,
    BadTerms,
    LeagueRetired,
    NotDirector,
    NotNow,
    TooFewDirectors,
    TooMany,
)
from games.leagues.rules import terms
from games.leagues.rules.terms import Can
from games.leagues.selectors import reading
from games.leagues.services import directing
from games.limits.rules import LEAGUES
from games.models import Director, Season
from games.texts import league_fault_text
from tests.games.cast import DAY, player
from tests.games.leagues import cast

NOW = cast.NOW
SABOTEUR = Can(3, 10, {"rounds": ("3", "1")}, {}, 9)
DUEL = Can(2, 2, {}, {}, 9)


def faults(can: Can | None = SABOTEUR, **changes: object) -> list[tuple[str, str]]:
    """What is wrong with these rules, by field."""
    _, found = terms.read(cast.form(**changes), can, now=NOW)
    assert all(league_fault_text(fault) for fault in found)
    return [(fault.field, fault.why) for fault in found]


def test_rules_that_can_be_played_are_read_and_written_back():
    found, wrong = terms.read(cast.form(best=None, pauses=["2026-04-08"]), SABOTEUR, now=NOW)
    assert not wrong
    assert found is not None
    assert terms.load(terms.dump(found)) == found
    assert found.first_at == datetime(2026, 4, 1, 17, tzinfo=UTC)
    assert found.divides_at == found.first_at - timedelta(hours=48)
    assert [window.opens.day for window in found.windows(2)] == [1, 15]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"zone": "Europe/Atlantis"}, ("zone", "unknown-zone")),
        ({"registers": "2026-02-01T12:00"}, ("registers", "in-the-past")),
        ({"registered": "2026-03-02T12:00"}, ("registered", "close-before-opening")),
        ({"registered": "2026-03-31T12:00"}, ("first", "too-soon")),
        ({"first": "soon"}, ("first", "unreadable")),
        ({"days": 0}, ("days", "bounds")),
        ({"days": True}, ("days", "bounds")),
        ({"low": 5}, ("low", "sizes-out-of-order")),
        ({"high": 12, "scoring": {"kind": "rank"}}, ("low", "not-of-this-game")),
        ({"options": {"rounds": "7"}}, ("options/rounds", "unknown")),
        ({"scoring": {"kind": "gold"}}, ("scoring/kind", "unequal-sizes")),
        ({"scoring": {"kind": "relative"}}, ("scoring/kind", "no-roles")),
        ({"scoring": {"kind": "luck"}}, ("scoring/kind", "unknown")),
        ({"tiebreaks": ["sb", "coin"]}, ("tiebreaks/", "unknown")),
        ({"tiebreaks": ["sb", "sb"]}, ("tiebreaks/", "twice")),
        ({"min": 10}, ("size", "min_above_size")),
        ({"max": 8}, ("size", "size_above_max")),
        ({"size": 2, "min": 2}, ("size", "below_ruleset")),
        ({"rounds": 0}, ("rounds", "bounds")),
        ({"seeds": 1}, ("seeds", "no-final")),
        ({"best_of": 3}, ("best_of", "unknown")),
        ({"least": 100, "greatest": 50}, ("greatest", "bounds")),
        ({"time": {"clock": {"style": "none"}}}, ("time/clock", "not-alone")),
        ({"format": "chess"}, ("format", "unreadable")),
        ({"pauses": "monday"}, ("pauses", "unreadable")),
    ],
)
def test_what_is_wrong_is_named_by_its_field(changes: dict[str, Any], wrong: tuple[str, str]):
    found = faults(**changes)
    assert any(field.startswith(wrong[0]) and why == wrong[1] for field, why in found), found


def test_all_that_is_wrong_is_named_at_once():
    found = faults(zone="Nowhere", days=0, first="", scoring={"kind": "luck"}, tiebreaks=["coin"])
    assert {field.partition("/")[0] for field, _ in found} == {
        *("zone", "days", "first", "scoring", "tiebreaks")
    }


def test_a_game_that_there_is_not_is_named():
    assert ("ruleset", "unknown") in faults(None)


def test_each_format_has_the_tables_that_it_needs():
    assert ("low", "bounds") in faults(format="round-robin", rounds=0)
    assert not faults(DUEL, **cast.ROBIN)
    assert ("days", "bounds") in faults(format="swiss", days=2)


def test_a_list_without_the_lot_is_accepted():
    assert not faults(tiebreaks=["sb", "wins"])


@pytest.mark.django_db
class TestOfALeague:
    """What happens to them in a league."""

    def test_rules_are_written_anew_until_they_are_announced(self):
        season = cast.announced()
        with pytest.raises(NotNow):
            directing.draft(season.league_id, cast.form(days=5), by=player("olga"), now=NOW)
        assert directing.announce(season.pk, by=player("otto"), now=NOW) == season
        assert terms.load(cast.again(season).terms).days == 7

    def test_a_draft_may_change_and_stays_one(self):
        league = cast.league()
        for days in (5, 6):
            directing.draft(league.pk, cast.form(days=days), by=player("olga"), now=NOW)
        season = Season.objects.get()
        assert (season.number, terms.load(season.terms).days) == (1, 6)
        league.refresh_from_db()
        assert league.terms == season.terms

    def test_rules_that_became_old_are_not_announced(self):
        league = cast.league()
        season = directing.draft(league.pk, cast.form(), by=player("olga"), now=NOW)
        with pytest.raises(BadTerms) as problem:
            directing.announce(season.pk, by=player("olga"), now=NOW + timedelta(days=3))
        assert [getattr(fault, "field", "") for fault in problem.value.faults] == ["registers"]

    def test_a_season_is_announced_by_a_league_of_two_directors(self):
        league = cast.league()
        season = directing.draft(league.pk, cast.form(), by=player("olga"), now=NOW)
        directing.step_down(league.pk, by=player("otto"), now=NOW)
        with pytest.raises(TooFewDirectors):
            directing.announce(season.pk, by=player("olga"), now=NOW)
        directing.appoint(league.pk, player("otto"), by=player("olga"), now=NOW)
        cast.rehearse(season)
        directing.announce(season.pk, by=player("olga"), now=NOW)
        with pytest.raises(TooFewDirectors):
            directing.step_down(league.pk, by=player("otto"), now=NOW)
        assert Director.objects.filter(ended_at=None).count() == 2

    def test_who_follows_a_league_is_told_once(self):
        league = cast.league()
        directing.follow(league.pk, player("ada"), now=NOW)
        directing.follow(league.pk, player("ada"), now=NOW)
        season = cast.announced(of=league)
        assert cast.told("announced", season) == ["ada"]
        directing.unfollow(league.pk, player("ada"))

    def test_a_name_is_one_leagues_and_short(self):
        cast.league("Owls")
        # The third one begins with a Cyrillic letter.
        for name in ("owls", "Owls", "\u041ewls", "", "x" * 31, "two\nlines\x00"):
            with pytest.raises(BadLeagueName):
                directing.found(name, "en", by=player("ada"), now=NOW)

    def test_the_same_form_twice_is_one_league(self):
        owls = directing.found("Owls", "en", by=player("olga"), now=NOW)
        assert directing.found("Owls", "en", by=player("olga"), now=NOW) == owls
        directing.draft(owls.pk, cast.form(), by=player("olga"), now=NOW)
        with pytest.raises(BadLeagueName):
            directing.found("Owls", "en", by=player("olga"), now=NOW)

    def test_nobody_fills_the_list_of_leagues(self):
        names = [f"Owls {number}" for number in range(LEAGUES.most)]
        for name in names:
            directing.found(name, "en", by=player("ada"), now=NOW)
        with pytest.raises(TooMany):
            directing.found("One more", "en", by=player("ada"), now=NOW)
        announced = cast.announced(of=cast.league("Zebras")).league
        assert [each.name for each in reading.leagues()] == [announced.name, *names]
        directing.found("One more", "en", by=player("ada"), now=NOW + DAY)

    def test_only_directors_direct(self):
        league = cast.league()
        with pytest.raises(NotDirector):
            directing.draft(league.pk, cast.form(), by=player("ada"), now=NOW)
        with pytest.raises(NotDirector):
            directing.appoint(league.pk, player("ada"), by=player("ada"), now=NOW)

    def test_a_league_that_is_retired_begins_nothing(self):
        league = cast.league()
        season = cast.announced(of=league)
        reason = "We are old"
        with pytest.raises(NotNow):
            directing.retire(league.pk, by=player("olga"), reason=reason, now=NOW)
        directing.cancel(season.pk, by=player("olga"), reason=reason, now=NOW)
        directing.follow(league.pk, player("ada"), now=NOW)
        draft = directing.draft(league.pk, cast.form(), by=player("olga"), now=NOW)
        directing.retire(league.pk, by=player("olga"), reason=reason, now=NOW)
        directing.retire(league.pk, by=player("olga"), reason=reason, now=NOW)
        assert cast.told("retired", draft) == ["ada"]
        assert cast.again(draft).status == "cancelled"
        with pytest.raises(LeagueRetired):
            directing.draft(league.pk, cast.form(), by=player("olga"), now=NOW)
