"""Which addresses are one before limits, and which visitors come from one network."""

import pytest

from games.limits import rules
from games.limits.rules import Limit
from tests.games.cast import HOUR, MINUTE, NOW


@pytest.mark.parametrize(
    "address",
    ["alice@example.org", "ALICE@example.org", "alice+1@example.org", "alice+a+b@Example.ORG"],
)
def test_case_and_what_follows_a_plus_name_no_other_mailbox(address: str):
    assert rules.mailbox(address) == "alice@example.org"


def test_dots_mean_nothing_at_gmail_and_tell_people_apart_elsewhere():
    spelt = ("a.lice@gmail.com", "alice@googlemail.com", "A.L.I.C.E+x@gmail.com")
    assert {rules.mailbox(one) for one in spelt} == {"alice@gmail.com"}
    assert rules.mailbox("a.lice@example.org") != rules.mailbox("alice@example.org")


@pytest.mark.parametrize("address", ["+x@example.org", "+@example.org"])
def test_an_address_that_is_all_plus_stays_whole(address: str):
    assert rules.mailbox(address) == address


def test_a_limit_leaves_room_when_its_oldest_use_is_over():
    limit = Limit("x", 2, HOUR)
    assert rules.free_again(limit, [NOW], now=NOW) is None
    times = [NOW - HOUR, NOW, NOW + MINUTE]
    assert rules.free_again(limit, times, now=NOW + 2 * MINUTE) == NOW + HOUR
    assert rules.free_again(limit, times, now=NOW + HOUR) is None
