"""Fixtures for every test: a database on this run's own Postgres, an empty cache to begin with."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings

from saboteur_site.local.children import Child

# Other work on the machine must not fail a property: no time limit for one example.
hypothesis_settings.register_profile("project", deadline=None)
hypothesis_settings.load_profile("project")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let -k dark_cave and -k dark-cave select the same: files are named so, games' keys so."""
    name = f"{item.path.stem}::{item.name}"
    item.extra_keyword_matches.update((name.replace("-", "_"), name.replace("_", "-")))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: tuple[Child, Child]) -> None:
    """pytest-django asks for this before it makes the test database."""


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    yield
    cache.clear()
