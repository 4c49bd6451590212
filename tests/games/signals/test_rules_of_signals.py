"""What makes two accounts look like one person's, worked out by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from games.signals.rules import accounts
from games.signals.rules.accounts import Turns
from games.signals.rules.likeness import cosine, tail

START = datetime(2026, 1, 1, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def days(*numbers: int, hour: int = 0) -> tuple[datetime, ...]:
    return tuple(START + at * DAY + timedelta(hours=hour) for at in numbers)


def seen(what: str, **used: tuple[int, ...]) -> list[accounts.Seen]:
    """Who ("a1") used something on which days."""
    return [(int(who[1:]), at.date(), what) for who, on in used.items() for at in days(*on)]


@pytest.mark.parametrize(
    ("given", "chance"),
    [
        # Of 40 days one missed 6 and the other 7: (C(6,5)·C(34,2) + C(6,6)·C(34,1)) / C(40,7).
        ((40, 6, 7, 5), 3400 / 18_643_560),
        ((4, 2, 2, 2), 1 / 6),
        ((4, 2, 2, 1), 5 / 6),
        ((10, 3, 3, 0), 1.0),
    ],
)
def test_how_likely_it_is_to_miss_together(given: tuple[int, int, int, int], chance: float):
    assert tail(*given) == pytest.approx(chance)


def test_how_alike_two_weeks_are():
    assert cosine({1: 3, 2: 4}, {1: 6, 2: 8}) == pytest.approx(1)
    assert cosine({1: 3, 2: 4}, {1: 4, 2: 3}) == pytest.approx(24 / 25)
    assert cosine({1: 1}, {2: 1}) == cosine({}, {1: 1}) == 0


def test_m1_joins_spellings_of_one_mailbox_and_no_others():
    found = accounts.same_mailbox({
        1: "ada.x@gmail.com", 2: "adax+two@googlemail.com", 3: "ada.x@example.org",
        4: "adax@example.org", 5: "ada.x+club@example.org",
    })  # fmt: skip
    assert found == {(1, 2), (3, 5)}


def test_m2_takes_one_device_on_three_days_of_both():
    three = seen("d", a1=(1, 2, 3, 9), a2=(1, 2, 3))
    assert accounts.same_device(three) == {(1, 2): 3}
    assert accounts.same_device(seen("d", a1=(1, 2, 3), a2=(1, 2, 4))) == {}
    two = seen("d", a1=(1, 2), a2=(1, 2)) + seen("e", a1=(3,), a2=(3,))
    assert accounts.same_device(two) == {}


def test_m3_takes_five_days_of_a_network_that_three_use_and_not_one_that_four_do():
    five = (1, 2, 3, 4, 5)
    assert accounts.same_network(seen("n", a1=five, a2=five, a3=(9,))) == {(1, 2): 5}
    assert accounts.same_network(seen("n", a1=five, a2=five[:4])) == {}
    assert accounts.same_network(seen("n", a1=five, a2=five, a3=(9,), a4=(80,))) == {}


def test_m4_looks_only_at_days_on_which_both_were_asked_and_the_site_was_well():
    one = Turns(missed=days(*range(6)), moved=days(*range(6, 40), 50))
    other = Turns(missed=days(*range(1, 8), 60), moved=days(0, *range(8, 40)))
    found = accounts.missed_together(one, other, ())
    assert found == {"days": 40, "one": 6, "other": 7, "both": 5, "chance": tail(40, 6, 7, 5)}
    out = {at.date() for at in days(1, 2, 3)}
    assert accounts.missed_together(one, other, out) is None
    # Two in common are none, however unlikely.
    pair = Turns(missed=days(1, 2), moved=days(*range(3, 80)))
    assert accounts.missed_together(pair, pair, ()) is None


def test_a_day_on_which_more_than_a_fifth_is_missed_tells_nothing():
    day, next_day = START.date(), (START + DAY).date()
    assert accounts.bad_days({day: (10, 2), next_day: (10, 3)}) == {next_day}


def test_m5_asks_for_forty_moves_of_each():
    early, late = days(*range(40)), days(*range(40), hour=6)
    assert accounts.same_hours(Turns(moves=early), Turns(moves=early)) == 1.0
    assert accounts.same_hours(Turns(moves=early), Turns(moves=early[:39])) is None
    assert accounts.same_hours(Turns(moves=early), Turns(moves=late)) is None


@pytest.mark.parametrize(
    ("kinds", "is_raised"),
    [
        (("M1", "M2"), True), (("M3", "M4"), True), (("M2", "M4", "M5"), True),
        (("M1",), False), (("M4", "M5"), False), (("M1", "M5"), False), ((), False),
    ],
)  # fmt: skip
def test_it_takes_two_signs_and_one_of_the_first_three(kinds: tuple[str, ...], is_raised: bool):
    assert accounts.raised(kinds) == is_raised


def test_what_speaks_against_it_is_counted():
    day = START.date()
    one = Turns(
        moves=days(0, 1), missed=days(3), games=frozenset({1, 2, 3}),
        devices={day: frozenset("e")}, networks={day: frozenset("m")},
    )  # fmt: skip
    near = tuple(at + timedelta(minutes=2) for at in days(0, 1))
    other = Turns(
        moves=near,
        moved=(days(3)[0] - timedelta(minutes=59),),
        games=frozenset({3, 4}),
        devices={day: frozenset("d")},
        networks={day: frozenset("n")},
    )
    # On the second day nobody knows by which device.
    counted = {"apart": 1, "alone": 1, "games_of_one": 2, "games_of_other": 1}
    assert accounts.against(one, other) == counted


def test_a_number_that_doubles_or_a_further_sign_is_news():
    was = {"M1": {}, "M2": {"days_together": 4}}
    assert not accounts.doubled(was, {"M1": {}, "M2": {"days_together": 7}, "M5": {"alike": 0.9}})
    assert accounts.doubled(was, {"M1": {}, "M2": {"days_together": 8}})
    assert accounts.doubled(was, {**was, "M3": {"days_together": 5}})
