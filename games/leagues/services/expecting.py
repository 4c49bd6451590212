"""What roles are expected to earn is frozen with a season: what was played lately, and priors."""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime

from games.leagues.rules import expectation, scoring
from games.leagues.rules.expectation import Cell
from games.leagues.rules.scoring import By
from games.leagues.rules.terms import Terms
from games.leagues.selectors import expected
from games.models import Game
from games.ratings import services as ratings
from games.selectors import offered

YEARS = 2


def frozen(terms: Terms, *, now: datetime) -> Terms:
    """Rules whose expectations rest on all that was played in the last two years."""
    if terms.scoring.by is not By.RELATIVE:
        return terms
    sizes = terms.sizes
    known = expected.priors(terms.ruleset, terms.options, sizes.low, sizes.high)
    samples = defaultdict[Cell, list[int]](list)
    offers = offered()[terms.ruleset].options
    wanted = expected.full(offers, terms.options)
    ended = {"ended_at__gt": _before(now), "ended_at__lte": now}
    games = Game.objects.filter(
        ruleset=terms.ruleset, seats__range=(sizes.low, sizes.high), **ended
    )
    rated = [
        pk
        for pk, options in games.values_list("pk", "options")
        if expected.full(offers, options) == wanted
    ]
    for size, role, gold in ratings.own_rounds(rated):
        samples[Cell(size, role)].append(gold)
    told = expectation.freeze(samples, known)
    return replace(terms, scoring=scoring.expecting(terms.scoring, told))


def _before(now: datetime) -> datetime:
    """The same day two years earlier; of a leap day the one before."""
    day = 28 if (now.month, now.day) == (2, 29) else now.day
    return now.replace(year=now.year - YEARS, day=day)
