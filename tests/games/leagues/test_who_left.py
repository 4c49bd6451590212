"""What becomes of the games of who leaves a season (leagues.md, 8)."""

from fractions import Fraction

from games.leagues.rules import dropouts, scoring
from games.leagues.rules.scoring import By
from games.leagues.rules.standing import Rules, standing
from games.leagues.rules.tiebreaks import Tiebreak
from games.leagues.rules.until_then import for_the_draw
from games.leagues.rules.values import Bye, Dropout, Ending, Facts, Kind, Status
from tests.games.leagues.divisions import duel, exact, line, scores, table

RULES = Rules(scoring.usual(By.WINS), (Tiebreak.SB, Tiebreak.OPPONENTS))


def test_exactly_half_is_after():
    assert dropouts.before_half(Dropout("E", 1, 3))
    assert not dropouts.before_half(Dropout("E", 2, 4))
    assert not dropouts.before_half(Dropout("E", 0, 0))


def test_what_is_scheduled_are_games_since_joining_and_rounds_to_come_without_byes():
    tables = [
        duel("t1", "E", "A", played_in=2),
        duel("t2", "E", "B", played_in=2),
        duel("t3", "C", "E", played_in=4, status=Status.OPEN),
        duel("t4", "E", "C", played_in=5, status=Status.ANNULLED),
        duel("t5", "A", "B", played_in=6),
    ]
    byes = [Bye("E", 3, Kind.FORCED), Bye("A", 7, Kind.FORCED)]
    assert dropouts.leaving("E", 2, 8, tables, byes) == Dropout("E", 2, 6)


def test_two_who_leave_late_both_lose_the_game_that_they_had_open():
    both = Facts(
        ("D", "E"),
        (duel("t", "D", "E", status=Status.OPEN),),
        dropouts=(Dropout("D", 1, 2), Dropout("E", 1, 2)),
    )
    assert [row.points for row in standing(RULES, both).rows] == [0, 0]
    assert {each.ending for each in dropouts.settled(both.tables, both.dropouts)[0].lines} == {
        Ending.FORFEIT
    }


def test_a_larger_table_goes_on_without_who_left():
    running = table("t", line("A"), line("B"), line("E"), status=Status.OPEN)
    assert dropouts.settled([running], [Dropout("E", 2, 2)]) == [running]


def test_a_game_with_who_left_early_is_no_bye_for_the_other_even_if_it_was_annulled():
    facts = Facts(
        ("A", "E"),
        (duel("t", "A", "E", status=Status.ANNULLED),),
        dropouts=(Dropout("E", 0, 2),),
    )
    told = standing(RULES, facts)
    assert [(row.entry, row.points) for row in told.rows] == [("A", Fraction(0))]
    assert (told.withdrawn, told.byes) == (("E",), ())


def test_gold_of_who_left_early_is_in_no_mean():
    facts = Facts(
        ("A", "B", "C", "E"),
        (scores("t", A=4, B=2, E=9),),
        (Bye("C", 1, Kind.FORCED),),
        dropouts=(Dropout("E", 1, 9),),
    )
    told = standing(Rules(scoring.usual(By.GOLD)), facts)
    assert [(row.entry, row.points) for row in told.rows] == list(
        zip("ACB", exact(4, 3, 2), strict=True)
    )


def test_where_all_others_have_left_a_table_is_like_a_bye():
    facts = Facts(
        ("A", "B", "E"),
        (scores("t", A=5, B=2, E=1),),
        dropouts=(Dropout("B", 1, 9), Dropout("E", 1, 9)),
    )
    (row,) = standing(RULES, facts).rows
    told = [row.points, row.values[Tiebreak.SB], row.values[Tiebreak.OPPONENTS]]
    assert told == exact(1, 0, 1)


def test_a_draw_takes_a_requested_bye_for_each_line_that_is_missing():
    facts = Facts(
        ("A", "B", "C", "D"),
        (duel("t", "A", "B"), duel("o", "C", "D", status=Status.OPEN)),
    )
    assert [row.points for row in standing(RULES, facts).rows] == exact(1, 0, 0, 0)
    drawn = standing(RULES, for_the_draw(RULES.scoring, facts)).rows
    assert [(row.entry, row.points) for row in drawn] == list(
        zip("ACDB", exact(1, "1/2", "1/2", 0), strict=True)
    )


def test_a_draw_tells_nothing_of_a_deal_that_is_still_played():
    rules = Rules(scoring.usual(By.DUPLICATE))
    facts = Facts(
        ("A", "B", "C", "D"),
        (duel("t", "A", "B"), duel("o", "C", "D", status=Status.OPEN)),
    )
    assert [row.games for row in standing(rules, facts).rows] == [0] * 4
    drawn = standing(rules, for_the_draw(rules.scoring, facts)).rows
    assert [(row.entry, row.points) for row in drawn] == [(each, Fraction(50)) for each in "ABCD"]
