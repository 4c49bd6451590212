"""Directors take points from somebody, and give them back. Callers hold the season."""

from datetime import datetime
from fractions import Fraction

from games.errors import BadPoints
from games.leagues.rules import adjudication
from games.leagues.rules.adjudication import Game
from games.leagues.rules.numbers import read
from games.leagues.rules.refusals import Refused
from games.leagues.selectors import games as offered
from games.leagues.services import holding, standings, telling
from games.models import Entrant, Penalty, Season


def points_of(season: Season, text: str) -> Fraction:
    """Read how many points somebody shall lose; raises BadPoints with what can be taken at once.

    That is as much as lies between the least and the most that one table can bring.
    """
    terms = holding.terms_of(season)
    gold, rounds = offered.can(terms.ruleset).gold, int(terms.options.get("rounds", "1"))
    sizes = range(terms.sizes.low, terms.sizes.high + 1)
    ranges = [adjudication.bounds(terms.scoring, Game(size, 0, gold, rounds)) for size in sizes]
    greatest = max(most - min(least, Fraction(0)) for least, most in ranges)
    try:
        # Some write a comma.
        points = read(text.strip().replace(",", "."), "points")
    except Refused:
        raise BadPoints("0", str(greatest)) from None
    if not 0 < points <= greatest:
        raise BadPoints("0", str(greatest))
    return points


def give(season: Season, penalty: Penalty, *, now: datetime) -> None:
    """Take the points, and tell him."""
    penalty.given_at = now
    penalty.save()
    _follow(season, penalty, "penalised", now=now)


def remit(season: Season, penalty: Penalty, why: str, *, now: datetime) -> None:
    """Give the points back, and tell him."""
    penalty.revoked_at = now
    penalty.save(update_fields=("revoked_at",))
    _follow(season, penalty, "remitted", now=now, why=why)


def _follow(season: Season, penalty: Penalty, what: str, *, now: datetime, why: str = "") -> None:
    entrant = Entrant.objects.select_related("player", "division").get(pk=penalty.entrant_id)
    assert entrant.division is not None, "who has points plays in a division"
    standings.stale(season, entrant.division, now=now)
    said = {"points": penalty.points, "reason": why or penalty.reason}
    telling.tell(season, telling.one(entrant.player), what, about=penalty.pk, now=now, **said)
