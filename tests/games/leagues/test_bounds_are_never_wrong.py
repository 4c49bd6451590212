"""Bounds against all completions of small divisions, gone through one by one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random

import pytest

from games.leagues.rules import bounds as rules
from games.leagues.rules.bounds import Bounds, By, Open, Span, Word, bounds
from tests.sampling import sample

Points = dict[str, Fraction]


def _orders(entries: tuple[str, ...]) -> Iterator[list[tuple[str, ...]]]:
    if not entries:
        yield []
    for n in range(1, len(entries) + 1):
        for first in combinations(entries, n):
            for rest in _orders(tuple(one for one in entries if one not in first)):
                yield [first, *rest]


def endings(table: Open) -> list[Points]:
    """All that a table can give, as the rules say it: any winners; any order, any forfeits."""
    found: list[Points] = []
    size = len(table.entries)
    for played in range(size + 1):
        for those in combinations(table.entries, played):
            none = dict.fromkeys(table.entries, Fraction())
            if table.by is By.WINS:
                found.append(none | dict.fromkeys(those, Fraction(1, max(played, 1))))
                continue
            for order in _orders(those):
                points, above = dict(none), 0
                for level in order:
                    for one in level:
                        below = size - above - len(level)
                        rank = Fraction(100 * (2 * below + len(level) - 1), 2 * (size - 1))
                        covered = table.places[above : above + len(level)]
                        points[one] = (
                            rank if table.by is By.RANK else sum(covered, Fraction()) / len(level)
                        )
                    above += len(level)
                if points not in found:
                    found.append(points)
    return found


def counted(points: Points, tables: list[Open], spans: list[Span]) -> dict[str, Bounds]:
    """The best and worst places over all completions; spans at their ends are enough."""
    best = dict.fromkeys(points, len(points))
    worst = dict.fromkeys(points, 1)
    ends = [[{span.entry: span.least}, {span.entry: span.greatest}] for span in spans]
    for way in product(*map(endings, tables), *ends):
        total = dict(points)
        for lines in way:
            for entry, got in lines.items():
                if entry in total:
                    total[entry] += got
        for entry, own in total.items():
            best[entry] = min(best[entry], 1 + sum(other > own for other in total.values()))
            worst[entry] = max(worst[entry], sum(other >= own for other in total.values()))
    return {entry: Bounds(best[entry], worst[entry]) for entry in points}


def line_by_line(points: Points, tables: list[Open], spans: list[Span]) -> dict[str, Bounds]:
    """The loosest that may be shown: every line takes what it likes."""
    lines = [
        Span(entry, Fraction(), table.worth()[0]) for table in tables for entry in table.entries
    ]
    low, high = dict(points), dict(points)
    for span in [*spans, *lines]:
        if span.entry in points:
            low[span.entry] += span.least
            high[span.entry] += span.greatest
    return {
        entry: Bounds(
            1 + sum(low[other] > high[entry] for other in points),
            1 + sum(high[other] >= low[entry] for other in points if other != entry),
        )
        for entry in points
    }


def division(chance: Random, *, most: int) -> tuple[Points, list[Open], list[Span]]:
    """A small division in the middle of its season, with at most so many completions."""
    by = chance.choice(list(By))
    unit = Fraction(1, 2) if by is By.WINS else Fraction(50)
    entries = [f"p{n}" for n in range(chance.randint(2, 7))]
    tables: list[Open] = []
    ways = 1
    while len(tables) < 5:
        seats = chance.sample([*entries, "left"], chance.randint(2, min(4, len(entries))))
        places = sorted((Fraction(chance.randint(0, 9)) for _ in seats), reverse=True)
        table = Open(tuple(seats), by, tuple(places) if by is By.PLACES else ())
        ways *= len(endings(table))
        if ways > most:
            break
        tables.append(table)
    if by is By.PLACES:
        unit = Fraction(3, 2)
    points = {entry: unit * chance.randint(0, 6) for entry in entries}
    spans = [Span(chance.choice(entries), -unit, 2 * unit) for _ in range(chance.randint(0, 2))]
    return points, tables, spans


def test_bounds_are_those_of_all_completions(pytestconfig: pytest.Config):
    for seed in sample(pytestconfig, range(60), 3):
        points, tables, spans = division(Random(seed), most=600)
        assert bounds(points, tables, spans) == counted(points, tables, spans), seed


def test_bounds_that_are_not_counted_out_are_sound_and_not_too_wide(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
):
    for seed in sample(pytestconfig, range(40), 2):
        points, tables, spans = division(Random(1000 + seed), most=600)
        exact = counted(points, tables, spans)
        loosest = line_by_line(points, tables, spans)
        for most, many in ((3, 100), (3, 0)):  # connected tables; sums alone
            with monkeypatch.context() as patch:
                patch.setattr(rules, "MOST", most)
                patch.setattr(rules, "MANY_TABLES", many)
                for entry, shown in bounds(points, tables, spans).items():
                    assert loosest[entry].best <= shown.best <= exact[entry].best, seed
                    assert exact[entry].worst <= shown.worst <= loosest[entry].worst, seed


def test_within_one_basis_bounds_only_narrow_and_end_at_the_place(pytestconfig: pytest.Config):
    for seed in sample(pytestconfig, range(15), 3):
        chance = Random(2000 + seed)
        points, tables, spans = division(chance, most=10**6)
        steps = [bounds(points, tables, spans)]
        while tables or spans:
            if spans:
                span = spans.pop()
                points[span.entry] += chance.choice([span.least, span.greatest])
            else:
                for entry, got in chance.choice(endings(tables.pop())).items():
                    if entry in points:
                        points[entry] += got
            fresh = bounds(points, tables, spans)
            steps.append(
                {entry: rules.narrowed(steps[-1][entry], fresh[entry]) for entry in points}
            )
        for before, after in pairwise(steps):
            for entry in points:
                assert before[entry].best <= after[entry].best, seed
                assert after[entry].worst <= before[entry].worst, seed
        for entry, own in points.items():
            above = sum(other > own for other in points.values())
            level = sum(other == own for other in points.values())
            assert steps[-1][entry] == Bounds(above + 1, above + level), seed


def test_a_stored_pair_holds_against_a_wider_one_and_a_new_basis_has_none():
    assert rules.narrowed(Bounds(2, 3), Bounds(1, 5)) == Bounds(2, 3)
    assert rules.narrowed(Bounds(1, 4), Bounds(2, 6)) == Bounds(2, 4)
    assert rules.narrowed(None, Bounds(1, 5)) == Bounds(1, 5)


def test_what_is_certain_is_said_of_each_border():
    assert rules.said(Bounds(2, 3), (1, 2, 3, 4)) == (
        (Word.OUT, 1),
        (Word.CLINCHED, 3),
        (Word.CLINCHED, 4),
    )


def test_a_round_that_is_not_drawn_is_open_for_everybody_by_himself():
    points = {"A": Fraction(200), "B": Fraction(100), "C": Fraction(99)}
    spans = rules.undrawn(points, 1, Fraction(0), Fraction(100))
    assert bounds(points, (), spans) == {
        "A": Bounds(1, 2),
        "B": Bounds(1, 3),
        "C": Bounds(2, 3),
    }


def test_a_bye_in_gold_hangs_on_the_lines_that_are_open():
    still = [Span("A", Fraction(0), Fraction(9)), Span("B", Fraction(4), Fraction(9))]
    bye = rules.bye_in_gold("C", [Fraction(5), Fraction(5)], still)
    assert bye == Span("C", Fraction(333, 100), Fraction(7))  # B forfeits in the first
    forfeited = rules.bye_in_gold("C", [Fraction(9)], [Span("A", Fraction(0), Fraction(3))])
    assert forfeited.greatest == 9
    assert rules.bye_in_gold("C", [Fraction(1), Fraction(2)], []).least == Fraction(3, 2)


@pytest.mark.parametrize("by", list(By))
def test_an_adjudication_keeps_the_basis_if_it_was_among_the_endings(by: By):
    worth = (Fraction(5), Fraction(5), Fraction(2)) if by is By.PLACES else ()
    table = Open(("A", "B", "C"), by, worth)
    possible = endings(table)
    values = sorted(
        {value for points in possible for value in points.values()} | {Fraction(-1), Fraction(7)}
    )
    for way in product(values, repeat=3):
        points = dict(zip(table.entries, way, strict=True))
        assert rules.may_end(table, points) == (points in possible)


def test_a_list_of_places_falls_and_has_a_number_for_each():
    for places in ((1, 2), (2,), (2, -1)):
        with pytest.raises(ValueError, match="falling"):
            Open(("A", "B"), By.PLACES, tuple(map(Fraction, places)))


def test_rivals_who_share_what_is_left_cannot_all_have_it(monkeypatch: pytest.MonkeyPatch):
    points = {name: Fraction(n) for name, n in {"A": 7, "B": 5, "C": 5, "D": 5, "E": 0}.items()}
    tables = [Open(tuple(two), By.WINS) for two in ("BC", "BD", "CD", "AE")]
    assert bounds(points, tables)["A"] == Bounds(1, 2)
    monkeypatch.setattr(rules, "MOST", 3)
    assert bounds(points, tables)["A"] == Bounds(1, 2)  # three wins among them, two for each
    monkeypatch.setattr(rules, "MANY_TABLES", 0)
    assert bounds(points, tables)["A"] == Bounds(1, 3)  # four wins at all tables


def test_more_ways_than_are_gone_through_are_bounded_by_sums(monkeypatch: pytest.MonkeyPatch):
    points = {name: Fraction(n) for name, n in {"A": 180, "B": 100, "C": 110, "D": 0}.items()}
    tables = [Open(("B", "C", "D"), By.RANK)]
    assert bounds(points, tables)["A"].worst == 2  # 80 and 70, but only 100 and 50, or 75 each
    monkeypatch.setattr(rules, "MOST", 2)
    assert bounds(points, tables)["A"].worst == 3


def test_a_thousand_are_bounded_too():
    entries = [f"p{n}" for n in range(1000)]
    points: Mapping[str, Fraction] = {
        entry: Fraction(100 * (n // 10)) for n, entry in enumerate(entries)
    }
    tables = [Open(tuple(entries[n : n + 4]), By.RANK) for n in range(0, 1000, 4)]
    found = bounds(points, tables)
    for n, entry in enumerate(entries):
        tens = n // 10
        assert found[entry] == Bounds(
            1 + max(0, 1000 - 10 * (tens + 2)), 1000 - 10 * max(0, tens - 1)
        )
