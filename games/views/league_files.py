"""A division's standing for programs: as CSV and as JSON, exact in fractions."""

import csv as comma_separated
from io import StringIO

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.leagues.rules import numbers
from games.leagues.selectors import reading
from games.views.league_divisions import where_or_404

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@never_cache
@require_safe
def csv(request: HttpRequest, key: str, number: int, rank: int) -> HttpResponse:  # noqa: ARG001
    """Write a standing as lines of values with commas between."""
    found = where_or_404(key, number, rank)
    standing = reading.standing(found.division.id)
    names = list(standing.rows[0].values) if standing.rows else []
    text = StringIO()
    lines = comma_separated.writer(text)
    lines.writerow(("place", "name", "points", "games", *names, "decided_by", "best", "worst"))
    for row in standing.rows:
        values = (row.values[name] for name in names)
        lines.writerow(
            (
                row.place,
                _plain(row.entrant.name),
                numbers.shown(row.points),
                row.games,
                *("" if value is None else numbers.shown(value) for value in values),
                row.decided_by,
                *((row.reach.best, row.reach.worst) if row.reach else ("", "")),
            )
        )
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"{key}-{number}-{rank}.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_safe
def json(request: HttpRequest, key: str, number: int, rank: int) -> HttpResponse:  # noqa: ARG001
    """Write a standing as JSON; points are fractions as text, so that nothing is rounded."""
    found = where_or_404(key, number, rank)
    standing = reading.standing(found.division.id)
    told = {
        "league": found.league.name,
        "season": found.season.number,
        "status": found.season.status,
        "division": {"rank": found.division.rank, "name": found.division.name},
        "as_of": standing.built_at,
        "results": standing.results,
        "stale": standing.stale,
        "rows": [
            {
                "place": row.place,
                "entrant": row.entrant.id,
                "name": row.entrant.name,
                "points": numbers.text(row.points),
                "games": row.games,
                "values": {
                    name: None if value is None else numbers.text(value)
                    for name, value in row.values.items()
                },
                "decided_by": row.decided_by,
                "bounds": [row.reach.best, row.reach.worst] if row.reach else None,
            }
            for row in standing.rows
        ],
        "without_place": [each.name for each in standing.withdrawn],
    }
    return JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 1})


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(BEGINS_A_FORMULA) else name
