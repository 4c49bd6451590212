"""Tests of which some time out within a query: run by the test of their connections beside.

Each kind of test times out before the one that goes on.
"""

from collections.abc import Iterator

import pytest
from django.db import connection

LONG = "SELECT pg_sleep(300)"
RUNNING = "SELECT count(*) FROM pg_stat_activity WHERE query = %s AND state = 'active'"


@pytest.fixture(scope="session")
def django_db_setup(servers, django_db_blocker) -> None:
    """Use the database that the server comes with: these tests need no tables."""


def ask(sql: str) -> None:
    """Run a statement and drop its result."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def slow_to_begin() -> None:
    """Query for long."""
    ask(LONG)


@pytest.fixture
def slow_to_end() -> Iterator[None]:
    """Query for long when the test is over."""
    yield
    ask(LONG)


@pytest.mark.timeout(5)
@pytest.mark.django_db
def test_times_out_in_a_transaction():
    ask(LONG)


@pytest.mark.timeout(5)
@pytest.mark.django_db(transaction=True)
def test_times_out_with_real_commits():
    ask(LONG)


@pytest.mark.timeout(5)
@pytest.mark.django_db(transaction=True)
def test_times_out_while_it_is_set_up(transactional_db, slow_to_begin):
    raise AssertionError("its setup never ends")


@pytest.mark.timeout(5)
@pytest.mark.django_db(transaction=True)
def test_times_out_while_it_is_torn_down(transactional_db, slow_to_end):
    ask("SELECT 1")


@pytest.mark.django_db
def test_goes_on_in_a_transaction():
    ask("SELECT 1")


@pytest.mark.django_db(transaction=True)
def test_goes_on_with_real_commits():
    with connection.cursor() as cursor:
        cursor.execute(RUNNING, [LONG])
        assert cursor.fetchone() == (0,)
