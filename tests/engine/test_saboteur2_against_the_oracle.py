"""Saboteur 2: laying, turning goals and winning, compared with a second, naive writing."""

from collections import Counter
from random import Random

import pytest

from engine.api import Seat, Step
from engine.maze import grid
from engine.maze.cells import Cell, cell_at, column, row
from engine.parts.board import GOAL_CELLS
from engine.parts.facts import GoalTurned
from engine.parts.moves import Lay, Orient
from engine.registry import ruleset
from engine.rulesets.saboteur2.cards import CODES, KIND, TILES
from engine.rulesets.saboteur2.events import RoundEnded
from engine.rulesets.saboteur2.legal import legal_moves
from engine.rulesets.saboteur2.play import apply
from engine.rulesets.saboteur2.scoring import has_way, result
from engine.rulesets.saboteur2.setup import new_game
from engine.rulesets.saboteur2.state import State
from engine.values import replace
from tests.engine import oracle
from tests.engine.contract.games import games

FIELD = [(x, y) for x in range(-1, 10) for y in range(-1, 6)]
DOORS = ("B1", "B2", "B3", "G1", "G2", "G3")


def pair(cell: Cell) -> oracle.Cell:
    return column(cell), row(cell)


def table_of(state: State) -> oracle.Table:
    """The same table as the oracle reads it."""
    return oracle.Table(
        cards={pair(c): (CODES[p >> 1], bool(p & 1)) for c, p in state.maze.cards.items()},
        faces={pair(cell): CODES[kind] for cell, kind in state.goals},
        connected=True,
        waiting=tuple(map(pair, state.orient)),
    )


def wild(seed: int) -> State:
    """A dense maze of any cards that fit, islands included, with the commonest cards in hand."""
    chance = Random(seed)
    state = new_game(chance.randbytes(16), 3, {}).state
    table = table_of(state)
    density = chance.choice([0.3, 0.6, 0.9])
    cells = [c for c in FIELD if c not in (oracle.START, *oracle.GOALS)]
    codes = [*oracle.SHAPES] + ["P1", "P3", "C7"] * 6 + [*DOORS] * 2
    for cell in chance.sample(cells, len(cells)):
        card = (chance.choice(codes), chance.random() < 0.5)
        if chance.random() < density:
            _put(table, cell, card)
    return _on_table(state, table, ("P1", "P3", "E1", "E2", "L2", "L4", "G1", "X5", "C4"))


BRIDGE = (7, 2)
ROUND_A_BRIDGE = """saboteur2
goals i1 Z2, i3 Z3, i5 Z1
maze a3 S, h4 L1~, h2 P4, h1 P2~, h0 P7, i0 P6, i2 D8~, j1 P6, j2 P4, j3 P2, j4 C5, j5 P2~, j6 P7~,\
 i6 P5, h6 P5, g6 P6~, g5 P4, g4 P4, g3 P7
@1 hand E1
@2 hand P2"""


def round_a_bridge(seed: int) -> State:
    """Ways through one goal to the next and back to the bridge, some cards of them exchanged."""
    chance = Random(seed)
    state = ruleset("saboteur2").parse_position(ROUND_A_BRIDGE)
    kinds = chance.sample([kind for _, kind in state.goals], 3)
    state = replace(state, goals=tuple(zip(GOAL_CELLS, kinds, strict=True)))
    table = table_of(state)
    cells = chance.sample(sorted(table.cards.keys() - {oracle.START}), chance.randint(1, 4))
    for cell in cells:
        del table.cards[cell]
    for cell in [*cells, (8, 3), (9, 1)]:
        for code in chance.sample([*oracle.SHAPES], 20):
            if cell not in table.cards:
                _put(table, cell, (code, chance.random() < 0.5))
    return _on_table(state, table, ("E1", "E2", "E3"))


def _put(table: oracle.Table, cell: oracle.Cell, card: oracle.Card) -> None:
    """Put a card where it fits and reaches no goal."""
    if set(oracle.ways(card)) == set(oracle.ways((card[0], False))):
        card = (card[0], False)
    lies = card[0][0] not in "SZ" and oracle.fits(table, cell, card)
    beside_goal = any(near in oracle.GOALS for _, near in oracle.beside(cell))
    if lies and not (card[0][0] == "L" and beside_goal):
        table.cards[cell] = card
        reached = oracle.lit(table)
        if any(_leads_to(reached, goal) for goal in oracle.GOALS):
            del table.cards[cell]


def _on_table(state: State, table: oracle.Table, codes: tuple[str, ...]) -> State:
    maze = grid.empty(TILES, GOAL_CELLS)
    for (x, y), (code, turned) in table.cards.items():
        maze = grid.put(maze, cell_at(x, y), TILES.placed(code, turned=turned))
    hand = tuple(sorted(KIND[code] for code in codes))
    return replace(state, maze=maze, network=grid.trace(maze), hands=(hand,) * len(state.hands))


def _leads_to(reached: set[tuple[oracle.Cell, str]], goal: oracle.Cell) -> bool:
    return any((near, oracle.ACROSS[side]) in reached for side, near in oracle.beside(goal))


def compare_lays(state: State) -> list[Lay]:
    """The engine lists exactly the oracle's lays for whoever is asked."""
    seat = state.asked
    lays = [move for move in legal_moves(state, seat) if isinstance(move, Lay)]
    stopped = state.broken[seat] or state.trapped[seat] or state.orient or state.thieves
    hand = {CODES[kind] for kind in state.hands[seat]}
    expected = set() if stopped else oracle.legal_lays(table_of(state), hand)
    found = {(pair(m.cell), (CODES[m.placed >> 1], bool(m.placed & 1))) for m in lays}
    assert found == expected
    return lays


def compare_lay(state: State, lay: Lay) -> Counter[str]:
    """A lay turns the same goals, in the same order, the same way."""
    card = (CODES[lay.placed >> 1], bool(lay.placed & 1))
    table = oracle.lay(table_of(state), pair(lay.cell), card)
    seen = compare_turning(state, table, apply(state, state.asked, lay))
    turned = len(table.turned)
    return seen + Counter({"goals turned": turned, "by a ladder": (card[0][0] == "L") * turned})


def compare_turning(
    state: State, table: oracle.Table, step: Step[State], turned: tuple[oracle.Cell, ...] = ()
) -> Counter[str]:
    """The same goals lie the same way, whatever the mover chooses for those that wait."""
    after, events = step
    turned += tuple(pair(event.cell) for event in events if isinstance(event, GoalTurned))
    assert turned == table.turned
    ended = any(isinstance(event, RoundEnded) for event in events)
    gold = next(cell for cell, face in table.faces.items() if face == "Z1")
    assert ended == (gold in table.cards and not table.waiting)
    if not ended:
        assert table_of(after) == table
    if ended:
        _compare_ways(replace(state, maze=_maze_of(table)), table, gold)
    seen: Counter[str] = Counter()
    for move in legal_moves(after, after.asked) if table.waiting else ():
        assert isinstance(move, Orient)
        cell, turn = pair(move.cell), move.turned
        chosen = oracle.orient(table, cell, turned=turn)
        forgotten = oracle.orient(replace(table, laid=None), cell, turned=turn)
        seen += Counter({"choices": 1, "laid before a choice": chosen != forgotten})
        seen += compare_turning(state, chosen, apply(after, after.asked, move), turned)
    return seen


def _maze_of(table: oracle.Table) -> grid.Maze:
    maze = grid.empty(TILES, ())
    for (x, y), (code, turned) in table.cards.items():
        maze = grid.put(maze, cell_at(x, y), TILES.placed(code, turned=turned))
    return maze


def _compare_ways(state: State, table: oracle.Table, gold: oracle.Cell) -> None:
    for team, shut in (("blue", "G"), ("green", "B")):
        reached = any(cell == gold for cell, _ in oracle.lit(table, shut))
        assert has_way(state, team) == reached


@pytest.mark.parametrize("seats", [2, 5, 12])
def test_games_go_as_the_oracle_says(seats: int) -> None:
    seen: Counter[str] = Counter()
    for game in games("saboteur2", seats)[1::8]:
        for ply in game.plies:
            compare_lays(ply.state)
            if isinstance(ply.move, Lay):
                seen += compare_lay(ply.state, ply.move)
    assert seen["goals turned"]


def test_wild_mazes_go_as_the_oracle_says() -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        state = wild(seed)
        for lay in compare_lays(state)[::3]:
            seen += compare_lay(state, lay)
    assert seen["goals turned"] > 20
    assert seen["by a ladder"] > 5


def test_stones_beyond_a_choice_join_a_bridge_as_the_oracle_says() -> None:
    """Ruling 81: the next goal still remembers which card was laid."""
    seen: Counter[str] = Counter()
    for seed in range(400):
        state = round_a_bridge(seed)
        for lay in compare_lays(state):
            if pair(lay.cell) == BRIDGE:
                seen += compare_lay(state, lay)
    assert seen["laid before a choice"] > 5, seen


def test_teams_walk_wild_mazes_as_the_oracle_says() -> None:
    ways: Counter[tuple[bool, bool]] = Counter()
    for seed in range(400):
        state, chance = wild(seed), Random(seed)
        table = table_of(state)
        for cell, card in [*table.cards.items()]:
            # Doors where passages are, so that few ways stay free.
            alike = [door for door in DOORS if oracle.sides((door, card[1])) == oracle.sides(card)]
            if alike and chance.random() < 0.8:
                table.cards[cell] = (chance.choice(alike), card[1])
        # Any card far along may stand for the treasure here: what is asked is who can walk there.
        goal = max(cell for cell, _ in oracle.lit(table))
        goals = ((cell_at(*goal), KIND["Z1"]),)
        state = replace(state, maze=_maze_of(table), goals=goals)
        _compare_ways(state, table, goal)
        ways[has_way(state, "blue"), has_way(state, "green")] += 1
    assert len(ways) == 4, ways


def _shares(state: State, finder: int | None) -> list[int]:
    """The shares once more, person by person, straight from the rules."""
    blue, green = has_way(state, "blue"), has_way(state, "green")
    free = [(at, role) for at, role in enumerate(state.roles) if not state.trapped[at]]
    present = {role for _, role in free}
    if finder is None:
        teams = {"saboteur"} if "saboteur" in present else set()
        friends = {"profiteer"}
    else:
        by = state.roles[finder]
        teams = {team for team, way in (("blue", blue), ("green", green)) if way}
        if by in teams:
            teams = {by}
        friends = {"boss", "profiteer"}
        alone = not teams and "boss" not in present
        if alone and state.config.literal_profiteer and by != "profiteer":
            friends = {"boss"}
    winners = [at for at, role in free if role in teams | friends]
    share = [0, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1][len(winners)]
    paid = [0] * len(state.roles)
    for at in winners:
        less = {"boss": 1, "profiteer": 2}.get(state.roles[at], 0)
        paid[at] = share - less if share > less else 0
    crystals = sum(CODES[placed >> 1][0] == "C" for placed in state.maze.cards.values())
    geologists = [
        at
        for at, role in enumerate(state.roles)
        if role == "geologist" and (state.config.paid_geologist or not state.trapped[at])
    ]
    for at in geologists:
        paid[at] += crystals // len(geologists)
    return paid


def test_shares_are_as_the_rules_say_for_every_table() -> None:
    sides: Counter[str] = Counter()
    for seed in range(1500):
        chance = Random(seed)
        options = {
            "profiteer": chance.choice(["always", "literal"]),
            "trapped_geologist": chance.choice(["nothing", "paid"]),
        }
        seats = chance.randint(2, 12)
        state = new_game(chance.randbytes(16), seats, options).state
        maze = state.maze
        for x in range(1, 8):
            code = chance.choice([*["P5", "P1", "C3"] * 3, "B2", "G2"])
            maze = grid.put(maze, cell_at(x, 2), TILES.placed(code))
        finder = Seat(chance.randrange(seats)) if chance.random() < 0.7 else None
        state = replace(
            state,
            maze=grid.put(maze, GOAL_CELLS[1], TILES.placed("Z1")),
            goals=((GOAL_CELLS[1], KIND["Z1"]),),
            trapped=tuple(chance.random() < 0.2 for _ in range(seats)),
        )
        found = result(state, finder)
        assert list(found.paid) == _shares(state, finder)
        sides[found.won_by] += 1
    assert min(sides.values()) > 10
    assert len(sides) == 6
