"""Hypothesis strategies: positions from games, and mazes that nobody would build."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from engine.maze import grid
from engine.maze.cells import cell_at, column, row
from engine.parts.board import GOAL_CELLS
from engine.parts.moves import Lay
from engine.rulesets.saboteur.cards import CODES, KIND, TILES
from engine.rulesets.saboteur.play import apply
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from engine.values import replace
from tests.engine import oracle
from tests.engine.players import PLAYERS

SEEDS = st.binary(min_size=16, max_size=16)


def steady(examples: int) -> settings:
    """The same examples in every run, and no clock."""
    return settings(max_examples=examples, derandomize=True, deadline=None, database=None)


@st.composite
def positions(draw: st.DrawFn, edition: str | None = None) -> State:
    """A position in the middle of a game that somebody digs or wanders through."""
    options = {
        "edition": edition or draw(st.sampled_from(["current", "2004"])),
        "tools": draw(st.sampled_from(["off", "competitive"])),
        "rounds": draw(st.sampled_from(["3", "1"])),
    }
    state = new_game(draw(SEEDS), draw(st.integers(3, 10)), options).state
    player = PLAYERS[draw(st.sampled_from(sorted(PLAYERS)))]
    chance = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 120))):
        after = apply(state, state.asked, player(state, chance)).state
        if after.asked is None:
            break
        state = after
    return state


def table_of(state: State) -> oracle.Table:
    """The same table as the oracle reads it."""

    def pair(cell: int) -> oracle.Cell:
        return (cell + 64) % 128 - 64, (cell + 64) // 128

    return oracle.Table(
        cards={pair(c): (CODES[p >> 1], bool(p & 1)) for c, p in state.maze.cards.items()},
        faces={pair(cell): CODES[kind] for cell, kind in state.goals},
        connected=state.config.edition.connected,
        waiting=tuple(pair(cell) for cell in state.orient),
    )


FIELD = [(x, y) for x in range(2, 10) for y in range(-1, 6)]


def wild_mazes() -> st.SearchStrategy[State]:
    """All mazes that nobody would build."""
    return st.integers(0, 2**64).map(wild_maze)


def wild_maze(seed: int) -> State:
    """A dense island around the goals, a trunk with a gap before it, and cards to close the gap."""
    chance = Random(seed)
    options = {"edition": chance.choice(["current", "2004"]), "rounds": "1"}
    state = new_game(chance.randbytes(16), 3, options).state
    table = table_of(state)
    for goal in oracle.GOALS:
        if table.faces[goal] != "Z1" and chance.random() < 0.15:
            table.cards[goal] = (table.faces[goal], chance.random() < 0.5)
    gap = chance.choice([1, 4, 7, 7])
    table.cards.update({(x, 2): ("P5", False) for x in range(1, gap)})
    density = chance.choice([0.7, 0.9, 1.0])
    cells = [cell for cell in FIELD if cell not in oracle.GOALS and chance.random() < density]
    for cell in [(gap + 1, 2), *chance.sample(cells, len(cells))]:
        if cell not in table.cards and cell not in (*oracle.GOALS, (gap, 2)):
            _put_any(table, cell, chance, wanted={"W"} if cell == (gap + 1, 2) else set())
    return _on_table(state, table, ["P1", "P3", "P5", "D5", "P2", "P6"])


def closing(lay: Lay, state: State) -> bool:
    """Tell whether a lay closes the gap in the trunk."""
    trunk = row(lay.cell) == 2 and column(lay.cell) > 0
    return trunk and lay.cell in state.network.front


def _put_any(table: oracle.Table, cell: oracle.Cell, chance: Random, *, wanted: set[str]) -> None:
    codes = [*["P1", "P2", "P3"] * 5, *["P4", "P5", "P6", "P7"] * 2, "D1", "D5"]
    for code in chance.sample(codes, 9):
        card = (code, chance.random() < 0.5 and code not in ("P1", "P4", "P5", "D1", "D5"))
        if wanted <= oracle.sides(card) and oracle.fits(table, cell, card):
            table.cards[cell] = card
            return


def _on_table(state: State, table: oracle.Table, hand: list[str]) -> State:
    maze = grid.empty(TILES, GOAL_CELLS)
    for (x, y), (code, turned) in table.cards.items():
        maze = grid.put(maze, cell_at(x, y), TILES.placed(code, turned=turned))
    kinds: Any = tuple(sorted(KIND[code] for code in hand))
    hands = tuple(kinds for _ in state.hands)
    return replace(state, maze=maze, network=grid.trace(maze), hands=hands)
