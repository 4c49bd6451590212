"""Which scorings are refused, and by what name (leagues.md, 5 and 15)."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.leagues.rules import numbers, scoring, tiebreaks
from games.leagues.rules.adjudication import Game, adjudicated, bounds
from games.leagues.rules.expectation import Cell, freeze, read_cell
from games.leagues.rules.fitting import Played, fits
from games.leagues.rules.refusals import Reason, Refused
from games.leagues.rules.scoring import By
from games.leagues.rules.tiebreaks import Tiebreak

ROLES = frozenset({"digger", "saboteur"})
AT_FOUR = {"4/digger": "2.1", "4/saboteur": "2.85"}
LISTS = {"3": ["5", "5/2", "0"], "4": [6, 3, 2, 0]}
PLACES = {"kind": "places", "places": LISTS, "forced": "3", "requested": 2}

FIT: list[tuple[dict[str, Any], Played]] = [
    ({"kind": "gold"}, Played({4: ROLES})),
    ({"kind": "gold", "unequal": True}, Played({3: ROLES, 4: ROLES})),
    ({"kind": "rank"}, Played({3: ROLES, 4: ROLES})),
    ({"kind": "wins", "substituted": "forfeit"}, Played({2: frozenset()})),
    ({"kind": "relative", "expected": AT_FOUR, "forced": "-1/3"}, Played({4: ROLES})),
    (PLACES, Played({3: ROLES, 4: ROLES})),
    ({"kind": "duplicate"}, Played({1: frozenset()}, best=4)),
]
UNFIT: list[tuple[dict[str, Any], Played, Reason, str]] = [
    ({"kind": "gold"}, Played({3: ROLES, 4: ROLES}), Reason.UNEQUAL_SIZES, "kind"),
    ({"kind": "rank"}, Played({1: frozenset()}), Reason.NOT_FOR_ONE, "kind"),
    ({"kind": "gold"}, Played({4: ROLES}, best=3), Reason.ONLY_FOR_ONE, "best"),
    ({"kind": "relative"}, Played({2: frozenset()}), Reason.NO_ROLES, "kind"),
    (
        {"kind": "relative", "expected": AT_FOUR},
        Played({4: ROLES, 5: ROLES}),
        Reason.NO_PRIOR,
        "expected/5/digger",
    ),
    (PLACES, Played({5: ROLES}), Reason.NO_LIST, "places/5"),
    (PLACES | {"places": {"3": [5, 3]}}, Played({3: ROLES}), Reason.NO_LIST, "places/3"),
    (PLACES | {"places": {"2": [0, 3]}}, Played({2: ROLES}), Reason.LIST_NOT_FALLING, "places/2"),
    (PLACES | {"requested": None}, Played({3: ROLES}), Reason.NO_BYES, "requested"),
]
UNREAD: list[tuple[dict[str, Any], Reason, str]] = [
    ({"kind": "glory"}, Reason.UNKNOWN, "kind"),
    ({}, Reason.UNKNOWN, "kind"),
    ({"kind": "wins", "colour": "red"}, Reason.UNKNOWN, "colour"),
    ({"kind": "wins", "forced": 0.5}, Reason.NO_NUMBER, "forced"),
    ({"kind": "wins", "forced": "1e999999999"}, Reason.NO_NUMBER, "forced"),
    ({"kind": "wins", "forced": "1/0"}, Reason.NO_NUMBER, "forced"),
    ({"kind": "wins", "forced": True}, Reason.NO_NUMBER, "forced"),
    ({"kind": "wins", "substituted": "never"}, Reason.UNKNOWN, "substituted"),
    ({"kind": "gold", "unequal": "yes"}, Reason.UNKNOWN, "unequal"),
    ({"kind": "places", "places": {"three": []}}, Reason.UNKNOWN, "places/three"),
    ({"kind": "places", "places": {"3": "5 3 0"}}, Reason.UNKNOWN, "places/3"),
    ({"kind": "places", "places": []}, Reason.UNKNOWN, "places"),
    ({"kind": "relative", "expected": {"digger": 1}}, Reason.UNKNOWN, "digger"),
]


@pytest.mark.parametrize(("form", "played"), FIT)
def test_a_scoring_that_fits_reads_back_exactly(form: dict[str, Any], played: Played):
    chosen = scoring.load(form)
    fits(chosen, played)
    assert scoring.load(json.loads(json.dumps(scoring.dump(chosen)))) == chosen


@pytest.mark.parametrize(("form", "played", "reason", "field"), UNFIT)
def test_a_scoring_that_does_not_fit_is_refused_by_name(
    form: dict[str, Any], played: Played, reason: Reason, field: str
):
    with pytest.raises(Refused) as refused:
        fits(scoring.load(form), played)
    assert (refused.value.reason, refused.value.field) == (reason, field)


@pytest.mark.parametrize(("form", "reason", "field"), UNREAD)
def test_what_says_nothing_is_refused_by_name(form: dict[str, Any], reason: Reason, field: str):
    with pytest.raises(Refused) as refused:
        scoring.load(form)
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_tie_breaks_are_known_and_stand_there_once():
    assert tiebreaks.load(["sb", "lot"]) == (Tiebreak.SB, Tiebreak.LOT)
    for names, reason in ((["sb", "luck"], Reason.UNKNOWN), (["sb", "sb"], Reason.TWICE)):
        with pytest.raises(Refused) as refused:
            tiebreaks.load(names)
        assert (refused.value.reason, refused.value.field) == (reason, names[-1])


def test_a_list_without_the_lot_is_taken_with_a_note():
    assert tiebreaks.may_share(tiebreaks.load(["sb"]))
    assert not tiebreaks.may_share(tiebreaks.USUAL)


def test_a_cell_without_a_prior_has_no_expectation():
    with pytest.raises(Refused) as refused:
        freeze({read_cell("4/digger"): [3]}, {})
    assert (refused.value.reason, refused.value.field) == (Reason.NO_PRIOR, "4/digger")


def test_an_expectation_is_told_with_what_it_comes_from_half_to_even():
    cell = Cell(4, "digger")
    told = freeze({cell: [1, 1, 1]}, {cell: Fraction("1.014375")})[cell]
    assert (told.observed, told.gold) == (3, 3)
    assert told.mean == 1
    assert freeze({}, {cell: Fraction("1.125")})[cell].expected == Fraction("1.12")
    assert freeze({}, {cell: Fraction("1.125")})[cell].mean is None


@pytest.mark.parametrize(
    ("form", "least", "most"),
    [
        ({"kind": "gold"}, 0, 9),
        ({"kind": "rank"}, 0, 100),
        ({"kind": "wins"}, 0, 1),
        ({"kind": "duplicate"}, 0, 100),
        (PLACES, 0, 6),
        ({"kind": "relative", "expected": AT_FOUR}, "-8.55", "2.7"),
    ],
)
def test_a_director_enters_points_that_a_line_can_have(
    form: dict[str, Any], least: object, most: object
):
    chosen, game = scoring.load(form), Game(size=4, least=0, most=9, rounds=3)
    assert bounds(chosen, game) == (Fraction(str(least)), Fraction(str(most)))
    for points in bounds(chosen, game):
        assert adjudicated(chosen, game, points) == points
        beyond = points + (1 if points == bounds(chosen, game)[1] else -1) * Fraction(1, 100)
        with pytest.raises(Refused) as refused:
            adjudicated(chosen, game, beyond)
        assert refused.value.reason is Reason.OUT_OF_RANGE


def test_numbers_are_rounded_only_where_they_are_shown():
    told = [str(numbers.shown(Fraction(each))) for each in ("850/9", "-141/20", "1/200", "3", "0")]
    assert told == ["94.44", "-7.05", "0.00", "3.00", "0.00"]


def test_byes_are_what_the_league_says_else_what_is_usual():
    assert scoring.load({"kind": "rank", "forced": "70"}) == replace(
        scoring.usual(By.RANK), forced=Fraction(70)
    )
