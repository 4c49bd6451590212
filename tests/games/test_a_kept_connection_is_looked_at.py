"""A connection is kept from page to page; before it is used it is looked at, without a question."""

import pytest
from django.db import close_old_connections, connection, connections

from tests.games.test_a_database_that_is_gone_wakes_nobody import terminate

pytestmark = pytest.mark.django_db(transaction=True)

LAST = "SELECT query FROM pg_stat_activity WHERE pid = %s"
MARK = "SELECT 'the last that was said'"


def ask(sql: str) -> object:
    """Ask as the first thing of a page; the connection is kept from the one before."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def test_a_connection_that_holds_is_used_without_being_asked_whether_it_does():
    ask(MARK)
    pid, other = connection.connection.info.backend_pid, connections.create_connection("default")
    close_old_connections()
    assert connection.is_usable()
    try:
        with other.cursor() as cursor:
            cursor.execute(LAST, [pid])
            assert cursor.fetchone() == (MARK,)
    finally:
        other.close()
    assert ask("SELECT pg_backend_pid()") == pid


def test_a_connection_that_the_server_ended_is_replaced_before_a_page_uses_it():
    ask(MARK)
    pid = connection.connection.info.backend_pid
    terminate(pid)
    close_old_connections()
    assert ask("SELECT pg_backend_pid()") != pid


def test_a_connection_on_which_only_something_was_said_is_kept():
    ask(MARK)
    pid = connection.connection.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("LISTEN nothing")
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("NOTIFY nothing")
    finally:
        other.close()
    close_old_connections()
    assert ask("SELECT pg_backend_pid()") == pid
