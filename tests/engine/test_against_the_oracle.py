"""Laying cards and turning goals, compared with a second, naive writing of the same rules."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maze import grid
from engine.maze.cells import cell_at, cell_name, column, row
from engine.parts.facts import GoalTurned
from engine.parts.moves import Lay, Orient
from engine.rulesets.saboteur.cards import CODES
from engine.rulesets.saboteur.events import RoundEnded
from engine.rulesets.saboteur.legal import legal_moves
from engine.rulesets.saboteur.moves import NOTATION
from engine.rulesets.saboteur.play import apply
from engine.rulesets.saboteur.state import State
from engine.rulesets.saboteur.view import view
from tests.engine import oracle
from tests.engine.strategies import closing, positions, steady, table_of, wild_maze
from tests.sampling import repeats, sample

CHOOSES_TWICE = 13
"""The seed of a wild maze with a rare lay after which the mover chooses twice."""


def compare_lays(state: State) -> list[Lay]:
    """The engine lists exactly the oracle's lays for whoever is asked."""
    lays = [move for move in legal_moves(state, state.asked) if isinstance(move, Lay)]
    hand = {CODES[kind] for kind in state.hands[state.asked]}
    may_lay = not state.broken[state.asked] and not state.orient
    expected = oracle.legal_lays(table_of(state), hand) if may_lay else set()
    assert {seen_by_oracle(lay) for lay in lays} == expected
    assert len(lays) == len(expected)
    return lays


def compare_actions(state: State) -> None:
    """The engine lists exactly the oracle's other moves for whoever is asked."""
    if state.orient:
        return
    moves = [move for move in legal_moves(state, state.asked) if not isinstance(move, Lay)]
    expected = list(
        oracle.legal_actions(
            hand={CODES[kind] for kind in state.hands[state.asked]},
            seat=state.asked,
            broken=[set(tools) for tools in view(state, None).broken],
            fallible={cell_name(cell) for cell in state.maze.cards} - {"a3", "i1", "i3", "i5"},
            covered={cell_name(goal.cell) for goal in view(state, None).goals if not goal.up},
        )
    )
    assert sorted(map(NOTATION.format, moves)) == sorted(expected)


def seen_by_oracle(lay: Lay) -> tuple[oracle.Cell, oracle.Card]:
    return (column(lay.cell), row(lay.cell)), (CODES[lay.placed >> 1], bool(lay.placed & 1))


def compare_lay(state: State, lay: Lay, chance: Random) -> Counter[str]:
    """Laying turns the same goals the same way, the mover's choices included."""
    table = oracle.lay(table_of(state), *seen_by_oracle(lay))
    after, events = apply(state, state.asked, lay)
    choices = 0
    turned = [event.cell for event in events if isinstance(event, GoalTurned)]
    while after.orient:
        assert table_of(after) == table
        legal = legal_moves(after, after.asked)
        turning = [move for move in legal if isinstance(move, Orient)]
        assert len(legal) == len(turning) == 2
        move = chance.choice(turning)
        table = oracle.orient(table, (column(move.cell), row(move.cell)), turned=move.turned)
        after, events = apply(after, after.asked, move)
        turned += [event.cell for event in events if isinstance(event, GoalTurned)]
        choices += 1
    assert turned == [cell_at(*cell) for cell in table.turned]
    gold = next(cell for cell, face in table.faces.items() if face == "Z1")
    ended = any(isinstance(event, RoundEnded) and event.finder is not None for event in events)
    assert ended == (gold in table.cards)
    if not any(isinstance(event, RoundEnded) for event in events):
        assert table_of(after) == table
        assert after.network == grid.trace(after.maze), "grown as if searched anew"
    return rarities(table, choices)


def rarities(table: oracle.Table, choices: int) -> Counter[str]:
    """Name what was special about a lay, to be sure that special lays were compared."""
    new = set(table.turned)
    misfits = sum(
        any(
            near in table.cards
            and (side in oracle.sides(table.cards[cell]))
            != (oracle.ACROSS[side] in oracle.sides(table.cards[near]))
            for side, near in oracle.beside(cell)
        )
        for cell in new
    )
    return Counter(
        {
            "a goal turned": len(new) > 0,
            "several goals at once": len(new) > table.waves > 0,
            "a stone leads on to another goal": table.waves > 1,
            "the mover chooses": choices,
            "the mover chooses twice": choices > 1,
            "a stone misfits": misfits,
            "gold with a stone": len(new) > 1 and any(table.faces[cell] == "Z1" for cell in new),
        }
    )


def test_games_go_as_the_oracle_says(pytestconfig: pytest.Config) -> None:
    @given(positions(), st.randoms(use_true_random=False))
    @steady(repeats(pytestconfig, 500, 4))
    def go(state: State, chance: Random) -> None:
        compare_actions(state)
        lays = compare_lays(state)
        for lay in chance.sample(lays, min(3, len(lays))):
            compare_lay(state, lay, chance)

    go()


def test_wild_mazes_turn_goals_as_the_oracle_says(pytestconfig: pytest.Config) -> None:
    seen: Counter[str] = Counter()
    for seed in {CHOOSES_TWICE, *sample(pytestconfig, range(1500), 8)}:
        state, chance = wild_maze(seed), Random(seed)
        lays = compare_lays(state)
        closings = [lay for lay in lays if closing(lay, state)]
        for lay in closings + chance.sample(lays, min(2, len(lays))):
            seen.update(compare_lay(state, lay, chance))
    fewest = 5 if pytestconfig.getoption("--deep") else 2
    assert min(seen.values()) >= fewest, f"too few rare cases to prove anything: {seen}"
