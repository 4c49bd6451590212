"""`manage.py bench` from end to end, quickly: every row is there and has a figure."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIGURE = re.compile(r"\d[\d.]*(e-\d+)?")
LOCAL = ("DATABASE_URL", "REDIS_URL", "CACHE_URL", "BASE_URL")


def told_in_the_docs() -> set[str]:
    """The rows that docs/bench.md tells of."""
    return set(re.findall(r"^\| `([^`]+)`", (ROOT / "docs" / "bench.md").read_text(), re.MULTILINE))


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this environment, on servers of its own."""
    environ = {name: value for name, value in os.environ.items() if name not in LOCAL}
    return subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments],
        cwd=ROOT,
        env=environ | {"SABOTEUR_SETUP": "off"},
        capture_output=True,
        text=True,
    )


@pytest.mark.timeout(300)
def test_every_row_is_measured_and_told_in_the_docs():
    done = bench("--fast")
    assert done.returncode == 0, done.stderr
    heads, *lines = (re.split(r"  +", line) for line in done.stdout.splitlines())
    assert heads[:4] == ["row", "median", "min..max", "goal"]
    rows = {cells[0]: cells for cells in lines if len(cells) == len(heads)}
    skipped = {"E1"} if "E1 skipped" in done.stdout else set()
    assert rows.keys() | skipped == told_in_the_docs()
    for cells in rows.values():
        assert FIGURE.fullmatch(cells[1]), cells
        assert cells[3][:2] in (">=", "<="), cells
    for size in ("50", "100", "200"):
        assert f"a sweep over {size} active games: " in done.stdout
    assert "turn page at first sight by letter" in done.stdout


def test_a_group_that_does_not_exist_is_refused_by_name():
    done = bench("X")
    assert done.returncode == 1
    assert "No such group: X." in done.stderr
