"""Signing in by a code from a letter, and how one is called and spoken to."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.services import authenticators
from games.errors import BadCode, ServiceError
from games.forms import CodeForm, EmailForm, SettingsForm
from games.limits import rules as limits
from games.middleware import speak_to
from games.models import Player
from games.services import accounts, instant
from games.views.pages import for_players, let_in, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]
MARK, MARK_AGE = f"{settings.COOKIE_PREFIX}known", 400 * 24 * 3600
"""The cookie by which a browser asks for codes whatever others do; none is kept longer."""


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
                once=form.cleaned_data["once"],
                origin=request.META["REMOTE_ADDR"],
                mark=request.COOKIES.get(MARK, ""),
                now=instant.now(),
            )
        except ServiceError as problem:
            form.add_error(None, problem.message)
        else:
            return see_other(reverse("accounts-enter-code", args=[wish]))
    context = {"form": form, "hide_sign_in": True, "site": authenticators.site()}
    return render(request, "pages/sign_in.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def enter_code(request: HttpRequest, sign_in_id: UUID) -> HttpResponse:
    """Take the code from the letter."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            done = accounts.sign_in(sign_in_id, form.cleaned_data["code"], now=instant.now())
        except BadCode as problem:
            form.add_error("code", problem.message)
        else:
            let_in(request, done.player)
            return _marked(see_other(done.next or reverse("home")), done.player)
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
    known = {name: getattr(player, name) for name in SettingsForm.base_fields}
    form = SettingsForm(request.POST or None, initial=known)
    form.fields["name"].required = bool(player.name)
    if not player.name and player.time_zone == "UTC":
        form.guess_zone(request)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.change_settings(player, **form.cleaned_data, now=instant.now())
        except ServiceError as problem:
            form.add_error("name", problem.message)
        else:
            speak_to(player)
            messages.success(request, _("Saved."))
            return see_other(reverse("accounts-me"))
    return render(request, "pages/me.html", {"form": form})


def _marked(response: HttpResponse, player: Player) -> HttpResponse:
    """Let the browser show from now on that its user has read this player's mailbox."""
    response.set_cookie(
        MARK,
        limits.mark(player.email or ""),
        max_age=MARK_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _safe(request: HttpRequest, target: str) -> str:
    """Keep a way on only if it stays on this site."""
    own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if own else ""
