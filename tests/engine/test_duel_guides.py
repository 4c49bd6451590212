"""What docs/ says of the notation of The Duel is so, and its written cases are all there."""

import re
from pathlib import Path
from typing import Any

import engine
from engine.cli.casefile import read_cases
from engine.decks import duel as box
from engine.registry import ruleset

TESTS = Path(__file__).parent
DOCS = Path(engine.__file__).parents[1] / "docs"
GAME = ruleset("duel")
NOTATION = (DOCS / "notation-duel.md").read_text("utf-8")
TITLES = [
    case.title
    for file in TESTS.glob("cases/duel-*.case")
    for case in read_cases(file.name, file.read_text("utf-8"))
]


def test_every_question_and_ruling_has_a_case() -> None:
    named = {int(number) for title in TITLES for number in re.findall(r"^Duel (\d+):", title)}
    assert named == {*range(1, 27)}


def test_there_are_cases_enough_for_both_games() -> None:
    solo = (TESTS / "cases/duel-solo.case").read_text("utf-8").count("\ncase ")
    assert solo >= 40
    assert len(TITLES) - solo >= 60


def test_every_path_card_is_listed_with_its_copies() -> None:
    listed = dict(re.findall(r"`(DU-[\w-]+)` \| (\d)", NOTATION))
    assert listed == {row.code: str(row.copies) for row in box.PATHS}


def test_every_other_card_is_named() -> None:
    others: tuple[Any, ...] = (*box.STARTS, *box.ACTIONS, *box.RETIRED_GOALS)
    new = [row.code for row in others if not row.code.startswith("fix")]
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
