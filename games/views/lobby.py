"""A game before its start: setting it up, filling its seats, starting it or calling it off."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import selectors, texts
from games.clocks.rules.refusals import Refused
from games.errors import (
    NameTaken,
    NoSuchGame,
    NotOpen,
    NotOrganiser,
    Sanctioned,
    ServiceError,
    TooManyOpen,
)
from games.forms import ActForm, BotsForm, DoorForm, NewGameForm
from games.gathering.forms import InviteForm
from games.models import Game, Player
from games.people.selectors import pages_of
from games.selectors import records
from games.services import doors, games, instant, invitations
from games.services.people import Said
from games.subscriptions import selectors as subscriptions
from games.views.first_seat import take
from games.views.games import described
from games.views.households import at_table
from games.views.invitations import WELCOME
from games.views.pages import for_players, notice, rename_first, see_other
from games.views.waiting import lobby_sheet


@never_cache
@for_players
def new_game(request: HttpRequest, player: Player) -> HttpResponse:
    """Ask for the terms of a new game and open its table."""
    offered = selectors.offered()
    key = request.POST.get("ruleset") or request.GET.get("ruleset") or next(iter(offered))
    if key not in offered:
        return notice(request, _("There is no such game"), _("Nothing was done."), status=404)
    form = NewGameForm(
        offered[key], request.POST or None, zone=player.time_zone, language=player.language
    )
    if request.method == "POST" and form.is_valid():
        try:
            return take(request, player, partial(_create, player, key, form))
        except (Sanctioned, TooManyOpen) as problem:
            form.add_error(None, problem.message)
    pitches = [described(meta) for meta in offered.values()]
    context = {"form": form, "ruleset": key, "games": pitches}
    return render(request, "pages/new_game.html", context)


def _create(player: Player, key: str, form: NewGameForm, said: Said | None) -> HttpResponse:
    game = games.create(
        player,
        ruleset_key=key,
        options=form.options,
        seats=form.cleaned_data["seats"],
        time=form.time,
        now=instant.now(),
        key=form.cleaned_data["key"],
        name=form.cleaned_data["name"],
        listed=bool(form.cleaned_data["listed"]),
        language=form.cleaned_data["language"],
        said=said,
    )
    return see_other(reverse("table-public", args=[game.key]))


def lobby_page(
    request: HttpRequest,
    key: str,
    player: Player | None,
    form: InviteForm | None = None,
    *,
    leave: str = "",
) -> HttpResponse:
    """Show a table that is filling; raises NoSuchGame.

    Who came by a letter leaves by its own address, `leave`.
    """
    now = instant.now()
    found = selectors.lobby(key, player, now=now)
    refusing = subscriptions.refusing([each.email for each in found.invitations])
    lobby = lobby_sheet(found, records.at_table(key, now=now), pages_of(key), refusing)
    door = {"listed": "yes" if found.listed else "", "language": found.language}
    context = {
        "leave": leave or reverse("lobby-leave", args=[key]),
        "lent": bool(leave),
        "lobby": lobby,
        "form": form or InviteForm(initial={"language": get_language()}),
        "bots": BotsForm(free=lobby.free, initial={"place": lobby.next_place}),
        "together": at_table(key, player),
        "door": DoorForm(initial=door, auto_id="door_%s"),
    }
    return render(request, "pages/lobby.html", context, status=400 if form else 200)


@for_players
def invite(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Invite every address of the form, and tell of each what became of it."""
    form = InviteForm(request.POST or None)
    if request.method == "POST" and not form.is_valid():
        return _or_404(lambda: lobby_page(request, key, player, form))
    refused = _invited(request, player, key, form) if form.is_bound else {}
    if refused:
        left = form.left_with(refused)
        return _or_404(lambda: lobby_page(request, key, player, left))
    return see_other(reverse("table-public", args=[key]))


def _invited(request: HttpRequest, player: Player, key: str, form: InviteForm) -> dict[str, str]:
    """Invite who can be, say so, and name the others with what hinders them."""
    refused, origin = {}, request.META["REMOTE_ADDR"]
    for address, wish in form.wishes.items():
        try:
            invitations.invite(key, address, by=player, now=instant.now(), wish=wish, origin=origin)
        except NoSuchGame:
            raise Http404 from None
        except (NotOpen, NotOrganiser) as problem:
            # That is so for all of them.
            messages.error(request, problem.message)
            break
        except ServiceError as problem:
            refused[address] = problem.message
        else:
            said = {"address": texts.address_text(address)}
            messages.success(request, _("%(address)s is invited.") % said)
    return refused


@for_players
def resend(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Write to somebody invited once more."""

    def act(number: int) -> str:
        origin = request.META["REMOTE_ADDR"]
        invitations.resend(number, by=player, now=instant.now(), origin=origin)
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
    """Seat as many bots as the form says, of the strength that it says."""
    form = BotsForm(request.POST)
    if request.method == "POST" and not form.is_valid():
        messages.error(request, _("That could not be read. Nothing was done."))
        return see_other(reverse("table-public", args=[key]))

    def act() -> str:
        wish = form.cleaned_data
        seats = games.add_bots(
            key,
            wish["count"],
            wish["strength"],
            by=player,
            now=instant.now(),
            place=wish["place"],
        )
        names = texts.joined([seat.name for seat in seats])
        return ngettext(
            "%(names)s sits down, a bot.", "%(names)s sit down, all of them bots.", len(seats)
        ) % {"names": names}

    return _act(request, key, act)


@for_players
def renew_link(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Replace the shared link."""

    def act() -> str:
        games.renew_join_link(key, by=player)
        return _("Here is a new link; the old one opens nothing any more.")

    return _act(request, key, act)


@for_players
def door(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Make a table public or private."""
    form = DoorForm(request.POST)
    if request.method == "POST" and not form.is_valid():
        raise Http404

    def act() -> str:
        listed, language = bool(form.cleaned_data["listed"]), form.cleaned_data["language"]
        doors.choose(key, listed=listed, language=language or player.language, by=player)
        if listed:
            return _("The table is public: it stands in the lists.")
        return _("The table is private: it stands in no list.")

    return _act(request, key, act)


@for_players
def sit(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Take a free seat at a public table."""

    def seated(said: Said | None) -> HttpResponse:
        doors.come_in(key, player, said=said, now=instant.now())
        messages.success(request, WELCOME)
        return see_other(reverse("table-public", args=[key]))

    if request.method != "POST":
        return see_other(reverse("table-public", args=[key]))
    try:
        return take(request, player, seated)
    except NoSuchGame:
        raise Http404 from None
    except NameTaken as taken:
        return rename_first(request, taken)
    except ServiceError as problem:
        messages.error(request, problem.message)
        return see_other(reverse("table-public", args=[key]))


@for_players
def leave(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Give the player's own seat up."""

    def act() -> str:
        left = games.leave(key, by=player, now=instant.now())
        return _("You gave your seat up.") if left else _("You have no seat here.")

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
        messages.error(request, problem.message)
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
