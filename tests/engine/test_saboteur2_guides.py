"""What docs/ says of Saboteur 2 is there: code, cases, tests, cards, moves and positions."""

import re
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.cli.casefile import read_cases
from engine.decks import saboteur2 as box
from engine.registry import ruleset

ROOT = Path(engine.__file__).parent
DOCS, TESTS = ROOT.parent / "docs", Path(__file__).parent
GAME = ruleset("saboteur2")
COVERAGE = (DOCS / "rules-coverage-saboteur2.md").read_text("utf-8")
NOTATION = (DOCS / "notation-saboteur2.md").read_text("utf-8")
TITLES = [
    case.title
    for file in TESTS.glob("cases/saboteur2-*.case")
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
        file = ROOT / (room if room.endswith(".py") else f"rulesets/saboteur2/{room}.py")
        assert re.search(rf"^(def |class )?{name}\b", file.read_text("utf-8"), re.MULTILINE)
    tests = re.findall(r"`(test_\w+)`", held)
    sources = "".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
    assert all(f"def {test}(" in sources for test in tests)
    cases = re.sub(r"`\w+`|\bcases?\b", "", held).split(",")
    named = [words.strip() for words in cases if words.strip()]
    assert tests or named
    for title in named:
        assert any(re.match(rf"{re.escape(title)}\b", known) for known in TITLES), title


def test_every_ruling_of_this_game_is_in_the_coverage() -> None:
    named = {int(number) for number in re.findall(r"ruling (\d+)", COVERAGE)}
    assert named >= {*range(27, 61), *range(74, 81)}


def test_every_path_and_action_card_is_listed_with_its_copies() -> None:
    listed = dict(re.findall(r"`([\w-]+)` \| (\d)", NOTATION))
    rows: tuple[Any, ...] = (*box.PATHS, *box.ACTIONS)
    assert listed == {row.code: str(row.copies) for row in rows}


def test_every_move_and_its_steps_are_as_shown() -> None:
    moves = NOTATION.partition("## Moves")[2].partition("##")[0]
    found = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", moves, re.MULTILINE)
    assert len(found) == 18
    for move, steps in found:
        assert GAME.format(GAME.parse(move)) == move
        assert ", ".join(map(" ".join, GAME.picks(GAME.parse(move)))) == steps


def test_the_position_shown_reads_and_writes_itself() -> None:
    (text,) = re.findall(r"```\n(.*?)```", NOTATION, re.DOTALL)
    written = GAME.format_position(GAME.parse_position(text))
    assert all(line in written for line in text.splitlines())
