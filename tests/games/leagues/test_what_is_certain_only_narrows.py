"""Bounds of a running season: never wrong, never wider on one basis, said once, and explained."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from games.leagues.rules import basis
from games.leagues.rules.basis import Ground
from games.leagues.rules.borders import Border, borders, words
from games.leagues.rules.bounds import Bounds, By, Open, Word
from games.leagues.rules.remaining import Ahead, Range, remaining
from games.leagues.rules.scoring import By as Points
from games.leagues.rules.scoring import Scoring, Substituted, usual
from games.leagues.rules.standing import Rules, standing
from games.leagues.rules.values import Bye, Dropout, Ending, Facts, Kind, Line, Penalty, Status
from games.leagues.selectors import letters, reading
from games.leagues.services import entering, judging
from games.models import LeagueTable, Round, Season
from tests.games.cast import player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.divisions import duel, line, scores, table
from tests.games.pages.table import browser

GOLD = usual(Points.GOLD)
UP_TO_TEN = {size: Range(Fraction(0), Fraction(10)) for size in (1, 2, 3)}


def left(facts: Facts, scoring: Scoring = GOLD, ahead: Ahead | None = None, **more):
    rules = Rules(scoring, best=more.pop("best", None))
    told = standing(rules, facts)
    return remaining(rules, facts, told, ahead or Ahead(), UP_TO_TEN, clans=False, **more)


def test_what_is_open_is_each_table_each_bye_and_each_round_to_come():
    facts = Facts(
        ("A", "B", "C", "D"),
        (scores("1", A=5, B=2), duel("2", "A", "C", played_in=2, status=Status.OPEN)),
        (Bye("C", 1, Kind.FORCED), Bye("D", 2, Kind.FORCED)),
    )
    ahead = Ahead((duel("3", "A", "B", played_in=3, status=Status.OPEN),), (), {"A": 1, "D": 2})
    found = left(facts, ahead=ahead)
    # D sits out a round that is open: he has its mean, and nobody knows it.
    assert found.totals == {
        "A": (5, 35), "B": (2, 12), "C": (Fraction("3.5"), Fraction("13.5")), "D": (0, 30),
    }  # fmt: skip
    wins = left(facts, usual(Points.WINS), ahead)
    assert wins.tables == (Open(("A", "C"), By.WINS), Open(("A", "B"), By.WINS))
    assert wins.totals["A"] == (1, 13)
    assert wins.totals["D"] == (1, 21)


def test_of_a_ladder_only_the_best_rounds_can_add():
    facts = Facts(
        ("A",),
        tuple(table(str(n), line("A", score), played_in=n) for n, score in enumerate((3, 5, 1))),
    )
    found = left(facts, ahead=Ahead((), (), {"A": 1}), best=2)
    assert found.totals == {"A": (8, 15)}


def test_a_deal_that_others_play_still_is_open_as_a_whole():
    open_one = table("2", line("C"), line("D"), status=Status.OPEN)
    facts = Facts(tuple("ABCD"), (table("1", line("A", 9), line("B", 1)), open_one))
    found = left(facts, usual(Points.DUPLICATE))
    assert set(found.totals.values()) == {(0, 10)}


GROUNDS = Facts(
    ("A", "B", "C"),
    (scores("1", A=5, B=2, C=1), scores("2", played_in=2, A=5, B=2, C=1)),
)


@pytest.mark.parametrize(
    ("ground", "facts", "replaced"),
    [
        (Ground.ENTRIES, Facts((*GROUNDS.entries, "D"), GROUNDS.tables), ()),
        (Ground.LEFT, Facts(GROUNDS.entries, GROUNDS.tables, dropouts=(Dropout("A", 1, 2),)), ()),
        (
            Ground.ANNULLED,
            Facts(
                GROUNDS.entries,
                (GROUNDS.tables[0], table("2", status=Status.ANNULLED)),
            ),
            (),
        ),
        (
            Ground.REPLAYED,
            Facts(GROUNDS.entries, (*GROUNDS.tables, table("3", line("A"), replays="2"))),
            (),
        ),
        (Ground.REPLACED, GROUNDS, (17,)),
        (
            Ground.OUTSIDE,
            Facts(
                GROUNDS.entries,
                (
                    GROUNDS.tables[0],
                    table(
                        "2",
                        *(
                            Line(name, 0, Ending.ADJUDICATED, awarded=Fraction(77))
                            for name in "ABC"
                        ),
                    ),
                ),
            ),
            (),
        ),
        (
            Ground.BYES,
            Facts(
                GROUNDS.entries, (GROUNDS.tables[0], table("2", line("A", 1, Ending.SUBSTITUTED)))
            ),
            (),
        ),
        (
            Ground.PENALTIES,
            Facts(GROUNDS.entries, GROUNDS.tables, penalties=(Penalty("A", Fraction(-1), "why"),)),
            (),
        ),
    ],
)
def test_whatever_takes_something_back_begins_a_new_basis(ground, facts, replaced):
    scoring = Scoring(Points.RANK, Fraction(60), Fraction(50), substituted=Substituted.BYE)
    before = basis.grounds(scoring, GROUNDS, (), clans=False)
    now = basis.grounds(scoring, facts, replaced, clans=False)
    assert basis.taken_back(before, before, {}, {}) == ()
    assert ground in basis.taken_back(before, now, {}, {})


def test_whoever_can_have_less_or_more_than_before_begins_one_too():
    was, narrower = {"A": Range(Fraction(2), Fraction(9))}, {"A": Range(Fraction(3), Fraction(9))}
    assert basis.taken_back({}, dict.fromkeys(Ground, ()), was, narrower) == ()
    assert basis.taken_back({}, dict.fromkeys(Ground, ()), narrower, was) == (Ground.OTHER,)


def test_borders_are_named_once_where_they_are():
    there = borders(2, 6, 7)
    assert there == {Border.FIRST: 1, Border.UP: 2, Border.STAY: 6}
    assert list(words(Bounds(1, 1), there)) == [
        (border, Word.CLINCHED) for border in (Border.FIRST, Border.UP, Border.STAY)
    ]
    assert list(words(Bounds(3, 7), there)) == [(Border.FIRST, Word.OUT), (Border.UP, Word.OUT)]
    assert borders(0, 7, 7) == {Border.FIRST: 1}


def reach(season: Season) -> dict[str, tuple[int, int]]:
    """What is shown of everybody, by name."""
    found = reading.standing(season.divisions.get(rank=1).pk)
    return {row.entrant.name: (row.reach.best, row.reach.worst) for row in found.rows if row.reach}


def certain_before_their_results(
    season: Season,
) -> dict[tuple[int, int], tuple[tuple[str, str], ...]]:
    """What emails about rounds tell their readers now, by round and entrant."""
    division = season.divisions.get(rank=1)
    found = {}
    for each in Round.objects.filter(division=division):
        for entrant in division.entrants.all():
            if certain := letters.certain(each.pk, entrant.player_id):
                found[each.number, entrant.pk] = certain.own
    return found


@pytest.mark.django_db
def test_a_season_narrows_to_its_places_and_says_what_is_certain_once():
    season = cast.running(NAMES[:6], **{**cast.ROBIN, "swap": 1, "size": 3, "min": 3, "max": 3})
    chance, shown = Random(4), []
    told = dict[tuple[int, int], tuple[tuple[str, str], ...]]()

    def play(table: LeagueTable) -> list[int]:
        return chance.sample([9, 1], 2) if chance.random() < 0.8 else [4, 4]

    while cast.again(season).status != "final":
        cast.step(season, play=play)
        shown.append(reach(season))
        told |= certain_before_their_results(season)
    shown = [each for each in shown if each]
    for before, after in pairwise(shown):
        for name, (best, worst) in after.items():
            assert before[name][0] <= best <= worst <= before[name][1], (name, before, after)
    rows = reading.standing(season.divisions.get(rank=1).pk).rows
    assert shown[-1] == {row.entrant.name: (row.place, row.place) for row in rows}
    division = season.divisions.get(rank=1)
    said = division.standing.bounds["said"]
    assert len({tuple(each[:3]) for each in said}) == len(said)
    assert sorted([who, *each, at] for (at, who), own in told.items() for each in own) == sorted(
        said
    )
    last = division.rounds.latest("number")
    for entrant in division.entrants.all():
        # An email that leaves late must not tell what only this round's results decided.
        assert letters.certain(last.pk, entrant.player_id) is None


@pytest.mark.django_db
def test_an_annulment_begins_anew_and_the_page_says_why():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    cast.play_all(season, cast.by_name)
    cast.sweep(season)
    address = f"/leagues/{season.league.key}/1/1/"
    page = browser().get(address).content.decode()
    assert "Will end between place" in page
    assert "chart-range" in page
    assert "was worked out anew" not in page
    table = LeagueTable.objects.filter(status="finished").earliest("pk")
    judging.annul(table.pk, by=player("olga"), reason="A mistake", now=cast.when(season))
    cast.sweep(season)
    page = browser().get(address).content.decode()
    assert "was worked out anew on" in page
    assert "a table was annulled" in page
    entering.withdraw(season.pk, player("dan"), now=cast.when(season))
    cast.sweep(season)
    assert "somebody left or came back" in browser().get(address).content.decode()
