"""Tables of a round, and what a form that is about one has seen."""

from games.models import LeagueTable


def stands(table: LeagueTable) -> str:
    """Name what stands of a table, so that an act knows whether its author saw that."""
    result = table.results.filter(superseded_at=None).values_list("pk", flat=True).first()
    return f"{table.status} {result or 0}"
