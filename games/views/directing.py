"""Leagues for who directs them: opened, their rules written, directors named, ways to every act."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.api import Meta
from games import selectors, texts
from games.errors import BadLeagueName, NoSuchLeague, ServiceError, TooMany
from games.leagues.forms import DirectorForm, LeagueForm, RulesForm
from games.leagues.rules.tiebreaks import Tiebreak
from games.leagues.selectors import absences, pages, reading
from games.leagues.selectors import desk as desks
from games.leagues.selectors.desk import Desk
from games.leagues.selectors.tables import plays_in
from games.leagues.selectors.values import DivisionFacts, Named, RoundPage, SeasonFacts
from games.leagues.services import directing
from games.models import Player
from games.moderation.acts import OF_LEAGUES
from games.moderation.rules.matrix import Relation, Role
from games.moderation.selectors import strange_games, with_household
from games.moderation.selectors.leagues import is_tied
from games.moderation.services import entitled
from games.services import instant
from games.texts import leagues_draws as draws
from games.texts import leagues_pages as said
from games.texts import leagues_terms
from games.texts.leagues import absence_text
from games.texts.leagues_rules import (
    Chapter,
    criterion_help,
    format_text,
    league_rules,
    points_text,
)
from games.views import rehearsals
from games.views.games import described
from games.views.league_rows import table_name
from games.views.pages import for_players, see_other


@dataclass(frozen=True, slots=True)
class Way:
    """The way to an act."""

    href: str
    name: str


@dataclass(frozen=True, slots=True)
class Directed:
    """A season that is not over, as its directors see it."""

    name: str
    state: str
    played: str
    draft: bool
    ways: tuple[Way, ...]
    hindrances: tuple[str, ...]
    """Why it cannot be announced as it stands."""
    chapters: tuple[Chapter, ...]
    dates: tuple[tuple[str, str], ...]
    divisions: tuple[Way, ...]
    waiting: tuple["Directable", ...]
    """Who waits for a place, by number."""


@dataclass(frozen=True, slots=True)
class Directable:
    """A round, a table or an entry with the ways to what can be done to it."""

    name: str
    state: str
    ways: tuple[Way, ...]
    parts: tuple["Directable", ...] = ()
    """The tables of a round and who has a bye there; what is held against an entry."""
    costs: tuple[str, ...] = ()
    """Of a round: what its draw costs, and who meets again."""


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, player: Player) -> HttpResponse:
    """Ask what a new league is called, and open it."""
    form = LeagueForm(request.POST or None, initial={"language": player.language})
    if request.method == "POST" and form.is_valid():
        try:
            league = directing.found(**form.cleaned_data, by=player, now=instant.now())
        except BadLeagueName as problem:
            form.add_error("name", problem.message)
        except TooMany as problem:
            form.add_error(None, problem.message)
        else:
            return see_other(reverse("directing-desk", args=[league.key]))
    status = 400 if form.is_bound else 200
    return render(request, "pages/leagues/found.html", {"form": form}, status=status)


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show directors what they can do; name another one, or step down."""
    seen = _desk(key, player)
    form = DirectorForm()
    if request.method == "POST":
        form = DirectorForm(request.POST if "page" in request.POST else None)
        if _changed(request, seen, form, player):
            leaves = request.POST.get("do") in ("step-down", "retire")
            to = "leagues-home" if leaves else "directing-desk"
            return see_other(reverse(to, args=[key]))
    divisions = desks.divisions(seen)
    context = {
        "league": seen.league,
        "directors": seen.directors,
        "enough": len(seen.directors) >= directing.DIRECTORS,
        "seasons": [
            _directed(seen, each, divisions.get(each.id, ()), player) for each in seen.seasons
        ],
        "may_write": seen.may_write,
        "has_draft": seen.draft is not None,
        "may_retire": seen.may_write and all(each == seen.draft for each in seen.seasons),
        "form": form,
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "pages/leagues/desk.html", context, status=status)


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Ask for the rules of the next season, and write them down."""
    seen = _desk(key, player)
    if not seen.may_write:
        messages.error(request, _("The rules of a season that is announced are frozen."))
        return see_other(reverse("directing-desk", args=[key]))
    offered, now = selectors.offered(), instant.now()
    meta = _played(request, seen, list(offered.values()))
    zone = player.time_zone
    form = RulesForm(meta, request.POST or None, holds=seen.holds, now=now, zone=zone)
    if request.method == "POST" and form.is_valid():
        try:
            directing.draft(seen.league.id, form.terms, by=player, now=now)
        except ServiceError as problem:
            form.add_error(None, problem.message)
        else:
            written = _("Written down. Only directors see it until it is announced.")
            messages.success(request, written)
            return see_other(reverse("directing-desk", args=[key]))
    here = reverse("directing-rules", args=[key])
    context = {
        "league": seen.league,
        "form": form,
        "ruleset": meta.key,
        "games": [(f"{here}?ruleset={each.key}", described(each)) for each in offered.values()],
        "criteria": [criterion_help(each) for each in Tiebreak],
    }
    status = 400 if form.is_bound else 200
    return render(request, "pages/leagues/rules.html", context, status=status)


@never_cache
@for_players
@require_safe
def division(
    request: HttpRequest, player: Player, key: str, number: int, rank: int
) -> HttpResponse:
    """Show directors a division with its draws, and the way to every act on what is in it."""
    seen = _desk(key, player)
    try:
        found = pages.where(key, number, rank)
    except NoSuchLeague:
        raise Http404 from None
    barred = plays_in(with_household(player), found.division.id)
    rounds = reading.rounds(found.division.id, for_directors=True)
    games = [table.game_key for each in rounds for table in each.tables if table.game_key]
    looks_after = strange_games(player, games)
    against = _against(found.division.id, barred=barred)
    context = {
        "league": seen.league,
        "season": said.season_name(number),
        "name": said.league_rank_name(found.division.name),
        "rounds": [_round(each, looks_after, barred=barred) for each in rounds],
        "entries": [
            Directable(
                f"{each.entrant.name} · {_number(each.entrant)}",
                texts.entrant_text(each.status),
                tuple(ways_of("entry", each.entrant.id, each.status, barred=barred)),
                tuple(against.get(each.entrant.id, ())),
            )
            for each in desks.entered(division=found.division.id)
        ],
    }
    return render(request, "pages/leagues/directing.html", context)


def _against(division_id: int, *, barred: bool) -> dict[int, list[Directable]]:
    """What is held against whom in a division, and what was taken from him."""
    found: dict[int, list[Directable]] = {}
    for each in absences.held(division_id):
        name = absence_text(each.what, each.round)
        state = said.absence_state_text(each.status) + (f": {each.reason}" if each.reason else "")
        ways = tuple(ways_of("absence", each.id, each.status, barred=barred))
        found.setdefault(each.entrant, []).append(Directable(name, state, ways))
    for penalty in desks.penalties(division_id):
        points = _("Points taken away: %(points)s") % {"points": points_text(penalty.points)}
        state = f"{said.penalty_state_text(penalty.status)}: {penalty.reason}"
        ways = tuple(ways_of("penalty", penalty.id, penalty.status, barred=barred))
        found.setdefault(penalty.entrant, []).append(Directable(points, state, ways))
    return found


def _round(each: RoundPage, looks_after: Collection[str], *, barred: bool) -> Directable:
    tables = (
        Directable(
            f"{table_name(table)}: {texts.joined([_seated(named) for named, _ in table.places])}",
            said.table_state_text(table.status, late=table.late),
            (
                *ways_of("table", table.id, table.status, barred=barred),
                *_to_the_game(table.game_key, looks_after),
            ),
        )
        for table in each.tables
    )
    byes = (Directable(_seated(named), said.bye_text(kind), ()) for named, kind in each.byes)
    names = {named.id: named.name for table in each.tables for named, _ in table.places}
    return Directable(
        f"{said.round_name(each.number, final=each.final)}, {texts.moment_text(each.opens_at)}",
        said.round_state_text(each.status),
        tuple(ways_of("round", each.id, each.status, barred=barred)),
        (*tables, *byes),
        (*draws.cost_lines(each.cost), *draws.pair_lines(each.cost, names)),
    )


def _to_the_game(key: str, looks_after: Collection[str]) -> Iterator[Way]:
    if key in looks_after:
        yield Way(reverse("moderation-game", args=[key]), _("Look after the game"))


def _seated(named: Named) -> str:
    return f"{named.name} ({_number(named)})"


def _number(named: Named) -> str:
    """By which number an act names an entry."""
    return _("No. %(n)d") % {"n": named.id}


def _desk(key: str, player: Player) -> Desk:
    try:
        return desks.desk(key, player)
    except NoSuchLeague:
        raise Http404 from None


def _played(request: HttpRequest, seen: Desk, offered: Sequence[Meta]) -> Meta:
    """Which game the rules are for: as chosen, as before, or the first."""
    known = {each.key: each for each in offered}
    wanted = (request.POST.get("ruleset"), request.GET.get("ruleset"), seen.holds.get("ruleset"))
    return next((known[each] for each in wanted if each in known), next(iter(known.values())))


def _changed(request: HttpRequest, seen: Desk, form: DirectorForm, player: Player) -> bool:
    """Name a director, step down, or retire the league; tell whether that was done."""
    now = instant.now()
    try:
        if request.POST.get("do") == "step-down":
            directing.step_down(seen.league.id, by=player, now=now)
            messages.success(request, _("You direct this league no longer."))
            return True
        if request.POST.get("do") == "retire":
            why = request.POST.get("reason", "")
            directing.retire(seen.league.id, by=player, reason=why, now=now)
            messages.success(request, _("The league has been retired. Its history stays."))
            return True
        if not form.is_valid():
            return False
        named = desks.by_page(form.cleaned_data["page"])
        if named is None:
            form.add_error("page", _("Nobody has a page there."))
            return False
        directing.appoint(seen.league.id, named, by=player, now=now)
    except ServiceError as problem:
        messages.error(request, problem.message)
        return False
    messages.success(request, _("%(name)s directs this league too.") % {"name": named.name})
    return True


def _directed(
    seen: Desk, season: SeasonFacts, divisions: Sequence[DivisionFacts], player: Player
) -> Directed:
    barred = is_tied(player, f"season-{season.id}")
    draft, key = season == seen.draft, seen.league.key
    still = season.suspended_at is not None
    open_to_late = season.status in ("registration", "prepared") and not divisions
    waiting = desks.entered(season=season.id, status="waiting") if open_to_late else ()
    return Directed(
        name=said.season_name(season.number),
        state=said.season_state_text(season.status, suspended=still),
        played=format_text(season.terms),
        draft=draft,
        ways=tuple(ways_of("season", season.id, season.status, suspended=still, barred=barred)),
        hindrances=tuple(_hindrances(seen, season)) if draft else (),
        chapters=league_rules(season.terms) if draft else (),
        dates=tuple(_dates(season)) if draft else (),
        divisions=tuple(
            Way(
                reverse("directing-division", args=[key, season.number, each.rank]),
                said.league_rank_name(each.name),
            )
            for each in divisions
        ),
        waiting=tuple(
            Directable(
                each.entrant.name,
                "",
                tuple(ways_of("entry", each.entrant.id, each.status, barred=barred)),
            )
            for each in waiting
        ),
    )


def ways_of(
    of: str, number: int, status: str, *, suspended: bool = False, barred: bool = False
) -> Iterator[Way]:
    """The acts that fit a season, or what is in it, as it stands; `barred` is a player there."""
    tie = Relation.PLAYS if barred else Relation.NONE
    for act in OF_LEAGUES.values():
        fits = act.of == of and act.fits_at(status, suspended=suspended)
        if fits and entitled.is_open(act, (Role.DIRECTOR,), tie):
            yield Way(reverse("moderation-act", args=[act.key, f"{of}-{number}"]), act.name)


def _hindrances(seen: Desk, season: SeasonFacts) -> Iterator[str]:
    if len(seen.directors) < directing.DIRECTORS:
        yield _("A season needs two directors. Name another one below.")
    faults = desks.faults(season, now=instant.now())
    for fault in faults:
        yield leagues_terms.fault_line(fault)
    yield from rehearsals.hindrance(seen)


def _dates(season: SeasonFacts) -> Iterator[tuple[str, str]]:
    terms = season.terms
    yield said.date_name("registers"), texts.moment_text(terms.registers_at)
    yield said.date_name("registered"), texts.moment_text(terms.registered_at)
    yield said.date_name("divides"), texts.moment_text(terms.divides_at)
    for window in terms.windows(terms.rounds or 1):
        when = said.span_text(window.opens_at, window.closes_at)
        yield said.round_name(window.round), when
