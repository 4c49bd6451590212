"""What a final standing honours besides places: rounds won, wins in a row, no deadline missed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from games.leagues.rules.records import Game, Record
from games.leagues.rules.standing import Row
from games.leagues.rules.tiebreaks import Tiebreak

if TYPE_CHECKING:
    from fractions import Fraction


class Honour(StrEnum):
    """Why somebody is honoured (leagues.md, 2)."""

    CHAMPION = "champion"
    PROMOTED = "promoted"
    BEST_OF_ROUND = "best-of-round"
    FAIR_PLAY = "fair-play"
    """No deadline missed."""
    STREAK = "streak"
    SUBSTITUTE = "substitute"


class Given(NamedTuple):
    """An honour for an entry; `number` counts what it is for, if it counts anything."""

    entry: str
    honour: Honour
    round: int | None = None
    number: int | None = None


LEAST_STREAK = 3
"""Fewer wins in a row are no streak."""


def given(rows: Sequence[Row], *, leavers: Collection[str], up: int) -> Iterable[Given]:
    """Say all that a final standing gives; who has left it does not go up."""
    staying = [row.entry for row in rows[: 2 * up] if row.entry not in leavers]
    for entry in staying[:up]:
        yield Given(entry, Honour.PROMOTED)
    for row in rows:
        if row.games and row.values[Tiebreak.MISSES] == 0:
            yield Given(row.entry, Honour.FAIR_PLAY)
    for number, best in best_of_rounds(rows).items():
        for entry in best:
            yield Given(entry, Honour.BEST_OF_ROUND, round=number)
    yield from longest_streaks(rows)


def best_of_rounds(rows: Iterable[Row]) -> dict[int, list[str]]:
    """Name who had the most points at a table of each round."""
    found: defaultdict[int, list[tuple[Fraction, str]]] = defaultdict(list)
    for row in rows:
        for game in _played(row.record):
            if game.share.points is not None:
                found[game.round].append((game.share.points, row.entry))
    return {
        number: sorted(entry for points, entry in lines if points == max(lines)[0])
        for number, lines in sorted(found.items())
    }


def longest_streaks(rows: Iterable[Row]) -> list[Given]:
    """Name who won the most games in a row, if that is a streak."""
    lengths = {row.entry: _streak(row.record) for row in rows}
    longest = max(lengths.values(), default=0)
    if longest < LEAST_STREAK:
        return []
    return [
        Given(entry, Honour.STREAK, number=length)
        for entry, length in sorted(lengths.items())
        if length == longest
    ]


def _streak(record: Record) -> int:
    games = sorted(_played(record), key=lambda game: (game.round, game.table))
    runs = (len(list(run)) for won, run in groupby(games, lambda game: game.wins > 0) if won)
    return max(runs, default=0)


def _played(record: Record) -> list[Game]:
    """His games with others, those included that do not count."""
    left_out = (each for each in record.left_out if isinstance(each, Game))
    return [game for game in (*record.games, *left_out) if game.met]
