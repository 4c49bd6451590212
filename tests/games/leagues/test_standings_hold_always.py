"""What holds for every standing, whatever was played (leagues.md, 5 and 6)."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.rules import plain, points, scoring, tiebreaks
from games.leagues.rules.expectation import Cell
from games.leagues.rules.lot import Lot
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.standing import Rules, standing
from games.leagues.rules.tiebreaks import Tiebreak
from games.leagues.rules.values import Ending, Facts
from tests.games.leagues.divisions import divisions

LIST = tuple(map(Fraction, (5, 2, 0)))
SCORINGS: dict[By, dict[str, Any]] = {
    By.PLACES: {"places": {3: LIST}, "forced": Fraction(2), "requested": Fraction(1)},
    By.RELATIVE: {"expected": {Cell(3, "digger"): Fraction("1.37")}},
}
scorings = st.sampled_from(By).map(lambda by: replace(scoring.usual(by), **SCORINGS.get(by, {})))
lists = st.lists(st.sampled_from(Tiebreak), unique=True).map(tuple)
lots = st.one_of(st.none(), st.just(Lot("secret", "S1")))


@settings(max_examples=40)
@given(divisions, scorings, lists, lots, st.randoms(use_true_random=False))
def test_the_order_in_which_facts_come_does_not_matter(
    facts: Facts, chosen: Scoring, tiebreaks: tuple[Tiebreak, ...], lot: Lot | None, random: Random
):
    rules = Rules(chosen, tiebreaks)
    entries, tables = list(facts.entries), list(facts.tables)
    random.shuffle(entries)
    random.shuffle(tables)
    shuffled = replace(facts, entries=tuple(entries), tables=tuple(tables))
    assert standing(rules, shuffled, lot).rows == standing(rules, facts, lot).rows


@settings(max_examples=40)
@given(divisions, scorings, lists, lots)
def test_a_tie_break_splits_only_those_who_are_level(
    facts: Facts, chosen: Scoring, listed: tuple[Tiebreak, ...], lot: Lot | None
):
    rows = standing(Rules(chosen, listed), facts, lot).rows
    assert sorted(row.entry for row in rows) == sorted(facts.entries)
    assert (rows[0].place, rows[0].decided_by) == (1, "first")
    for at, (above, row) in enumerate(pairwise(rows), start=2):
        assert above.points >= row.points
        assert (row.decided_by == "points") == (above.points > row.points)
        assert row.place == (above.place if row.decided_by == "shared" else at)
        # Whoever was separated by a criterion was level in all that come before it.
        for tiebreak in listed:
            if row.decided_by in ("points", tiebreak):
                break
            if tiebreak in tiebreaks.OF_ONE:
                assert above.values[tiebreak] == row.values[tiebreak]


@settings(max_examples=40)
@given(divisions, scorings, lists)
def test_with_the_lot_nobody_shares_a_place_and_without_it_the_next_is_skipped(
    facts: Facts, chosen: Scoring, listed: tuple[Tiebreak, ...]
):
    rules = Rules(chosen, (*(each for each in listed if each != "lot"), Tiebreak.LOT))
    drawn = standing(rules, facts, Lot("secret", "S1")).rows
    assert [row.place for row in drawn] == list(range(1, len(drawn) + 1))
    level = standing(rules, facts).rows
    for row in level:
        before = [other for other in level if other.place < row.place]
        assert row.place == len(before) + 1
    # The lot orders only those who would share a place.
    shared = {row.entry: row.place for row in level}
    assert [shared[row.entry] for row in drawn] == sorted(shared.values())


@settings(max_examples=40)
@given(divisions)
def test_rank_points_of_a_table_are_always_as_many_if_at_most_one_forfeits(facts: Facts):
    for table, shares in points.score(scoring.usual(By.RANK), facts.tables).tables:
        if sum(line.ending is Ending.FORFEIT for line in table.lines) < 2:
            assert sum(share.points for share in shares) == 50 * len(shares)


@settings(max_examples=40)
@given(divisions)
def test_the_mean_of_a_seat_of_a_deal_without_forfeits_is_fifty(facts: Facts):
    played = tuple(
        replace(table, lines=tuple(replace(each, ending=Ending.PLAYED) for each in table.lines))
        for table in facts.tables
    )
    told = points.score(scoring.usual(By.DUPLICATE), played).tables
    for played_in in {table.round for table, _ in told}:
        for seat in range(3):
            seats = [shares[seat].points for table, shares in told if table.round == played_in]
            assert sum(seats) == 50 * len(seats)


@settings(max_examples=40)
@given(divisions, scorings)
def test_every_number_is_the_sum_of_its_terms_and_can_be_stored(facts: Facts, chosen: Scoring):
    rules = Rules(chosen, tuple(Tiebreak))
    for row in standing(rules, facts).rows:
        for tiebreak, value in row.values.items():
            terms = row.terms(tiebreak)
            assert sum(term.value for term in terms) == (value or 0)
        stored = json.loads(json.dumps(plain.dump_row(row)))
        assert Fraction(stored["points"]) == row.points
        lines = [game["share"]["points"] for game in stored["record"]["games"]]
        byes = [sat["points"] for sat in stored["record"]["byes"]]
        assert sum(Fraction(each) for each in [*lines, *byes] if each is not None) == row.points
