"""The draft of a season's divisions: who goes where and why, made again until it is published.

Kept with the season as `{"divisions": [[entrant, ...], ...], "moves": {entrant: [why, before]},
"asks": [[condition, division], ...], "at": when}`. Callers hold the season.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.leagues.rules import dues, promotion
from games.leagues.rules.dues import Condition, What
from games.leagues.rules.promotion import Draft
from games.leagues.rules.terms import Format, Terms
from games.leagues.selectors import between
from games.leagues.services import holding, planning
from games.leagues.services.conditions import require
from games.models import Ask, Due, Entrant, Season

Status = Season.Status


def drafted(season: Season, terms: Terms, coming: Sequence[Entrant]) -> Draft:
    """Make the divisions of those who come out of the final orders of the season before."""
    orders = between.orders(between.before(season))
    there = {str(each.player_id) for each in coming}
    known = between.former(season, [each.player_id for each in coming])
    back = between.returning(known, coming)
    names = [[str(player) for player in order] for order in orders]
    staying = {name for order in names for name in order} | {one.entry for one in back}
    return promotion.drafted(
        names,
        terms.divisions,
        leaving={name for order in names for name in order} - there,
        returning=back,
        new=[name for each in coming if (name := str(each.player_id)) not in staying],
    )


def played(draft: Draft, terms: Terms) -> Draft:
    """Say what is played if the directors say nothing else, for which a format needs some."""
    least = 1 if terms.format is Format.SOLO else terms.fewest
    return promotion.by_default(draft, least)


def arrange(season: Season, due: Due | None = None, *, now: datetime) -> dict[str, Any] | None:
    """Make the draft anew, of all who have a place now."""
    del due
    if season.status != Status.PREPARED or season.divisions.exists():
        return None
    terms = holding.terms_of(season)
    coming = list(season.entrants.filter(status__in=Entrant.IN).order_by("registered_at", "pk"))
    keep(season, drafted(season, terms, coming), coming, now=now)
    last = between.before(season)
    if last is not None and last.status not in between.FIXED:
        # Places of the season before may change yet.
        planning.plan(season, What.ARRANGE, now + dues.DAY)
    return {"divisions": [len(each) for each in season.draft["divisions"]]}


def sizes(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask about sizes that no rule allows, early enough for an answer before the publication."""
    del now
    if season.status != Status.PREPARED or season.divisions.exists():
        return None
    asks = season.draft.get("asks", [])
    require_sizes(season, due, asks)
    return {"asks": len(asks)} if asks else None


def require_sizes(season: Season, due: Due, asks: Sequence[Sequence[Any]]) -> None:
    """Pass if every size is within the rules, or the directors let just these be; raises Unmet."""
    said = [list(each) for each in asks]
    settled = season.asks.filter(
        condition=Condition.DIVISION_SIZE, answer=dues.Choice.GO_ON, said__asks=said
    )
    done = (Ask.Status.ANSWERED, Ask.Status.LAPSED)
    holds = not said or settled.filter(status__in=done).exists()
    require(due, Condition.DIVISION_SIZE, holds=holds, asks=said)


def keep(season: Season, draft: Draft, coming: Sequence[Entrant], *, now: datetime) -> None:
    """Keep a draft, for its page and letters."""
    entrants = {str(each.player_id): each.pk for each in coming}
    season.draft = {
        "divisions": [[entrants[one] for one in order] for order in draft.divisions],
        "moves": {
            str(entrants[one]): [move.why.value, move.before] for one, move in draft.moves.items()
        },
        "asks": [[ask.condition.value, ask.division] for ask in draft.asks],
        "at": now.isoformat(),
    }
    season.save(update_fields=("draft",))
