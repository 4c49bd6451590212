"""What is barred to somebody, from when and to when: by the clock, without anybody's doing."""

from datetime import timedelta

import pytest

from games.errors import BadEnd, Shielded
from games.sanctions import rules, selectors
from games.sanctions.rules import Kind
from games.sanctions.services import imposing
from tests.games.cast import DAY, NOW, player
from tests.games.moderation.cast import staff
from tests.games.sanctions.cast import given, lifted

pytestmark = pytest.mark.django_db
MOMENT = timedelta(seconds=1)


def test_it_ends_at_its_minute_by_itself():
    given("bob", "mute")
    bob = player("bob")
    assert selectors.runs(bob, "mute", now=NOW)
    assert selectors.runs(bob, "mute", now=NOW + 10 * DAY - MOMENT)
    assert not selectors.runs(bob, "mute", now=NOW + 10 * DAY)
    assert not selectors.runs(bob, "no-new-games", now=NOW)
    assert not selectors.runs(player("carol"), "mute", now=NOW)


def test_a_ban_bars_talk_and_new_games_and_no_reports():
    given("bob", "ban")
    barred = {kind for kind in Kind if selectors.runs(player("bob"), kind, now=NOW)}
    assert barred == {"ban", "mute", "no-new-games"}


def test_of_two_of_one_kind_the_later_end_holds_and_each_is_lifted_for_itself():
    long, short = given("bob", "mute", lasts=20 * DAY), given("bob", "mute", lasts=3 * DAY)
    bob = player("bob")
    assert selectors.last(bob, "mute", now=NOW) == long
    assert lifted(long)
    assert selectors.last(bob, "mute", now=NOW) == short
    # Lifted once, it is not lifted again, nor with it the other one.
    assert not lifted(long)
    assert selectors.runs(bob, "mute", now=NOW + 2 * DAY)
    assert not lifted(short, now=NOW + 3 * DAY)


@pytest.mark.parametrize("kind", rules.ALONE)
def test_its_end_lies_ahead_and_within_the_limit(kind: Kind):
    mia, bob = staff("mia"), player("bob")
    longest = rules.LONGEST[kind]
    for until, fault in (
        (NOW, "past"),
        (NOW - DAY, "past"),
        (NOW + longest + MOMENT, "long"),
        (None, "endless"),
    ):
        with pytest.raises(BadEnd) as problem:
            imposing.require(bob, kind, until=until, by=mia, now=NOW)
        assert problem.value.fault == fault
    imposing.require(bob, kind, until=NOW + longest, by=mia, now=NOW)
    alone = rules.ALONE[kind]
    assert not rules.takes_two(kind, NOW + alone, now=NOW)
    assert rules.takes_two(kind, NOW + alone + MOMENT, now=NOW)


def test_only_a_host_bans_without_end():
    imposing.require(player("bob"), "ban", until=None, by=staff("hal", "host"), now=NOW)
    with pytest.raises(BadEnd):
        imposing.require(player("bob"), "mute", until=None, by=staff("hal", "host"), now=NOW)


@pytest.mark.parametrize(
    ("by", "whom", "may"),
    [
        (("mia", "moderator"), ("mia", "moderator"), False),
        (("mia", "moderator"), ("max", "moderator"), False),
        (("mia", "moderator"), ("hal", "host"), False),
        (("hal", "host"), ("hal", "host"), False),
        (("hal", "host"), ("hedda", "host"), False),
        (("hal", "host"), ("mia", "moderator"), True),
        (("mia", "moderator"), ("bob", ""), True),
    ],
)
def test_nobody_sanctions_himself_a_host_or_his_fellow(by, whom, may: bool):
    actor = staff(*by)
    person = staff(*whom) if whom[1] else player(whom[0])
    if may:
        imposing.require(person, "mute", until=NOW + DAY, by=actor, now=NOW)
        return
    with pytest.raises(Shielded):
        imposing.require(person, "mute", until=NOW + DAY, by=actor, now=NOW)
