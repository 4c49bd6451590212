"""Emails of every kind, each arranged and rendered once for all tests of what is written."""

import secrets
from functools import cache
from random import Random

import pytest

from games.models import Letter
from tests.games.letters.test_every_letter_is_written import Render, Rendered, arranged


@pytest.fixture(scope="session")
def _rendered_once(request: pytest.FixtureRequest) -> Render:
    @cache
    def once(kind: Letter.Kind) -> Rendered:
        # The same chance whichever test comes first.
        chance = Random(f"{request.config.getoption('--deals')} {kind}")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_bytes", chance.randbytes)
            return arranged(kind)

    return once


@pytest.fixture
def rendered(db: None, _rendered_once: Render) -> Render:
    """Renders an email of a kind; only the first test of a kind finds its rows."""
    return _rendered_once
