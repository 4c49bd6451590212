"""What laying and mending do at every table where one digs from a start towards goals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.api import Seat, TableView
from engine.bots.prospect import Prospect
from engine.bots.reach import FAR, cards_missing
from engine.maze.cells import AROUND, Cell
from engine.maze.grid import CardSight, GoalSight, Maze, Network
from engine.parts import effects
from engine.parts.effects import Effect
from engine.parts.moves import Lay, Orient, ReadMap, Rockfall


def dug(prospect: Prospect, move: Lay | Orient | Rockfall) -> Iterator[Effect]:
    """Tell what a card laid or taken away does to the way from the start."""
    maze, network = prospect.after(move)
    if isinstance(move, Rockfall):
        yield gone(prospect.cards, move.cell)
        cut = len(prospect.network.lit.keys() - network.lit.keys() - {move.cell})
        if cut:
            yield effects.CutsOff(cut)
    else:
        yield from _way_on(prospect, move.cell, maze, network)
    yield from _closed(prospect, maze, network)


def gone(cards: Iterable[CardSight], cell: Cell) -> Effect:
    """Name the card that is taken away."""
    card = next(card for card in cards if card.cell == cell)
    return effects.Gone(cell, card.code, card.turned)


def looked(goals: Iterable[GoalSight], move: ReadMap) -> Effect:
    """Tell what a look at a goal is worth."""
    goal = next(goal for goal in goals if goal.cell == move.cell)
    return effects.Looks(goal.cell, goal.code)


def _way_on(prospect: Prospect, cell: Cell, maze: Maze, network: Network) -> Iterator[Effect]:
    if cell not in network.lit:
        yield effects.Apart()
        return
    reached = [goal for goal in prospect.goals if not goal.up and goal.cell in network.front]
    yield from (effects.Reaches(goal.cell, goal.code) for goal in reached)
    joined = len(network.lit.keys() - prospect.network.lit.keys() - {cell})
    if joined:
        yield effects.Joins(joined)
    onward = onward_from(cell, maze, network)
    if onward:
        yield effects.LeadsOn(onward)
    elif not reached and not joined:
        yield effects.Ends()


def onward_from(cell: Cell, maze: Maze, network: Network) -> tuple[Cell, ...]:
    """List the empty cells that a card leads on to."""
    sides = network.lit.get(cell, 0)
    onward = (near for side, near, _back in AROUND[cell] if sides & side)
    return tuple(near for near in onward if near in network.front and near not in maze.covered)


def _closed(prospect: Prospect, maze: Maze, network: Network) -> Iterator[Effect]:
    goals = tuple(sorted(prospect.maze.covered))
    before = cards_missing(prospect.maze, prospect.network, goals)
    yield from closes(before, cards_missing(maze, network, goals))


def closes(before: Mapping[Cell, int], after: Mapping[Cell, int]) -> Iterator[Effect]:
    """Compare how many cards are missing before each goal."""
    longer = {goal: after.get(goal, FAR) for goal in before if after.get(goal, FAR) > before[goal]}
    for all_ways in (False, True):
        goals = tuple(goal for goal, count in longer.items() if (count >= FAR) == all_ways)
        if goals:
            yield effects.Closes(goals, all_ways)


def hinders(target: Seat, burden: Sequence[str]) -> Effect:
    """Tell what one burden more does to a seat that has these."""
    return effects.Hinders(target, bool(burden))


def frees(target: Seat, burden: Iterable[str], without: str) -> Effect:
    """Tell what one burden less does to a seat that has these."""
    return effects.Frees(target, tuple(one for one in burden if one != without))


def passed(view: TableView, cards: int) -> Effect:
    """Tell how many cards come for those that are put down."""
    return effects.Draws(min(cards, view.stock))
