"""What a rehearsal has to know of the game that is played: how often a seat is asked, its gold."""

from functools import cache

from engine import rng
from engine.api import Seat
from engine.registry import ruleset
from games.clocks.rules.styles import Bank, Fixed, Hour, Style, Untimed
from games.leagues.rehearsal.games import Board
from games.leagues.rules.scoring import By
from games.leagues.rules.terms import Terms

A_DAY = 24.0


def board_of(terms: Terms) -> Board:
    """Measure the game of a league, at each of its table sizes, by one that bots play."""
    sizes = range(terms.sizes.low, terms.sizes.high + 1)
    meta, options = ruleset(terms.ruleset).meta, tuple(sorted(terms.options.items()))
    return Board(
        {size: _turns(terms.ruleset, options, size) for size in sizes},
        meta.most,
        _hours(terms.time.style),
        {size: meta.roles[size] for size in sizes} if terms.scoring.by is By.RELATIVE else {},
    )


@cache
def _turns(key: str, options: tuple[tuple[str, str], ...], size: int) -> int:
    rules = ruleset(key)
    state, asked, marks = rules.setup(bytes(rng.SEED_BYTES), size, dict(options)).state, 0, set()
    while there := rules.to_act(state):
        seat = Seat(min(there))
        # A further question within a turn is no turn of its own.
        marks.add((seat, rules.turn(state)))
        view = rules.view(state, seat)
        state = rules.apply(
            state, seat, rules.choose(view, list(rules.legal_moves(state, seat)))
        ).state
        asked = len(marks)
    return max(1, round(asked / size))


def _hours(style: Style) -> float:
    """So long a turn may last: with a bank what comes to it each turn, once it is used up."""
    match style:
        case Fixed(hours):
            return float(hours)
        case Bank(_, increment, _):
            return float(increment)
        case Hour() | Untimed():
            return A_DAY
