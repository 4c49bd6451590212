"""What many runs of a season come to: figures for its directors, as plain numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any

from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.tallies import Tally, days
from games.leagues.rules.numbers import shown
from games.leagues.rules.standing import POINTS, SHARED
from games.leagues.rules.terms import Terms

ANSWERS = 0.5
"""How likely somebody who is asked takes a seat over."""
LETTERS_OF_A_ROUND = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """Of so many players, over all runs. Days are counted from the first opening."""

    players: int
    runs: int
    seed: int
    days_median: int
    days_95: int
    days_worst: int
    """If every turn lasted as long as it may."""
    overlapping: float
    """So many rounds of a season open while an earlier one runs on."""
    at_once_median: int
    at_once_most: int
    letters: float
    """Of each player in a week."""
    sizes: dict[str, float]
    """Tables of each size in a season."""
    byes_least: int
    byes_most: int
    met_least: int
    met_most: int
    squares: int
    bound: int
    seat_spread: int
    promoted: list[str]
    """Points of the last who goes up: least, median and most; nothing where nobody does."""
    decided: dict[str, float]
    """The share of places that each criterion decided."""
    lot_promotes: float
    """The share of runs in which the lot decided who goes up."""
    best_won: float
    wanted: float
    found: float
    """So many of these seats that fell vacant, with as many in the pool as were said."""
    pool: int
    asks: float
    clinched: dict[str, float]
    """The share of runs in which the first place was safe after each round; "" is never."""
    lengths: list[int]
    """Days of each run."""
    meetings: dict[str, int]
    """How many pairs met so often, in one run."""
    games_at_once: dict[str, int]
    """How many players had so many games at once at the most, in all runs."""

    def dump(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def figures(
    terms: Terms,
    board: Board,
    runs: Sequence[Tally],
    *,
    players: int,
    seed: int,
    pool: int,
) -> Figures:
    """Sum up what came of each run."""
    lengths = sorted(run.days for run in runs)
    most = [each for run in runs for each in run.at_once]
    weeks = max(lengths[len(lengths) // 2], 1) / 7
    rounds = max(map(terms.rounds_for, runs[0].divisions))
    turns = sum(run.turns for run in runs) / len(runs)
    wanted = sum(run.wanted for run in runs) / len(runs)
    ups = [Fraction(run.last_up) for run in runs if run.last_up is not None]
    places = sum((Counter(run.decided) for run in runs), Counter[str]())
    return Figures(
        players=players,
        runs=len(runs),
        seed=seed,
        days_median=lengths[len(lengths) // 2],
        days_95=lengths[min(len(lengths) - 1, len(lengths) * 95 // 100)],
        days_worst=_worst(terms, board, runs[0]),
        overlapping=_mean(run.overlaps for run in runs),
        at_once_median=sorted(most)[len(most) // 2],
        at_once_most=max(most),
        letters=round((turns / players + LETTERS_OF_A_ROUND * rounds) / weeks, 1),
        sizes={
            size: sum(run.sizes.get(size, 0) for run in runs) / len(runs)
            for size in sorted({size for run in runs for size in run.sizes}, key=int)
        },
        byes_least=min(run.byes[0] for run in runs),
        byes_most=max(run.byes[1] for run in runs),
        met_least=min(run.met[0] for run in runs),
        met_most=max(run.met[1] for run in runs),
        squares=sum(run.squares for run in runs) // len(runs),
        bound=sum(run.bound for run in runs) // len(runs),
        seat_spread=max(run.seat_spread for run in runs),
        promoted=_spread(ups),
        decided={
            name: places[name] / max(places.total(), 1)
            for name in (POINTS, *terms.tiebreaks, SHARED)
        },
        lot_promotes=_mean(run.by_lot for run in runs),
        best_won=_mean(each for run in runs for each in run.best_won),
        wanted=wanted,
        found=wanted * (1 - (1 - ANSWERS) ** pool),
        pool=pool,
        asks=sum(run.asks for run in runs) / len(runs),
        clinched=_clinched([each for run in runs for each in run.clinched]),
        lengths=lengths,
        meetings=dict(runs[0].meetings),
        games_at_once={str(each): count for each, count in sorted(Counter(most).items())},
    )


def load(told: dict[str, Any]) -> Figures:
    """Read what `dump` wrote."""
    return Figures(**told)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _worst(terms: Terms, board: Board, run: Tally) -> int:
    """Days until the last table is over if every turn lasts as long as it may.

    Tables that run on are ended some time after the last close.
    """
    longest = timedelta(hours=max(map(board.longest, board.turns)))
    windows = [terms.windows(terms.rounds_for(size)) for size in run.divisions]
    over = max(each[-1].opens_at for each in windows) + longest
    last = max(each[-1].closes_at for each in windows)
    closed = last + timedelta(days=terms.running_on)
    return days(max(last, min(over, closed)), terms.first_at)


def _spread(points: Sequence[Fraction]) -> list[str]:
    if not points:
        return []
    ordered = sorted(points)
    return [str(shown(ordered[at])) for at in (0, len(ordered) // 2, -1)]


def _clinched(rounds: Sequence[int | None]) -> dict[str, float]:
    found = Counter(rounds)
    ordered = sorted(found, key=lambda number: (number is None, number or 0))
    return {str(number or ""): found[number] / len(rounds) for number in ordered}
