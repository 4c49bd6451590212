"""A partner for an empty seat. It is given a view and the legal moves and knows nothing else.

It measures what each dwarf may still hope for: every place with gold counts for less the more cards
are missing. A move is as good as what it adds to the own hopes and takes from the opponent's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from engine.api import Seat
from engine.bots.gated import cards_missing
from engine.bots.reach import rebuilt
from engine.decks.duel import GOALS
from engine.maze import gates, grid
from engine.maze.cells import Cell, cell_at, column
from engine.maze.gates import Walker
from engine.maze.grid import Maze, Network
from engine.maze.sides import ALL, sides_of
from engine.rulesets.duel.cards import ACTION, KIND, PATH_KINDS, SHUT, TILES, VALUE
from engine.rulesets.duel.moves import (
    Break,
    Bribe,
    Claim,
    End,
    Lay,
    Mend,
    Move,
    OpenDoor,
    Orient,
    Pass,
    Pay,
    ReadMap,
    Remove,
    Rockfall,
    format_move,
)
from engine.rulesets.duel.view import View

_UNKNOWN = sum(goal.gold for goal in GOALS) / len(GOALS)
"""What a goal is worth on average."""
_FADE = 0.8
"""A place so many cards away is worth this much of one that is a card nearer."""
_RIVAL = 0.7
"""What the opponent's hopes count beside the own."""
_COUNTER = 0.4
"""What a nugget less in the end, and a counter less in the stock, is felt at once."""

# How gladly a card is kept, in nuggets. Tunnels by the number of sides that hang together.
_WORTH = {"key": 0.35, "rockfall": 0.3, "map": 0.15, "break": 0.35, "fix": 0.3}
_TUNNEL_WORTH = {1: 0.05, 2: 0.2, 3: 0.35, 4: 0.45}


def choose(view: View, moves: Sequence[Move]) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    table = _Table(view)
    scores = [round(_judge(table, move), 6) for move in moves]
    best = max(scores)
    equals = [move for move, score in zip(moves, scores, strict=True) if score == best]
    return equals[0] if len(equals) == 1 else min(equals, key=lambda move: _lot(view, move))


def _lot(view: View, move: Move) -> bytes:
    """Draw lots among equal moves from what everybody sees, so that a choice tells no secret."""
    lying = [(card.cell, card.code, card.turned) for card in view.cards]
    public = (view.seat, view.round, lying, view.broken, view.stock, format_move(move))
    return blake2b(repr(public).encode(), digest_size=8).digest()


@dataclass(frozen=True)
class _Table:
    """A view with the geometry that it implies."""

    view: View

    @property
    def seat(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat

    @cached_property
    def maze(self) -> Maze:
        return rebuilt(TILES, self.view.cards, self.view.goals)

    @cached_property
    def opened(self) -> dict[Cell, int]:
        sides = {counter.cell: ALL for counter in self.view.laid_counters if counter.on == "troll"}
        for key in self.view.laid_keys:
            sides[key.cell] = sides.get(key.cell, 0) | sides_of(key.side)
        return sides

    @cached_property
    def starts(self) -> dict[str, Cell]:
        return {card.colour: card.cell for card in self.view.cards if card.mark == "start"}

    @cached_property
    def field(self) -> frozenset[Cell]:
        last = max(column(goal.cell) for goal in self.view.goals)
        return frozenset(cell_at(x, y) for x in range(-2, last + 3) for y in range(-2, 7))

    @cached_property
    def marked(self) -> frozenset[Cell]:
        return frozenset(counter.cell for counter in self.view.laid_counters)

    @cached_property
    def faces(self) -> dict[Cell, float]:
        """What each covered goal may be worth, as far as the viewer knows."""
        return {
            goal.cell: _UNKNOWN if goal.code is None else VALUE[KIND[goal.code]]
            for goal in self.view.goals
            if not goal.up
        }

    @cached_property
    def before(self) -> float:
        return self.worth(self.maze, self.opened)

    def gain(self, maze: Maze, opened: Mapping[Cell, int]) -> float:
        """Tell how much better a table is than this one."""
        return self.worth(maze, opened) - self.before

    def worth(self, maze: Maze, opened: Mapping[Cell, int]) -> float:
        """Weigh the own hopes against the opponent's."""
        links = self._links(maze)
        networks = []
        walkers = []
        for dwarf in self.view.dwarves:
            walker = Walker((self.starts[dwarf],), SHUT[dwarf], opened, links)
            walkers.append(walker)
            networks.append(gates.trace(maze, walker))
        places = dict.fromkeys(maze.covered, ALL)
        values = {cell: self.faces.get(cell, 0.0) for cell in maze.covered}
        for cell, placed in maze.cards.items():
            if TILES.gold[placed] and cell not in self.marked:
                places[cell] = TILES.gold[placed]
                values[cell] = VALUE[placed >> 1]
        own = self._hopes(maze, walkers[self.seat], networks[self.seat], places, values)
        others = [
            self._hopes(maze, walkers[at], networks[at], places, values)
            for at in range(len(walkers))
            if at != self.seat
        ]
        return own - _RIVAL * sum(others)

    def _links(self, maze: Maze) -> dict[Cell, Cell]:
        links: dict[Cell, Cell] = {}
        for cell, placed in maze.cards.items():
            tile = TILES.tiles[placed >> 1]
            if tile.mark == "ladder" and tile.colour in self.starts:
                start = self.starts[tile.colour]
                links |= {cell: start, start: cell}
        return links

    def _hopes(
        self,
        maze: Maze,
        walker: Walker,
        network: Network,
        places: Mapping[Cell, int],
        values: Mapping[Cell, float],
    ) -> float:
        missing = cards_missing(maze, walker, network, places, self.field)
        # What is joined is won at once; with the last counter gone nothing more is.
        return sum(
            values[cell] * (1.5 if not count else _FADE**count) for cell, count in missing.items()
        )


def _judge(table: _Table, move: Move) -> float:
    """Tell how many nuggets a move is worth, all in all."""
    view = table.view
    match move:
        case Lay(cell, placed):
            return table.gain(grid.put(table.maze, cell, placed), table.opened) - _kept(placed >> 1)
        case Orient(cell, turned):
            code = next(goal.code for goal in view.goals if goal.cell == cell)
            assert code is not None
            lies = TILES.placed(code, turned=turned)
            return table.worth(grid.put(table.maze, cell, lies), table.opened)
        case Rockfall(cell):
            return table.gain(grid.lift(table.maze, cell), table.opened) - _WORTH["rockfall"]
        case OpenDoor(cell, side):
            opened = {**table.opened, cell: table.opened.get(cell, 0) | side}
            return table.gain(table.maze, opened) - _WORTH["key"]
        case Bribe(cell):
            return _bribe(table, cell)
        case Claim(cell):
            placed = table.maze.cards[cell]
            return VALUE[placed >> 1] * (1 if _is_own(table, cell) else -1)
        case Pay(values):
            return -len(values)
        case End():
            return 0
        case _:
            return _judge_cards(table, move)


def _judge_cards(table: _Table, move: Break | Mend | Remove | ReadMap | Pass) -> float:
    view = table.view
    broken = len(view.broken[table.seat])
    match move:
        case Break(_, target):
            return 0.5 - _WORTH["break"] if not view.broken[target] else -0.2
        case Mend():
            return 1.5 - broken / 4
        case Remove(_, cards):
            # It also costs a card of the hand for the rest of the round.
            return (0.9 if broken == 1 else 0.3) - sum(map(_kept, cards))
        case ReadMap(cell):
            known = next(goal.code for goal in view.goals if goal.cell == cell)
            return -1.0 if known else 0.1
        case Pass(cards):
            # Two cards for two: the more useless, the sooner they go.
            return -0.05 - sum(_kept(card) - 0.2 for card in cards) - 0.2


def _bribe(table: _Table, cell: Cell) -> float:
    # A step and no action: it must be better than doing nothing, and then it comes first.
    opened = {**table.opened, cell: ALL}
    gain = table.gain(table.maze, opened) - 1 - _COUNTER
    return gain + 5 if gain > 0 else -5


def _is_own(table: _Table, cell: Cell) -> bool:
    """Tell whether the gold on a cell would be the mover's own."""
    dwarf = table.view.dwarves[table.seat]
    links = table._links(table.maze)
    walker = Walker((table.starts[dwarf],), SHUT[dwarf], table.opened, links)
    sides = TILES.gold[table.maze.cards[cell]]
    return bool(gates.trace(table.maze, walker).lit.get(cell, 0) & sides)


def _kept(kind: int) -> float:
    """Tell how gladly a card is kept."""
    if kind >= PATH_KINDS:
        return _WORTH[ACTION[kind].act]
    return _TUNNEL_WORTH[max(way.bit_count() for way in TILES.ways[2 * kind])]
