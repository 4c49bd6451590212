"""Points Django at this test run's own servers. Loaded by `-p`: a conftest comes after settings."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from saboteur_site.local import catalogue, servers
from saboteur_site.local.children import Child

# Replaces what a developer's or an operator's shell may say: tests touch no real server, ever.
ENVIRON = {
    "ADMINS": "",
    "ALLOWED_HOSTS": "",
    "BASE_URL": "http://testserver",
    "DEBUG": "0",
    "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
    "LOCAL_MODE": "0",
    "SECRET_KEY": "only-for-tests-" * 4,
    "STATIC_FROM_SOURCES": "1",
}
_folder = pytest.StashKey[Path]()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Name the servers; they start with the first test that needs one."""
    stack = ExitStack()
    early_config.add_cleanup(stack.close)
    base = early_config.stash[_folder] = stack.enter_context(servers.temporary_folder())
    os.environ.update(ENVIRON | servers.urls(base))
    catalogue.compile_all()
    yield


@pytest.fixture(scope="session", name="servers")
def running_servers(request: pytest.FixtureRequest) -> Iterator[tuple[Child, Child]]:
    """Postgres and Valkey, running; a test may stop and start them to see what the service does."""
    base = request.config.stash[_folder]
    if servers.begin_with_tables(base):
        from django.db import connection

        connection.settings_dict["TEST"]["TEMPLATE"] = servers.TABLES
    with servers.temporary(base) as children:
        yield children
