"""Large mazes: games in which everybody builds as long as he can."""

import random
from functools import cache
from typing import Any

from engine.api import Seat
from engine.cli.workloads import lays_among, seed
from engine.registry import ruleset
from games.models import Game
from tests.games.cast import PEOPLE, lay_out, started

NAMES = (*PEOPLE, "dora", "emil", "flora", "gina", "henry", "ida", "jo", "kurt", "lena")
_NUMBER = {"saboteur": 2, "saboteur2": 5, "duel": 2, "duel-solo": 7, "dark-cave": 3}
"""Of each game one that became large."""
_MOVES = 500


def large(key: str) -> Game:
    """Open a table of as many as can play, at the largest maze, with somebody who can go on."""
    seats = ruleset(key).meta.seats[-1]
    return lay_out(started(NAMES[:seats], key=key), _largest(key, seats))


@cache
def _largest(key: str, seats: int) -> Any:
    rules, chance = ruleset(key), random.Random(_NUMBER[key])
    state, most, found = rules.setup(seed(_NUMBER[key]), seats, {}).state, 0, None
    for _ in range(_MOVES):
        if not (asked := rules.to_act(state)):
            break
        legal = rules.legal_moves(state, Seat(min(asked)))
        lays = lays_among(rules, legal)
        cards = len(rules.view(state, None).cards)
        if lays and cards > most:
            most, found = cards, state
        state = rules.apply(state, Seat(min(asked)), chance.choice(lays or legal)).state
    return found
