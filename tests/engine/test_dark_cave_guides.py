"""What docs/ says of The Dark Cave is there: code, cases, tests, cards, moves and positions."""

import re
from pathlib import Path

import pytest

import engine
from engine.cli.casefile import read_cases
from engine.decks import dark_cave as box
from engine.registry import ruleset

ROOT = Path(engine.__file__).parent
DOCS, TESTS = ROOT.parent / "docs", Path(__file__).parent
GAME = ruleset("dark-cave")
COVERAGE = (DOCS / "rules-coverage-dark-cave.md").read_text("utf-8")
NOTATION = (DOCS / "notation-dark-cave.md").read_text("utf-8")
RULINGS = {*range(1, 29)}
TITLES = [
    case.title.removeprefix("dark-cave ")
    for file in TESTS.glob("cases/dark-cave-*.case")
    for case in read_cases(file.name, file.read_text("utf-8"))
]


def rows() -> list[list[str]]:
    """The cells of every row of the coverage tables, heads left out."""
    lines = re.findall(r"^\| (.*) \|$", COVERAGE, re.MULTILINE)
    return [line.split(" | ") for line in lines if not line.startswith(("paragraph", "matter"))]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:60])
def test_every_rule_names_code_and_tests_that_are_there(row: list[str]) -> None:
    _, code, held = row
    for room, name in re.findall(r"`([a-z0-9_/.]+):(\w+)`", code):
        file = ROOT / (room if room.endswith(".py") else f"rulesets/dark_cave/{room}.py")
        assert re.search(rf"^(def |class )?{name}\b", file.read_text("utf-8"), re.MULTILINE), name
    tests = re.findall(r"`(test_\w+)`", held)
    sources = "".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
    assert all(f"def {test}(" in sources for test in tests)
    named = re.sub(r"`\w+`", "", held)
    # Titles hold commas themselves, so each begins at its "ruling" or "text:".
    cases = re.split(r",\s*(?=ruling|text:|$)", re.sub(r"\bcases?\b", "", named))
    found = [words.strip(" ,") for words in cases if words.strip(" ,")]
    assert tests or found
    for title in found:
        assert any(re.match(rf"{re.escape(title)}\b", known) for known in TITLES), title


def test_every_ruling_is_in_the_coverage_and_has_a_case() -> None:
    assert {int(number) for number in re.findall(r"ruling (\d+)", COVERAGE)} >= RULINGS
    named = {int(number) for title in TITLES for number in re.findall(r"^ruling (\d+):", title)}
    assert named == RULINGS


def test_there_are_enough_cases_each_with_a_title_of_its_own() -> None:
    assert len(TITLES) == len({*TITLES}) >= 60


def test_every_path_and_action_card_is_listed_with_its_copies() -> None:
    listed = dict(re.findall(r"`([\w-]+)` \| (\d)", NOTATION))
    copies = {row.code: row.copies for row in box.PATHS}
    copies |= {row.code: sum(row.copies) for row in box.ACTIONS}
    assert listed == {code: str(count) for code, count in copies.items()}


def test_every_move_and_its_steps_are_as_shown() -> None:
    moves = NOTATION.partition("## Moves")[2].partition("## ")[0]
    found = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", moves, re.MULTILINE)
    assert len(found) == 21
    for move, steps in found:
        assert GAME.format(GAME.parse(move)) == move
        assert ", ".join(map(" ".join, GAME.picks(GAME.parse(move)))) == steps


def test_the_position_shown_reads_and_writes_itself() -> None:
    (text,) = re.findall(r"```\n(.*?)```", NOTATION, re.DOTALL)
    written = GAME.format_position(GAME.parse_position(text))
    assert all(line in written for line in text.splitlines())
