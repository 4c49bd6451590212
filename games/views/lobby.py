"""A game before its start: setting it up, filling its seats, starting it or calling it off."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import selectors, texts
from games.clocks.rules.refusals import Refused
from games.errors import NoSuchGame, ServiceError
from games.forms import ActForm, InviteForm, NewGameForm
from games.models import Game, Player
from games.selectors import records
from games.services import games, instant, invitations
from games.views.games import described
from games.views.pages import for_players, notice, see_other
from games.views.waiting import lobby_sheet


@never_cache
@for_players
def new_game(request: HttpRequest, player: Player) -> HttpResponse:
    """Ask for the terms of a new game and open its table."""
    offered = selectors.offered()
    key = request.POST.get("ruleset") or request.GET.get("ruleset") or next(iter(offered))
    if key not in offered:
        return notice(request, _("There is no such game"), _("Nothing was done."), status=404)
    form = NewGameForm(offered[key], request.POST or None, zone=player.time_zone)
    if request.method == "POST" and form.is_valid():
        game = games.create(
            player,
            ruleset_key=key,
            options=form.options,
            seats=form.cleaned_data["seats"],
            time=form.time,
            now=instant.now(),
            key=form.cleaned_data["key"],
        )
        return see_other(reverse("table-public", args=[game.key]))
    pitches = [described(meta) for meta in offered.values()]
    context = {"form": form, "ruleset": key, "games": pitches}
    return render(request, "pages/new_game.html", context)


def lobby_page(
    request: HttpRequest, key: str, player: Player | None, form: InviteForm | None = None
) -> HttpResponse:
    """Show a table that is filling; raises NoSuchGame."""
    now = instant.now()
    lobby = lobby_sheet(selectors.lobby(key, player, now=now), records.at_table(key, now=now))
    context = {"lobby": lobby, "form": form or InviteForm()}
    return render(request, "pages/lobby.html", context, status=400 if form else 200)


@for_players
def invite(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Invite every address of the form, and tell of each what became of it."""
    form = InviteForm(request.POST or None)
    if request.method == "POST" and not form.is_valid():
        return _or_404(lambda: lobby_page(request, key, player, form))
    for address in form.cleaned_data["emails"] if form.is_bound else ():
        try:
            invitations.invite(key, address, by=player, now=instant.now())
        except NoSuchGame:
            raise Http404 from None
        except ServiceError as problem:
            messages.error(request, f"{address}: {texts.problem_text(problem)}")
        else:
            messages.success(request, _("%(address)s is invited.") % {"address": address})
    return see_other(reverse("table-public", args=[key]))


@for_players
def resend(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Write to somebody invited once more."""

    def act(number: int) -> str:
        invitations.resend(number, by=player, now=instant.now())
        return _("Another letter is on its way.")

    return _act_on(request, key, "invitation", act)


@for_players
def withdraw(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Take an invitation back."""

    def act(number: int) -> str:
        invitations.withdraw(number, by=player, now=instant.now())
        return _("The invitation is withdrawn.")

    return _act_on(request, key, "invitation", act)


@for_players
def remove(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Free a seat."""

    def act(number: int) -> str:
        games.clear_seat(key, number, by=player, now=instant.now())
        return _("The seat is free.")

    return _act_on(request, key, "seat", act)


@for_players
def add_bot(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Seat a bot."""

    def act() -> str:
        said = request.POST.get("place", "")
        place = int(said) if said.isdecimal() and len(said) < 3 else None
        seat = games.add_bot(key, by=player, now=instant.now(), place=place)
        return _("%(name)s sits down, a bot.") % {"name": seat.name}

    return _act(request, key, act)


@for_players
def renew_link(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Replace the shared link."""

    def act() -> str:
        games.renew_join_link(key, by=player)
        return _("Here is a new link; the old one opens nothing any more.")

    return _act(request, key, act)


@for_players
def leave(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Give the player's own seat up."""

    def act() -> str:
        games.leave(key, by=player, now=instant.now())
        return _("You gave your seat up.")

    return _act(request, key, act)


@for_players
def start(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Start the game."""

    def act() -> str:
        games.start(key, by=player, now=instant.now())
        return _("The cards are dealt. Everybody gets a letter.")

    return _act(request, key, act, to=reverse("seat-mine", args=[key]))


@never_cache
@for_players
def cancel(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Ask whether the game shall be called off, and do it."""
    if request.method != "POST":
        return _or_404(lambda: _ask_to_cancel(request, player, key))

    def act() -> str:
        games.cancel(key, by=player, now=instant.now())
        return _("The game is called off.")

    return _act(request, key, act, to=reverse("home"))


def _ask_to_cancel(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    if selectors.status_of(key) != Game.Status.OPEN or not selectors.lobby(key, player).mine:
        return see_other(reverse("table-public", args=[key]))
    return render(request, "pages/cancel.html", {"key": key})


def _act_on(request: HttpRequest, key: str, field: str, act: Callable[[int], str]) -> HttpResponse:
    """Do something with the seat or invitation that a form names."""
    form = ActForm(field, request.POST)
    if request.method == "POST" and not form.is_valid():
        raise Http404
    return _act(request, key, lambda: act(form.cleaned_data[field]))


def _act(request: HttpRequest, key: str, act: Callable[[], str], *, to: str = "") -> HttpResponse:
    """Do what the organiser asked for and say so, or why not; a GET does nothing."""
    table = reverse("table-public", args=[key])
    if request.method != "POST":
        return see_other(table)
    try:
        messages.success(request, act())
    except NoSuchGame:
        raise Http404 from None
    except ServiceError as problem:
        messages.error(request, texts.problem_text(problem))
        return see_other(table)
    except Refused as refused:
        messages.error(request, texts.refusal_text(refused))
        return see_other(table)
    return see_other(to or table)


def _or_404(show: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return show()
    except NoSuchGame:
        raise Http404 from None
