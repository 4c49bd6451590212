"""A season is rehearsed: so many runs from one seed, with as many players as said, or nearly."""

from collections.abc import Iterator
from random import Random

from games.leagues.rehearsal import seasons, tallies
from games.leagues.rehearsal.draws import Planned
from games.leagues.rehearsal.figures import Figures, figures
from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.people import company
from games.leagues.rehearsal.tallies import Tally
from games.leagues.rules import promotion
from games.leagues.rules.history import Progress, silent
from games.leagues.rules.terms import Terms

RUNS = 200
SHARES = (75, 100, 125)
"""Per cent of the players that are expected."""


def rehearse(
    terms: Terms,
    board: Board,
    *,
    players: int,
    pool: int,
    seed: int,
    runs: int = RUNS,
    progress: Progress = silent,
) -> tuple[Figures, ...]:
    """Play a season so often with so many players, a quarter less and a quarter more.

    The same seed gives the same figures. With too few or too many there is no season.
    """
    wanted, found = counts(terms, players), []
    for at, count in enumerate(wanted):
        told = list[Tally]()
        for each in play(terms, board, Planned(terms, str(seed)), count, range(runs), seed):
            told.append(each)
            progress(at * runs + len(told), len(wanted) * runs)
        found.append(figures(terms, board, told, players=count, seed=seed, pool=pool))
    return tuple(found)


def counts(terms: Terms, players: int) -> list[int]:
    """With how many players a season is rehearsed of which so many are expected."""
    least = max(terms.least, terms.fewest)
    found = sorted({players * share // 100 for share in SHARES})
    return [count for count in found if least <= count <= terms.greatest]


def play(
    terms: Terms, board: Board, planned: Planned, count: int, runs: range, seed: int
) -> Iterator[Tally]:
    """Play these runs. Each draws its own chances, so whoever goes on comes to the same."""
    sizes = _divisions(terms, count)
    for number in runs:
        chance = Random(f"{seed} {count} {number}")  # noqa: S311 - nothing secret hangs on it
        played = [
            seasons.play(
                terms, board, company(size, terms.rounds_for(size), chance), planned, chance
            )
            for size in sizes
        ]
        yield tallies.tally(terms, played)


def _divisions(terms: Terms, players: int) -> list[int]:
    """How many are in each division, as a first season would be divided."""
    names = [str(number) for number in range(players)]
    draft = promotion.drafted((), terms.divisions, new=names)
    return [len(each) for each in promotion.by_default(draft, terms.fewest).divisions]
