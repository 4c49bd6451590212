"""What orders players with the same points: each criterion's value and its terms (leagues.md, 6).

Head to head and the lot are no values of one entry alone: they have modules of their own.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from games.leagues.rules.numbers import over_one, total
from games.leagues.rules.records import Game, Record
from games.leagues.rules.refusals import Reason, Refused
from games.leagues.rules.scoring import By
from games.leagues.rules.values import Ending

NOTHING = Fraction(0)
RESULTS = (Fraction(0), Fraction(1, 2), Fraction(1))
"""What so many halves of a win are."""


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


OF_ONE = frozenset(Tiebreak) - {Tiebreak.HEAD_TO_HEAD, Tiebreak.LOT}
"""The criteria that are values of one entry."""
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


@dataclass(frozen=True, slots=True)
class Division:
    """What the values of an entry rest on besides its own record."""

    by: By
    totals: Mapping[str, Fraction]
    counted: Mapping[str, Fraction]  # totals as Sonneborn-Berger counts them
    wholes: Mapping[str, int]  # those, over their common denominator
    common: int


def division(by: By, totals: Mapping[str, Fraction]) -> Division:
    """The division with these totals.

    Relative ones are counted from the lowest: else to beat somebody below nothing would cost.
    """
    lowest = min(totals.values(), default=NOTHING) if by is By.RELATIVE else NOTHING
    counted = {entry: each - lowest for entry, each in totals.items()}
    wholes, common = over_one(counted.values())
    return Division(by, totals, counted, dict(zip(counted, wholes, strict=True)), common)


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


def terms(tiebreak: Tiebreak, record: Record, division: Division) -> tuple[Term, ...]:
    """What a value is the sum of, round by round."""
    return tuple(_terms(tiebreak, record, division))


def value(tiebreak: Tiebreak, record: Record, division: Division) -> Fraction | None:
    """A value; none where there is no line that could be the best."""
    # The terms are not kept: a thousand players have a hundred thousand of them.
    each = [term.value for term in _terms(tiebreak, record, division)]
    return total(each) if each or tiebreak is not Tiebreak.BEST else None


def _terms(tiebreak: Tiebreak, record: Record, division: Division) -> Iterator[Term]:
    match tiebreak:
        case Tiebreak.SB:
            return _sb(record, division)
        case Tiebreak.OPPONENTS:
            return _opponents(record, division)
        case Tiebreak.WINS:
            return _each(record, lambda game: _win_points(game, division.by))
        case Tiebreak.MISSES:
            return _each(record, lambda game: Fraction(game.share.line.misses))
        case Tiebreak.BEST:
            return _best(record)
        case Tiebreak.GOLD:
            return _each(record, lambda game: _score(game, division.by))
    raise AssertionError(tiebreak)


def _each(record: Record, number: Callable[[Game], Fraction]) -> Iterator[Term]:
    return (Term(game.table, game.round, number(game)) for game in record.games)


def _sb(record: Record, division: Division) -> Iterator[Term]:
    for game in record.games:
        if game.met:
            weighed = sum(halves * division.wholes[entry] for entry, halves in game.met)
            worth = Fraction(weighed, 2 * division.common * len(game.met))
            yield Term(game.table, game.round, worth, _opponents_at(game, division.counted))


def _opponents(record: Record, division: Division) -> Iterator[Term]:
    own = division.totals[record.entry]
    for game in record.games:
        met = _opponents_at(game, division.totals)
        # Where all the others have gone it is as with a bye.
        mean = total(other.total for other in met) / len(met) if met else own
        yield Term(game.table, game.round, mean, met)
    for sat in record.byes:
        yield Term(None, sat.bye.round, own)


def _best(record: Record) -> Iterator[Term]:
    told = [
        Term(game.table, game.round, game.share.points)
        for game in record.games
        if game.share.points is not None
    ]
    if told:
        yield max(told, key=lambda term: term.value)


def _win_points(game: Game, by: By) -> Fraction:
    # By wins the points are what counts, so also where a director entered them.
    return game.share.points or NOTHING if by is By.WINS else game.wins


def _score(game: Game, by: By) -> Fraction:
    line = game.share.line
    match line.ending:
        case Ending.FORFEIT | Ending.WALKOVER:
            return NOTHING
        case Ending.ADJUDICATED if by is By.GOLD:
            return game.share.points or NOTHING
    return Fraction(line.score)


def _opponents_at(game: Game, totals: Mapping[str, Fraction]) -> tuple[Opponent, ...]:
    return tuple(Opponent(entry, RESULTS[halves], totals[entry]) for entry, halves in game.met)
