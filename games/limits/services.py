"""Using limits: of many who do it at the same moment no more than may get through."""

from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter

from django.db import connection

from games.errors import TooMany
from games.limits.models import Spent
from games.limits.rules import Limit, free_again, key

# Each row is held until the transaction ends, whether it was there or not; and since all come in
# one order, nobody waits in a circle.
_HOLD = """INSERT INTO games_spent (key, times, over_at)
SELECT k, '{}', %s FROM unnest(%s::text[]) AS k ORDER BY k
ON CONFLICT (key) DO UPDATE SET key = excluded.key
RETURNING key, times, over_at"""


def hold(name: str, whose: object, *, now: datetime) -> None:
    """Let nobody else pass here until the transaction ends, so that what is counted then holds."""
    _held([key(name, str(whose))], now)


def has_room(limit: Limit, whose: object, *, now: datetime) -> bool:
    """Tell whether one of somebody's limits leaves room, which holds until the transaction ends."""
    return free_again(limit, _held([key(limit.name, str(whose))], now)[0].times, now=now) is None


def use(*wanted: tuple[Limit, object], now: datetime) -> None:
    """Use one of each of somebody's limits, or none of them; raises TooMany.

    The caller is in the transaction of what is limited: undone with it, it was not used.
    """
    limits = {key(limit.name, str(whose)): limit for limit, whose in wanted}
    rows = _held(limits, now)
    closed = [
        (until, limits[row.key])
        for row in rows
        if (until := free_again(limits[row.key], row.times, now=now))
    ]
    if closed:
        until, limit = max(closed, key=itemgetter(0))
        raise TooMany(limit, until, now=now)
    for row in rows:
        _note(row, limits[row.key], now)
    Spent.objects.bulk_update(rows, ("times", "over_at"))


def require_room(*wanted: tuple[Limit, object], now: datetime) -> None:
    """Raise TooMany if one of somebody's limits leaves no room now; use none of them."""
    limits = {key(limit.name, str(whose)): limit for limit, whose in wanted}
    for row in Spent.objects.filter(pk__in=limits):
        if until := free_again(limits[row.key], row.times, now=now):
            raise TooMany(limits[row.key], until, now=now)


def slot(limit: Limit, whose: object, *, now: datetime) -> datetime:
    """Use somebody's limit as soon as there is room, and say when that is."""
    row = _held([key(limit.name, str(whose))], now)[0]
    at = free_again(limit, row.times, now=now) or now
    _note(row, limit, at)
    row.save(update_fields=("times", "over_at"))
    return at


def _note(row: Spent, limit: Limit, at: datetime) -> None:
    row.times = [*row.times, at][-limit.most :]
    row.over_at = max(row.over_at, at + limit.span)


def _held(keys: Iterable[str], now: datetime) -> list[Spent]:
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [now, list(keys)])
        return [
            Spent(key=name, times=times, over_at=over_at)
            for name, times, over_at in cursor.fetchall()
        ]
