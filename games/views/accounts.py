"""Signing in by a code from a letter, and how one is called and spoken to."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.errors import BadCode, ServiceError
from games.forms import CodeForm, EmailForm, PlayerForm
from games.middleware import speak_to
from games.models import Player
from games.services import accounts, instant
from games.views.pages import for_players, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address and send a code there; the answer is the same for known and unknown."""
    form = EmailForm(request.POST or None, initial={"next": request.GET.get("next", "")})
    if request.method == "POST" and form.is_valid():
        try:
            wish = accounts.ask_code(
                form.cleaned_data["email"],
                language=get_language() or "",
                next=_safe(request, form.cleaned_data["next"]),
                origin=request.META["REMOTE_ADDR"],
                now=instant.now(),
            )
        except ServiceError as problem:
            form.add_error(None, texts.problem_text(problem))
        else:
            return see_other(reverse("accounts-enter-code", args=[wish]))
    return render(request, "pages/sign_in.html", {"form": form, "hide_sign_in": True})


@never_cache
@require_http_methods(FORM_METHODS)
def enter_code(request: HttpRequest, sign_in_id: UUID) -> HttpResponse:
    """Take the code from the letter."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            done = accounts.sign_in(sign_in_id, form.cleaned_data["code"], now=instant.now())
        except BadCode as problem:
            form.add_error("code", texts.problem_text(problem))
        else:
            login(request, done.player)
            return see_other(done.next or reverse("home"))
    return render(request, "pages/sign_in_code.html", {"form": form, "hide_sign_in": True})


@never_cache
@require_http_methods(FORM_METHODS)
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this browser's session; who merely opens the page is asked."""
    if request.method != "POST":
        return render(request, "pages/sign_out.html")
    logout(request)
    return see_other(reverse("home"))


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def me(request: HttpRequest, player: Player) -> HttpResponse:
    """Show and change how I am called and spoken to."""
    known = {"name": player.name, "language": player.language, "time_zone": player.time_zone}
    form = PlayerForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.change_settings(player, **form.cleaned_data, now=instant.now())
        except ServiceError as problem:
            form.add_error(None, texts.problem_text(problem))
        else:
            speak_to(player)
            messages.success(request, _("Saved."))
            return see_other(reverse("accounts-me"))
    return render(request, "pages/me.html", {"form": form})


def _safe(request: HttpRequest, target: str) -> str:
    """Keep a way on only if it stays on this site."""
    own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if own else ""
