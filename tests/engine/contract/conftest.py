"""Games for what holds in every game: a sample of them, or all with `--deep`."""

import pytest

from tests.engine.contract.games import Game, corner_games, game_at, third, ways
from tests.sampling import sample

PART = 3


@pytest.fixture
def sampled_games(key: str, seats: int, pytestconfig: pytest.Config) -> list[Game]:
    """Some of a table's games."""
    chosen = sample(pytestconfig, range(len(ways(key, seats))), PART)
    return [game_at(key, seats, at) for at in chosen]


@pytest.fixture
def few_games(key: str, seats: int, pytestconfig: pytest.Config) -> list[Game]:
    """Fewer of them, for what is slow to look at, and some that begin in a corner."""
    chosen = sample(pytestconfig, third(key, seats), PART)
    corners = corner_games(key, seats)
    from_corners = sample(pytestconfig, corners, PART) if corners else []
    return [*(game_at(key, seats, at) for at in chosen), *from_corners]
