"""What becomes of lines that were not just played (leagues.md, 7)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.leagues.rules import points, scoring
from games.leagues.rules.expectation import Cell
from games.leagues.rules.scoring import By, Scoring, Substituted
from games.leagues.rules.standing import Row, Rules, standing
from games.leagues.rules.tiebreaks import Tiebreak
from games.leagues.rules.values import Bye, Earned, Ending, Facts, Kind, Line, Status, Table
from tests.games.leagues.divisions import duel, exact, line, scores, table

HALF = Fraction(1, 2)
PLACES = replace(
    scoring.usual(By.PLACES),
    places={2: (Fraction(3), Fraction(0)), 4: tuple(map(Fraction, (5, 3, 2, 1)))},
    forced=Fraction(2),
    requested=Fraction(1),
)
RELATIVE = replace(
    scoring.usual(By.RELATIVE),
    expected={Cell(2, "digger"): Fraction("2.5"), Cell(3, "digger"): Fraction("1.5")},
)


def told(by: By | Scoring, *tables: Table, byes: tuple[Bye, ...] = ()) -> list[Fraction | None]:
    """Points of all lines in order, then of all byes."""
    chosen = by if isinstance(by, Scoring) else scoring.usual(by)
    scored = points.score(chosen, tables, byes)
    lines = [share.points for _, shares in scored.tables for share in shares]
    return [*lines, *(worth for _, worth in scored.byes)]


def row_of(entry: str, by: By, *tables: Table) -> Row:
    """The row of an entry of a division where these tables were played."""
    entries = sorted({each.entry for table in tables for each in table.lines})
    rules = Rules(scoring.usual(by), tuple(Tiebreak))
    return next(
        row for row in standing(rules, Facts(tuple(entries), tables)).rows if row.entry == entry
    )


def test_a_forfeited_line_is_below_all_others_and_two_of_them_win_nothing_from_each_other():
    forfeits = [line(entry, 9, Ending.FORFEIT) for entry in "AB"]
    at_four = table("t", *forfeits, line("C", 3), line("D", 1))
    assert told(By.RANK, at_four) == exact(0, 0, 100, "200/3")
    assert told(PLACES, at_four) == exact(0, 0, 5, 3)
    assert told(By.GOLD, at_four) == exact(0, 0, 3, 1)
    row = row_of("A", By.RANK, at_four)
    assert [each[1] for each in row.record.games[0].met] == [0, 0, 0]


def test_level_places_are_the_mean_of_what_they_cover():
    assert told(PLACES, scores("t", A=4, B=7, C=4, D=4)) == exact(2, 5, 2, 2)


def test_a_win_of_who_forfeits_goes_to_the_rulesets_other_winners():
    sides = [
        line("A", 4, Ending.FORFEIT, won=True, side="blue"),
        line("B", 4, won=True, side="blue"),
        line("C", 6, side="yellow"),
    ]
    assert told(By.WINS, table("t", *sides)) == exact(0, 1, 0)


def test_a_win_without_another_winner_goes_to_the_best_of_the_rest():
    lines = [line("A", 9, Ending.FORFEIT, won=True), line("B", 4), line("C", 4), line("D", 1)]
    assert told(By.WINS, table("t", *lines)) == exact(0, "1/2", "1/2", 0)


def test_a_clan_that_wins_for_who_forfeited_wins_whole():
    lines = [
        line("A", 9, Ending.FORFEIT, won=True, side="blue"),
        line("B", 4, side="yellow"),
        line("C", 4, side="yellow"),
    ]
    assert told(By.WINS, table("t", *lines)) == exact(0, 1, 1)


def test_who_forfeits_keeps_no_gold_but_the_expectation_of_his_roles():
    earned = (Earned("digger", 3), Earned("digger", 0))
    lines = [
        line("A", 3, Ending.FORFEIT, rounds=earned),
        line("B", 3, rounds=earned),
        line("C", 3, rounds=earned),
    ]
    assert told(RELATIVE, table("t", *lines)) == exact(-3, 0, 0)


def walkover() -> Table:
    """E left before B could play him."""
    return table("w", line("B", 0, Ending.WALKOVER), line("E", 0, Ending.FORFEIT))


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (By.WINS, 1), (By.RANK, 100), (PLACES, 3), (By.GOLD, "3.5"), (RELATIVE, 0),
        (By.DUPLICATE, 60),
    ],
)  # fmt: skip
def test_a_walkover_is_a_win_or_a_forced_bye(by: By | Scoring, expected: object):
    earned = (Earned("digger", 2),)
    played = table("t", line("A", 5, rounds=earned), line("C", 2, rounds=earned))
    assert told(by, played, walkover())[2:] == exact(expected, 0)


def test_a_walkover_counts_among_wins_and_results_but_brings_no_gold():
    row = row_of("B", By.GOLD, duel("t", "A", "C"), walkover())
    assert row.values[Tiebreak.WINS] == 1
    assert row.values[Tiebreak.GOLD] == 0
    assert row.record.games[0].met == (("E", 2),)


def test_an_annulled_table_is_a_requested_bye_for_all_unless_it_is_replayed():
    annulled = replace(duel("t", "A", "B"), status=Status.ANNULLED)
    assert told(By.WINS, annulled) == exact("1/2", "1/2")
    again = replace(duel("r", "A", "B"), replays="t")
    assert told(By.WINS, annulled, again) == exact(1, 0)
    assert told(By.WINS, annulled, replace(again, status=Status.OPEN)) == []
    assert told(By.WINS, annulled, replace(again, status=Status.ANNULLED)) == exact("1/2", "1/2")


def test_an_annulled_duplicate_table_is_average_whatever_the_league_gives_for_a_request():
    annulled = replace(duel("t", "A", "B"), status=Status.ANNULLED)
    meaner = replace(scoring.usual(By.DUPLICATE), requested=Fraction(40))
    asked = Bye("C", 1, Kind.REQUESTED)
    assert told(meaner, annulled, byes=(asked,)) == exact(40, 50, 50)


def test_adjudicated_points_count_as_entered_and_order_the_table():
    def judged(entry: str, awarded: str) -> Line:
        return line(entry, 0, Ending.ADJUDICATED, awarded=Fraction(awarded))

    decided = table("t", judged("A", "12.5"), judged("B", "70"), judged("C", "70"))
    assert told(By.RANK, decided) == exact("12.5", 70, 70)
    row = row_of("B", By.RANK, decided)
    assert row.record.games[0].met == (("A", 2), ("C", 1))
    assert row.values[Tiebreak.WINS] == HALF
    by_wins = table("t", judged("A", "1"), judged("B", "1"))
    assert row_of("B", By.WINS, by_wins).values[Tiebreak.WINS] == 1
    assert row_of("A", By.GOLD, decided).values[Tiebreak.GOLD] == Fraction("12.5")


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Substituted.COUNTS, [1, 0, 0]),
        (Substituted.FORFEIT, [0, 1, 0]),
        (Substituted.BYE, [1, 0, 0, HALF]),
    ],
)
def test_a_line_that_a_substitute_finished_comes_to_what_the_league_says(
    choice: Substituted, expected: list[Fraction]
):
    chosen = replace(scoring.usual(By.WINS), substituted=choice)
    lines = [line("A", 8, Ending.SUBSTITUTED), line("B", 5), line("C", 1)]
    assert told(chosen, table("t", *lines)) == expected


def test_a_substitutes_line_that_comes_to_a_bye_is_met_by_nobody():
    rules = Rules(replace(scoring.usual(By.RANK), substituted=Substituted.BYE))
    lines = [line("A", 8, Ending.SUBSTITUTED), line("B", 5), line("C", 1)]
    rows = {
        row.entry: row for row in standing(rules, Facts(tuple("ABC"), (table("t", *lines),))).rows
    }
    assert (rows["A"].points, rows["A"].games) == (Fraction(50), 0)
    assert (rows["B"].points, rows["B"].record.games[0].met) == (Fraction(50), (("C", 2),))


def test_a_game_lost_for_cheating_leaves_the_other_his_win():
    cheated = table("t", line("A", 9, Ending.FORFEIT, won=True), line("B", 2))
    assert told(By.WINS, cheated) == exact(0, 1)
    assert told(By.GOLD, cheated) == exact(0, 2)


def test_misses_stay_on_a_line_that_counts_in_full():
    row = row_of("A", By.GOLD, table("t", line("A", 4, misses=3), line("B", 1)))
    assert [row.points, row.values[Tiebreak.MISSES]] == exact(4, 3)


def test_a_mean_of_a_round_waits_for_its_last_table():
    bye, running = Bye("E", 1, Kind.FORCED), duel("o", "C", "D", status=Status.OPEN)
    assert told(By.GOLD, duel("t", "A", "B"), running, byes=(bye,)) == [5, 2, None]
    assert told(By.GOLD, duel("t", "A", "B"), byes=(bye,)) == exact(5, 2, "3.5")


def test_a_deal_is_closed_until_its_last_table_has_ended():
    running = duel("o", "C", "D", status=Status.OPEN)
    other_deal = duel("p", "E", "F", played_in=2)
    assert told(By.DUPLICATE, duel("t", "A", "B"), running, other_deal) == exact(50, 50)
    again = replace(running, deal="again")
    assert told(By.DUPLICATE, duel("t", "A", "B"), again) == exact(50, 50)


def test_nobody_wins_a_table_that_all_lost():
    nothing = [line("A", 0), line("B", 0), line("C", 0, Ending.SUBSTITUTED)]
    assert told(By.WINS, table("t", *nothing)) == exact(0, 0, 0)
    assert told(By.RANK, table("t", *nothing)) == exact(50, 50, 50)
    gone = [line("A", 0, Ending.FORFEIT), *nothing[1:]]
    assert told(By.WINS, table("t", *gone)) == exact(0, 0, 0)


def test_a_clan_and_a_walkover_win_without_gold():
    clan = [line("A", 0, won=True, side="blue"), line("B", 0, side="yellow")]
    assert told(By.WINS, table("t", *clan)) == exact(1, 0)
    alone = [line("A", 0, Ending.WALKOVER), line("B", 0, Ending.FORFEIT)]
    assert told(By.WINS, table("t", *alone)) == exact(1, 0)
    left = [line("A", 0, Ending.FORFEIT, won=True), line("B", 0)]
    assert told(By.WINS, table("t", *left)) == exact(0, 1)
