"""Public tables: those that look for players, and those that run and may be watched."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import (
    Case,
    Count,
    IntegerField,
    Model,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from games.models import Game, Invitation, Player, Seat
from games.selectors import rows
from games.selectors.values import GameFacts, Public

PAGE = 20
"""So many tables stand on one page of a list."""
TEMPI = {"day": (1, 24), "days": (25, 72), "weeks": (73, 10_000)}
"""By hours that a player has for his first turn."""
_BEGUN = 8
"""A maze worth watching has so many moves behind it."""

_Row = TypeVar("_Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Sought:
    """What somebody looks for in a list; whatever is empty is all the same to him."""

    ruleset: str = ""
    tempo: str = ""
    language: str = ""

    def among(self, tables: "QuerySet[_Row]", game: str = "") -> "QuerySet[_Row]":
        """Keep what fits; `game` is how the rows name their game: "game__"."""
        if self.ruleset:
            tables = tables.filter(**{f"{game}ruleset": self.ruleset})
        if self.language:
            tables = tables.filter(**{f"{game}language": self.language})
        if self.tempo:
            hours = {"hours_of_a_turn": _hours(f"{game}time")}
            tables = tables.alias(**hours).filter(hours_of_a_turn__range=TEMPI[self.tempo])
        return tables


ANYTHING = Sought()


def filling(sought: Sought, player: Player | None) -> "QuerySet[Game]":
    """Find the public tables with a free seat at which a player does not sit, the newest first."""
    free = Seat.objects.filter(game=OuterRef("pk"), player=None, bot=False)
    kept = Invitation.objects.filter(game=OuterRef("pk"), status=Invitation.Status.PENDING)
    tables = Game.objects.filter(listed=True, status=Game.Status.OPEN)
    if player is not None:
        tables = tables.exclude(
            pk__in=Seat.objects.filter(player=player, ended_at=None).values("game")
        )
    found = tables.annotate(free=_count(free) - _count(kept)).filter(free__gt=0)
    return sought.among(found).order_by("-created_at", "-pk")


def shown(tables: "QuerySet[Game]") -> list[Public]:
    """Read some tables for a list."""
    found = tables.select_related("organiser").defer("state").prefetch_related("places__player")
    return [_public(game) for game in found]


def watched(sought: Sought, page: int) -> tuple[tuple[Public, ...], bool]:
    """List public tables that run, the newest first, and tell whether there are more."""
    first = (page - 1) * PAGE
    tables = sought.among(_running()).order_by("-created_at", "-pk")
    found = shown(tables[first : first + PAGE + 1])
    return tuple(found[:PAGE]), len(found) > PAGE


def table_to_watch() -> GameFacts | None:
    """Choose a public table that runs for somebody who never saw one; None if none does."""
    # One with something to see, else any; of a table that nobody moves at there is nothing to see.
    tables = _running().filter(stuck=0).select_related("organiser").defer("state")
    game = tables.order_by(
        Case(When(ply__gte=_BEGUN, then=0), default=1), "-created_at", "-pk"
    ).first()
    return rows.facts(game) if game else None


def _running() -> "QuerySet[Game]":
    return Game.objects.filter(listed=True, status=Game.Status.ACTIVE, closed=False)


def _public(game: Any) -> Public:
    seats = sorted(game.places.all(), key=lambda seat: seat.number)
    people = rows.people(rows.places(game), game.to_act)
    return Public(
        game=rows.facts(game),
        language=game.language,
        people=tuple(
            replace(person, profile=_page(seat.player))
            for person, seat in zip(people, seats, strict=True)
        ),
        players=tuple(seat.player_id for seat in seats),
        free=getattr(game, "free", 0),
    )


def _page(player: Player | None) -> str:
    """Name somebody's page; bots have none, nor has who only practises or has left."""
    return player.key if player and player.email else ""


def _count(found: "QuerySet[Any]") -> Coalesce:
    number = found.order_by().values("game").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def _hours(time: str) -> Coalesce:
    """How long a first turn lasts; a clock by an hour of the day tells it within a day."""
    clock = KeyTransform("clock", KeyTransform("settings", time))
    told = (KeyTextTransform(key, clock) for key in ("hours", "initial"))
    return Coalesce(*(Cast(text, IntegerField()) for text in told), Value(24))
