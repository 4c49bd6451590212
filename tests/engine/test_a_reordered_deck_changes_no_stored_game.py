"""Rows of the deck tables may be moved, added and retired: stored games name cards and stay as is.

A copy of the engine with other tables, run apart, reads what is stored and says what it has read.
Cards still to be drawn by chance do follow the order of the rows, as drawn by the version of the
rules; the frozen games that go on to the next deal and the transcripts watch over these.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest

import engine
from engine.registry import RULESETS
from tests.engine.contract.games import every_ruleset

MOVED = {
    "saboteur": """
PATHS = (PathRow("P0", 0, "N"), *reversed(PATHS[1:]), PATHS[0]._replace(copies=0))
GOALS = (*reversed(GOALS),)
ACTIONS = (*reversed(ACTIONS), ActionRow("fix-all", 0, "fix", ("pick", "lantern", "cart")))
""",
    "saboteur2": """
PATHS = (PathRow("E0", 0, "N S"), *reversed(PATHS[1:]), PATHS[0]._replace(copies=0))
ACTIONS = (ActionRow("nap", 0, "free"), *reversed(ACTIONS))
DWARVES = dict(reversed(DWARVES.items()))
""",
    "duel": """
PATHS = (PathRow("DU-NEW", 0, "N"), *reversed(PATHS[1:]), PATHS[0]._replace(copies=0))
STARTS = (*reversed(STARTS),)
GOALS = (*reversed(GOALS),)
RETIRED_GOALS = (*reversed(RETIRED_GOALS),)
ACTIONS = (ActionRow("fix-all", 0, "fix", ("pick", "lantern", "cart")), *reversed(ACTIONS))
""",
    "dark_cave": """
PATHS = (PathRow("III-NEW", 0, "N", "n:N"), *reversed(PATHS[1:]), PATHS[0]._replace(copies=0))
GOALS = (*reversed(GOALS),)
ACTIONS = (*reversed(ACTIONS), ActionRow("nap", (0, 0, 0), "info"))
""",
}
"""By deck table: lines that turn it round, add cards and take one out of the box."""
READER = """
import json, sys
from engine.registry import RULESETS

def read(key, stored, facts, lays):
    rules = RULESETS[key]
    state = rules.load(stored)
    asked = rules.to_act(state)
    legal = [rules.format(m) for seat in asked for m in rules.legal_moves(state, seat)]
    facts = [rules.dump_event(rules.load_event(fact)) for fact in facts]
    return rules.format_position(state), legal, facts, [after(rules, state, m) for m in lays]

def after(rules, state, move):
    (seat,) = rules.to_act(state)
    return [rules.dump_event(event) for event in rules.apply(state, seat, rules.parse(move)).events]

print(json.dumps([read(*stored) for stored in json.load(sys.stdin)]))
"""


class Stored(NamedTuple):
    """A frozen game in one of its forms."""

    key: str
    state: Any
    facts: list[Any]
    lays: list[str]
    """Some of the cards that may be laid."""


def in_both_forms(file: Path) -> list[Stored]:
    """A frozen game as it was stored and as it would be stored today."""
    frozen = json.loads(file.read_text("utf-8"))
    rules = RULESETS[frozen["ruleset"]]
    today = rules.dump(rules.load(frozen["state"]))
    lays = [line for line in frozen["next"] if line.startswith("lay ")]
    rest = frozen["events"], lays
    return [Stored(frozen["ruleset"], state, *rest) for state in (frozen["state"], today)]


FROZEN = {
    f"{file.parent.name}/{file.stem}": in_both_forms(file)
    for file in sorted((Path(__file__).parent / "frozen").glob("v*/*.json"))
}


@pytest.fixture(scope="module")
def told_apart(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """By frozen game: what an engine with other deck tables reads from each of its forms."""
    home = tmp_path_factory.mktemp("moved")
    copytree(Path(str(engine.__file__)).parent, home / "engine")
    for deck, lines in MOVED.items():
        with (home / f"engine/decks/{deck}.py").open("a", encoding="utf-8") as table:
            table.write(lines)
    answer = subprocess.run(
        (sys.executable, "-c", READER),
        input=json.dumps([stored for forms in FROZEN.values() for stored in forms]),
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not answer.returncode, answer.stderr
    told = iter(json.loads(answer.stdout))
    return {name: [next(told) for _ in forms] for name, forms in FROZEN.items()}


def as_json(values: Iterable[Any]) -> list[Any]:
    """The values as they come back from storage."""
    stored: list[Any] = json.loads(json.dumps(list(values)))
    return stored


def of_this_round(facts: list[Any]) -> list[Any]:
    """The facts before the next deal."""
    return list(takewhile(lambda fact: fact["fact"] != "RoundBegan", facts))


@pytest.mark.parametrize("name", FROZEN)
def test_moved_added_and_retired_rows_change_no_stored_game(
    name: str, told_apart: dict[str, list[Any]]
) -> None:
    for stored, (position, legal, facts, after) in zip(FROZEN[name], told_apart[name], strict=True):
        rules = RULESETS[stored.key]
        state = rules.load(stored.state)
        # Cards in hand are sorted as in the box: texts are compared by what they say.
        assert rules.parse_position(position) == state
        moves = {move for seat in rules.to_act(state) for move in rules.legal_moves(state, seat)}
        assert {rules.parse(line) for line in legal} == moves
        assert facts == as_json(map(rules.dump_event, map(rules.load_event, stored.facts)))
        for line, events in zip(stored.lays, after, strict=True):
            (seat,) = rules.to_act(state)
            step = rules.apply(state, seat, rules.parse(line))
            known = as_json(map(rules.dump_event, step.events))
            assert of_this_round(events) == of_this_round(known)


@every_ruleset
def test_the_moved_rows_show_in_sorted_hands(key: str, told_apart: dict[str, list[Any]]) -> None:
    texts = [
        (position, RULESETS[key].format_position(RULESETS[key].load(stored.state)))
        for name, forms in FROZEN.items()
        for stored, (position, *_) in zip(forms, told_apart[name], strict=True)
        if stored.key == key
    ]
    assert any(there != here for there, here in texts)
