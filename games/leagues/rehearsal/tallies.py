"""What is kept of one run of a season, as plain numbers: a rehearsal goes on from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from games.leagues.rehearsal.seasons import Season
from games.leagues.rules.standing import FIRST, SHARED
from games.leagues.rules.terms import Terms
from games.leagues.rules.tiebreaks import Tiebreak

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Tally:
    """One run of all divisions."""

    divisions: Sequence[int]
    """How many are in each."""
    days: int
    overlaps: int
    at_once: Sequence[int]
    """The most games that each player had at the same time."""
    sizes: Mapping[str, int]
    byes: Sequence[int]
    """The fewest and the most of a player."""
    met: Sequence[int]
    """The fewest and the most of a pair."""
    squares: int
    bound: int
    seat_spread: int
    turns: int
    wanted: int
    asks: int
    last_up: str | None
    """Points of the last who goes up from the second division, exactly; none where nobody does."""
    by_lot: bool
    """Whether nothing but the lot is between who goes up and who does not, at any border."""
    decided: Mapping[str, int]
    best_won: Sequence[bool]
    """Of each division."""
    clinched: Sequence[int | None]
    meetings: Mapping[str, int]

    def dump(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def load(told: Mapping[str, Any]) -> Tally:
    """Read what `dump` wrote."""
    return Tally(**told)


def tally(terms: Terms, run: Sequence[Season]) -> Tally:
    """Take down what came of a run, given the seasons of its divisions."""
    balances = [season.balance for season in run]
    sizes = sum((Counter(season.sizes) for season in run), Counter[int]())
    ups = _ups(terms, run)
    last = run[1].rows[ups - 1].points if ups and ups <= len(run[1].rows) else None
    return Tally(
        divisions=[len(season.people) for season in run],
        days=days(max(season.ended for season in run), terms.first_at),
        overlaps=max(season.overlaps for season in run),
        at_once=[each for season in run for each in season.at_once],
        sizes={str(size): count for size, count in sorted(sizes.items())},
        byes=[min(each.byes_least for each in balances), max(each.byes_most for each in balances)],
        met=[
            min(each.meetings_least for each in balances),
            max(each.meetings_most for each in balances),
        ],
        squares=sum(each.squares for each in balances),
        bound=sum(each.bound for each in balances),
        seat_spread=max(each.seat_spread for each in balances),
        turns=sum(season.turns for season in run),
        wanted=sum(season.wanted for season in run),
        asks=sum(season.asks for season in run),
        last_up=None if last is None else str(last),
        by_lot=any(
            0 < ups < len(season.rows) and season.rows[ups].decided_by in (Tiebreak.LOT, SHARED)
            for season in run[1:]
        ),
        decided=dict(_decided(run)),
        best_won=[_best_won(season) for season in run],
        clinched=[season.clinched for season in run],
        meetings=_meetings(run),
    )


def days(ended: datetime, first: datetime) -> int:
    """Count days from the first opening on, a begun one too."""
    return -(-(ended - first) // DAY)


def _ups(terms: Terms, run: Sequence[Season]) -> int:
    """How many go up from the second division, if there is one."""
    if len(run) < 2:
        return 0
    return min(terms.divisions.swap, *(len(season.people) // 3 for season in run[:2]))


def _decided(run: Sequence[Season]) -> Counter[str]:
    rows = (row for season in run for row in season.rows)
    return Counter(str(row.decided_by) for row in rows if row.decided_by != FIRST)


def _best_won(season: Season) -> bool:
    strengths = [person.strength for person in season.people]
    best = str(strengths.index(max(strengths)))
    return bool(season.rows) and season.rows[0].entry == best


def _meetings(run: Sequence[Season]) -> dict[str, int]:
    """How many pairs of a division met so often, over all divisions."""
    found: Counter[int] = Counter()
    for season in run:
        found += season.meetings
        count = len(season.people)
        found[0] += count * (count - 1) // 2 - season.meetings.total()
    return {str(often): found[often] for often in sorted(found)}
