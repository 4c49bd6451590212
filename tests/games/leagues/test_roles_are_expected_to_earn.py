"""Gold relative to what a role could expect: played by bots, observed lately, frozen, printed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.registry import RULESETS
from games.errors import BadTerms
from games.leagues.priors import __main__ as tool
from games.leagues.priors import kept, playing
from games.leagues.rules import terms
from games.leagues.rules.expectation import Cell
from games.leagues.rules.terms import Fault
from games.leagues.selectors import expected
from games.leagues.services import expecting
from games.models import Counted, Game, Season, Seat
from games.ratings import services as ratings
from games.texts.leagues_rules import league_rules
from tests.games.cast import HOUR, again, play_to_the_end, started
from tests.games.leagues import cast
from tests.games.leagues.cast import NOW

OPTIONS = {"edition": "current", "tools": "off", "rounds": "3"}
RELATIVE: dict[str, Any] = {
    "options": OPTIONS,
    "high": 3,
    "scoring": {"kind": "relative"},
    "days": 30,
}
FILES = sorted(path.stem for path in kept.WHERE.glob("*.json"))


def test_bots_have_played_something():
    assert "saboteur" in FILES


@pytest.mark.parametrize("key", FILES)
def test_what_is_kept_was_played_by_the_rules_that_are_there(key: str):
    found, meta = kept.load(key), RULESETS[key].meta
    assert found is not None
    assert (found.ruleset, found.version) == (key, meta.version), "play it anew"
    assert found.rounds == playing.ROUNDS
    offered = {kept.words(options) for options in playing.choices(key)}
    for (options, size), gold in found.gold.items():
        assert options in offered
        assert set(gold) == set(meta.roles[size])


@pytest.mark.parametrize("key", [key for key, rules in RULESETS.items() if rules.meta.roles])
def test_the_roles_of_a_game_are_those_that_bots_have(key: str):
    meta = RULESETS[key].meta
    assert sorted(meta.roles) == list(meta.seats)
    size = max(meta.seats)
    assert playing.played(key, {}, size, seed=1, rounds=1).keys() == set(meta.roles[size])


def test_a_cell_that_is_played_anew_from_its_seed_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "WHERE", tmp_path)
    asked = ["saboteur", "--sizes", "10", "--rounds", "8", "--seed", "3"]
    tool.main([*asked, "--options", "edition=current", "tools=off", "rounds=3"])
    found = kept.load("saboteur")
    assert found is not None
    once = {**found.gold}
    again = playing.played("saboteur", OPTIONS, 10, seed=3, rounds=8)
    assert once == {(kept.words(OPTIONS), 10): again}
    assert again != playing.played("saboteur", OPTIONS, 10, seed=4, rounds=8)
    tool.main([*asked, "--options", "edition=2004", "tools=off", "rounds=3"])
    found = kept.load("saboteur")
    assert found is not None
    assert len(found.gold) == 2, "what is there is not played twice"
    tool.main(["saboteur", "--sizes", "9", "--rounds", "5", "--options", *OPTIONS_AS_TYPED])
    found = kept.load("saboteur")
    assert found is not None
    assert list(found.gold) == [(kept.words(OPTIONS), 9)], "of another length nothing is kept"


OPTIONS_AS_TYPED = [f"{name}={value}" for name, value in OPTIONS.items()]


@pytest.mark.parametrize("key", FILES)
def test_the_first_rounds_of_what_is_kept_are_the_same_when_they_are_played_anew(key: str):
    found = kept.load(key)
    assert found is not None
    assert found.first.keys() == found.gold.keys()
    for cell in (min(found.gold), max(found.gold, key=lambda each: each[1])):
        words, size = cell
        options = dict(word.split("=") for word in words.split())
        again = playing.played(key, options, size, seed=found.seed, rounds=playing.FIRST)
        assert again == found.first[cell]


def test_another_version_has_no_priors():
    assert kept.priors("saboteur", 2, OPTIONS, 3)
    assert kept.priors("saboteur", 3, OPTIONS, 3) == {}
    assert kept.priors("duel", 1, {}, 2) == {}


def test_options_that_are_not_named_are_the_usual_ones():
    assert expected.priors("saboteur", {}, 3, 3) == expected.priors("saboteur", OPTIONS, 3, 3)
    assert expected.priors("saboteur", {"tools": "competitive", "rounds": "1"}, 3, 3) == {}
    assert expected.priors("nonsense", {}, 3, 3) == {}


pytestmark = pytest.mark.django_db


def test_a_season_freezes_what_bots_and_people_earned(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def rounds(games):
        asked.append(list(games))
        return [(3, "digger", 3)] * 5

    monkeypatch.setattr(ratings, "own_rounds", rounds)
    season = cast.announced(**RELATIVE)
    scoring = terms.load(cast.again(season).terms).scoring
    prior = expected.priors("saboteur", OPTIONS, 3, 3)
    digger, saboteur = (scoring.rests[Cell(3, role)] for role in ("digger", "saboteur"))
    assert (digger.observed, digger.gold) == (5, 15)
    assert digger.prior == prior[Cell(3, "digger")]
    assert digger.expected == round((15 + 20 * digger.prior) / 25, 2)
    assert (saboteur.observed, saboteur.expected) == (0, round(saboteur.prior, 2))
    assert scoring.expected == {cell: each.expected for cell, each in scoring.rests.items()}
    assert len(asked) == 1, "never moved afterwards"


def test_the_rules_print_what_an_expectation_comes_from():
    season = cast.announced(**RELATIVE)
    chapters = {each.heading: each.lines for each in league_rules(terms.load(season.terms))}
    prior = expected.priors("saboteur", OPTIONS, 3, 3)[Cell(3, "digger")]
    line = next(each for each in chapters["Points"] if "digger" in each.lower())
    assert f"{float(round(prior, 2)):.2f} a round" in line
    assert "which is what bots earn there: 0 rounds of the last two years" in line


def test_what_nobody_has_played_is_no_scoring_and_directors_are_told_so():
    with pytest.raises(BadTerms) as problem:
        cast.announced(**{**RELATIVE, "options": {**OPTIONS, "edition": "2004", "rounds": "1"}})
    assert problem.value.faults == (Fault("scoring/expected/3/digger", "no-prior"),)


def test_observed_are_rated_games_alike_of_the_last_two_years_and_seats_played_throughout(
    monkeypatch: pytest.MonkeyPatch,
):
    season = cast.running(**{**RELATIVE, "options": {**OPTIONS}})
    game = Game.objects.latest("pk")
    assert game.options == OPTIONS
    rules = terms.load(Season.objects.get(pk=season.pk).terms)
    found: list[list[int]] = []

    def rounds(games: list[int]) -> list[tuple[int, str, int]]:
        found.append(sorted(games))
        return []

    monkeypatch.setattr(ratings, "own_rounds", rounds)
    now = datetime(2028, 2, 29, 12, tzinfo=UTC)
    since = datetime(2026, 2, 28, 12, tzinfo=UTC)
    games = list(Game.objects.order_by("pk"))
    for each, ended in zip(games, (since, since + timedelta(seconds=1)), strict=False):
        Game.objects.filter(pk=each.pk).update(ended_at=ended)
    expecting.frozen(rules, now=now)
    assert found == [[games[1].pk]]
    Game.objects.filter(pk=games[1].pk).update(options={**OPTIONS, "tools": "competitive"})
    expecting.frozen(rules, now=now)
    assert found[1] == []


def test_rounds_are_told_of_rated_games_and_of_who_played_throughout():
    game = started(rounds="1")
    play_to_the_end(game)
    ratings.sweep(now=NOW)
    state = RULESETS["saboteur"].load(again(game).state)
    (earned,) = RULESETS["saboteur"].rounds(state)
    told = [(game.seats, *each) for each in zip(earned.roles, earned.gold, strict=True)]
    assert list(ratings.own_rounds([game.pk])) == told
    # Somebody else sits there now: he did not play it from the deal on.
    Seat.objects.filter(game=game, number=1).update(joined_at=game.started_at + HOUR)
    assert list(ratings.own_rounds([game.pk])) == [told[0], *told[2:]]
    Counted.objects.all().delete()
    assert list(ratings.own_rounds([game.pk])) == [], "of what is not rated nothing is told"
