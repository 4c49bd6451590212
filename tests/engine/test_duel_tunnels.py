"""What the dwarves reach, compared over whole games with a second, naive writing of the rules."""

from collections import Counter
from random import Random

import pytest

from engine.api import Seat
from engine.maze.cells import Cell, cell_named, column, row
from engine.maze.sides import letters_of, sides_of
from engine.parts.facts import GoalOriented, GoalTurned, RockFell
from engine.parts.moves import Lay
from engine.registry import RULESETS
from engine.rulesets.duel import gates
from engine.rulesets.duel.cards import CODES, PATH_KINDS, SHUT, TILES
from engine.rulesets.duel.events import DoorOpened, GoldMarked, TrollBribed
from engine.rulesets.duel.gates import Walker
from engine.rulesets.duel.legal import legal_moves
from engine.rulesets.duel.state import State
from engine.rulesets.duel.tunnels import completed, opened
from engine.values import replace
from tests.engine.contract.games import Game, games
from tests.engine.duel_oracle import Table, both_ways_round

BOTH = pytest.mark.parametrize(("key", "seats"), [("duel", 2), ("duel-solo", 1)])


def pair(cell: int) -> tuple[int, int]:
    return column(Cell(cell)), row(Cell(cell))


def table_of(state: State) -> Table:
    """The same table as the oracle reads it."""
    codes = {pair(c): (CODES[p >> 1], bool(p & 1)) for c, p in state.maze.cards.items()}
    lying = {cell: both_ways_round(code) for cell, (code, _) in codes.items()}
    return Table(
        cards={cell: list(lying[cell])[turned] for cell, (_, turned) in codes.items()},
        bribed={pair(cell) for cell, _ in state.bribes},
        keys={(pair(cell), letters_of(side)) for cell, side in state.keys},
        goals={pair(cell) for cell, _ in state.goals},
    )


def sampled(key: str, seats: int) -> list[tuple[Game, State]]:
    chance = Random(key)
    pairs = [(game, state) for game in games(key, seats) for state in game.states[:-1]]
    return chance.sample(pairs, 150)


def agrees_with_the_oracle(state: State) -> None:
    """Every dwarf's network is what the oracle finds."""
    table = table_of(state)
    for dwarf, network in zip(state.dwarves, state.networks, strict=True):
        lit = {
            (pair(cell), letters_of(way))
            for cell, sides in network.lit.items()
            for way in TILES.ways[state.maze.cards[cell]]
            if way & sides
        }
        reached = {
            (cell, "".join(sorted(way, key="NESW".index))) for cell, way in table.reached(dwarf)
        }
        assert lit == reached
        front = {
            (pair(cell), side)
            for cell, sides in network.front.items()
            for side in letters_of(sides)
        }
        assert front == table.arrivals(dwarf)


@BOTH
def test_networks_grown_card_by_card_are_what_a_search_finds(key: str, seats: int) -> None:
    for _, state in sampled(key, seats):
        agrees_with_the_oracle(state)


@BOTH
def test_rockfalls_keys_and_bribes_leave_what_a_search_finds(key: str, seats: int) -> None:
    changes = Counter(
        type(event).__name__
        for game in games(key, seats)
        for ply in game.plies
        for event in ply.step.events
        if isinstance(event, RockFell | DoorOpened | TrollBribed)
    )
    assert all(completed(state) == state for game in games(key, seats) for state in game.states)
    assert min(changes[kind.__name__] for kind in (RockFell, DoorOpened, TrollBribed)) > 5


@BOTH
def test_exactly_the_cards_that_may_be_laid_are_listed(key: str, seats: int) -> None:
    laid = 0
    for _, state in sampled(key, seats):
        if state.ask != "play" or state.broken[state.asked]:
            continue
        table, dwarf = table_of(state), state.dwarves[state.asked]
        listed = {
            (pair(move.cell), CODES[move.placed >> 1], bool(move.placed & 1))
            for move in legal_moves(state, Seat(state.asked))
            if isinstance(move, Lay)
        }
        expected = {
            (cell, CODES[kind], lying.turned)
            for kind in set(state.hands[state.asked])
            if kind < PATH_KINDS
            for lying in both_ways_round(CODES[kind])
            if not lying.turned or TILES.turns(kind)
            for cell in {pair(cell) for cell in state.maze.rim}
            if table.may_be_laid(cell, lying, dwarf)
        }
        assert listed == expected
        laid += len(listed)
    assert laid > 1000


@BOTH
def test_nothing_that_is_reached_stays_covered_or_unmarked(key: str, seats: int) -> None:
    for game in games(key, seats):
        for state in game.states[:-1]:
            reached = {c for network in state.networks for c in network.front} & state.maze.covered
            assert bool(reached) == (state.ask == "orient")
            sides = {cell: TILES.gold[state.maze.cards[cell]] for cell in state.loose}
            gold = [
                cell
                for cell in state.loose
                if any(network.lit.get(cell, 0) & sides[cell] for network in state.networks)
            ]
            if state.ask in ("play", "bribe") and state.counters:
                assert not gold
            if state.ask == "claim":
                assert len(gold) > state.counters > 0


def test_gold_is_the_movers_unless_only_the_opponent_reaches_it() -> None:
    marked = 0
    for game in games("duel", 2):
        for ply in game.plies:
            after = ply.step.state
            if after.round != ply.state.round or after.asked is None:
                continue
            for event in ply.step.events:
                if isinstance(event, GoldMarked):
                    table, gold = table_of(after), pair(event.cell)
                    sides = table.cards[gold].turn(table.cards[gold].row.gold_sides)
                    mine = any(
                        cell == gold and set(way) & set(sides)
                        for cell, way in table.reached(after.dwarves[ply.seat])
                    )
                    assert mine == (event.seat == ply.seat)
                    marked += 1
    assert marked > 10


@BOTH
def test_goals_lie_as_their_neighbours_want_if_that_is_possible(key: str, seats: int) -> None:
    seen = 0
    for game in games(key, seats):
        for ply in game.plies:
            turned = {event.cell for event in ply.step.events if isinstance(event, GoalTurned)}
            after = ply.step.state
            if not turned or after.round != ply.state.round:
                continue
            before = table_of(ply.state)
            if isinstance(ply.move, Lay):
                code, upside = CODES[ply.move.placed >> 1], ply.move.placed & 1
                before.cards[pair(ply.move.cell)] = list(both_ways_round(code))[upside]
            for cell in turned & after.maze.cards.keys():
                lying = both_ways_round(CODES[after.maze.cards[cell] >> 1])
                fits = [before.fits(pair(cell), way_up) for way_up in lying]
                assert fits[after.maze.cards[cell] & 1] or not any(fits)
                seen += 1
    assert seen > 10


@BOTH
def test_a_side_is_asked_for_only_where_there_is_a_choice(key: str, seats: int) -> None:
    asked = 0
    for game in games(key, seats):
        for ply in game.plies:
            if any(isinstance(event, GoalOriented) for event in ply.step.events):
                assert TILES.turns(dict(ply.state.goals)[ply.move.cell])
                asked += 1
    assert asked


def test_a_card_behind_a_gate_is_dark_until_the_gate_opens() -> None:
    state = RULESETS["duel"].parse_position(
        "duel\nmaze b2 DU-DOOR-B3, c2 DU-EW, d2 DU-TROLL-3~\n@1 hand key DU-NS\n@2 hand DU-NS"
    )
    door, behind, troll = (cell_named(name) for name in ("b2", "c2", "d2"))
    key, bribe = (door, sides_of("E")), (troll, Seat(0))
    for keys, bribes, lit in (
        ((), (), set()),
        ((key,), (), {behind}),
        ((key,), (bribe,), {behind, troll}),
        ((), (bribe,), set()),
    ):
        open_sides = opened(replace(state, keys=keys, bribes=bribes))
        start = state.config.mode.starts["green"]
        network = gates.trace(state.maze, Walker((start,), SHUT["green"], open_sides, {}))
        assert {behind, troll} & network.lit.keys() == lit
