"""`--fast` leaves the batteries out."""

import subprocess
import sys

from saboteur_site.local import folder
from tests.conftest import BATTERIES

BATTERY, QUICK = "tests/local/test_up.py", "tests/local/test_ports.py"


def collected(*options: str) -> set[str]:
    """Collect the tests of this room and name the files that have any."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *options, "tests/local"]
    asked = subprocess.run(command, cwd=folder.ROOT, capture_output=True, text=True, check=False)
    return {line.partition("::")[0] for line in asked.stdout.splitlines() if "::" in line}


def test_a_battery_is_collected_without_fast_alone():
    fast = collected("--fast")
    assert QUICK in fast
    assert collected() - fast == {BATTERY}


def test_every_battery_is_there():
    assert [each for each in BATTERIES if not each.exists()] == []
