"""A season is rehearsed: so many runs from one seed, with as many players as said, or nearly."""

from collections.abc import Sequence
from random import Random

from games.leagues.rehearsal import seasons
from games.leagues.rehearsal.draws import Planned
from games.leagues.rehearsal.figures import Figures, figures
from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.people import company
from games.leagues.rehearsal.seasons import Season
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
    least = max(terms.least, terms.fewest)
    counts = sorted({players * share // 100 for share in SHARES})
    wanted = [count for count in counts if least <= count <= terms.greatest]
    found = []
    for at, count in enumerate(wanted):
        chance = Random(f"{seed} {count}")  # noqa: S311 - nothing secret hangs on it
        sizes = _divisions(terms, count)
        planned, played = Planned(terms, str(seed)), list[Sequence[Season]]()
        for done in range(runs):
            progress(at * runs + done, len(wanted) * runs)
            played.append(
                [
                    seasons.play(
                        terms,
                        board,
                        company(size, terms.rounds_for(size), chance),
                        planned,
                        chance,
                    )
                    for size in sizes
                ]
            )
        found.append(figures(terms, board, played, players=count, seed=seed, pool=pool))
    return tuple(found)


def _divisions(terms: Terms, players: int) -> list[int]:
    """How many are in each division, as a first season would be divided."""
    names = [str(number) for number in range(players)]
    draft = promotion.drafted((), terms.divisions, new=names)
    return [len(each) for each in promotion.by_default(draft, terms.fewest).divisions]
