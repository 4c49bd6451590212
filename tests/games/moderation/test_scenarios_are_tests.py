"""Every scenario of moderation is a test named by its number, or stands in a list that shrinks."""

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBERS = set(range(1, 38))
NOT_YET = NUMBERS - {
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    22,
    23,
    24,
    27,
    28,
    29,
    30,
    31,
    32,
    33,
    34,
    35,
}
"""This list only shrinks. Leagues, duplicate rounds and signals wait for their rooms."""


def test_every_scenario_is_a_test_or_named_among_those_to_come():
    source = "".join(path.read_text("utf-8") for path in HERE.rglob("test_*.py"))
    written = {int(number) for number in re.findall(r"def test_scenario_(\d\d)_", source)}
    assert written == NUMBERS - NOT_YET
