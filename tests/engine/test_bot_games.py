"""The bot over whole games: always legal, blind to secrets, and a partner worth having."""

import ast
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.api import Seat
from engine.registry import ruleset
from engine.rulesets.saboteur.cards import DIGGER, SABOTEUR
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.state import RoundResult, State
from tests.sampling import repeats

RULES = ruleset("saboteur")
ENGINE = Path(engine.__file__).parent
ROOMS_OF_A_BOT = ("beliefs", "cards", "events", "moves", "view")
Brain = Callable[[Any, Sequence[Move]], Move]


def play(state: State, brains: dict[str, Brain]) -> list[State]:
    """Play to the end, each seat with the brain of its role; every position on the way."""
    positions = [state]
    while state.asked is not None:
        seat = state.asked
        moves = RULES.legal_moves(state, seat)
        move = brains[state.roles[seat]](RULES.view(state, seat), moves)
        assert move in moves
        state = RULES.apply(state, seat, move).state
        positions.append(state)
    return positions


def deal(number: int, seats: int, **options: str) -> State:
    """Deal the game with this number."""
    return RULES.setup(number.to_bytes(16, "big"), seats, {"rounds": "1", **options}).state


BOTS: dict[str, Brain] = {DIGGER: RULES.choose, SABOTEUR: RULES.choose}


@pytest.mark.parametrize("seats", RULES.meta.seats)
@pytest.mark.parametrize("edition", ["current", "2004"])
@pytest.mark.parametrize("tools", ["off", "competitive"])
def test_bots_finish_every_game_with_legal_moves(seats: int, edition: str, tools: str) -> None:
    end = play(deal(seats, seats, edition=edition, tools=tools), BOTS)[-1]
    assert RULES.outcome(end) is not None


def rearranged(state: State, seat: Seat, dice: random.Random) -> State:
    """Deal anew all that a seat cannot know: stock, other hands, other dwarves, unseen goals."""
    others = [at for at in range(state.config.seats) if at != seat]
    cards = [*state.stock, *(kind for at in others for kind in state.hands[at])]
    dwarves = [state.roles[at] for at in (*others, -1)]
    hidden = [
        at
        for at, (cell, _) in enumerate(state.goals)
        if cell in state.maze.covered
        and not state.seen[seat] >> at & 1
        and cell not in state.orient
    ]
    kinds = [state.goals[at][1] for at in hidden]
    for pile in (cards, dwarves, kinds):
        dice.shuffle(pile)
    hands, roles, goals = list(state.hands), list(state.roles), list(state.goals)
    for at in others:
        hands[at] = tuple(sorted(cards.pop() for _ in state.hands[at]))
    for at, dwarf in zip((*others, -1), dwarves, strict=True):
        roles[at] = dwarf
    for at, kind in zip(hidden, kinds, strict=True):
        goals[at] = (goals[at][0], kind)
    return replace(
        state, hands=tuple(hands), roles=tuple(roles), goals=tuple(goals), stock=tuple(cards)
    )


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_a_choice_is_the_same_however_the_secrets_lie(seats: int) -> None:
    dice = random.Random(seats)
    changed = 0
    for state in play(deal(77, seats), BOTS)[:-1]:
        seat = state.asked
        assert seat is not None
        other = rearranged(state, seat, dice)
        changed += other != state
        moves = RULES.legal_moves(state, seat)
        first = RULES.choose(RULES.view(state, seat), moves)
        assert RULES.choose(RULES.view(other, seat), RULES.legal_moves(other, seat)) == first
        assert RULES.choose(RULES.view(state, seat), moves[::-1]) == first
    assert changed > 10


@pytest.mark.parametrize(
    "path",
    [
        *(ENGINE / f"rulesets/saboteur/{room}.py" for room in ("bot", "beliefs", "former")),
        *sorted((ENGINE / "bots").glob("*.py")),
    ],
)
def test_a_bot_imports_neither_the_secrets_nor_chance_nor_a_clock(path: Path) -> None:
    allowed: tuple[str, ...] = ("engine.api", "engine.bots", "engine.decks", "engine.maze")
    allowed += ("engine.parts.moves", "engine.parts.effects")
    allowed += tuple(f"engine.rulesets.saboteur.{room}" for room in ROOMS_OF_A_BOT)
    allowed += ("collections", "dataclasses", "functools", "hashlib", "heapq", "itertools", "math")
    allowed += ("typing", "engine.parts.board", "engine.parts.facts")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Import), "the list below sees only `from` imports"
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert all(name.startswith(allowed) for name in names), names


def test_a_choice_is_the_same_in_another_process() -> None:
    code = (
        "from engine.registry import ruleset; r = ruleset('saboteur')\n"
        "s = r.setup(bytes(16), 5, {'rounds': '1'}).state\n"
        "while s.asked is not None:\n"
        "    m = r.choose(r.view(s, s.asked), r.legal_moves(s, s.asked)); print(r.format(m))\n"
        "    s = r.apply(s, s.asked, m).state\n"
    )
    games = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ENGINE.parent,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert games[0] == games[1]
    assert games[0].count("\n") > 20


def results(games: int, *, diggers: Brain, saboteurs: Brain) -> list[RoundResult]:
    """Play this many rounds of five."""
    brains = {DIGGER: diggers, SABOTEUR: saboteurs}
    return [play(deal(at, 5), brains)[-1].results[0] for at in range(games)]


def digger_wins(played: list[RoundResult]) -> float:
    """Tell which share of the rounds the diggers won."""
    return sum(result.won_by == "diggers" for result in played) / len(played)


def random_brain() -> Brain:
    """Move by lot, the same lots every time."""
    dice = random.Random(1)
    return lambda _view, moves: dice.choice(moves)


def test_bots_dig_and_hinder_far_better_than_chance_and_both_sides_can_win(
    pytestconfig: pytest.Config,
) -> None:
    rounds = repeats(pytestconfig, 60, 2)
    among_bots = results(rounds, diggers=RULES.choose, saboteurs=RULES.choose)
    assert 0.35 <= digger_wins(among_bots) <= 0.75
    finders = [result.roles[result.finder] for result in among_bots if result.finder is not None]
    assert set(finders) == {DIGGER}, "a saboteur found the gold for the diggers"
    against_chance = results(rounds // 2, diggers=RULES.choose, saboteurs=random_brain())
    chance = results(rounds // 2, diggers=random_brain(), saboteurs=random_brain())
    assert digger_wins(against_chance) >= digger_wins(chance) + 0.5
    assert digger_wins(among_bots) <= digger_wins(against_chance) - 0.2
