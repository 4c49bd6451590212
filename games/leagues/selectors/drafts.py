"""The draft of a season's divisions as its page and letters tell it."""

from dataclasses import dataclass
from datetime import datetime

from games.leagues.rules.promotion import Why
from games.leagues.selectors import between, reading
from games.leagues.selectors.values import Named
from games.models import Entrant, Season


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody goes, and why; `before` is where he was, if he was in the season before."""

    who: Named
    why: Why
    before: int | None


@dataclass(frozen=True, slots=True)
class Drafted:
    """All divisions of a draft from the top, and what it rests on."""

    divisions: tuple[tuple[Placed, ...], ...]
    at: datetime
    published: bool
    """Whether this is how divisions were made; else it may change."""
    before: int | None
    """The number of the season before, if there was one."""
    fixed: bool
    """Whether the places of that season are final."""


def drafted(season_id: int) -> Drafted | None:
    """Read the draft of a season, if there is one yet."""
    season = Season.objects.get(pk=season_id)
    if not season.draft:
        return None
    rows = Entrant.objects.filter(season=season).select_related("player")
    named = {row.pk: reading.named(row) for row in rows}
    moves = season.draft["moves"]
    last = between.before(season)
    return Drafted(
        tuple(
            tuple(_placed(named[each], *moves[str(each)]) for each in order)
            for order in season.draft["divisions"]
        ),
        datetime.fromisoformat(season.draft["at"]),
        season.divisions.exists(),
        last.number if last else None,
        last is None or last.status in between.FIXED,
    )


def placed(season: Season, player_id: int) -> tuple[int, Why, int | None] | None:
    """Say in which division the draft has somebody, why, and where he was."""
    own = Entrant.objects.filter(season=season, player=player_id).first()
    if own is None or str(own.pk) not in season.draft.get("moves", {}):
        return None
    why, before = season.draft["moves"][str(own.pk)]
    ranks = enumerate(season.draft["divisions"], start=1)
    return next(rank for rank, order in ranks if own.pk in order), Why(why), before


def _placed(who: Named, why: str, before: int | None) -> Placed:
    return Placed(who, Why(why), before)
