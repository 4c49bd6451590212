"""A season that is final leaves the next one behind, as a draft for its directors."""

import secrets
from datetime import datetime
from typing import Any

from games.leagues.rules import lot, terms
from games.leagues.rules.following import following
from games.leagues.services import holding, telling
from games.models import Due, League, Season


def follow(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Write down the next season's rules, unless that was done or the league begins no more."""
    del due
    league = holding.league(season.league_id)
    if league.retired_at is not None or league.seasons.filter(number__gt=season.number).exists():
        return None
    coming = fresh(league, now)
    coming.terms = terms.dump(following(terms.load(league.terms), now=now))
    coming.save()
    telling.tell(coming, telling.directors(coming), "next", now=now)
    return {"season": coming.number}


def fresh(league: League, now: datetime) -> Season:
    """Begin a league's next season, with a lot of its own; its rules are still to be said."""
    last = league.seasons.order_by("-number").first()
    secret = secrets.token_hex(32)
    return Season(
        league=league,
        number=last.number + 1 if last else 1,
        secret=secret,
        commitment=lot.commitment(secret),
        created_at=now,
    )
