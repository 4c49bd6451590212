"""Players for tests. They see the whole state: their only aim is to lead games to rare places."""

from random import Random
from typing import Any

from engine.maze.cells import Cell, column, row
from engine.parts.board import GOAL_CELLS
from engine.parts.moves import Break, Lay, Mend, Rockfall
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.legal import legal_moves
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.state import State


def wanderer(state: State, rnd: Random) -> Move:
    """Any kind of move is as likely as any other, then any move of that kind."""
    moves = legal_moves(state, state.asked)
    kind = rnd.choice(sorted({type(move).__name__ for move in moves}))
    return rnd.choice([move for move in moves if type(move).__name__ == kind])


def seeker(state: State, rnd: Random) -> Move:
    """Digs for the goals: alone, random players reach one in a hundred rounds."""
    moves = legal_moves(state, state.asked)
    if rnd.random() < 0.08 or state.orient:
        return rnd.choice(moves)
    return min(moves, key=lambda move: (_worth(state, move), rnd.random()))


def _worth(state: State, move: Move) -> float:
    match move:
        case Lay(cell, placed):
            if TILES.code(placed).startswith("D"):
                return 50
            goals = [goal for goal in GOAL_CELLS if goal in state.maze.covered]
            to = goals or [Cell(0)]
            away = [abs(column(cell) - column(goal)) + abs(row(cell) - row(goal)) for goal in to]
            apart = 0 if cell in state.network.front else 3  # edition 2004 allows it, seldom helps
            return min(away) + apart - TILES.open[placed].bit_count() / 2
        case Mend(_, target, _):
            return 0 if target == state.asked else 15
        case (card,):
            return 20 if card < len(TILES.tiles) and len(TILES.ways[2 * card]) == 1 else 12
        case Rockfall():
            return 40
        case Break():
            return 60
        case _:
            return 14


PLAYERS: dict[str, Any] = {"wanderer": wanderer, "seeker": seeker}
