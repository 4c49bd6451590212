"""What directors read of their league before anybody else does."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q

from games.errors import NoSuchLeague
from games.leagues.rules import terms
from games.leagues.rules.dues import What
from games.leagues.rules.terms import Fault
from games.leagues.selectors import games as offered
from games.leagues.selectors import reading
from games.leagues.selectors.values import DivisionFacts, LeagueFacts, Named, SeasonFacts
from games.models import (
    Director,
    Division,
    Due,
    Entrant,
    League,
    Penalty,
    Player,
    Proposal,
    Season,
)
from games.texts.former import called


@dataclass(frozen=True, slots=True)
class Directing:
    """Somebody who directs a league, and whether that is the reader."""

    name: str
    profile: str
    own: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry, as directors act on it."""

    entrant: Named
    status: str
    division: int | None


@dataclass(frozen=True, slots=True)
class Desk:
    """A league for one of its directors."""

    league: LeagueFacts
    holds: Mapping[str, Any]
    """The rules that its next season starts from, as they are stored; empty before any."""
    directors: tuple[Directing, ...]
    seasons: tuple[SeasonFacts, ...]
    """Those that are not over, the one to come first."""

    @property
    def draft(self) -> SeasonFacts | None:
        """The season that is not announced yet."""
        return next((each for each in self.seasons if each.status == Season.Status.DRAFT), None)

    @property
    def may_write(self) -> bool:
        """Whether rules can be written: no season is announced that has not begun."""
        to_come = [each for each in self.seasons if each.status in Season.BEFORE]
        return not self.league.retired and all(each == self.draft for each in to_come)


def desk(key: str, player: Player) -> Desk:
    """Read a league for one of its directors; raises NoSuchLeague for others."""
    league = reading.league(key)
    if not reading.directs(league.id, player):
        raise NoSuchLeague
    rows = Director.objects.filter(league=league.id, ended_at=None).select_related("player")
    return Desk(
        league,
        League.objects.values_list("terms", flat=True).get(pk=league.id),
        tuple(
            Directing(
                called(row.player.name), row.player.key if row.player.email else "",
                row.player_id == player.pk,
            )
            for row in rows.order_by("begun_at", "pk")
        ),
        tuple(each for each in reading.all_seasons(key) if each.status not in Season.OVER),
    )  # fmt: skip


def divisions(seen: Desk) -> Mapping[int, tuple[DivisionFacts, ...]]:
    """List the divisions of seasons that are not over, by season."""
    rows = Division.objects.filter(season__in=[each.id for each in seen.seasons])
    found: dict[int, tuple[DivisionFacts, ...]] = {}
    for row in rows.annotate(count=Count("entrants")).order_by("rank"):
        facts = DivisionFacts(row.pk, row.rank, row.name, row.count)
        found[row.season_id] = (*found.get(row.season_id, ()), facts)
    return found


def entered(**which: object) -> tuple[Entered, ...]:
    """List entries by name, each with its state."""
    rows = Entrant.objects.filter(**which).select_related("player").order_by("player__name", "pk")
    return tuple(Entered(reading.named(row), row.status, row.division_id) for row in rows)


@dataclass(frozen=True, slots=True)
class Taken:
    """Points that directors took from an entry, or would take."""

    id: int
    entrant: int
    points: Fraction
    status: str
    reason: str


def penalties(division_id: int) -> tuple[Taken, ...]:
    """List what was taken from those in a division, or waits for another director."""
    waiting = Due.objects.filter(what=What.PROPOSED, done_at=None, season__divisions=division_id)
    asked = Proposal.objects.filter(pk__in=waiting.values("about")).values("penalty")
    rows = Penalty.objects.filter(entrant__division=division_id).order_by("pk")
    # What nobody agreed to was never taken.
    rows = rows.filter(Q(given_at__isnull=False) | Q(pk__in=asked))
    return tuple(
        Taken(row.pk, row.entrant_id, Fraction(row.points), row.status, row.reason) for row in rows
    )


def faults(draft: SeasonFacts, *, now: datetime) -> tuple[Fault, ...]:
    """Say what keeps a draft from being announced as it stands now."""
    rules = terms.dump(draft.terms)
    return terms.read(rules, offered.can_if_offered(draft.terms.ruleset), now=now)[1]


def by_page(key: str) -> Player | None:
    """Find who has a page by its key."""
    return Player.objects.filter(key=key, email__isnull=False).first()
