"""The Duel's stored games: those begun before goals were mended go on with their own cards.

Each file of `stored/` holds a state as version 1 wrote it, the moves that followed then, the gold
that was marked and the end result.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.api import Seat
from engine.registry import RULESETS
from engine.rulesets.duel.events import GoldMarked
from tests.engine.test_duel_tunnels import agrees_with_the_oracle

FILES = sorted(Path(__file__).parent.glob("stored/duel-1-*.json"))
each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def stored(path: Path) -> tuple[Any, Any]:
    """A stored game and its rules."""
    game = json.loads(path.read_text("utf-8"))
    return game, RULESETS[game["state"]["mode"]]


@each
def test_a_game_begun_before_goals_were_mended_ends_as_it_did_then(path: Path) -> None:
    game, rules = stored(path)
    state, marked = rules.load(game["state"]), []
    for line in game["moves"]:
        agrees_with_the_oracle(state)
        seat = Seat(int(line[1]) - 1)
        state, events = rules.apply(state, seat, rules.parse(line[3:]))
        marked += [
            f"@{event.seat + 1} {event.card.removesuffix('-OLD')} {event.value}"
            for event in events
            if isinstance(event, GoldMarked)
        ]
    assert marked == game["marked"]
    assert list(rules.outcome(state).scores) == game["scores"]


@each
def test_its_text_names_the_retired_goals_in_every_round(path: Path) -> None:
    game, rules = stored(path)
    state, rounds = rules.load(game["state"]), set()
    for line in game["moves"]:
        state = rules.apply(state, state.asked, rules.parse(line[3:])).state
        text = rules.format_position(state)
        # What lies open is a goal of the line of goals or gold of the last table.
        named = re.findall(r"DU-GOAL-1[678]\S*\b", re.sub("(?m)^maze .*$", "", text))
        assert {code[-4:] for code in named} == {"-OLD"}
        assert {code[8:10] for code in named} == {"16", "17", "18"}
        assert rules.parse_position(text) == state
        rounds.add(state.round)
    assert len(rounds) > 1


@each
def test_it_is_stored_anew_in_the_present_form(path: Path) -> None:
    game, rules = stored(path)
    state = rules.load(game["state"])
    again = json.loads(json.dumps(rules.dump(state)))
    assert again["v"] == 2
    assert rules.load(again) == state
