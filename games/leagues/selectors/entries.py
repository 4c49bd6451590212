"""Who is in a season, who waits for a place, and how reliable somebody was."""

from typing import TYPE_CHECKING

from games.models import Appeal, Entrant, Kept, Round

if TYPE_CHECKING:
    from django.db.models import QuerySet

LAST_TURNS = 200
ASKED_LEAST = 20
"""Of fewer turns nothing is concluded."""


def waiting(season_id: int) -> "QuerySet[Entrant]":
    """Who waits for a place, by number."""
    found = Entrant.objects.filter(season=season_id, status=Entrant.Status.WAITING)
    return found.order_by("registered_at", "pk")


def next_undrawn(entrant: Entrant) -> Round | None:
    """Find the next round that somebody may still ask to sit out; none where all are drawn."""
    if entrant.status not in (Entrant.Status.CONFIRMED, Entrant.Status.ACTIVE):
        return None
    rounds = Round.objects.filter(
        division=entrant.division_id,
        final=False,
        number__gte=entrant.joined_round,
        status=Round.Status.PLANNED,
    )
    return rounds.order_by("number").first()


def number_of(entrant: Entrant) -> int:
    """Say which number somebody has who waits; the first is 1."""
    numbers = list(waiting(entrant.season_id).values_list("pk", flat=True))
    return numbers.index(entrant.pk) + 1 if entrant.pk in numbers else 0


def kept_of_asked(player_id: int) -> tuple[int, int]:
    """Say how many deadlines somebody kept, of how many in his last turns but excused ones."""
    turns = Kept.objects.filter(player=player_id).exclude(appeal__answer=Appeal.Answer.EXCUSED)
    replies = list(turns.order_by("-at", "-pk").values_list("reply", flat=True)[:LAST_TURNS])
    return sum(reply is not None for reply in replies), len(replies)
