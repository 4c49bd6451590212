"""A temporary folder that Postgres can reach when it must run as another user than we."""

import pytest

from saboteur_site.local import servers


@pytest.fixture
def base():
    """A folder that everybody may pass; pytest's own are closed."""
    with servers.temporary_folder() as base:
        yield base
