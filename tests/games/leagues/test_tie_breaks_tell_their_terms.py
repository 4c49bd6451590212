"""What each tie-break counts, and what a row tells of it (leagues.md, 6)."""

from fractions import Fraction

from games.leagues.rules import lot, scoring
from games.leagues.rules.lot import Lot
from games.leagues.rules.records import two_thirds
from games.leagues.rules.scoring import By
from games.leagues.rules.standing import Row, Rules, standing
from games.leagues.rules.tiebreaks import Opponent, Term, Tiebreak
from games.leagues.rules.values import Bye, Facts, Kind, Penalty
from tests.games.leagues.divisions import duel, exact, line, scores, table

HALF = Fraction(1, 2)


def rows(facts: Facts, *listed: Tiebreak, by: By = By.WINS, drawn: Lot | None = None) -> list[Row]:
    """The rows by these criteria."""
    return list(standing(Rules(scoring.usual(by), listed), facts, drawn).rows)


def test_a_row_opens_sonneborn_berger_to_results_and_totals():
    facts = Facts(("A", "B", "C"), (scores("t", A=5, B=5, C=1), duel("u", "C", "A", played_in=2)))
    told = {row.entry: row for row in rows(facts, Tiebreak.SB)}
    met = Opponent("B", HALF, HALF), Opponent("C", Fraction(1), Fraction(1))
    assert told["A"].terms(Tiebreak.SB) == (
        Term("t", 1, Fraction(5, 8), met),
        Term("u", 2, Fraction(0), (Opponent("C", Fraction(0), Fraction(1)),)),
    )
    assert told["A"].values[Tiebreak.SB] == Fraction(5, 8)


def test_fewer_misses_are_better_and_more_of_everything_else():
    lines = [line("A", 3, misses=2), line("B", 3, misses=0), line("C", 3, misses=1)]
    facts = Facts(tuple("ABC"), (table("t", *lines),))
    told = rows(facts, Tiebreak.MISSES)
    assert [row.entry for row in told] == ["B", "C", "A"]
    assert [row.decided_by for row in told] == ["first", "misses", "misses"]


def test_the_best_line_of_who_has_none_is_behind_all_others():
    facts = Facts(("A", "B"), (table("t", line("B", -3)),), penalties=(
        Penalty("B", Fraction(3), "wronged"),
    ))  # fmt: skip
    told = rows(facts, Tiebreak.BEST, by=By.GOLD)
    assert [(row.entry, row.values[Tiebreak.BEST]) for row in told] == [
        ("B", Fraction(-3)),
        ("A", None),
    ]
    assert told[1].decided_by == "best"


def test_every_kind_of_bye_counts_ones_own_total_among_opponents():
    byes = (Bye("A", 1, Kind.FORCED), Bye("A", 2, Kind.REQUESTED), Bye("A", 3, Kind.ZERO))
    (row,) = rows(Facts(("A",), (), byes), Tiebreak.OPPONENTS)
    assert (row.points, row.values[Tiebreak.OPPONENTS]) == (Fraction(3, 2), Fraction(9, 2))


def test_head_to_head_is_the_mean_over_all_meetings():
    games = [
        duel("1", "A", "B"), duel("2", "B", "A", played_in=2), duel("3", "A", "B", played_in=3),
        duel("4", "B", "C", played_in=4), duel("5", "C", "B", played_in=5),
        duel("6", "C", "A", played_in=6),
    ]  # fmt: skip
    facts = Facts(tuple("ABC"), tuple(games))
    told = rows(facts, Tiebreak.HEAD_TO_HEAD)
    assert [row.points for row in told] == [2, 2, 2]
    assert [row.entry for row in told] == ["C", "B", "A"]
    reached = told[0].among[0]
    assert (reached.value, [pair.mean for pair in reached.pairs]) == (Fraction(3, 4), [1, HALF])


def test_head_to_head_goes_on_within_each_part_that_is_still_level():
    pairs = ("AB", "AC", "DA", "BC", "BD", "CD")
    games = tuple(duel(pair, *pair, played_in=at) for at, pair in enumerate(pairs, start=1))
    given = tuple(Penalty(entry, Fraction(1), "made level") for entry in "CD")
    told = rows(Facts(tuple("DCBA"), games, (), given), Tiebreak.HEAD_TO_HEAD)
    assert [(row.entry, row.place) for row in told] == [("A", 1), ("B", 2), ("C", 3), ("D", 4)]
    assert [each.value for each in told[3].among] == exact("1/3", 0)


def test_head_to_head_says_where_not_all_have_met():
    facts = Facts(tuple("ABCD"), (duel("1", "A", "B"), duel("2", "C", "D")))
    told = rows(facts, Tiebreak.HEAD_TO_HEAD)
    assert all(row.not_all_met and row.decided_by != "head_to_head" for row in told)
    assert [row.place for row in told] == [1, 1, 3, 3]


def test_players_stay_level_until_the_secret_of_the_lot_is_told():
    facts, drawn = Facts(tuple("ABC")), Lot("secret", "S1")
    assert [row.place for row in rows(facts, Tiebreak.LOT)] == [1, 1, 1]
    told = rows(facts, Tiebreak.LOT, drawn=drawn)
    assert [row.ticket for row in told] == sorted(lot.ticket(drawn, each) for each in "ABC")
    assert [row.place for row in told] == [1, 2, 3]


def test_of_a_solo_ladder_only_the_best_rounds_count_for_points_and_tie_breaks():
    tables = tuple(
        table(f"{at}", line("A", score, misses=at), played_in=at)
        for at, score in enumerate((4, 9, 1, 4), start=1)
    )
    facts = Facts(("A",), tables, (Bye("A", 5, Kind.ZERO),))
    rules = Rules(scoring.usual(By.GOLD), (Tiebreak.MISSES, Tiebreak.GOLD), best=2)
    (row,) = standing(rules, facts).rows
    assert (row.points, row.games) == (Fraction(13), 4)
    assert [row.values[each] for each in (Tiebreak.GOLD, Tiebreak.MISSES)] == [13, 3]
    assert len(row.record.left_out) == 3


def test_two_thirds_of_the_rounds_are_rounded_up():
    assert [two_thirds(rounds) for rounds in (1, 2, 3, 4, 20)] == [1, 2, 2, 3, 14]


def test_a_penalty_is_told_with_its_reason_and_takes_points():
    facts = Facts(("A", "B"), (duel("t", "A", "B"),), (), (Penalty("A", Fraction(-2), "insults"),))
    told = rows(facts)
    assert [row.points for row in told] == exact(0, -1)
    assert told[1].record.penalties[0].reason == "insults"
