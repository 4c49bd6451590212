"""Players for tests. They see the whole state: their only aim is to lead games to rare places."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.parts.moves import Lay
from engine.rulesets.dark_cave.former import choose
from engine.rulesets.dark_cave.legal import legal_moves
from engine.rulesets.dark_cave.moves import (
    Answer,
    Cut,
    End,
    Equip,
    LayWeb,
    Lure,
    Move,
    Propose,
    Swap,
    Walk,
)
from engine.rulesets.dark_cave.state import State
from engine.rulesets.dark_cave.view import view


def wanderer(state: State, rnd: Random) -> Move:
    """Any kind of move is as likely as any other, then any move of that kind."""
    moves = _listed(state, rnd)
    kind = rnd.choice(sorted({type(move).__name__ for move in moves}))
    return rnd.choice([move for move in moves if type(move).__name__ == kind])


def seeker(state: State, rnd: Random) -> Move:
    """Looks for the exit as the bot does: alone, random players hardly ever find it."""
    moves = _listed(state, rnd)
    if rnd.random() < 0.05:
        return rnd.choice(moves)
    return choose(view(state, state.asked), moves)


def brawler(state: State, rnd: Random) -> Move:
    """Equips, lures, webs and meets creatures; else it looks for the exit."""
    moves = _listed(state, rnd)
    rough = [
        move
        for move in moves
        if isinstance(move, Equip | LayWeb | Cut)
        or (isinstance(move, Lure) and any(d.place == move.place for d in state.dwarves))
        or (
            isinstance(move, Walk)
            and any(beast and beast.place == move.place for beast in state.creatures)
        )
    ]
    return rnd.choice(rough) if rough and rnd.random() < 0.8 else seeker(state, rnd)


def spender(state: State, rnd: Random) -> Move:
    """Wants the cards to be used up."""
    moves = _listed(state, rnd)
    two = [move for move in moves if isinstance(move, tuple) and len(move) == 2]
    stops = [move for move in moves if isinstance(move, End)]
    rare = [move for move in moves if isinstance(move, Swap)]
    return rnd.choice(rare or two or stops or moves)


def explorer(state: State, rnd: Random) -> Move:
    """Lays wherever it can and walks as far as it can, over bridges and through tunnels."""
    moves = _listed(state, rnd)
    wide = [move for move in moves if isinstance(move, Lay | Walk)]
    return rnd.choice(wide or moves)


def peacemaker(state: State, rnd: Random) -> Move:
    """Proposes to end the game when it has gone on for a while, and mostly agrees to it."""
    if state.agreed:
        return Answer(agree=rnd.random() < 0.9)
    moves = legal_moves(state, state.asked)
    ends = [move for move in moves if isinstance(move, Propose)]
    return ends[0] if ends and rnd.random() < 0.01 else seeker(state, rnd)


def _listed(state: State, rnd: Random) -> list[Move]:
    """Leave out, most of the time, what would end most games early."""
    moves = legal_moves(state, state.asked)
    if rnd.random() < 0.02 or state.agreed:
        return moves
    return [move for move in moves if not isinstance(move, Propose)]


PLAYERS: dict[str, Callable[[Any, Random], Any]] = {
    "wanderer": wanderer,
    "seeker": seeker,
    "brawler": brawler,
    "spender": spender,
    "explorer": explorer,
    "peacemaker": peacemaker,
}
