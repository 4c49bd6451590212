"""What docs/ says of The Duel is there: code, cases, tests, cards, moves and positions."""

import re
from pathlib import Path

import pytest

import engine
from engine.cli.casefile import read_cases
from engine.decks import duel as box
from engine.registry import ruleset

ROOT = Path(engine.__file__).parent
DOCS, TESTS = ROOT.parent / "docs", Path(__file__).parent
GAME = ruleset("duel")
COVERAGE = (DOCS / "rules-coverage-duel.md").read_text("utf-8")
NOTATION = (DOCS / "notation-duel.md").read_text("utf-8")
TITLES = [
    case.title
    for file in TESTS.glob("cases/duel-*.case")
    for case in read_cases(file.name, file.read_text("utf-8"))
]
SOURCES = "".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))


def rows() -> list[list[str]]:
    """The cells of every row of the coverage tables, heads left out."""
    lines = re.findall(r"^\| (.*) \|$", COVERAGE, re.MULTILINE)
    return [line.split(" | ") for line in lines if not line.startswith(("paragraph", "matter"))]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:60])
def test_every_rule_names_code_and_tests_that_are_there(row: list[str]) -> None:
    _, code, held = row
    places = re.findall(r"`([a-z0-9_/.]+):(\w+)`", code)
    assert places
    for room, name in places:
        file = ROOT / (room if room.endswith(".py") else f"rulesets/duel/{room}.py")
        assert re.search(rf"^(def |class )?{name}\b", file.read_text("utf-8"), re.MULTILINE), name
    tests = re.findall(r"`(test_\w+)`", held)
    assert all(f"def {test}(" in SOURCES for test in tests)
    words = re.sub(r"`\w+`|^cases? ", "", held)
    cases = [title for title in re.split(r", (?=Duel|C\.1|solo|text|$)", words) if title]
    assert tests or cases
    for title in (case.strip(", ") for case in cases):
        assert any(re.match(rf"{re.escape(title)}\b", known) for known in TITLES), title


def test_every_question_and_ruling_has_a_case() -> None:
    named = {int(number) for title in TITLES for number in re.findall(r"^Duel (\d+):", title)}
    assert named == {*range(1, 23)}


def test_there_are_cases_enough_for_both_games() -> None:
    solo = (TESTS / "cases/duel-solo.case").read_text("utf-8").count("\ncase ")
    assert solo >= 40
    assert len(TITLES) - solo >= 60


def test_every_path_card_is_listed_with_its_copies() -> None:
    listed = dict(re.findall(r"`(DU-[\w-]+)` \| (\d)", NOTATION))
    assert listed == {row.code: str(row.copies) for row in box.PATHS}


def test_every_other_card_is_named() -> None:
    new = [row.code for row in (*box.STARTS, *box.ACTIONS) if not row.code.startswith("fix")]
    assert all(f"`{code}`" in NOTATION for code in new)


def test_every_move_and_its_steps_are_as_shown() -> None:
    moves = NOTATION.partition("## Moves")[2].partition("##")[0]
    found = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", moves, re.MULTILINE)
    assert len(found) == 14
    for move, steps in found:
        assert GAME.format(GAME.parse(move)) == move
        assert ", ".join(map(" ".join, GAME.picks(GAME.parse(move)))) == steps


def test_every_line_of_a_position_is_described() -> None:
    described = NOTATION.partition("## Lines")[2]
    for game, text in (("duel", "duel\n@1 hand map"), ("duel-solo", "duel-solo\n@1 hand map")):
        rules = ruleset(game)
        for line in rules.format_position(rules.parse_position(text)).splitlines()[1:]:
            word = "@1" if line.startswith("@") else line.split()[0]
            assert word in ("seed", "round", "asked") or f"`{word}" in described, word
