"""Bounds by gold while byes hang on open tables: against all ways in which these can end."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from time import process_time

import pytest

from games.leagues.rules import bounds as rough
from games.leagues.rules import hanging
from games.leagues.rules.bounds import Bounds
from games.leagues.rules.remaining import Ahead, Range, Remaining, remaining
from games.leagues.rules.scoring import By, Scoring, Substituted, usual
from games.leagues.rules.standing import Rules, standing
from games.leagues.rules.values import Bye, Dropout, Ending, Facts, Kind, Line, Status, Table
from tests.games.leagues.divisions import line, scores, table

MOST = 2
RANGES = {size: Range(Fraction(0), Fraction(MOST)) for size in (1, 2, 3)}
WIDEST = Fraction(MOST)


def left(facts: Facts, scoring: Scoring, ahead: Ahead, best: int | None) -> Remaining:
    """What is open by the rules themselves."""
    rules = Rules(scoring, best=best)
    return remaining(rules, facts, standing(rules, facts), ahead, RANGES, clans=False)


def ends(open_: Table) -> Iterator[Table]:
    """All results that a table can have."""
    values = [(Ending.PLAYED, score) for score in range(MOST + 1)]
    each = [*values, (Ending.FORFEIT, 0)]
    for got in product(each, repeat=len(open_.lines)):
        way = got
        forfeits = sum(ending is Ending.FORFEIT for ending, _ in way)
        if len(way) == 2 and forfeits == 1:
            if any(score for _, score in way):
                continue
            way = tuple(
                (ending if ending is Ending.FORFEIT else Ending.WALKOVER, 0) for ending, _ in way
            )
        lines = [
            replace(each, ending=ending, score=score)
            for each, (ending, score) in zip(open_.lines, way, strict=True)
        ]
        yield replace(open_, lines=tuple(lines), status=Status.FINAL, closed=False)


def counted(facts: Facts, scoring: Scoring, ahead: Ahead, best: int | None) -> dict[str, Bounds]:
    """The best and worst places over all completions, each worked out as a standing is."""
    whole = replace(facts, tables=(*facts.tables, *ahead.tables), byes=(*facts.byes, *ahead.byes))
    open_ = [each for each in whole.tables if each.status is Status.OPEN or each.closed]
    rest = [each for each in whole.tables if each not in open_]
    found: dict[str, Bounds] = {}
    for way in product(*map(ends, open_)):
        told = standing(Rules(scoring, best=best), replace(whole, tables=(*rest, *way)))
        low = {row.entry: row.points for row in told.rows}
        more = {entry: (ahead.undrawn or {}).get(entry, 0) * WIDEST for entry in low}
        for entry, own in low.items():
            others = [other for other in low if other != entry]
            above = sum(low[other] > own + more[entry] for other in others)
            level = sum(low[other] + more[other] >= own for other in others)
            before = found.get(entry, Bounds(len(low), 1))
            found[entry] = Bounds(min(before.best, 1 + above), max(before.worst, 1 + level))
    return found


def division(chance: Random) -> tuple[Facts, Scoring, Ahead]:
    """A division of six: a round that was played, one that is open, with byes in both."""
    names = list("ABCDEF")
    chance.shuffle(names)
    first = [_played(chance, "1", names[:3], 1), _played(chance, "2", names[3:5], 1)]
    byes = [Bye(names[5], 1, Kind.FORCED)]
    chance.shuffle(names)
    sizes = chance.choice([(3,), (2, 2), (2,), (3, 2), (1, 1, 2)])
    tables, at = [], 0
    for number, size in enumerate(sizes):
        seated = names[at : at + size]
        at += size
        if chance.random() < 0.3 and number:
            tables.append(_played(chance, f"2{number}", seated, 2))
        else:
            tables.append(table(f"2{number}", *map(line, seated), played_in=2, status=Status.OPEN))
    byes += [Bye(name, 2, chance.choice([Kind.FORCED, Kind.REQUESTED])) for name in names[at:]]
    substituted = chance.choice([Substituted.COUNTS, Substituted.FORFEIT])
    scoring = replace(usual(By.GOLD), substituted=substituted)
    if chance.random() < 0.2:
        scoring = replace(scoring, forced=Fraction(1))
    gone = (Dropout(names[0], 0, 3),) if chance.random() < 0.3 else ()
    undrawn = dict.fromkeys("ABC", 1) if chance.random() < 0.3 else {}
    facts = Facts(tuple("ABCDEF"), (*first, *tables), tuple(byes), dropouts=gone)
    return facts, scoring, Ahead((), (), undrawn)


def _played(chance: Random, name: str, seated: list[str], number: int) -> Table:
    endings = [Ending.PLAYED] * 4 + [Ending.SUBSTITUTED]
    lines = (Line(each, chance.randint(0, MOST), chance.choice(endings)) for each in seated)
    return table(name, *lines, played_in=number)


@pytest.mark.parametrize("seed", range(60))
def test_bounds_are_those_of_all_completions(seed: int):
    facts, scoring, ahead = division(Random(seed))
    found = left(facts, scoring, ahead, None)
    exact = counted(facts, scoring, ahead, None)
    assert found.bounds() == exact
    loose = rough.bounds(found.points, found.tables, found.spans)
    for entry, shown in loose.items():
        assert shown.best <= exact[entry].best
        assert exact[entry].worst <= shown.worst, "what is not counted out is never wrong"


@pytest.mark.parametrize("seed", range(10))
def test_where_only_the_best_rounds_count_too(seed: int):
    chance = Random(100 + seed)
    first = [_played(chance, f"1{name}", [name], 1) for name in "ABCD"]
    still = [table(f"2{name}", line(name), played_in=2, status=Status.OPEN) for name in "AB"]
    facts = Facts(tuple("ABCD"), (*first, *still), (Bye("C", 2, Kind.REQUESTED),))
    ahead = Ahead((), (), {"A": 1, "D": 1})
    found = left(facts, usual(By.GOLD), ahead, 1)
    # The line of a round to come may take another one's place: its ends are those of a total.
    exact: dict[str, Bounds] = {}
    for way in product(*map(ends, still)):
        ways = [
            standing(
                Rules(usual(By.GOLD), best=1),
                Facts(
                    tuple("ABCD"),
                    (
                        *first,
                        *way,
                        *(table(f"3{each}", line(each, score), played_in=3)
                          for each, score in zip("AD", got, strict=True)),
                    ),
                    facts.byes,
                ),
            )
            for got in product((0, MOST), repeat=2)
        ]  # fmt: skip
        for told in ways:
            points = {row.entry: row.points for row in told.rows}
            for entry, own in points.items():
                above = sum(other > own for other in points.values())
                level = sum(other >= own for other in points.values())
                before = exact.get(entry, Bounds(4, 1))
                exact[entry] = Bounds(min(before.best, 1 + above), max(before.worst, level))
    assert found.bounds() == exact


def test_a_bye_in_a_round_that_is_published_hangs_on_its_tables_too():
    facts = Facts(tuple("ABC"), (scores("1", A=2, B=2),), (Bye("C", 1, Kind.FORCED),))
    ahead = Ahead(
        (table("2", line("A"), line("B"), played_in=2, status=Status.OPEN),),
        (Bye("C", 2, Kind.FORCED),),
    )
    found = left(facts, usual(By.GOLD), ahead, None)
    assert found.bounds() == counted(facts, usual(By.GOLD), ahead, None)
    # C has the mean of the other two: he is never behind both, nor before both.
    assert found.bounds()["C"] == Bounds(1, 3)
    assert found.bounds()["A"] == Bounds(1, 3)


def test_what_a_bye_takes_by_itself_is_too_much():
    facts = Facts(
        tuple("ABC"),
        (table("1", line("A"), line("B"), status=Status.OPEN),),
        (Bye("C", 1, Kind.FORCED),),
    )
    found = left(facts, usual(By.GOLD), Ahead(), None)
    loose = rough.bounds(found.points, found.tables, found.spans)
    assert loose["C"] == Bounds(1, 3)
    behind = Facts(
        tuple("ABC"),
        (*facts.tables, scores("0", played_in=2, A=1, B=1)),
        facts.byes,
    )
    found = left(behind, usual(By.GOLD), Ahead((), (), {}), None)
    loose = rough.bounds(found.points, found.tables, found.spans)
    # The mean of both is never more than both have, and they have one more each.
    assert loose["C"].best == 1
    assert found.bounds()["C"].best == 2


def test_more_ways_than_are_gone_through_are_bounded_line_by_line(monkeypatch):
    facts = Facts(
        tuple("ABC"),
        (table("1", line("A"), line("B"), status=Status.OPEN), scores("0", played_in=2, A=1, B=1)),
        (Bye("C", 1, Kind.FORCED),),
    )
    monkeypatch.setattr(hanging, "MOST", 11)
    found = left(facts, usual(By.GOLD), Ahead(), None)
    assert found.hanging is not None
    assert found.hanging.tables[0].ways == 12
    assert found.bounds()["C"].best == 1, "never wrong, and wider"


def test_twenty_thousand_ways_of_a_thousand_players_are_gone_through_soon():
    names = [f"p{number}" for number in range(1000)]
    done = tuple(
        table(f"1{name}", line(name, number % 40), played_in=1) for number, name in enumerate(names)
    )
    still = table("2", line("p1"), line("p2"), played_in=2, status=Status.OPEN)
    facts = Facts(tuple(names), (*done, still), (Bye("p3", 2, Kind.FORCED),))
    rules = Rules(usual(By.GOLD))
    told = standing(rules, facts)
    wide = {1: Range(Fraction(0), Fraction(140)), 2: Range(Fraction(0), Fraction(140))}
    found = remaining(rules, facts, told, Ahead(), wide, clans=False)
    began = process_time()
    assert found.hanging is not None
    assert 19_000 < found.hanging.tables[0].ways < 20_000
    found.bounds()
    assert process_time() - began < 5
