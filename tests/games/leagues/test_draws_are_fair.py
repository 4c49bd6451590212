"""Draws of single rounds: everyone plays once, repeats are avoided, byes go round."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.rules import byes, late, roundrobin, seats, solo, swiss
from games.leagues.rules.history import Draw, History, history
from games.leagues.rules.sizes import Seating, Sizes, seating, seating_in_duplicate
from games.leagues.rules.values import Bye, Kind
from tests.games.leagues.kinds.draws import all_draws

FEW = settings(max_examples=25, deadline=None, derandomize=True)


def names(count: int) -> list[str]:
    return [f"p{number:04}" for number in range(count)]


def season(count: int, seat: Seating, rounds: int, *, duplicate: bool = False) -> list[Draw]:
    """Rounds after each other in which the standing turns by three places each time."""
    drawn, standing = list[Draw](), names(count)
    for _ in range(rounds):
        past = history(drawn)
        resting = byes.forced(standing, past.byes, seat.byes)
        playing = [entry for entry in standing if entry not in resting]
        found = swiss.draw(playing, seat.tables, past, duplicate=duplicate, byes=resting)
        assert found.cost <= found.baseline
        drawn.append(found.draw)
        standing = standing[3:] + standing[:3]
    return drawn


def everyone(draw: Draw) -> list[str]:
    return sorted([entry for table in draw.tables for entry in table] + list(draw.byes))


@FEW
@given(count=st.integers(3, 40), low=st.integers(2, 4), duplicate=st.booleans())
def test_everyone_plays_or_rests_once_in_every_round(count: int, low: int, duplicate: bool) -> None:
    sizes = Sizes(low, low + 1, low)
    seat = seating_in_duplicate(count, sizes) if duplicate else seating(count, sizes)
    if seat is None:
        return
    drawn = season(count, seat, 3, duplicate=duplicate)
    for draw in drawn:
        assert everyone(draw) == names(count)
        assert sorted(map(len, draw.tables), reverse=True) == list(seat.tables)
    had = history(drawn).byes
    counts = [had[entry] for entry in names(count)]
    assert max(counts) - min(counts) <= 1


@FEW
@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (2, 2, 2), (4, 4), (3, 3, 2), (5, 3)]),
    chance=st.randoms(use_true_random=False),
)
def test_a_small_draw_is_a_cheapest_one_and_of_these_the_fairest(sizes, chance) -> None:
    standing = names(sum(sizes))
    met = Counter({frozenset(pair): chance.randrange(3) for pair in combinations(standing, 2)})
    sat = Counter({(p, seat): chance.randrange(3) for p in standing for seat in range(1, 6)})
    before = History(met=met, seats=sat)

    def order(tables):
        adds = sum(seats.seated(table, sat)[0] for table in tables)
        return (*swiss.cost(tables, standing, met), adds)

    found = swiss.draw(standing, sizes, before)
    least = min(map(order, all_draws(standing, sizes)))
    assert order([sorted(table) for table in found.draw.tables]) == least
    assert found.cost == least[:2]
    assert found == swiss.draw(standing, sizes, before)


def test_a_large_draw_is_the_same_twice_and_not_above_the_baseline() -> None:
    told = list[int]()
    standing, drawn = names(80), list[Draw]()

    def drawn_next() -> swiss.Drawn:
        return swiss.draw(
            standing, (4,) * 20, history(drawn), progress=lambda done, _of: told.append(done)
        )

    for turn in range(3):
        standing = standing[turn * 7 :] + standing[: turn * 7]
        found = drawn_next()
        assert found.cost <= found.baseline
        assert found.cost.repeats == 0
        drawn.append(found.draw)
    assert drawn_next() == drawn_next()
    assert len(told) > 80


def test_repeats_are_named() -> None:
    tables = (("a", "b", "c"), ("d", "e", "f"))
    met = Counter({frozenset("bc"): 2, frozenset("ad"): 1})
    assert swiss.repeats(tables, met) == [frozenset("bc")]


def test_the_first_round_goes_by_rating_and_then_by_lot() -> None:
    order = swiss.opening_order(["d", "c", "b", "a"], {"a": 1200.0, "c": 1000.0, "b": 1000.0})
    assert order == ("a", "c", "b", "d")


@FEW
@given(count=st.integers(1, 60), low=st.integers(2, 5), more=st.integers(0, 4), data=st.data())
def test_sizes_are_the_best_there_are(count: int, low: int, more: int, data) -> None:
    preferred = data.draw(st.integers(low, low + more))
    found = seating(count, Sizes(low, low + more, preferred))

    def ways(left: int, most: int):
        yield (), left
        for size in range(low, min(left, most) + 1):
            for tables, rest in ways(left - size, size):
                yield (size, *tables), rest

    def order(way):
        tables, rest = way
        squares = sum((size - preferred) ** 2 for size in tables)
        return rest, squares, sum(size for size in tables if size != preferred), len(tables)

    if count <= 24:
        assert order((found.tables, found.byes)) == min(map(order, ways(count, low + more)))
    assert sum(found.tables) + found.byes == count
    assert list(found.tables) == sorted(found.tables, reverse=True)


def test_duplicate_tables_are_of_one_size_and_two_at_least() -> None:
    assert seating_in_duplicate(5, Sizes(3, 5, 4)) is None
    assert seating_in_duplicate(8, Sizes(3, 5, 4)) == Seating((4, 4), 0)
    assert seating_in_duplicate(11, Sizes(3, 5, 4)) == Seating((5, 5), 1)
    assert seating_in_duplicate(30, Sizes(3, 5, 4)) == Seating((3,) * 10, 0)


def test_only_the_first_wish_for_a_bye_counts() -> None:
    first = byes.requested("a", 2, [Bye("b", 1, Kind.REQUESTED), Bye("a", 1, Kind.FORCED)])
    assert first == Bye("a", 2, Kind.REQUESTED)
    assert byes.requested("a", 3, [first]).kind is Kind.ZERO
    assert byes.had([first, Bye("a", 3, Kind.ZERO), Bye("a", 4, Kind.FORCED)]) == {"a": 2}


def test_late_joiners_come_until_half_is_drawn() -> None:
    assert [late.may_join(rounds=5, drawn=drawn) for drawn in range(5)] == [True] * 3 + [False] * 2
    assert [bye.kind for bye in late.missed("z", 4)] == [Kind.ZERO, Kind.ZERO, Kind.REQUESTED]
    (taken,) = late.in_place_of("b", "z", [Draw((("a", "b"), ("c", "d")), ("e",))])
    assert taken == Draw((("a", "z"), ("c", "d")), ("e",))


@FEW
@given(count=st.integers(2, 25), double=st.booleans())
def test_a_round_robin_brings_everyone_together_and_starts_fairly(count, double) -> None:
    drawn = roundrobin.rounds(names(count), double=double)
    past = history(drawn)
    assert all(everyone(draw) == names(count) for draw in drawn)
    times = 2 if double else 1
    assert {past.met[frozenset(pair)] for pair in combinations(names(count), 2)} == {times}
    firsts = [past.seats[entry, 1] for entry in names(count)]
    assert max(firsts) - min(firsts) <= (0 if double else 1)
    assert set(past.byes.values()) == ({times} if count % 2 else set())


def test_the_solo_ladder_counts_two_thirds_rounded_up() -> None:
    assert [solo.counting(rounds) for rounds in (1, 3, 4, 10)] == [1, 2, 3, 7]
    assert solo.draw(["a", "b"]) == Draw((("a",), ("b",)))


def test_duplicate_seats_compare_evenly() -> None:
    drawn = season(12, Seating((4, 4, 4), 0), 4, duplicate=True)
    past = history(drawn)
    plain = history(season(12, Seating((4, 4, 4), 0), 4))
    assert sum(n * n for n in past.compared.values()) < sum(n * n for n in plain.compared.values())
