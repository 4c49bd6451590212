"""Limits hold when many use them at the same moment, each on a connection of his own."""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from threading import Barrier, current_thread, main_thread

import pytest
from django.db import transaction

from games.accounts.services import address
from games.errors import TableFull, TooMany
from games.limits import rules, services
from games.limits.models import Spent
from games.limits.rules import DAY, Limit
from games.models import Game, Letter
from games.services import accounts, invitations
from tests.games.cast import NOW, full_table, open_table, player
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 16


held = services._held


def unlocked(everybody: Barrier, keys: Collection[str], now: datetime) -> list[Spent]:
    """Read what was used and hold nothing; all threads read before any goes on."""
    if current_thread() is main_thread():
        return held(keys, now)
    known = {row.key: row for row in Spent.objects.filter(key__in=list(keys))}
    everybody.wait(timeout=100)
    return [known.get(key) or Spent(key=key, times=[], over_at=now) for key in keys]


def ask_codes() -> int:
    ask = partial(accounts.ask_code, next="", language="en", origin="192.0.2.1", now=NOW)
    at_once([partial(ask, f"alice+{at}@example.org") for at in range(MANY)])
    return Letter.objects.filter(kind="sign-in").count()


def invite_one() -> int:
    tables = [open_table(by=f"host{at}") for at in range(MANY)]
    calls = [
        partial(invitations.invite, table.key, "zoe@example.org", by=table.organiser, now=NOW)
        for table in tables
    ]
    at_once(calls)
    return Letter.objects.filter(kind="invitation").count()


def invite_from_one_network() -> int:
    """All but ten of its limit are used; a network of IPv6 has many addresses."""
    with transaction.atomic():
        for _ in range(rules.INVITATIONS_OF_A_NETWORK.most - 10):
            services.use((rules.INVITATIONS_OF_A_NETWORK, "2001:db8::/64"), now=NOW)
    calls = []
    for at in range(MANY):
        table, origin = open_table(by=f"host{at}"), f"2001:db8::{at + 1}"
        ask = partial(invitations.invite, table.key, f"guest{at}@example.org", by=table.organiser)
        calls.append(partial(ask, origin=origin, now=NOW))
    at_once(calls)
    return Letter.objects.filter(kind="invitation").count()


def name_addresses() -> int:
    alice = player("alice")
    at_once([partial(address.ask, alice, f"a{at}@example.net", now=NOW) for at in range(MANY)])
    return Letter.objects.filter(kind="new-address").count()


def open_tables() -> int:
    alice = player("alice")
    at_once([partial(open_table, by=alice.name)] * MANY)
    return Game.objects.filter(status="open").count()


RACING = [(ask_codes, 5), (invite_one, 10), (invite_from_one_network, 10)]
# These come one after the other for another reason, too: their person is held.
ALL = [*RACING, (open_tables, 8), (name_addresses, 5)]


@pytest.mark.parametrize(("use", "most"), ALL)
def test_of_many_at_once_no_more_get_through_than_may(use: Callable[[], int], most: int):
    assert use() == most


@pytest.mark.parametrize(("use", "most"), RACING)
def test_without_the_lock_more_would_get_through(use: Callable[[], int], most: int, monkeypatch):
    """The control: the race is real."""
    monkeypatch.setattr(services, "_held", partial(unlocked, Barrier(MANY)))
    assert use() > most


def test_what_is_undone_was_not_used():
    game = full_table()
    used = Spent.objects.filter(times__len__gt=0).values_list("key", "times__len")
    before = set(used)
    for _ in range(20):
        with pytest.raises(TableFull):
            invitations.invite(game.key, "zoe@example.org", by=player("alice"), now=NOW)
    assert set(used.all()) == before


def test_many_who_need_the_same_limits_in_another_order_wait_for_each_other():
    one, two = Limit("one", 99, DAY), Limit("two", 99, DAY)

    def use(*wanted: tuple[Limit, str]) -> None:
        with transaction.atomic():
            services.use(*wanted, now=NOW)

    calls = [partial(use, (one, "x"), (two, "x")), partial(use, (two, "x"), (one, "x"))] * 8
    assert at_once(calls) == {"NoneType": MANY}
    assert [len(row.times) for row in Spent.objects.all()] == [MANY, MANY]


def test_who_had_guests_before_invites_as_he_likes_from_a_busy_network():
    with transaction.atomic():
        for _ in range(rules.INVITATIONS_OF_A_NETWORK.most):
            services.use((rules.INVITATIONS_OF_A_NETWORK, "192.0.2.1"), now=NOW)
    full_table()
    table = open_table(by="alice")
    ask = partial(invitations.invite, table.key, "zoe@example.org", origin="192.0.2.1", now=NOW)
    assert ask(by=player("alice")).sent == 1
    table = open_table(by="mallory")
    ask = partial(invitations.invite, table.key, "zoe@example.org", origin="192.0.2.1", now=NOW)
    with pytest.raises(TooMany):
        ask(by=player("mallory"))
