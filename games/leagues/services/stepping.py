"""What directors do about somebody by themselves: excuse, give and take back steps, take him out.

Callers hold the season. Each may be appealed against, and another director decides that.
"""

from datetime import datetime

from games.leagues.rules import cards
from games.leagues.rules.cards import What
from games.leagues.services import absence, leaving, telling
from games.models import Absence, Entrant, Player, Round, Season

_BEGUN = (Round.Status.PUBLISHED, Round.Status.OPEN, Round.Status.CLOSED)


def give(season: Season, entrant: Entrant, *, by: Player, why: str, now: datetime) -> None:
    """Give somebody the next card."""
    _against(entrant, What.GIVEN, by=by, why=why, now=now).save()
    absence.follow(season, entrant, now=now)


def take_out(season: Season, entrant: Entrant, *, by: Player, why: str, now: datetime) -> None:
    """Take somebody out of a season; he is told why, and how to appeal."""
    row = _against(entrant, What.REMOVED, by=by, why=why, now=now)
    row.told_at = now
    row.save()
    leaving.leave(season, entrant, Entrant.Status.REMOVED, reason=why, now=now)
    until = (now + cards.APPEAL_WITHIN).isoformat()
    told = telling.one(entrant.player)
    telling.tell(season, told, "removed", about=row.pk, now=now, reason=why, until=until)


def excuse(season: Season, row: Absence, *, by: Player, why: str, now: datetime) -> None:
    """Let an absence count for nothing."""
    row.excused = True
    row.save(update_fields=("excused",))
    _undone(season, row, "excused", by=by, why=why, now=now)


def take_back(season: Season, row: Absence, *, by: Player, why: str, now: datetime) -> None:
    """Take a step back, and all that follows from it but for results."""
    row.revoked_at = now
    row.save(update_fields=("revoked_at",))
    _undone(season, row, "taken-back", by=by, why=why, now=now)


def _undone(
    season: Season, row: Absence, what: str, *, by: Player, why: str, now: datetime
) -> None:
    """An appeal that waits is granted by it; else he is told of the act itself."""
    if row.appealed_at is not None and not row.answer:
        row.answered_by = by
        absence.close(season, row, Absence.Answer.GRANTED, now=now)
        return
    entrant = Entrant.objects.select_related("player", "division").get(pk=row.entrant_id)
    absence.undo(season, row, entrant, now=now)
    said = {"event": row.what, "round": row.number, "reason": why, "was": row.reason}
    telling.tell(season, telling.one(entrant.player), what, about=row.pk, now=now, **said)


def _against(entrant: Entrant, what: What, *, by: Player, why: str, now: datetime) -> Absence:
    division = entrant.division
    assert division is not None, "who plays is in a division"
    begun = division.rounds.filter(status__in=_BEGUN).order_by("-number").first()
    number = begun.number if begun else 1
    return Absence(entrant=entrant, what=what, at=now, round=number, given_by=by, reason=why)
