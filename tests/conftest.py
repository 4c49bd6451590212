"""Fixtures for every test: a database on this run's own Postgres."""

import gc
import secrets
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from importlib import reload
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from django.db.backends.signals import connection_created
from django.test import TransactionTestCase
from django.urls import clear_url_caches
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from psycopg.pq import TransactionStatus
from whitenoise.middleware import WhiteNoiseMiddleware

from saboteur_site.local.children import Child
from tests import arranging

# Neither other work on the machine may fail a property nor luck: no time limits, and the same
# examples each time, unless other deals are asked for.
UNHURRIED = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.register_profile("project", UNHURRIED, derandomize=True)
hypothesis_settings.register_profile("fast", UNHURRIED, derandomize=True, max_examples=25)
hypothesis_settings.register_profile("other deals", UNHURRIED)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the collector of garbage leave alone what stays: many thousand tests and all modules."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


BATTERIES = tuple(
    Path(__file__).parent / name
    for name in (
        "games/month",
        "games/years",
        "games/moderation/twin",
        "faults",
        "games/test_the_bench.py",
        "engine/test_breaks.py",
        "local/test_up.py",
        "games/test_old_databases_migrate.py",
        "e2e",
    )
)
"""What takes long (browsers, kills, simulated months), the longest first; not run with --fast."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the batteries out with --fast."""
    left_out = config.getoption("--fast") and _battery(collection_path) < len(BATTERIES)
    return True if left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the batteries, so that no core waits for another at the end; give them time."""
    for item in items:
        if _battery(item.path) < len(BATTERIES) and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: _battery(item.path))


@cache
def _battery(path: Path) -> int:
    """Tell to which battery a file belongs; a file of none comes last."""
    of = (BATTERIES.index(each) for each in (path, *path.parents) if each in BATTERIES)
    return next(of, len(BATTERIES))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let -k dark_cave and -k dark-cave select the same: files are named so, games' keys so."""
    name = f"{item.path.stem}::{item.name}"
    item.extra_keyword_matches.update((name.replace("-", "_"), name.replace("_", "-")))


def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """Free the database when a phase of a test fails, for its teardown and the tests after it."""
    if call.excinfo:
        end_running_queries()


def end_running_queries() -> None:
    """Cancel queries that a timeout has left running, and close their connections.

    The alarm of pytest-timeout rings inside psycopg. A connection that still waits for an answer
    takes no other statement, and its query would keep its locks until it is done.
    """
    for each in connections.all(initialized_only=True):
        opened = each.connection
        if opened and opened.info.transaction_status == TransactionStatus.ACTIVE:
            with suppress(psycopg.OperationalError):  # the server may be gone, and its query too
                opened.cancel_safe()
            each.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: tuple[Child, Child]) -> None:
    """pytest-django asks for this before it makes the test database."""


# What belongs to the tables themselves stays: it is the same for every test.
EMPTY = """
DO $$ DECLARE name text; filled boolean; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
        SELECT tablename FROM pg_tables WHERE schemaname = 'public'
        AND tablename NOT IN ('django_content_type', 'auth_permission', 'django_migrations')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO filled;
        IF filled THEN EXECUTE format('DELETE FROM %I', name); END IF;
    END LOOP;
END $$"""


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    """Delete what a test has left: to truncate all tables takes longer than most tests do."""

    def empty(_case: TransactionTestCase) -> None:
        end_running_queries()  # of a fixture that timed out while it was torn down
        with connection.cursor() as cursor:
            cursor.execute(EMPTY)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Choose with how many examples properties are tried, and whether with others each time."""
    usual = "fast" if config.getoption("--fast") else "project"
    other = config.getoption("--deals") != "usual"
    hypothesis_settings.load_profile("other deals" if other else usual)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let other deals be drawn than usual: what passes must not hang on luck."""
    parser.addoption("--deals", default="usual", metavar="WORD", help="deal other games in tests")
    parser.addoption(
        "--positions", default=15, type=int, metavar="N", help="of each game go back to so many"
    )
    parser.addoption(
        "--twins", default=0, type=int, metavar="N", help="compare so many games with their twins"
    )
    parser.addoption("--deep", action="store_true", help="run every case, not a sample")
    parser.addoption("--fast", action="store_true", help="no browsers, kills or simulated months")


@pytest.fixture(autouse=True)
def _a_test_deals_the_same_each_time(request: pytest.FixtureRequest) -> Iterator[None]:
    # Whoever reads of a red test can repeat it. Every test has chance of its own.
    chance = Random(f"{request.config.getoption('--deals')} {request.node.nodeid}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        yield


@pytest.fixture(scope="session", autouse=True)
def _what_a_test_arranges_has_a_cause() -> Iterator[None]:
    """See tests/arranging.py: the service itself must name its causes in every test."""
    connection_created.connect(arranging.watch)
    yield
    connection_created.disconnect(arranging.watch)


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_listed_once() -> Iterator[None]:
    """Every test client is a site of its own, which would look through all of them again."""
    listed: dict[str, Any] = {}

    def list_once(site: WhiteNoiseMiddleware) -> None:
        if not listed:
            add_files(site)
            listed.update(site.files)
        site.files.update(listed)

    with pytest.MonkeyPatch.context() as patch:
        add_files = WhiteNoiseMiddleware.add_files_from_finders
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", list_once)
        yield


@pytest.fixture
def letterbox(settings, tmp_path: Path) -> Iterator[Path]:
    """Local mode with its mailbox pages; the folder that letters are laid into."""
    settings.LOCAL_MODE = True
    settings.LOCAL_MAIL_DIR = tmp_path / "letters"
    settings.EMAIL_BACKEND = "saboteur_site.local.letterbox.EmailBackend"
    _reload_urls()
    yield settings.LOCAL_MAIL_DIR
    settings.LOCAL_MODE = False
    _reload_urls()


def _reload_urls() -> None:
    from games import urls as games_urls  # tests of the engine alone need no pages
    from saboteur_site import urls as site_urls

    reload(games_urls)
    reload(site_urls)
    clear_url_caches()
