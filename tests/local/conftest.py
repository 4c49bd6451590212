"""A temporary folder that Postgres can reach when it must run as another user than we."""

import pytest


@pytest.fixture
def base(tmp_path):
    """A folder that everybody may pass; pytest's own are closed."""
    for part in [tmp_path, *tmp_path.parents[:2]]:
        part.chmod(part.stat().st_mode | 0o011)
    return tmp_path
