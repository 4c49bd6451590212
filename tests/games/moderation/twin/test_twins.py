"""Whoever looks after games learns nothing that is secret there: not by a byte, not by a query."""

from random import Random

import pytest

from engine.registry import RULESETS
from tests.games.cast import NOW
from tests.games.moderation.twin import dealing, walk
from tests.games.moderation.twin.looking import ADMIN, compared, drawing
from tests.games.moderation.twin.walk import Walk
from tests.games.moderation.twin.worlds import POSITIONS, worlds
from tests.sampling import sample

pytestmark = pytest.mark.django_db

KEYS = list(RULESETS)
EACH = range(len(KEYS))
"""A pair of each ruleset."""
WALKS = (walk.of_a_moderator, walk.of_a_host, walk.of_who_plays)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pair as many games with twins as are asked for: all rulesets in turn, in all positions.

    Unless so many are asked for, two rulesets are chosen by the commit, or all with `--deep`.
    """
    if "pair" in metafunc.fixturenames:
        asked_for = metafunc.config.getoption("--twins")
        pairs = range(asked_for) if asked_for else sample(metafunc.config, EACH, 2)
        metafunc.parametrize("pair", pairs, ids=named)


def named(pair: int) -> str:
    """Name a pair by its game and position."""
    return f"{pair}-{KEYS[pair % len(KEYS)]}-{position_of(pair)}"


def position_of(pair: int) -> str:
    """Take the positions in turn, too, each ruleset beginning elsewhere."""
    return POSITIONS[(1 + pair % len(KEYS) + pair // len(KEYS)) % len(POSITIONS)]


def test_scenario_29_no_walk_tells_a_game_from_its_twin(
    pair: int, request: pytest.FixtureRequest, monkeypatch, set_clock, settings
):
    set_clock(NOW)
    settings.ADMINS = [("", ADMIN)]
    asked_for, deals = (request.config.getoption(name) for name in ("--twins", "--deals"))
    chance, luck = dealing.ours(monkeypatch), Random(f"{deals} {pair}")
    with drawing(f"{deals} {pair}"):
        found = worlds(KEYS[pair % len(KEYS)], position_of(pair), chance, luck)
    assert found.different.keys() >= {("games_game", "state"), ("games_move", "events")}
    # Two hundred pairs walk through everything once in each ruleset, five through a third of it.
    nth, key = divmod(pair, len(KEYS))
    part = Walk(found, share=max(16, asked_for // len(KEYS)), turn=7 * key + nth)
    for walked in WALKS:
        answers = []
        for which in (0, 1):
            with found.entered(which, also_from_players=walked is walk.of_who_plays):
                answers.append(walked(part).answers)
        assert len(answers[0]) > 20
        assert "\n\n".join(map(str, compared(*answers))) == ""
