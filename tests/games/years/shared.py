"""Deals that all tables of a round have: one deal, told to nobody before the last table ended."""

from collections.abc import Iterator

from games.models import Game, League, LeagueTable, Round, Season

TO_COME = LeagueTable.TO_COME


def told_early(league: League) -> Iterator[str]:
    """Say what of a deal could be read before the last of its tables had ended."""
    shared = LeagueTable.objects.filter(
        round__division__season__league=league, round__secret__gt="", replays=None
    )
    for table in shared.filter(round__told_at__isnull=False, status__in=TO_COME).order_by("pk"):
        yield f"{table.round} told while {table}"
    closed = shared.filter(round__told_at=None)
    for table in closed.filter(game__closed=False).select_related("round").order_by("pk"):
        yield f"{table.round} not told and {table} open"
    running = Round.objects.filter(pk__in=closed.values("round")).select_related("division")
    for found in running.filter(tables__status="finished").distinct().order_by("pk"):
        told = found.division.rounds.exclude(told_at=None).values("pk")
        lines = LeagueTable.objects.filter(round__in=told, results__superseded_at=None)
        most = sum(len(lines_) for lines_ in lines.values_list("results__lines", flat=True))
        standing = found.division.standing
        if (counted := sum(row["games"] for row in standing.rows)) > most:
            yield f"{found} not told, and the standing counts {counted} lines of {most}"


def dealt_otherwise(season: Season) -> Iterator[str]:
    """Say of each round whose tables were not all dealt the same, or of which nothing was told."""
    for found in Round.objects.filter(division__season=season).exclude(secret="").order_by("pk"):
        games = Game.objects.filter(league_table__round=found, league_table__replays=None)
        deals = [game.moves.get(ply=0).events for game in games.order_by("pk")]
        if any(deal != deals[0] for deal in deals):
            yield f"{found} has other deals at other tables"
        if found.told_at is None:
            yield f"{found} was never told"


def due(season: Season) -> Iterator[str]:
    """Say of each round that should have had one deal, and had none."""
    without = Round.objects.filter(division__season=season, final=False, secret="")
    for found in without.filter(tables__isnull=False).distinct().order_by("pk"):
        yield f"{found} has no deal of its own"
