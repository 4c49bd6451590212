"""The way into a season and out of it: what the reader is there, and one button for what he can."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import texts
from games.errors import NoSuchLeague, ServiceError
from games.leagues.selectors import reading
from games.leagues.selectors.absences import Step
from games.leagues.selectors.values import EntryPage
from games.leagues.services import absence, entering, searching
from games.models import Entrant, Player
from games.services import instant
from games.texts import leagues_pages as said
from games.texts.leagues import absence_text, against_text
from games.views.pages import for_players, see_other

Act = Callable[[int, Player, datetime], Entrant | None]

ACTS: Mapping[str, Act] = {
    "register": lambda season, player, now: entering.register(season, player, now=now),
    "confirm": lambda season, player, now: entering.confirm(season, player, now=now),
    "decline": lambda season, player, now: entering.decline(season, player, now=now),
    "withdraw": lambda season, player, now: entering.withdraw(season, player, now=now),
    "come-back": lambda season, player, now: entering.come_back(season, player, now=now),
    "bye": lambda season, player, now: entering.ask_bye(season, player, now=now),
    "no-bye": lambda season, player, now: entering.unask_bye(season, player, now=now),
    "reserve": lambda season, player, now: entering.reserve(season, player, now=now),
    "unreserve": lambda season, player, _now: entering.unreserve(season, player),
}
SEATS: Mapping[str, Callable[..., None]] = {"sit": searching.accept, "pass": searching.refuse}
"""What somebody answers who was asked to take a place."""
FORWARD = ("register", "confirm", "come-back")


@dataclass(frozen=True, slots=True)
class Given:
    """A card that the reader was given; with the number of its form while he may appeal."""

    card: str
    why: str
    state: str
    appeal: int
    until: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What the reader is in a season, with a button for what he can do."""

    said: str
    to: str
    first: tuple[str, str] | None
    """What the button does, and what stands on it."""
    others: tuple[tuple[str, str, str], ...]
    """The same, with what follows from it."""
    cards: tuple[Given, ...] = ()
    seats: tuple[tuple[int, str], ...] = ()
    """Places that he was asked to take, by number."""


@never_cache
@require_POST
@for_players
def mine(request: HttpRequest, player: Player, key: str, number: int) -> HttpResponse:
    """Enter a season, confirm, decline, leave or come back."""
    try:
        do(request, reading.season(key, number).id, player)
    except NoSuchLeague:
        raise Http404 from None
    return see_other(reverse("leagues-home", args=[key]))


def do(request: HttpRequest, season_id: int, player: Player) -> None:
    """Do what a button says, and tell what stands; raises NoSuchLeague."""
    wanted = request.POST.get("do", "")
    if wanted not in (*ACTS, *SEATS, "appeal"):
        return
    entrant = None
    try:
        if wanted == "appeal":
            why = request.POST.get("why", "")
            absence.appeal(season_id, player, _number(request, "card"), why, now=instant.now())
        elif wanted in SEATS:
            SEATS[wanted](_number(request, "seat"), player, now=instant.now())
        else:
            entrant = ACTS[wanted](season_id, player, instant.now())
    except NoSuchLeague:
        raise
    except ServiceError as problem:
        messages.error(request, problem.message)
    else:
        status = entrant.status if entrant else ""
        messages.success(request, said.entry_done_text(wanted, status))


def _number(request: HttpRequest, name: str) -> int:
    told = request.POST.get(name, "")
    return int(told) if told.isdecimal() and len(told) < 19 else 0


def entry_of(entry: EntryPage, to: str) -> Entry:
    """Say what somebody is in a season, and offer what he can do by a form that goes there."""
    season = entry.season
    late = season.status != "registration" or season.entrants >= season.terms.greatest
    ways = [(act, said.entry_act_text(act, late=late, number=entry.sits_out)) for act in entry.can]
    return Entry(
        said.entry_text(entry.status, number=entry.number, until=entry.until),
        to,
        next((way for way in ways if way[0] in FORWARD), None),
        tuple((*way, said.entry_follows_text(way[0])) for way in ways if way[0] not in FORWARD),
        tuple(map(_given, entry.steps)),
        tuple(
            (each.search, said.vacancy_text(each.round, each.table, each.opens_at))
            for each in entry.vacancies
        ),
    )


def _given(step: Step) -> Given:
    return Given(
        against_text(step.what, step.card),
        absence_text(step.what, step.round, step.reason),
        said.card_state_text(step.answer, appealed=step.appealed, revoked=step.revoked),
        step.id if step.until else 0,
        texts.moment_text(step.until) if step.until else "",
    )
