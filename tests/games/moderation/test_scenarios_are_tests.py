"""Every scenario of moderation is a test named by its number."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[2]
NUMBERS = set(range(1, 38))


def test_every_scenario_is_a_test():
    source = "".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    written = {int(number) for number in re.findall(r"def test_scenario_(\d\d)_", source)}
    assert written == NUMBERS
