"""Leagues in a list, and the home of each: its seasons, rules, dates, and the way in."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games import links, texts
from games.errors import BadLink, NoSuchLeague, ServiceError
from games.leagues.rules.promotion import zones
from games.leagues.selectors import absences, pages, reading
from games.leagues.selectors.absences import Appealed
from games.leagues.selectors.pages import Dates, SeasonPart
from games.leagues.selectors.values import AskPage, LeagueFacts, SeasonFacts
from games.leagues.services import absence, asking
from games.middleware import speak_to
from games.models import Player
from games.moderation.acts import OF_LEAGUES
from games.moderation.selectors.leagues import is_tied
from games.services import instant
from games.texts import leagues_pages as said
from games.texts.leagues import absence_text, against_text
from games.texts.leagues_rules import Chapter, format_text, league_rules
from games.views.league_entry import Entry, do, entry_of
from games.views.pages import bad_link, for_players, player_of, see_other


@dataclass(frozen=True, slots=True)
class Card:
    """A league in the list."""

    href: str
    name: str
    language: str
    played: str
    state: str


@dataclass(frozen=True, slots=True)
class Date:
    """Something that happens in a season, and when."""

    what: str
    when: str
    state: str
    past: bool


@dataclass(frozen=True, slots=True)
class Way:
    """The way to a division."""

    href: str
    name: str
    zones: str
    """How many go up from it and down."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season on its league's page."""

    number: int
    name: str
    state: str
    played: str
    people: str
    ways: tuple[Way, ...]
    draft: str
    """Where its draft of divisions is, once there is one."""
    dates: tuple[Date, ...]
    chapters: tuple[Chapter, ...]
    commitment: str
    secret: str
    champions: str
    reason: str
    open: bool
    """Whether anybody can enter it, or wait for a place."""
    extend: str
    """Where moderators give all its tables more time; empty if none runs."""
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the directors are asked, or were."""

    id: int
    what: str
    choices: tuple[tuple[str, str], ...]
    """None once it is settled."""
    default: str
    until: str
    settled: str


@dataclass(frozen=True, slots=True)
class Protest:
    """An appeal against a card."""

    id: int
    name: str
    card: str
    why: str
    said: str
    until: str


@never_cache
@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues."""
    cards = [_card(each) for each in reading.leagues()]
    return render(request, "pages/leagues/leagues.html", {"leagues": cards})


@never_cache
@require_safe
def home(request: HttpRequest, key: str) -> HttpResponse:
    """Show a league."""
    player = player_of(request)
    try:
        found = pages.home(key)
    except NoSuchLeague:
        raise Http404 from None
    context = {
        "league": found.league,
        "directs": player is not None and reading.directs(found.league.id, player),
        "follows": player is not None and reading.follows(found.league.id, player),
        "directors": texts.joined(found.league.directors) if found.league.directors else "",
        "on": [described(found.league, each, player) for each in found.on],
        "over": [described(found.league, each, None) for each in found.over],
        "account_known": player is not None,
        "zone": timezone.get_current_timezone_name().replace("_", " "),
    }
    return render(request, "pages/leagues/home.html", context)


@never_cache
@require_safe
def season(request: HttpRequest, key: str, number: int) -> HttpResponse:  # noqa: ARG001
    """Lead to a season: to its top division, or to its league before there is one."""
    try:
        found = pages.season(key, number)
    except NoSuchLeague:
        raise Http404 from None
    for division in reading.divisions(found.id):
        address = reverse("league-divisions-show", args=[key, number, division.rank])
        return HttpResponseRedirect(address)
    return HttpResponseRedirect(reverse("leagues-home", args=[key]))


# Whoever holds the letter may answer; there is no cookie that another site could ride on.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a letter of a season asks, and take the answer."""
    here = reverse("leagues-entry", args=[token])
    try:
        claim = links.ENTRY.read(token)
        player = pages.reader(claim)
        speak_to(player)
        if request.method == "POST":
            do(request, claim.season_id, player)
            return see_other(here)
        found = reading.entry(claim.season_id, player, now=instant.now())
    except (BadLink, NoSuchLeague):
        return bad_link(request)
    facts = found.season
    context = {
        "league": found.league,
        "season": said.season_name(facts.number),
        "state": said.season_state_text(facts.status, suspended=facts.suspended_at is not None),
        "played": format_text(facts.terms),
        "entry": entry_of(found, here),
        "first": texts.moment_text(facts.terms.first_at),
        "chapters": league_rules(facts.terms),
    }
    return render(request, "pages/leagues/entry.html", context)


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def asks(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Lay a league's questions before its directors, and take an answer."""
    try:
        league = pages.directed(key, player)
    except NoSuchLeague:
        raise Http404 from None
    if request.method == "POST":
        if "appeal" in request.POST:
            _decide(request, player)
        else:
            _answer(request, player)
        return see_other(reverse("leagues-asks", args=[key]))
    found = [_question(each) for each in reading.asks(league.id)]
    context = {
        "league": league,
        "appeals": [_appeal(each) for each in absences.appeals(league.id)],
        "open": [each for each in found if each.choices],
        "settled": [each for each in found if not each.choices],
    }
    return render(request, "pages/leagues/asks.html", context)


def _decide(request: HttpRequest, player: Player) -> None:
    told, reason = request.POST.get("appeal", ""), request.POST.get("reason", "")
    number = int(told) if told.isdecimal() and len(told) < 19 else 0
    grant = request.POST.get("choice") == "grant"
    try:
        absence.decide(number, grant=grant, by=player, reason=reason, now=instant.now())
    except ServiceError as problem:
        messages.error(request, problem.message)
    else:
        messages.success(request, _("Decided. What follows is in the log."))


def _appeal(each: Appealed) -> Protest:
    return Protest(
        each.id,
        each.name,
        against_text(each.step.what, each.step.card),
        absence_text(each.step.what, each.step.round, each.step.reason),
        each.said,
        texts.moment_text(each.deadline),
    )


def _answer(request: HttpRequest, player: Player) -> None:
    told = request.POST.get("ask", "")
    number = int(told) if told.isdecimal() and len(told) < 19 else 0
    try:
        asking.answer(number, request.POST.get("choice", ""), by=player, now=instant.now())
    except ServiceError as problem:
        messages.error(request, problem.message)
    else:
        messages.success(request, _("Answered. What follows is in the log."))


def _question(each: AskPage) -> Question:
    is_open = each.status == "open"
    return Question(
        each.id,
        texts.condition_of_league(each.condition, each.said),
        tuple((choice, texts.choice_name(choice)) for choice in each.choices) if is_open else (),
        texts.choice_name(each.default),
        texts.moment_text(each.deadline),
        "" if is_open else said.settled_text(each.status, each.answer, each.answered_by),
    )


def described(league: LeagueFacts, part: SeasonPart, player: Player | None) -> Season:
    """Describe a season; to a player also what he can do there."""
    facts = part.facts
    entry = reading.entry(facts.id, player, now=instant.now()) if player else None
    to = reverse("league-entry-mine", args=[league.key, facts.number])
    return Season(
        number=facts.number,
        name=said.season_name(facts.number),
        state=said.season_state_text(facts.status, suspended=facts.suspended_at is not None),
        played=format_text(facts.terms),
        people=said.entrants_text(facts.entrants, facts.waiting),
        ways=tuple(
            Way(
                reverse("league-divisions-show", args=[league.key, facts.number, each.rank]),
                said.league_rank_name(each.name),
                said.zones_text(up, down),
            )
            for each, (up, down) in zip(part.divisions, _zones(part), strict=True)
        ),
        draft=(
            reverse("league-drafts-show", args=[league.key, facts.number])
            if facts.status in DRAFTED
            else ""
        ),
        dates=tuple(_dates(part)),
        chapters=league_rules(facts.terms),
        commitment=facts.commitment,
        secret=facts.secret,
        champions=texts.joined(part.champions) if part.champions else "",
        reason=facts.reason,
        open=facts.status in reading.OPEN_TO,
        extend=_extend(facts, player),
        entry=entry_of(entry, to) if entry else None,
    )


def _extend(facts: SeasonFacts, player: Player | None) -> str:
    act, suspended = OF_LEAGUES["extend-league"], facts.suspended_at is not None
    target = f"season-{facts.id}"
    if not act.fits_at(facts.status, suspended=suspended):
        return ""
    if player is None or not player.is_staff or is_tied(player, target):
        return ""
    return reverse("moderation-act", args=[act.key, target])


DRAFTED = ("prepared", "running", "counting")


def _zones(part: SeasonPart) -> tuple[tuple[int, int], ...]:
    sizes = [each.entrants for each in part.divisions]
    return zones(sizes, part.facts.terms.divisions.swap) if sizes else ()


def _card(league: LeagueFacts) -> Card:
    on = league.season
    return Card(
        href=reverse("leagues-home", args=[league.key]),
        name=league.name,
        language=texts.language_name(league.language),
        played=format_text(on.terms) if on else "",
        state=(
            f"{said.season_name(on.number)}: "
            + said.season_state_text(on.status, suspended=on.suspended_at is not None)
            if on
            else ""
        ),
    )


def _dates(part: SeasonPart) -> Iterator[Date]:
    """The calendar of a season that is not over, in the reader's zone."""
    facts, now = part.facts, instant.now()
    terms = facts.terms
    yield Date(said.date_name("registers"), *_when(terms.registers_at, now))
    yield Date(said.date_name("registered"), *_when(terms.registered_at, now))
    yield Date(said.date_name("divides"), *_when(terms.divides_at, now))
    planned = _planned(part)
    for each in planned:
        when = said.span_text(each.opens_at, each.closes_at)
        name = said.round_name(each.number, final=each.final)
        past = each.closes_at <= now
        yield Date(name, when, said.round_state_text(each.status), past)
    if not planned:
        for window in terms.windows(terms.rounds or 1):
            when = said.span_text(window.opens_at, window.closes_at)
            yield Date(said.round_name(window.round), when, "", window.closes_at <= now)


def _when(at: datetime, now: datetime) -> tuple[str, str, bool]:
    return texts.moment_text(at), "", at <= now


def _planned(part: SeasonPart) -> list[Dates]:
    """The rounds of the division that has most of them: the others' are among these."""
    by_rank: dict[int, list[Dates]] = {}
    for each in part.dates:
        by_rank.setdefault(each.rank, []).append(each)
    return max(by_rank.values(), key=len, default=[])
