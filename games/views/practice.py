"""A game against bots in one click: dealt at a POST, and kept by the browser."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import selectors, texts
from games.clocks.rules.refusals import Refused
from games.errors import TooManyTables
from games.forms import PracticeForm
from games.models import Game, Player
from games.practice.services import dealing
from games.services import instant
from games.services.people import Said
from games.views.first_seat import take
from games.views.pages import known_of, let_in, notice, see_other


@never_cache
def deal(request: HttpRequest) -> HttpResponse:
    """Deal the game that the form asks for and lead to the visitor's seat; a GET does nothing."""
    if request.method != "POST":
        return redirect("home")
    form = PracticeForm(request.POST)
    if not form.is_valid():
        why = _("The form names a game or a strength that we do not have, so nothing was dealt.")
        return notice(request, _("There is no such game"), why, status=400)
    known, dealt = known_of(request), partial(_deal, request, form.cleaned_data)
    try:
        return take(request, known, dealt) if known else dealt(None)
    except TooManyTables as full:
        return _full(request, full)
    except Refused as held:
        return notice(request, _("Nothing can be played now"), texts.refusal_text(held), status=409)


def _deal(request: HttpRequest, wish: dict[str, Any], said: Said | None) -> HttpResponse:
    known = known_of(request)
    game = dealing.deal(
        known,
        wish["ruleset"],
        wish["strength"],
        once=wish["once"],
        name=_("Guest"),
        language=get_language() or "",
        origin=request.META["REMOTE_ADDR"],
        now=instant.now(),
        said=said,
    )
    if known is None:
        let_in(request, game.organiser)
    return see_other(_seat(game, game.organiser))


def _full(request: HttpRequest, full: TooManyTables) -> HttpResponse:
    return notice(
        request,
        _("No table is free just now"),
        full.message,
        _("Nothing is lost: your games go on. Who signs in can start games at any time."),
        status=429,
        next_href=reverse("accounts-sign-in"),
        next_label=_("Sign in"),
    )


def _seat(game: Game, player: Player) -> str:
    """Lead to the table with a card lifted already, that can be laid somewhere at once."""
    here = reverse("seat-mine", args=[game.key])
    visit = selectors.own_visit(player, game.key)
    if visit is None:
        return here
    choices = selectors.seat_table(visit.seat, now=visit.now).choices
    aimed = [c for c in choices if [p.kind for p in c.picks[:2]] == ["card", "cell"]]
    # To dig is what a first move is about, if there is a card for it.
    first = min(aimed, key=lambda c: (not c.text.startswith("lay "), len(c.picks)), default=None)
    if first is None:
        return here
    return f"{here}?{urlencode({'pick': f'card:{first.picks[0].value}'})}"
