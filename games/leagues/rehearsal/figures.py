"""What many runs of a season come to: figures for its directors, as plain numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.seasons import Season
from games.leagues.rules.numbers import shown
from games.leagues.rules.standing import FIRST, POINTS, SHARED
from games.leagues.rules.terms import Terms
from games.leagues.rules.tiebreaks import Tiebreak

ANSWERS = 0.5
"""How likely somebody who is asked takes a seat over."""
LETTERS_OF_A_ROUND = 2
DAY = timedelta(days=1)


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
    runs: Sequence[Sequence[Season]],
    *,
    players: int,
    seed: int,
    pool: int,
) -> Figures:
    """Sum runs up, each with the seasons of its divisions."""
    first = terms.first_at
    everything = [season for run in runs for season in run]
    lengths = sorted(_days(max(season.ended for season in run), first) for run in runs)
    most = [each for season in everything for each in season.at_once]
    balances = [season.balance for season in everything]
    weeks = max(lengths[len(lengths) // 2], 1) / 7
    rounds = max(terms.rounds_for(len(season.people)) for season in runs[0])
    turns = sum(season.turns for season in everything) / len(runs)
    wanted = sum(season.wanted for season in everything) / len(runs)
    ups = [points for run in runs if (points := _last_up(terms, run)) is not None]
    places = Counter(
        row.decided_by for season in everything for row in season.rows if row.decided_by != FIRST
    )
    return Figures(
        players=players,
        runs=len(runs),
        seed=seed,
        days_median=lengths[len(lengths) // 2],
        days_95=lengths[min(len(lengths) - 1, len(lengths) * 95 // 100)],
        days_worst=_worst(terms, board, runs[0]),
        overlapping=_mean(max(season.overlaps for season in run) for run in runs),
        at_once_median=sorted(most)[len(most) // 2],
        at_once_most=max(most),
        letters=round((turns / players + LETTERS_OF_A_ROUND * rounds) / weeks, 1),
        sizes={
            str(size): sum(season.sizes.get(size, 0) for season in everything) / len(runs)
            for size in sorted({size for season in everything for size in season.sizes})
        },
        byes_least=min(each.byes_least for each in balances),
        byes_most=max(each.byes_most for each in balances),
        met_least=min(each.meetings_least for each in balances),
        met_most=max(each.meetings_most for each in balances),
        squares=sum(each.squares for each in balances) // len(runs),
        bound=sum(each.bound for each in balances) // len(runs),
        seat_spread=max(each.seat_spread for each in balances),
        promoted=_spread(ups),
        decided={
            name: places[name] / max(places.total(), 1)
            for name in (POINTS, *terms.tiebreaks, SHARED)
        },
        lot_promotes=_mean(_by_lot(terms, run) for run in runs),
        best_won=_mean(_best_won(season) for season in everything),
        wanted=wanted,
        found=wanted * (1 - (1 - ANSWERS) ** pool),
        pool=pool,
        asks=sum(season.asks for season in everything) / len(runs),
        clinched=_clinched(everything),
        lengths=lengths,
        meetings=_meetings(runs[0]),
        games_at_once={str(each): count for each, count in sorted(Counter(most).items())},
    )


def _days(ended: datetime, first: datetime) -> int:
    return -(-(ended - first) // DAY)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _worst(terms: Terms, board: Board, run: Sequence[Season]) -> int:
    """Days until the last table is over if every turn lasts as long as it may.

    Tables that run on are ended some time after the last close.
    """
    longest = timedelta(hours=max(map(board.longest, board.turns)))
    windows = [terms.windows(terms.rounds_for(len(season.people))) for season in run]
    over = max(each[-1].opens_at for each in windows) + longest
    last = max(each[-1].closes_at for each in windows)
    closed = last + terms.running_on * DAY
    return _days(max(last, min(over, closed)), terms.first_at)


def _ups(terms: Terms, run: Sequence[Season]) -> int:
    """How many go up from the second division, if there is one."""
    if len(run) < 2:
        return 0
    return min(terms.divisions.swap, *(len(season.people) // 3 for season in run[:2]))


def _last_up(terms: Terms, run: Sequence[Season]) -> Fraction | None:
    ups = _ups(terms, run)
    return run[1].rows[ups - 1].points if 0 < ups <= len(run[1].rows) else None


def _by_lot(terms: Terms, run: Sequence[Season]) -> bool:
    """Whether nothing but the lot is between who goes up and who does not, at any border."""
    ups = _ups(terms, run)
    return any(
        0 < ups < len(season.rows) and season.rows[ups].decided_by in (Tiebreak.LOT, SHARED)
        for season in run[1:]
    )


def _spread(points: Sequence[Fraction]) -> list[str]:
    if not points:
        return []
    ordered = sorted(points)
    return [str(shown(ordered[at])) for at in (0, len(ordered) // 2, -1)]


def _best_won(season: Season) -> bool:
    strengths = [person.strength for person in season.people]
    best = str(strengths.index(max(strengths)))
    return bool(season.rows) and season.rows[0].entry == best


def _clinched(seasons: Sequence[Season]) -> dict[str, float]:
    found = Counter(season.clinched for season in seasons)
    ordered = sorted(found, key=lambda number: (number is None, number or 0))
    return {str(number or ""): found[number] / len(seasons) for number in ordered}


def _meetings(run: Sequence[Season]) -> dict[str, int]:
    """How many pairs of a division met so often, over all divisions."""
    found: Counter[int] = Counter()
    for season in run:
        found += season.meetings
        count = len(season.people)
        found[0] += count * (count - 1) // 2 - season.meetings.total()
    return {str(often): found[often] for often in sorted(found)}
