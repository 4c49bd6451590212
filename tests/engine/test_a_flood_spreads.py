"""A flood of empty cells, beside one that goes from cell to cell."""

from random import Random

from engine.bots.flood import Flood
from engine.maze.cells import AROUND, Cell, cell_at
from tests.rows import each_row

FIELD = frozenset(cell_at(x, y) for x in range(-2, 11) for y in range(-2, 7))


def from_cell_to_cell(wave: set[Cell], seen: set[Cell], walls: set[Cell]):
    """Go one step from each cell: the walls that are met, and where it goes on."""
    around = [(near, back) for cell in wave for _side, near, back in AROUND[cell]]
    met = [(near, back) for near, back in around if near in walls]
    return met, {near for near, _ in around if near in FIELD and near not in walls | seen}


@each_row("number", range(30))
def test_it_comes_where_one_from_cell_to_cell_comes(number: int) -> None:
    chance = Random(number)
    wide = [cell_at(x, y) for x in range(-6, 15) for y in range(-6, 11)]
    walls = set(chance.sample(wide, chance.randrange(1, 60)))
    begin = set(chance.sample([cell for cell in wide if cell not in walls], 3))
    flood, wave, seen = Flood(begin, walls, FIELD), begin, set(begin)
    steps = 0
    while wave:
        assert flood
        met, ahead = from_cell_to_cell(wave, seen, walls)
        assert sorted(flood.step()) == sorted(set(met))
        # A tunnel leads out of some wall: off the field, or where it has been, to nothing new.
        for wall in chance.sample(sorted(walls), min(2, len(walls))):
            cell = chance.choice(AROUND[wall])[1]
            flood.join(cell)
            ahead |= {cell} & FIELD - walls - seen
        seen |= ahead
        wave, steps = ahead, steps + 1
    assert not flood
    assert steps
