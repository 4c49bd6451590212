"""Laying, walking and luring against a second, slow writing of the rules, in many positions."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.decks.dark_cave import CREATURES, PATHS
from engine.maze.cells import Cell, cell_at, cell_name, cell_named, column, row
from engine.parts.moves import Lay
from engine.registry import ruleset
from engine.rulesets.dark_cave.moves import Lure, Walk
from engine.rulesets.dark_cave.state import State
from engine.rulesets.dark_cave.ways import trace
from tests.engine import dark_cave_oracle as oracle
from tests.engine.dark_cave_players import PLAYERS

GAME: Any = ruleset("dark-cave")


def pair(cell: Cell) -> oracle.Cell:
    return column(cell), row(cell)


def placed(name: str) -> oracle.Place:
    cell, _, field = name.partition(".")
    return (*pair(cell_named(cell)), field or "c")


def table_of(state: State) -> oracle.Table:
    """The same table as the oracle reads it: from the view, not from the state."""
    view = GAME.view(state, None)
    return oracle.Table(
        cards={pair(card.cell): (card.code, card.turned) for card in view.cards},
        covered={pair(goal.cell) for goal in view.goals if not goal.up},
        webs={frozenset(pair(cell_named(c)) for c in web.border.split("/")) for web in view.webs},
        creatures={beast.creature: placed(beast.place) for beast in view.creatures},
        dwarves=[dwarf.place and placed(dwarf.place) for dwarf in view.dwarves],
    )


def positions(seats: int) -> list[State]:
    """Positions of games that lead to rare places."""
    found = []
    for at, player in enumerate(("wanderer", "brawler", "explorer", "brawler")):
        chance = Random(f"{seats} {player} {at}")
        state = GAME.setup(chance.randbytes(16), seats, {}).state
        while state.asked is not None:
            found.append(state)
            state = GAME.apply(state, state.asked, PLAYERS[player](state, chance)).state
    return found


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_cards_are_laid_where_the_oracle_says(seats: int) -> None:
    chance, compared = Random(seats), 0
    for state in chance.sample(positions(seats), 25):
        if state.progress.stage != "play" or state.agreed:
            continue
        table, hand = table_of(state), {*GAME.view(state, state.asked).hand}
        cells = [(x, y) for x in range(-9, 14) for y in range(-4, 14)]
        expected = {
            f"lay {r.code}{'~' if turned else ''} {name(cell)}"
            for r in PATHS
            if r.code in hand
            for cell in cells
            for turned in (False, True)
            if oracle.fits(table, cell, (r.code, turned))
        }
        # What looks the same after a half turn is listed upright.
        expected = {GAME.format(GAME.parse(line)) for line in expected}
        moves = GAME.legal_moves(state, state.asked)
        assert {GAME.format(move) for move in moves if isinstance(move, Lay)} == expected
        compared += len(expected)
    assert compared > 50


def name(cell: oracle.Cell) -> str:
    return cell_name(cell_at(*cell))


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_dwarves_walk_where_the_oracle_says_and_by_the_fewest_tolls(seats: int) -> None:
    seen: Counter[str] = Counter()
    for state in positions(seats):
        seat, progress = state.asked, state.progress
        if progress.stage != "walk" or state.agreed or state.orient or not progress.steps:
            continue
        table, here = table_of(state), GAME.view(state, seat).dwarves[seat].place
        if here is None:
            continue
        expected = oracle.walks(table, placed(here), progress.steps)
        expected.pop(placed(here), None)
        view = GAME.view(state, seat)
        assert {placed(walk.place) for walk in view.walks} == {*expected}
        assert sum(isinstance(m, Walk) for m in GAME.legal_moves(state, seat)) == len(expected)
        for walk in view.walks:
            ways = expected[placed(walk.place)]
            purse, hand = view.dwarves[seat].gold, bool(view.hand)
            cheapest = min((c * hand + g * (purse > 0), steps) for steps, c, g in ways)
            if len(walk.path) == 1:
                assert any(steps == 1 for steps, _, _ in ways)
                seen["one step"] += 1
            # With a single card or gold two tolls cost as much as one.
            elif walk.cards < 2 and walk.gold < 2 and 1 not in (len(view.hand), purse):
                assert (walk.cards + walk.gold, len(walk.path)) == cheapest
                seen["tolls" if walk.cards or walk.gold else "free"] += 1
    assert seen["one step"] > 100
    assert seen["free"] > 100
    assert seen["tolls"] > 3


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_creatures_go_where_the_oracle_says(seats: int) -> None:
    seen: Counter[str] = Counter()
    for state in positions(seats):
        if state.progress.stage != "play" or state.agreed:
            continue
        table, moves = table_of(state), GAME.legal_moves(state, state.asked)
        for creature in {*GAME.view(state, state.asked).hand} & {*CREATURES}:
            listed = {
                (placed(GAME.format(move).split()[2]), not move.stay)
                for move in moves
                if isinstance(move, Lure) and GAME.format(move).split()[1] == creature
            }
            met = [place for place in table.dwarves if place]
            expected = {
                (place, attack or place not in met)
                for place, attack in oracle.lures(table, creature)
            }
            assert listed == expected
            seen["attacks"] += sum(place in met and goes for place, goes in listed)
            seen["stays"] += sum(not goes for _, goes in listed)
            seen["in play"] += creature in table.creatures
    assert seen["attacks"] > 20
    assert seen["stays"] > 0
    assert seen["in play"] > 0


@pytest.mark.parametrize("seats", [4, 7])
def test_lays_and_rockfalls_leave_the_ways_that_a_search_finds(seats: int) -> None:
    smaller, before = 0, 0
    for state in positions(seats):
        assert state.ways == trace(state.maze)
        smaller += len(state.maze.cards) < before > 1
        before = len(state.maze.cards)
    assert smaller > 5
