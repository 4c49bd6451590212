"""What docs/ says of notation, positions and cases is so."""

import re
from pathlib import Path

import pytest

from engine.cli.casefile import read_cases
from engine.cli.cases import play_case
from engine.decks.saboteur import ACTIONS, PATHS
from engine.registry import ruleset

DOCS = Path(__file__).parents[2] / "docs"
GAME = ruleset("saboteur")
NOTATION = (DOCS / "notation.md").read_text("utf-8")
MOVES = NOTATION.partition("## Moves")[2].partition("##")[0]


def _blocks(name: str) -> list[str]:
    return re.findall(r"```\n(.*?)```", (DOCS / name).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("move", re.findall(r"`([a-z]+ [^`]+)`", MOVES))
def test_every_move_shown_is_written_as_it_reads(move: str) -> None:
    assert GAME.format(GAME.parse(move)) == move


def test_the_steps_shown_are_the_steps_of_the_move() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ((?:card|cell) [^|]+) \|$", NOTATION, re.MULTILINE)
    assert len(rows) == 7
    for move, steps in rows:
        assert ", ".join(map(" ".join, GAME.picks(GAME.parse(move)))) == steps


def test_every_path_card_is_listed_with_its_copies() -> None:
    listed = {(code, int(copies)) for code, copies in re.findall(r"`(\w\d)` \| (\d)", NOTATION)}
    assert listed >= {(row.code, row.copies) for row in PATHS}


def test_every_action_card_is_named() -> None:
    assert all(f"`{row.code}`" in NOTATION for row in ACTIONS)


def test_the_position_shown_reads() -> None:
    (text,) = _blocks("positions.md")
    written = GAME.format_position(GAME.parse_position(text))
    assert all(line in written for line in text.splitlines()[1:])


def test_the_case_shown_holds() -> None:
    (case,) = read_cases("cases.md", _blocks("cases.md")[0])
    assert play_case(case) == []
