"""What each entry of a division has: its lines with results against others, byes, penalties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules import order
from games.leagues.rules.points import Scored, Share
from games.leagues.rules.values import Bye, Ending, Facts, Penalty, Table

LOST, LEVEL, WON = Fraction(0), Fraction(1, 2), Fraction(1)


class Met(NamedTuple):
    """Somebody at the same table, and the result against him: 0, a half or 1."""

    entry: str
    result: Fraction


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
        of_games = (game.share.points or LOST for game in self.games)
        of_byes = (sat.points or LOST for sat in self.byes)
        return sum((*of_games, *of_byes, *(each.points for each in self.penalties)), LOST)


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
    levels = _levels(counting)
    games = []
    for own, level in zip(counting, levels, strict=True):
        met = tuple(
            Met(other.line.entry, _result(level, against))
            for other, against in zip(counting, levels, strict=True)
            if other is not own
        )
        entry = own.line.entry
        wins = Fraction(1, sides) if entry in winners else LOST
        games.append((entry, Game(table.id, table.round, own, wins, met)))
    return games


def _levels(shares: Sequence[Share]) -> list[int]:
    """Number the lines by their points from 1, a forfeit being 0: it loses to every other."""
    held = [share for share in shares if share.line.ending is not Ending.FORFEIT]
    steps: Mapping[Fraction, int] = {
        points: level
        for level, points in enumerate(sorted({share.points or LOST for share in held}), start=1)
    }
    return [
        0 if share.line.ending is Ending.FORFEIT else steps[share.points or LOST]
        for share in shares
    ]


def _result(level: int, against: int) -> Fraction:
    if level == against:
        return LEVEL if level else LOST
    return WON if level > against else LOST


def _ordered(
    entry: str, games: list[Game], byes: list[Sat], penalties: list[Penalty]
) -> Record:
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
            return -(each.share.points or LOST), each.round
        case Sat():
            return -(each.points or LOST), each.bye.round
