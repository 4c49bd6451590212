"""The hall of fame of a league: champions of its seasons, and records; and who follows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import NoSuchLeague
from games.leagues.selectors import fame, reading
from games.leagues.selectors.fame import Champions, Holder, Record
from games.leagues.selectors.values import LeagueFacts
from games.leagues.services import directing
from games.models import Player
from games.services import instant
from games.texts import leagues_pages as said
from games.texts.leagues_rules import points_text
from games.views.pages import for_players, see_other


@dataclass(frozen=True, slots=True)
class Name:
    """Somebody, with the way to the season that is meant, if one is."""

    name: str
    href: str
    season: str


@dataclass(frozen=True, slots=True)
class Line:
    """A season's division with its champions, or a record with its holders."""

    what: str
    number: str
    who: tuple[Name, ...]


@never_cache
@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show who won in a league, and what has never been surpassed there."""
    league = _league(key)
    found = fame.fame(league.id)
    context = {
        "league": league,
        "seasons": [
            (said.season_name(each.season), list(_champions(league, each)))
            for each in found.champions
        ],
        "records": [_record(league, each) for each in found.records],
    }
    return render(request, "pages/leagues/fame.html", context)


@never_cache
@for_players
@require_POST
def follow(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Let somebody be told of a league from now on, or no more."""
    league = _league(key)
    if request.POST.get("do") == "stop":
        directing.unfollow(league.id, player)
    else:
        directing.follow(league.id, player, now=instant.now())
    return see_other(reverse("leagues-home", args=[key]))


def _league(key: str) -> LeagueFacts:
    try:
        return reading.league(key)
    except NoSuchLeague:
        raise Http404 from None


def _champions(league: LeagueFacts, found: Champions) -> Iterable[Line]:
    for rank, holders in found.divisions:
        yield Line(said.league_rank_name(str(rank)), "", _names(league, holders))


def _record(league: LeagueFacts, found: Record) -> Line:
    number = points_text(found.number)
    return Line(said.record_of_league_text(found.best), number, _names(league, found.holders))


def _names(league: LeagueFacts, holders: Iterable[Holder]) -> tuple[Name, ...]:
    return tuple(_name(league, each) for each in holders)


def _name(league: LeagueFacts, holder: Holder) -> Name:
    if holder.season is None:
        return Name(holder.name, "", "")
    args = [league.key, holder.season, holder.rank, holder.entrant]
    return Name(
        holder.name, reverse("league-cards-card", args=args), said.season_name(holder.season)
    )
