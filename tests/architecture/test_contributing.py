"""The checklists of CONTRIBUTING.md lead through tests that are there."""

import re

from saboteur_site.local.folder import ROOT
from tests.rows import each_row

CHECKLISTS = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
DEFINED = set(re.findall(r"def (test_\w+)", "".join(file.read_text("utf-8") for file in FILES)))
NAMED = set(re.findall(r"`(test_\w+)(?:\[\w+\])?`", CHECKLISTS))
PATHS = set(re.findall(r"`(?:tests/[\w/]+/)?(test_\w+\.py)`", CHECKLISTS))


@each_row("name", sorted(NAMED))
def test_a_test_that_a_checklist_names_is_there(name: str) -> None:
    assert name in DEFINED


@each_row("path", sorted(PATHS))
def test_a_file_of_tests_that_a_checklist_names_is_there(path: str) -> None:
    assert path in {file.name for file in FILES}
