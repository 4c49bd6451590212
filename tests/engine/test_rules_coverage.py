"""Every docs/rules-coverage-<game>.md names code, cases and tests that exist, and all rulings."""

import re
from pathlib import Path

import pytest

import engine
from engine.cli.casefile import read_cases

ROOT = Path(engine.__file__).parent
TESTS = Path(__file__).parent
PAGES = sorted(ROOT.parent.glob("docs/rules-coverage-*.md"))
SOURCES = "".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


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


@pytest.mark.parametrize(
    ("page", "row"),
    [(page, row) for page in PAGES for row in rows(page)],
    ids=lambda part: part[0][:60] if isinstance(part, list) else game(part),
)
def test_every_rule_names_code_and_tests_that_are_there(page: Path, row: list[str]) -> None:
    _, code, held = row
    places = re.findall(r"`([a-z0-9_/.]+):(\w+)`", code)
    assert places
    for room, name in places:
        rooms = f"rulesets/{game(page).replace('-', '_')}"
        file = ROOT / (room if room.endswith(".py") else f"{rooms}/{room}.py")
        assert re.search(rf"^(def |class )?{name}\b", file.read_text("utf-8"), re.MULTILINE), name
    tests, cases = re.findall(r"`(test_\w+)`", held), named(held, titles(page))
    assert tests or cases
    assert [test for test in tests if f"def {test}(" not in SOURCES] == []
    assert [n for n in cases if not any(begins(title, n) for title in titles(page))] == []


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
