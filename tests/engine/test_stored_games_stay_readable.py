"""States and facts stored by every version so far are read for ever, and their games go on.

What is known here of their form stands in the files of `frozen/` alone: the tests ask for text,
moves and named fields, never for the form of today.
"""

import json
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.api import Seat
from engine.cli.facts import seat_named
from engine.maze.cells import cell_name, cell_named
from engine.registry import RULESETS
from tests.engine.contract.games import every_ruleset, finish
from tests.engine.frozen.freeze import frozen as freeze
from tests.engine.frozen.freeze import told
from tests.engine.transcripts.record import FOLDER
from tests.engine.transcripts.record import read as read_record
from tests.engine.transcripts.record import write as write_record
from tests.rows import each_row
from tests.sampling import repeats

RENAMED = {
    "DU-GOAL-16": "DU-GOAL-16-OLD",
    "DU-GOAL-17": "DU-GOAL-17-OLD",
    "DU-GOAL-18": "DU-GOAL-18-OLD",
}
"""Cards whose codes in texts of version 1 have been given to others, and their codes since.

Ruling 26 mended three goals. Games that were dealt the old ones go on with them, by other codes.
"""

OUTSIDE = re.compile(r"(?<![\w~.-])(?:-[a-z]{1,2}-?[0-9]{1,2}|[a-z]{1,2}(?:-[0-9]{1,2}|0))(?!\w)")
"""Cells left of a and above row 1 as they were named until 0.2.0."""


def renamed(text: str) -> str:
    """A text of old with the names that such cells have today."""
    return OUTSIDE.sub(lambda name: cell_name(cell_named(name[0])), text)


def read(file: Path) -> dict[str, Any]:
    """A frozen game. What is known of it names cards and cells by their names of today."""
    frozen: dict[str, Any] = json.loads(file.read_text("utf-8"))
    parts = ("position", "told", "next", "onward")
    text = renamed(json.dumps({part: frozen[part] for part in parts if part in frozen}))
    if frozen["state"]["v"] > 1:
        return frozen | json.loads(text)
    codes = "|".join(RENAMED)
    text = re.sub(rf"\b({codes})\b", lambda code: RENAMED[code[0]], text)
    return frozen | json.loads(text)


FROZEN = {
    f"{file.parent.name}/{file.stem}": read(file)
    for file in sorted((Path(__file__).parent / "frozen").glob("v*/*.json"))
}
BOT_MOVES = 20
"""With `--deep` bots play so many moves of a game, else a quarter; default moves end it."""

every_frozen = each_row("name", FROZEN)


def loaded(frozen: Mapping[str, Any]) -> tuple[Any, Any]:
    """The rules of a frozen game and its state."""
    rules = RULESETS[frozen["ruleset"]]
    return rules, rules.load(frozen["state"])


def says_all_of(text: str, frozen: str) -> bool:
    """Whether every frozen line is still written, in order; there may be others by now."""
    lines = iter(text.splitlines())
    return all(line in lines for line in frozen.splitlines())


def package(key: str) -> str:
    """The package of a game; some have one together."""
    return str(RULESETS[key].view.__module__.split(".")[2])


def kinds_of_facts(key: str) -> set[str]:
    """The names of all facts that the games of a package tell."""
    events = import_module(f"engine.rulesets.{package(key)}.events")
    if hasattr(events, "KINDS"):
        return {*events.KINDS}
    return {name for name in events.__all__ if isinstance(getattr(events, name), type)}


@every_frozen
def test_a_stored_state_says_what_it_said(name: str) -> None:
    says_what_it_said(FROZEN[name])


def says_what_it_said(frozen: Mapping[str, Any]) -> None:
    rules, state = loaded(frozen)
    assert says_all_of(rules.format_position(state), frozen["position"])


@every_frozen
def test_a_stored_game_allows_what_it_allowed(name: str) -> None:
    allows_what_it_allowed(FROZEN[name])


def allows_what_it_allowed(frozen: Mapping[str, Any]) -> None:
    rules, state = loaded(frozen)
    asked = rules.to_act(state)
    legal = {rules.format(move) for seat in asked for move in rules.legal_moves(state, seat)}
    assert legal >= set(frozen["next"])
    assert bool(asked) == bool(frozen["next"])
    for seat in asked:
        for line in frozen["next"]:
            assert rules.apply(state, seat, rules.parse(line))


@every_frozen
def test_a_stored_game_ended_as_it_ended_or_goes_on(name: str) -> None:
    ended_as_it_ended_or_goes_on(FROZEN[name])


def ended_as_it_ended_or_goes_on(frozen: Mapping[str, Any]) -> None:
    rules, state = loaded(frozen)
    outcome = rules.outcome(state)
    ended = outcome and {"winners": sorted(outcome.winners), "scores": list(outcome.scores)}
    known = frozen.get("outcome")
    # Until version 0.2 all won a game in which nobody got any gold; in Saboteur 2 they still do.
    if (
        frozen["ruleset"] != "saboteur2"
        and known
        and known["scores"] == [0] * len(known["winners"])
    ):
        known = {**known, "winners": []}
    assert ended == known


@every_frozen
def test_a_stored_game_is_shown_and_played_to_its_end(
    name: str, pytestconfig: pytest.Config
) -> None:
    frozen = FROZEN[name]
    rules, state = loaded(frozen)
    for viewer in (None, *map(Seat, range(rules.view(state, None).seats))):
        assert rules.view(state, viewer)
    for _ in range(repeats(pytestconfig, BOT_MOVES, 4)):
        for seat in rules.to_act(state):
            move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
            state = rules.apply(state, seat, move).state
    assert rules.outcome(finish(frozen["ruleset"], state))


@every_frozen
def test_stored_facts_tell_what_they_told(name: str) -> None:
    tell_what_they_told(FROZEN[name])


def tell_what_they_told(frozen: Mapping[str, Any]) -> None:
    rules = RULESETS[frozen["ruleset"]]
    for data, known in zip(frozen["events"], frozen["told"], strict=True):
        # Some facts keep the names that places had when they were stored.
        now = json.loads(renamed(json.dumps(told(rules.load_event(data)))))
        assert {name: now.get(name, "missing") for name in known} == known


@every_frozen
def test_what_was_stored_once_is_the_same_when_stored_again(name: str) -> None:
    frozen = FROZEN[name]
    rules, state = loaded(frozen)
    assert rules.load(json.loads(json.dumps(rules.dump(state)))) == state
    for data in frozen["events"]:
        event = rules.load_event(data)
        assert rules.load_event(json.loads(json.dumps(rules.dump_event(event)))) == event


@each_row("name", [name for name, frozen in FROZEN.items() if "onward" in frozen])
def test_a_stored_game_goes_on_by_the_draws_it_began_with(name: str) -> None:
    frozen = FROZEN[name]
    rules, state = loaded(frozen)
    for line in frozen["onward"]["moves"]:
        seat, _, move = line.partition(" ")
        state = rules.apply(state, seat_named(seat), rules.parse(move)).state
    assert says_all_of(rules.format_position(state), frozen["onward"]["position"])


@every_ruleset
def test_what_a_later_version_stored_is_refused_and_not_guessed_at(key: str) -> None:
    rules = RULESETS[key]
    state, (event, *_) = rules.setup(bytes(16), rules.meta.seats[0], {})
    for load, stored in (
        (rules.load, rules.dump(state)),
        (rules.load_event, rules.dump_event(event)),
    ):
        with pytest.raises(ValueError, match="is not known here"):
            load({**stored, "v": stored["v"] + 1})


@every_ruleset
def test_every_kind_of_fact_lies_frozen(key: str) -> None:
    alike = (row for row in FROZEN.values() if package(row["ruleset"]) == package(key))
    assert {known["fact"] for row in alike for known in row["told"]} >= kinds_of_facts(key)


@every_ruleset
def test_what_is_frozen_today_can_be_read(key: str) -> None:
    record = read_record(min(FOLDER.glob(f"{key}/*.txt")).read_text("utf-8"))
    for moves in (0, 5, len(record.moves)):
        frozen = json.loads(json.dumps(freeze(record, moves)))
        says_what_it_said(frozen)
        allows_what_it_allowed(frozen)
        ended_as_it_ended_or_goes_on(frozen)
        tell_what_they_told(frozen)


@each_row("old", sorted((Path(__file__).parent / "frozen" / "names").iterdir()))
def test_a_record_with_names_of_old_goes_again_and_is_written_in_those_of_today(old: Path) -> None:
    text = old.read_text("utf-8")
    assert OUTSIDE.search(text)
    assert write_record(read_record(text)) == renamed(text)
