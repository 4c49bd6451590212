"""The Duel's games begun before goals were mended (ruling 26), from a frozen state to their end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.cli.facts import seat_named
from engine.registry import RULESETS
from tests.engine.test_duel_tunnels import agrees_with_the_oracle

FILES = sorted((Path(__file__).parent / "frozen/v1").glob("duel-*-goals-16-to-18-*.json"))
RETIRED = re.compile(r"DU-GOAL-1[678]\S*\b")
each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def states(path: Path) -> tuple[Any, list[Any]]:
    """The rules of a stored game and its states, the stored one first."""
    game = json.loads(path.read_text("utf-8"))
    rules = RULESETS[game["ruleset"]]
    known = [rules.load(game["state"])]
    for line in game["onward"]["moves"]:
        seat, _, move = line.partition(" ")
        known.append(rules.apply(known[-1], seat_named(seat), rules.parse(move)).state)
    return rules, known


@each
def test_a_game_begun_before_goals_were_mended_is_walked_as_its_old_goals_lie(path: Path) -> None:
    rules, known = states(path)
    for state in known[:-1]:
        agrees_with_the_oracle(state)
    assert rules.outcome(known[-1])


@each
def test_its_text_names_the_retired_goals_in_every_round(path: Path) -> None:
    rules, known = states(path)
    for state in known[1:]:
        text = rules.format_position(state)
        # What lies open is a goal of the line of goals or gold of the last table.
        named = RETIRED.findall(re.sub("(?m)^maze .*$", "", text))
        assert {code[-4:] for code in named} == {"-OLD"}
        assert {code[8:10] for code in named} == {"16", "17", "18"}
        assert rules.parse_position(text) == state
    assert len({state.round for state in known}) > 1


@each
def test_its_facts_tell_of_the_retired_goals_alone(path: Path) -> None:
    game = json.loads(path.read_text("utf-8"))
    load = RULESETS[game["ruleset"]].load_event
    told = RETIRED.findall(" ".join(repr(load(data)) for data in game["events"]))
    assert told
    assert {code[-4:] for code in told} == {"-OLD"}
