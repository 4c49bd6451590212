"""Every docs/rules-coverage-<game>.md names code, cases and tests that exist, and all rulings."""

import re
from functools import cache
from pathlib import Path

import pytest

import engine
from engine.cli.casefile import read_cases

ROOT = Path(engine.__file__).parent
TESTS = Path(__file__).parent
PAGES = sorted(ROOT.parent.glob("docs/rules-coverage-*.md"))
TEST_NAMES = {
    name
    for file in TESTS.rglob("test_*.py")
    for name in re.findall(r"def (test_\w+)\(", file.read_text("utf-8"))
}
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@cache
def defined(file: str) -> set[str]:
    """The names that lines of a file of the engine begin with, functions and classes too."""
    source = (ROOT / file).read_text("utf-8")
    return set(re.findall(r"^(?:def |class )?(\w+)\b", source, re.MULTILINE))


def game(page: Path) -> str:
    return page.stem.removeprefix("rules-coverage-")


def rows(page: Path) -> list[list[str]]:
    """The cells of every row of a page's tables, heads left out."""
    lines = page.read_text("utf-8").splitlines()
    below = [*lines[1:], ""]
    tables = [
        line
        for line, next_line in zip(lines, below, strict=True)
        if line.startswith("| ") and not next_line.startswith("|---")
    ]
    return [line.strip("| ").split(" | ") for line in tables]


def titles(page: Path) -> list[str]:
    """The titles of all written cases of a page's game."""
    return [
        case.title
        for file in sorted(TESTS.glob(f"cases/{game(page)}-*.case"))
        for case in read_cases(file.name, file.read_text("utf-8"))
    ]


def named(held: str, known: list[str]) -> list[str]:
    """The cases a cell names by the beginnings of their titles."""
    words = re.sub(r"`\w+`|^cases? ", "", held)
    # A title may hold commas: only what begins like some title begins a new name.
    firsts = "|".join({re.escape(title.split()[0]) for title in known})
    parts = re.split(rf", (?=(?:{firsts}) )", words)
    return [name for part in parts if (name := part.strip(", "))]


def begins(title: str, name: str) -> bool:
    return re.match(rf"{re.escape(name)}\b", title) is not None


@every_page
def test_every_rule_names_code_and_tests_that_are_there(page: Path) -> None:
    known, room, missing = titles(page), f"rulesets/{game(page).replace('-', '_')}", list[str]()
    for rule, code, held in rows(page):
        places = re.findall(r"`([a-z0-9_/.]+):(\w+)`", code)
        tests, cases = re.findall(r"`(test_\w+)`", held), named(held, known)
        missing += [f"{rule}: no code"] * (not places)
        missing += [f"{rule}: no test"] * (not tests and not cases)
        missing += [
            f"{rule}: {name} in {place}"
            for place, name in places
            if name not in defined(place if place.endswith(".py") else f"{room}/{place}.py")
        ]
        missing += [f"{rule}: {test}" for test in tests if test not in TEST_NAMES]
        missing += [
            f"{rule}: {name}" for name in cases if not any(begins(title, name) for title in known)
        ]
    assert missing == []


@every_page
def test_every_ruling_that_has_a_case_is_on_the_page(page: Path) -> None:
    held = "\n".join(row[2] for row in rows(page))
    rulings = set(re.findall(r"^\w+ \d+(?=b?:)", "\n".join(titles(page)), re.MULTILINE))
    assert [ruling for ruling in rulings if not re.search(rf"\b{ruling}\b", held)] == []


def test_every_written_case_of_the_base_game_holds_some_rule() -> None:
    page = ROOT.parent / "docs/rules-coverage-saboteur.md"
    known = titles(page)
    names = {name for row in rows(page) for name in named(row[2], known)}
    assert [title for title in known if not any(begins(title, name) for name in names)] == []
