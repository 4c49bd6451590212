"""Rules broken on purpose, one by one: what holds the rules of a game finds each of them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.registry import RULESETS
from tests.engine.breaks.planted import copied
from tests.engine.breaks.search import BREAKS, STAGES

ROOT = Path(__file__).parents[2]
FEWEST = 10


def searched(key: str, folder: Path) -> dict[str, Any]:
    """What is found of the breaks of a game, each planted in an engine in this folder."""
    looked = subprocess.run(
        [sys.executable, "-m", "tests.engine.breaks.search", key],
        # The copy is found before the engine as it is, and the tests beside that one.
        # Nothing broken is kept compiled: it could pass for what is mended in the same second.
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert looked.returncode == 0, looked.stderr
    said: dict[str, Any] = json.loads(looked.stdout)
    return said


@pytest.mark.parametrize("key", BREAKS)
def test_every_planted_break_is_found_and_nothing_where_nothing_is_broken(
    key: str, tmp_path: Path
) -> None:
    said = searched(key, copied(ROOT / "engine", tmp_path / "copy"))
    assert [*said["breaks"]] == [planted.title for planted in BREAKS[key]]
    missed = {
        title: found for title, found in said["breaks"].items() if not found.startswith("FAILED ")
    }
    assert missed == {}
    assert said["sound"]
    assert {module: found for module, found in said["sound"].items() if found} == {}


def test_every_ruleset_has_its_breaks() -> None:
    assert BREAKS.keys() == RULESETS.keys()
    assert min(map(len, BREAKS.values())) >= FEWEST
    planted = [each for breaks in BREAKS.values() for each in breaks]
    titles = [each.title for each in planted]
    assert len({*titles}) == len(titles)
    assert {each.stage for each in planted} == STAGES.keys()
