"""What pages show of a league at once: its seasons with their divisions, dates and champions."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from games.errors import NoSuchLeague
from games.leagues.selectors import reading
from games.leagues.selectors.values import DivisionFacts, LeagueFacts, RoundPage, SeasonFacts
from games.links import EntryClaim
from games.models import Award, Division, Entrant, Player, Round, Season
from games.texts.former import called


@dataclass(frozen=True, slots=True)
class Dates:
    """When a round of a division opens and closes."""

    division: int
    rank: int
    number: int
    final: bool
    status: str
    opens_at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A season on its league's page."""

    facts: SeasonFacts
    divisions: tuple[DivisionFacts, ...]
    dates: tuple[Dates, ...]
    champions: tuple[str, ...]
    """Of its top division, once it is final."""


@dataclass(frozen=True, slots=True)
class Home:
    """A league and all its seasons that everybody may know of, the newest first."""

    league: LeagueFacts
    seasons: tuple[SeasonPart, ...]

    @property
    def on(self) -> tuple[SeasonPart, ...]:
        """Those that are not over."""
        return tuple(each for each in self.seasons if each.facts.status not in Season.OVER)

    @property
    def over(self) -> tuple[SeasonPart, ...]:
        """Those that are."""
        return tuple(each for each in self.seasons if each.facts.status in Season.OVER)


@dataclass(frozen=True, slots=True)
class Where:
    """A division that an address names, its season and its league."""

    league: LeagueFacts
    season: SeasonFacts
    divisions: tuple[DivisionFacts, ...]
    division: DivisionFacts


def home(key: str) -> Home:
    """Read a league's page; raises NoSuchLeague."""
    league = reading.league(key)
    divisions, dates, champions = _divisions(league), _dates(league), _champions(league)
    return Home(
        league,
        tuple(
            SeasonPart(
                facts,
                tuple(divisions.get(facts.id, ())),
                tuple(dates.get(facts.id, ())),
                tuple(champions.get(facts.id, ())),
            )
            for facts in reading.seasons(key)
        ),
    )


def season(key: str, number: int) -> SeasonFacts:
    """Read a season that everybody may know of; raises NoSuchLeague."""
    found = reading.season(key, number)
    if found.status == Season.Status.DRAFT:
        raise NoSuchLeague
    return found


def where(key: str, number: int, rank: int) -> Where:
    """Find a division by its season's number and its rank; raises NoSuchLeague."""
    found = season(key, number)
    divisions = reading.divisions(found.id)
    for division in divisions:
        if division.rank == rank:
            return Where(reading.league(key), found, divisions, division)
    raise NoSuchLeague


def rounds(found: Where) -> tuple[RoundPage, ...]:
    """List the rounds of a division."""
    return reading.rounds(found.division.id)


def directed(key: str, player: Player) -> LeagueFacts:
    """Read a league for one of its directors; raises NoSuchLeague for others."""
    league = reading.league(key)
    if not reading.directs(league.id, player):
        raise NoSuchLeague
    return league


def reader(claim: EntryClaim) -> Player:
    """Read who holds a letter of a league; raises NoSuchLeague once its links are revoked."""
    found = Player.objects.filter(pk=claim.player_id, link_epoch=claim.epoch).first()
    if found is None:
        raise NoSuchLeague
    return found


def own_entry(season_id: int, player: Player | None) -> int | None:
    """Name somebody's own entry in a season, if he has one."""
    found = Entrant.objects.filter(season=season_id, player=player) if player else ()
    return next((row.pk for row in found), None)


def players(found: Where) -> tuple[str, ...]:
    """Name who is in a division."""
    rows = Entrant.objects.filter(division=found.division.id).select_related("player")
    return tuple(called(row.player.name) for row in rows.order_by("player__name", "pk"))


def place_of(found: Where, entrant_id: int) -> Entrant:
    """Read somebody's entry in a division, with his honours; raises NoSuchLeague."""
    entrants = Entrant.objects.filter(division=found.division.id).select_related("player")
    row = entrants.prefetch_related("awards").filter(pk=entrant_id).first()
    if row is None:
        raise NoSuchLeague
    return row


def _divisions(league: LeagueFacts) -> Mapping[int, list[DivisionFacts]]:
    found: defaultdict[int, list[DivisionFacts]] = defaultdict(list)
    rows = Division.objects.filter(season__league=league.id).annotate(count=Count("entrants"))
    for row in rows.order_by("rank"):
        found[row.season_id].append(DivisionFacts(row.pk, row.rank, row.name, row.count))
    return found


def _dates(league: LeagueFacts) -> Mapping[int, list[Dates]]:
    """Rounds of the seasons that are not over, division by division."""
    rows = Round.objects.filter(division__season__league=league.id).select_related("division")
    going_on = rows.exclude(division__season__status__in=Season.OVER)
    found: defaultdict[int, list[Dates]] = defaultdict(list)
    for row in going_on.order_by("division__rank", "number"):
        told = Dates(
            row.division_id,
            row.division.rank,
            row.number,
            row.final,
            row.status,
            row.opens_at,
            row.closes_at,
        )
        found[row.division.season_id].append(told)
    return found


def _champions(league: LeagueFacts) -> Mapping[int, list[str]]:
    awards = Award.objects.filter(
        season__league=league.id, kind="champion", revoked_at=None, entrant__division__rank=1
    )
    found: defaultdict[int, list[str]] = defaultdict(list)
    for award in awards.select_related("entrant__player").order_by("pk"):
        found[award.season_id].append(called(award.entrant.player.name))
    return found
