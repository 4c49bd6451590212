"""What docs/ says of Saboteur 2 is there: rulings, cards, moves and positions."""

import re
from pathlib import Path
from typing import Any

import engine
from engine.decks import saboteur2 as box
from engine.registry import ruleset

DOCS = Path(engine.__file__).parents[1] / "docs"
GAME = ruleset("saboteur2")
COVERAGE = (DOCS / "rules-coverage-saboteur2.md").read_text("utf-8")
NOTATION = (DOCS / "notation-saboteur2.md").read_text("utf-8")


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
