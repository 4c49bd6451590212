"""Every test that the page on collisions in a league names is there."""

import re

from saboteur_site.local.folder import ROOT
from tests.rows import each_row

PAGE = (ROOT / "docs" / "collisions.md").read_text()
NAMED = sorted(set(re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)))


@each_row("file, name", NAMED)
def test_a_test_that_is_named_is_there(file: str, name: str):
    assert f"def {name}(" in (ROOT / "tests" / "games" / "leagues" / file).read_text()


def test_every_row_names_a_test():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line]
    told = [row for row in rows if not row.endswith("| held by |")]
    assert len(told) > 15
    assert all("::test_" in row for row in told)
