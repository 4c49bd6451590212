"""Each game in the middle of it, for who has never played: bots alone, always the same.

Nothing of it is stored, and shown is what everybody at such a table would see.
"""

from functools import cache

from engine import rng
from engine.api import Seat, TableView
from engine.registry import ruleset

_SEED = bytes(rng.SEED_BYTES)
_TABLES = {
    "saboteur": (4, 24),
    "saboteur2": (5, 34),
    "duel": (2, 26),
    "duel-solo": (1, 26),
    "dark-cave": (4, 40),
}
"""Of each game how many sit there, and after how many moves it is shown."""


@cache
def sample(key: str) -> TableView:
    """Show such a table as everybody sees it."""
    rules, (seats, moves) = ruleset(key), _TABLES[key]
    options = {name: values[0] for name, values in rules.meta.options.items()}
    state = rules.setup(_SEED, seats, options).state
    for _ in range(moves):
        seat = Seat(min(rules.to_act(state)))
        move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state
    shown: TableView = rules.view(state, None)
    return shown
