"""What each entry of a division has: its lines with results against others, byes, penalties."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules import order
from games.leagues.rules.numbers import over_one, total
from games.leagues.rules.points import Scored, Share
from games.leagues.rules.values import Bye, Ending, Facts, Penalty, Table

NOTHING = Fraction(0)


Met = tuple[str, int]
"""Somebody at the same table, and the result against him in halves of a win."""


class Game(NamedTuple):
    """A line that counts for its entry, with all that was met there."""

    table: str
    round: int
    share: Share
    wins: Fraction
    met: tuple[Met, ...]


class Sat(NamedTuple):
    """A bye with its points; none while they are the mean of an open round."""

    bye: Bye
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class Record:
    """All of one entry. `left_out` are its weakest rounds, where only the best count."""

    entry: str
    games: tuple[Game, ...] = ()
    byes: tuple[Sat, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    left_out: tuple[Game | Sat, ...] = ()

    @property
    def points(self) -> Fraction:
        """The total: lines, byes and penalties."""
        of_games = (game.share.points or NOTHING for game in self.games)
        of_byes = (sat.points or NOTHING for sat in self.byes)
        return total([*of_games, *of_byes, *(each.points for each in self.penalties)])


def two_thirds(rounds: int) -> int:
    """How many rounds of a solo ladder count if nothing else is said."""
    return -(-2 * rounds // 3)


def collect(
    facts: Facts, scored: Scored, gone: frozenset[str], best: int | None = None
) -> dict[str, Record]:
    """The records of all who have a place, in the order of their names."""
    games: dict[str, list[Game]] = {entry: [] for entry in facts.entries if entry not in gone}
    byes: dict[str, list[Sat]] = {entry: [] for entry in games}
    penalties: dict[str, list[Penalty]] = {entry: [] for entry in games}
    for table, shares in scored.tables:
        for entry, game in _games(table, shares):
            games[entry].append(game)
    for bye, points in scored.byes:
        byes[bye.entry].append(Sat(bye, points))
    for penalty in facts.penalties:
        if penalty.entry not in gone:
            penalties[penalty.entry].append(penalty)
    return {
        entry: _best(_ordered(entry, games[entry], byes[entry], penalties[entry]), best)
        for entry in sorted(games)
    }


def _games(table: Table, shares: Sequence[Share]) -> list[tuple[str, Game]]:
    counting = [share for share in shares if share.counts]
    winners, sides = order.winners(table)
    wholes, _ = over_one(share.points or NOTHING for share in counting)
    reached = [
        None if share.line.ending is Ending.FORFEIT else whole
        for share, whole in zip(counting, wholes, strict=True)
    ]
    entries = [share.line.entry for share in counting]
    win = Fraction(1, sides or 1)
    games = []
    for at, share in enumerate(counting):
        met = tuple(
            (other, _halves(reached[at], reached[to]))
            for to, other in enumerate(entries)
            if to != at
        )
        wins = win if entries[at] in winners else NOTHING
        games.append((entries[at], Game(table.id, table.round, share, wins, met)))
    return games


def _halves(own: int | None, other: int | None) -> int:
    # A forfeit loses to every other line, and two of them win nothing from each other.
    if own is None or other is None:
        return 0 if own is None else 2
    return 1 + (own > other) - (own < other)


def _ordered(entry: str, games: list[Game], byes: list[Sat], penalties: list[Penalty]) -> Record:
    return Record(
        entry,
        tuple(sorted(games, key=lambda game: (game.round, game.table))),
        tuple(sorted(byes, key=lambda sat: (sat.bye.round, sat.bye.kind))),
        tuple(sorted(penalties, key=lambda each: (each.points, each.reason))),
    )


def _best(record: Record, best: int | None) -> Record:
    if best is None:
        return record
    rounds: list[Game | Sat] = sorted((*record.games, *record.byes), key=_worst_last)
    left_out = rounds[best:]
    return Record(
        record.entry,
        tuple(game for game in record.games if game not in left_out),
        tuple(sat for sat in record.byes if sat not in left_out),
        record.penalties,
        tuple(left_out),
    )


def _worst_last(each: Game | Sat) -> tuple[Fraction, int]:
    match each:
        case Game():
            return -(each.share.points or NOTHING), each.round
        case Sat():
            return -(each.points or NOTHING), each.bye.round
