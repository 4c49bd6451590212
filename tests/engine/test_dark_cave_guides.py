"""What docs/notation-dark-cave.md says is so, and every ruling has its written case."""

import re
from pathlib import Path

from engine.cli.casefile import read_cases
from engine.decks import dark_cave as box
from engine.registry import ruleset

DOCS, TESTS = Path(__file__).parents[2] / "docs", Path(__file__).parent
GAME = ruleset("dark-cave")
NOTATION = (DOCS / "notation-dark-cave.md").read_text("utf-8")
TITLES = [
    case.title
    for file in TESTS.glob("cases/dark-cave-*.case")
    for case in read_cases(file.name, file.read_text("utf-8"))
]


def test_every_ruling_has_a_case() -> None:
    named = {int(number) for title in TITLES for number in re.findall(r"^Cave (\d+):", title)}
    assert named == {*range(1, 32)}


def test_there_are_enough_cases_each_with_a_title_of_its_own() -> None:
    assert len(TITLES) == len({*TITLES}) >= 60


def test_every_path_and_action_card_is_listed_with_its_copies() -> None:
    listed = dict(re.findall(r"`([\w-]+)` \| (\d)", NOTATION))
    copies = {row.code: row.copies for row in box.PATHS}
    copies |= {row.code: sum(row.copies) for row in box.ACTIONS}
    assert listed == {code: str(count) for code, count in copies.items()}


def test_every_move_and_its_steps_are_as_shown() -> None:
    moves = NOTATION.partition("## Moves")[2].partition("## Positions")[0]
    found = re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$", moves, re.MULTILINE)
    assert len(found) == 21
    for move, steps in found:
        assert GAME.format(GAME.parse(move)) == move
        assert ", ".join(map(" ".join, GAME.picks(GAME.parse(move)))) == steps


def test_the_position_shown_reads_and_writes_itself() -> None:
    (text,) = re.findall(r"```\n(.*?)```", NOTATION, re.DOTALL)
    written = GAME.format_position(GAME.parse_position(text))
    assert all(line in written for line in text.splitlines())
