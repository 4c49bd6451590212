"""What orders players with the same points: each criterion's value with its terms (leagues.md, 6).

Head to head and the lot are no values of one entry alone: they have modules of their own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules.records import Game, Record
from games.leagues.rules.refusals import Reason, Refused
from games.leagues.rules.scoring import By
from games.leagues.rules.values import Ending

NOTHING = Fraction(0)


class Tiebreak(StrEnum):
    """The criteria that a league may list."""

    HEAD_TO_HEAD = "head_to_head"
    SB = "sb"
    OPPONENTS = "opponents"
    WINS = "wins"
    MISSES = "misses"
    BEST = "best"
    GOLD = "gold"
    LOT = "lot"


USUAL = tuple(map(Tiebreak, ("head_to_head", "sb", "wins", "misses", "lot")))
USUAL_IN_SWISS = tuple(map(Tiebreak, ("opponents", "sb", "wins", "misses", "lot")))


class Opponent(NamedTuple):
    """Somebody at the table: the result against him, and his total as it counts here."""

    entry: str
    result: Fraction
    total: Fraction


class Term(NamedTuple):
    """What one round brings to a value; a bye has no table."""

    table: str | None
    round: int
    value: Fraction
    opponents: tuple[Opponent, ...] = ()


class Value(NamedTuple):
    """A criterion's value and the terms that it comes from; none if there is nothing to count."""

    value: Fraction | None
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Division:
    """What the values of an entry rest on besides its own record."""

    by: By
    totals: Mapping[str, Fraction]


def load(names: object) -> tuple[Tiebreak, ...]:
    """Read a list of criteria; refused by the name that is unknown or stands there twice."""
    if not isinstance(names, list):
        raise Refused(Reason.UNKNOWN, "tiebreaks")
    for at, name in enumerate(names):
        if name not in list(Tiebreak):
            raise Refused(Reason.UNKNOWN, str(name))
        if name in names[:at]:
            raise Refused(Reason.TWICE, name)
    return tuple(map(Tiebreak, names))


def may_share(tiebreaks: tuple[Tiebreak, ...]) -> bool:
    """Tell whether players may stay level, which is to be said where the list is chosen."""
    return Tiebreak.LOT not in tiebreaks


def sb(record: Record, division: Division) -> Value:
    """Sonneborn-Berger for tables: results times opponents' totals, by the table's others."""
    # Else to beat somebody with less than nothing would cost.
    lowest = min(division.totals.values()) if division.by is By.RELATIVE else NOTHING
    return _sum(
        _at_table(game, division, lowest, weighed=True) for game in record.games if game.met
    )


def opponents(record: Record, division: Division) -> Value:
    """The mean total of the others at each table; where nobody was met, one's own."""
    own = division.totals[record.entry]
    terms = [
        _at_table(game, division, NOTHING, weighed=False)
        if game.met
        else Term(game.table, game.round, own)
        for game in record.games
    ]
    return _sum([*terms, *(Term(None, sat.bye.round, own) for sat in record.byes)])


def wins(record: Record, division: Division) -> Value:
    """Win points, whatever the scoring; byes are none."""
    return _sum(
        Term(
            game.table,
            game.round,
            # So also where a director entered them.
            game.share.points or NOTHING if division.by is By.WINS else game.wins,
        )
        for game in record.games
    )


def misses(record: Record, division: Division) -> Value:
    """Deadlines missed, of which fewer are better."""
    return _sum(
        Term(game.table, game.round, Fraction(game.share.line.misses)) for game in record.games
    )


def best(record: Record, division: Division) -> Value:
    """The best single line; none without a line."""
    told = [
        Term(game.table, game.round, game.share.points)
        for game in record.games
        if game.share.points is not None
    ]
    first = max(told, key=lambda term: term.value, default=None)
    return Value(None) if first is None else Value(first.value, (first,))


def gold(record: Record, division: Division) -> Value:
    """The sum of scores; who forfeits, or wins without a game, has none there."""
    return _sum(
        Term(game.table, game.round, _score(game, division.by)) for game in record.games
    )


VALUES: Mapping[Tiebreak, Callable[[Record, Division], Value]] = {
    Tiebreak.SB: sb,
    Tiebreak.OPPONENTS: opponents,
    Tiebreak.WINS: wins,
    Tiebreak.MISSES: misses,
    Tiebreak.BEST: best,
    Tiebreak.GOLD: gold,
}


def _score(game: Game, by: By) -> Fraction:
    line = game.share.line
    match line.ending:
        case Ending.FORFEIT | Ending.WALKOVER:
            return NOTHING
        case Ending.ADJUDICATED if by is By.GOLD:
            return game.share.points or NOTHING
    return Fraction(line.score)


def _at_table(game: Game, division: Division, lowest: Fraction, *, weighed: bool) -> Term:
    met = tuple(
        Opponent(other.entry, other.result, division.totals[other.entry] - lowest)
        for other in game.met
    )
    each = (other.result * other.total if weighed else other.total for other in met)
    return Term(game.table, game.round, sum(each, NOTHING) / len(met), met)


def _sum(terms: Iterable[Term]) -> Value:
    listed = tuple(terms)
    return Value(sum((term.value for term in listed), NOTHING), listed)
