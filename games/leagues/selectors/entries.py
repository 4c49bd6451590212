"""Who is in a season, who waits for a place, and how reliable somebody was."""

from typing import TYPE_CHECKING

from games.models import Appeal, Director, Entrant, Household, Kept, Round, Season, Signal

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


def seem_one(season: Season) -> dict[int, int]:
    """Name entries that seem to be the same person's: the later one, and the earlier.

    As far as signals say so, which moderators alone read. Whose household is declared is known to
    be two; and about directors nobody asks them.
    """
    there = season.entrants.filter(status__in=(*Entrant.IN, Entrant.Status.WAITING))
    directors = Director.objects.filter(league=season.league_id, ended_at=None)
    entered = there.exclude(player__in=directors.values("player"))
    by = {row.player_id: row for row in entered}
    pairs = Signal.objects.filter(one__in=list(by), other__in=list(by))
    pairs = pairs.exclude(state=Signal.State.DISMISSED).order_by("pk")
    homes = Household.objects.filter(agreed_at__isnull=False, ended_at=None)
    declared = {tuple(sorted(each)) for each in homes.values_list("by", "whom")}
    found: dict[int, int] = {}
    for one, other in pairs.values_list("one", "other"):
        if (one, other) in declared:
            continue
        earlier, later = sorted(
            (by[one], by[other]), key=lambda each: (each.registered_at, each.pk)
        )
        found.setdefault(later.pk, earlier.pk)
    return found
