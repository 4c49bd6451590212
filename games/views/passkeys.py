"""Passkeys: added and removed on a page of my account, and signed in with instead of a code."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import texts
from games.accounts import rules, selectors
from games.accounts.services import authenticators, challenges
from games.accounts.services import passkeys as services
from games.accounts.services.authenticators import Options
from games.errors import BadPasskey, ServiceError
from games.forms import NewPasskeyForm, PasskeyForm, RemovalForm
from games.models import Player
from games.services import instant
from games.views.devices import device_text
from games.views.pages import for_players, is_fresh, let_in, own_path, prove_first, see_other

ASKED = f"{settings.COOKIE_PREFIX}passkey"
"""The cookie by which a browser shows that it was itself asked for what it answers."""


@dataclass(frozen=True, slots=True)
class Line:
    """A passkey as its owner reads it."""

    number: int
    name: str
    since: str
    used: str


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def passkeys(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player his passkeys, keep a new one, and remove what he wants."""
    here = device_text(*rules.device(request.headers.get("User-Agent", "")))
    gone = RemovalForm(request.POST)
    owes = selectors.owes_passkey(player, request.session)
    if request.method == "POST" and gone.is_valid():
        if owes:
            return prove_first(request)
        services.remove(player, gone.cleaned_data["remove"])
        messages.success(request, _("Removed here. Delete it on your device, too."))
        return see_other(reverse("passkeys"))
    if request.method == "POST":
        if not is_fresh(request, player):
            return prove_first(request)
        _add(request, player, here)
        return _answered(reverse("passkeys"))
    lines = [_line(key) for key in selectors.passkeys(player)]
    context = {
        "passkeys": lines,
        "fresh": is_fresh(request, player),
        "full": len(lines) >= rules.MOST_PASSKEYS,
        "longest": rules.LONGEST,
        "here": here,
        "site": authenticators.site(),
    }
    return render(request, "pages/account/passkeys.html", context)


@require_POST
@for_players
def ask_new(request: HttpRequest, player: Player) -> HttpResponse:
    """Tell the script what to ask a device that shall make a passkey."""
    if not is_fresh(request, player):
        return prove_first(request, back=reverse("passkeys"))
    return _asked(*services.ask_new(player, now=instant.now()))


@require_POST
def ask(_request: HttpRequest) -> HttpResponse:
    """Tell the script what to ask a device that shall sign somebody in."""
    return _asked(*services.ask(now=instant.now()))


@never_cache
@require_POST
def enter(request: HttpRequest) -> HttpResponse:
    """Sign in who answers with a passkey, and let him go where he was going."""
    form = PasskeyForm(request.POST)
    # With an answer that is none the rest is nothing either.
    answer = form.cleaned_data["answer"] if form.is_valid() else ""
    target = own_path(request, form.cleaned_data.get("next", ""))
    try:
        player = services.enter(request.COOKIES.get(ASKED, ""), answer, now=instant.now())
    except BadPasskey as problem:
        messages.error(request, problem.message)
        query = urlencode({"next": target})
        return _answered(f"{reverse('accounts-sign-in')}?{query}")
    let_in(request, player, by_passkey=True)
    return _answered(target)


def _add(request: HttpRequest, player: Player, here: str) -> None:
    form = NewPasskeyForm(request.POST)
    answer = form.cleaned_data["answer"] if form.is_valid() else ""
    name = rules.passkey_name(form.cleaned_data.get("name", "")) or here
    token = request.COOKIES.get(ASKED, "")
    try:
        services.add(player, token, answer, name=name, now=instant.now())
    except ServiceError as problem:
        messages.error(request, problem.message)
    else:
        messages.success(request, _("Kept. From now on you can sign in with it."))


def _asked(options: Options, token: str) -> HttpResponse:
    response = JsonResponse(options)
    response.set_cookie(
        ASKED,
        token,
        max_age=challenges.LIFE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return response


def _answered(target: str) -> HttpResponse:
    response = see_other(target)
    response.delete_cookie(ASKED, samesite="Strict")
    return response


def _line(key: selectors.Key) -> Line:
    used = texts.moment_text(key.used) if key.used else ""
    return Line(key.number, key.name, texts.moment_text(key.since), used)
