"""Rows of the deck tables may be moved, added and retired: stored games name cards and stay as is.

A copy of the engine with other tables, run apart, reads what is stored and says what it has read.
Cards still to be drawn by chance follow the order of the codes, not of the rows. Of a row that was
taken out altogether nobody knows any more what the card looked like: a game that holds it is
refused by its name, every other game goes on, and new ones are dealt without it.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest

import engine
from engine.registry import RULESETS
from tests.engine.contract.games import every_ruleset
from tests.rows import each_row

MOVED = {
    "saboteur": """
PATHS = (PathRow("P0", 0, "N"), *reversed(PATHS))
GOALS = (*reversed(GOALS),)
ACTIONS = (*reversed(ACTIONS), ActionRow("fix-all", 0, "fix", ("pick", "lantern", "cart")))
""",
    "saboteur2": """
PATHS = (PathRow("E0", 0, "N S"), *reversed(PATHS))
ACTIONS = (ActionRow("nap", 0, "free"), *reversed(ACTIONS))
DWARVES = dict(reversed(DWARVES.items()))
""",
    "duel": """
PATHS = (PathRow("DU-NEW", 0, "N"), *reversed(PATHS))
STARTS = (*reversed(STARTS),)
GOALS = (*reversed(GOALS),)
RETIRED_GOALS = (*reversed(RETIRED_GOALS),)
ACTIONS = (ActionRow("fix-all", 0, "fix", ("pick", "lantern", "cart")), *reversed(ACTIONS))
""",
    "dark_cave": """
PATHS = (PathRow("III-NEW", 0, "N", "n:N"), *reversed(PATHS))
GOALS = (*reversed(GOALS),)
ACTIONS = (*reversed(ACTIONS), ActionRow("nap", (0, 0, 0), "info"))
""",
}
"""By deck table: lines that turn it round and add cards that nobody is dealt."""
RETIRED = dict.fromkeys(MOVED, "\nPATHS = (PATHS[0]._replace(copies=0), *PATHS[1:])\n")
"""Lines that take a card out of each box, as it is to be done: its row stays, without copies."""
GONE = {
    "saboteur": """
PATHS = tuple(row for row in PATHS if row.code != "P4")
GOALS = (*GOALS[:-1], PathRow("Z4", 1, "NW", "stone"))
ACTIONS = tuple(row for row in ACTIONS if row.code != "map")
""",
    "saboteur2": """
PATHS = tuple(row for row in PATHS if row.code != "L1")
ACTIONS = tuple(row for row in ACTIONS if row.code != "theft")
""",
    "duel": """
PATHS = tuple(row for row in PATHS if row.code != "DU-NS")
GOALS = (*GOALS[:-1], PathRow("DU-GOAL-28", 1, "NESW"))
ACTIONS = tuple(row for row in ACTIONS if row.code not in ("key", "break-pick"))
""",
    "dark_cave": """
PATHS = tuple(row for row in PATHS if row.code != "I-X")
GOALS = (*GOALS[:-1], PathRow("GOAL-NEW", 1, "NEW", "n:N e:E w:W c", "n-c e-c w-c"))
ACTIONS = tuple(row for row in ACTIONS if row.code != "axe")
""",
}
"""By deck table: lines that take rows out of it altogether."""
FORGOTTEN = {"duel": "RETIRED_GOALS = RETIRED_GOALS[:-1]"}
"""And a row that only games of old still need."""
CODES = {
    "saboteur": {"P4", "Z3", "map"},
    "saboteur2": {"P4", "L1", "Z3", "map", "theft"},
    "duel": {"DU-NS", "DU-GOAL-27", "key", "break-pick"},
    "duel-solo": {"DU-NS", "DU-GOAL-27", "key", "break-pick"},
    "dark-cave": {"I-X", "GOAL-VEIN", "axe"},
}
"""The cards that are gone then, by game."""
LAST = "DU-GOAL-18-OLD"
READER = """
import json, sys
from engine.errors import PositionError
from engine.registry import RULESETS

def read(key, stored, facts, lays):
    rules = RULESETS[key]
    try:
        state = rules.load(stored)
    except PositionError as gone:
        return {"gone": str(gone)}
    moves = [move for seat in rules.to_act(state) for move in rules.legal_moves(state, seat)]
    return {
        "position": rules.format_position(state),
        "legal": list(map(rules.format, moves)),
        "facts": [rules.dump_event(rules.load_event(fact)) for fact in facts],
        "after": [after(rules, state, move) for move in lays],
    }

def after(rules, state, move):
    (seat,) = rules.to_act(state)
    return [rules.dump_event(event) for event in rules.apply(state, seat, rules.parse(move)).events]

def played(rules):
    state = rules.setup(bytes(16), rules.meta.seats[-1], {}).state
    text = rules.format_position(state)
    while asked := rules.to_act(state):
        (seat,) = asked
        state = rules.apply(state, seat, rules.default_move(state, seat)).state
    return text + rules.format_position(state)

news = {key: played(rules) for key, rules in RULESETS.items()}
print(json.dumps([[read(*stored) for stored in json.load(sys.stdin)], news]))
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


class Told(NamedTuple):
    """What an engine with other deck tables says."""

    read: Mapping[str, list[Any]]
    """By frozen game, of each of its forms."""
    news: Mapping[str, str]
    """By game: the texts of a new one and of its end."""


def told_with(tables: Mapping[str, str], home: Path) -> Told:
    """What a copy of the engine says whose deck tables end with these lines."""
    copytree(Path(str(engine.__file__)).parent, home / "engine")
    for deck, lines in tables.items():
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
    read, news = json.loads(answer.stdout)
    told = iter(read)
    return Told({name: [next(told) for _ in forms] for name, forms in FROZEN.items()}, news)


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told_with(MOVED, tmp_path_factory.mktemp("moved"))


@pytest.fixture(scope="module")
def gone(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told_with(GONE, tmp_path_factory.mktemp("gone"))


@pytest.fixture(scope="module")
def forgotten(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told_with(FORGOTTEN, tmp_path_factory.mktemp("forgotten"))


@pytest.fixture(scope="module")
def retired(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told_with(RETIRED, tmp_path_factory.mktemp("retired"))


def as_json(values: Iterable[Any]) -> list[Any]:
    """The values as they come back from storage."""
    stored: list[Any] = json.loads(json.dumps(list(values)))
    return stored


@cache
def here(name: str) -> list[dict[str, Any]]:
    """What is read of a stored game's forms with the tables as they are."""
    return list(map(read_here, FROZEN[name]))


def read_here(stored: Stored) -> dict[str, Any]:
    rules = RULESETS[stored.key]
    state = rules.load(stored.state)
    moves = [move for seat in rules.to_act(state) for move in rules.legal_moves(state, seat)]
    steps = [
        rules.apply(state, seat, rules.parse(line))
        for line in stored.lays
        for seat in rules.to_act(state)
    ]
    return {
        "position": rules.format_position(state),
        "legal": list(map(rules.format, moves)),
        "facts": as_json(map(rules.dump_event, map(rules.load_event, stored.facts))),
        "after": [as_json(map(rules.dump_event, step.events)) for step in steps],
    }


def words_of(text: str) -> set[str]:
    """The cards that a text names, and other words."""
    return set(re.split(r"[\s,:'~]+", text))


def until_the_deal(told: Mapping[str, Any]) -> dict[str, Any]:
    """What was read, with the facts of each step before the next deal."""
    after = [takewhile(lambda fact: fact["fact"] != "RoundBegan", facts) for facts in told["after"]]
    return {**told, "after": list(map(list, after))}


@each_row("name", FROZEN)
def test_moved_and_added_rows_change_no_stored_game_and_no_deal_to_come(
    name: str, moved: Told
) -> None:
    assert moved.read[name] == here(name)


@every_ruleset
def test_a_new_game_is_dealt_the_same_from_moved_rows(key: str, moved: Told, retired: Told) -> None:
    fresh = RULESETS[key].setup(bytes(16), RULESETS[key].meta.seats[-1], {}).state
    assert moved.news[key].startswith(RULESETS[key].format_position(fresh))
    assert moved.news[key] != retired.news[key]


@each_row("name", FROZEN)
def test_a_retired_row_changes_no_stored_game_before_the_next_deal(
    name: str, retired: Told
) -> None:
    known = list(map(until_the_deal, here(name)))
    assert list(map(until_the_deal, retired.read[name])) == known


@each_row("name", FROZEN)
def test_a_stored_game_is_refused_by_the_name_of_a_card_whose_row_is_gone(
    name: str, gone: Told
) -> None:
    codes = CODES[FROZEN[name][0].key]
    for known, told in zip(here(name), gone.read[name], strict=True):
        assert codes & words_of(known["position"])
        assert codes & words_of(told["gone"])


@every_ruleset
def test_a_new_game_is_dealt_and_played_without_cards_whose_rows_are_gone(
    key: str, gone: Told
) -> None:
    assert not CODES[key] & words_of(gone.news[key])


@each_row("name", FROZEN)
def test_a_stored_game_without_the_card_whose_row_is_gone_stays_as_it_is(
    name: str, forgotten: Told
) -> None:
    for known, told in zip(here(name), forgotten.read[name], strict=True):
        if LAST in words_of(known["position"]):
            assert LAST in words_of(told["gone"])
        else:
            assert told == known


def test_some_stored_games_hold_the_card_whose_row_is_gone_and_some_do_not() -> None:
    duels = [name for name, forms in FROZEN.items() if forms[0].key == "duel"]
    assert {LAST in words_of(here(name)[0]["position"]) for name in duels} == {False, True}


@pytest.mark.parametrize("deck", MOVED)
def test_a_card_that_was_ever_dealt_still_has_its_row(deck: str) -> None:
    """Without it every stored game that holds the card is lost: take the copies away instead."""
    tables = import_module(f"engine.decks.{deck}")
    for kind in ("PATH", "START", "GOAL", "ACTION"):
        listed = getattr(tables, f"{kind}_CODES", "").split()
        rows = [
            *(getattr(tables, f"{kind}S") if listed else ()),
            *(getattr(tables, "RETIRED_GOALS", ()) if kind == "GOAL" else ()),
        ]
        assert {row.code for row in rows} >= {*listed}
        assert len({*listed}) == len(listed)
