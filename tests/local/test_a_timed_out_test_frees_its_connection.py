"""A test that times out within a query fails alone."""

import re
import subprocess
import sys
from pathlib import Path

from saboteur_site.local import folder

FILE = Path(__file__).with_name("timing_out.py")
PLAIN = ("-n0", "-rA", "--tb=no", "-p", "no:cacheprovider", "--color=no")


def test_tests_after_a_timed_out_one_reach_the_database():
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *PLAIN, str(FILE)],
        cwd=folder.ROOT, capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    outcomes = set(re.findall(r"^(PASSED|FAILED|ERROR) \S+::test_(\w+)", ran.stdout, re.MULTILINE))
    assert outcomes == {
        ("FAILED", "times_out_in_a_transaction"),
        ("FAILED", "times_out_with_real_commits"),
        ("ERROR", "times_out_while_it_is_set_up"),
        ("PASSED", "times_out_while_it_is_torn_down"),
        ("ERROR", "times_out_while_it_is_torn_down"),
        ("PASSED", "goes_on_in_a_transaction"),
        ("PASSED", "goes_on_with_real_commits"),
    }, ran.stdout + ran.stderr
