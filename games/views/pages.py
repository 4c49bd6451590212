"""What every view shares: who asks, the way on after a POST, kind pages for what went wrong."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import is_valid_path, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from games import selectors, texts
from games.models import Player

P = ParamSpec("P")


def see_other(to: str) -> HttpResponse:
    """Send the browser on with a GET, so that reloading repeats nothing."""
    return HttpResponseRedirect(to, status=303)


def notice(
    request: HttpRequest,
    heading: str,
    *lines: str,
    status: int = 200,
    next_href: str = "",
    next_label: str = "",
) -> HttpResponse:
    """Show one kind page: what happened, what stands, what next."""
    context = {
        "heading": heading,
        "lines": lines,
        "next_href": next_href or reverse("home"),
        "next_label": next_label or _("To the front page"),
    }
    return render(request, "pages/notice.html", context, status=status)


def bad_link(request: HttpRequest) -> HttpResponse:
    """Show the one page for every link that opens nothing; it never says why."""
    return notice(
        request,
        _("This link does not lead anywhere"),
        _("It may be incomplete, too old, or replaced by a newer one."),
        _("Nothing is lost: the latest letter of your game has a link that works."),
        status=404,
    )


def held(_request: HttpRequest) -> dict[str, object]:
    """Let every page say that the whole service is held; only one that says it asks."""
    return {"held": SimpleLazyObject(_held)}


def _held() -> str:
    hold = selectors.hold()
    return texts.hold_text(hold) if hold else ""


def player_of(request: HttpRequest) -> Player | None:
    """Name the signed-in player, if there is one."""
    return request.user if isinstance(request.user, Player) else None


def tag_of(request: HttpRequest, version: str) -> str:
    """Name all that a page is made from, so that nobody need be sent again what he has.

    Who is signed in, what he is still to be told, which forms he may send: his cookies say. Weak,
    since the secret of a form is written differently each time.
    """
    asked = request.get_full_path(), request.headers.get("Cookie"), str(player_of(request))
    return f'W/"{blake2b(repr((version, asked)).encode(), digest_size=16).hexdigest()}"'


def shown(typed: str) -> str:
    """Return what was typed as a page can show it again."""
    # No page may hold a NUL; where one was typed is seen all the same.
    return typed.replace("\0", "\N{REPLACEMENT CHARACTER}")


def for_players(
    view: Callable[Concatenate[HttpRequest, Player, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hand the signed-in player to a view; others sign in first and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = player_of(request)
        if player is not None:
            return view(request, player, *args, **kwargs)
        # A form posted after the sign-in ran out cannot be repeated by coming back.
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("home")
        return redirect_to_login(back, reverse("accounts-sign-in"), "next")

    return guarded


CLINGING = ">.),;:!?]}'\"*_»“”’"
"""What mail programs and people leave behind an address when it is copied."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Handle an address that no page has; what clings to one that has is taken off."""
    plain = request.path.rstrip(CLINGING + "/") + "/"
    if request.method in ("GET", "HEAD") and plain != request.path and is_valid_path(plain):
        query = request.META["QUERY_STRING"]
        return HttpResponseRedirect(f"{plain}?{query}" if query else plain)
    return notice(
        request,
        _("There is no such page"),
        _("The address may be mistyped. Your games are not touched."),
        status=404,
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Handle what is no form of ours: oversized, binary or garbled."""
    return notice(
        request,
        _("That could not be read"),
        _("What arrived here was too large or no form of ours. Nothing was done."),
        status=400,
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Handle what is not for this reader."""
    return notice(request, _("This is not for you"), _("Nothing was done."), status=403)


def csrf_failed(request: HttpRequest, **_why: object) -> HttpResponse:
    """Handle a form without its secret: cookies are off, or the page lay open for very long."""
    return notice(
        request,
        _("The form was too old"),
        _("Nothing was done. Go back, load the page anew and send the form again."),
        _("This site needs cookies for forms of people who are signed in."),
        status=403,
    )


def server_error(_request: HttpRequest) -> HttpResponse:
    """Handle our own mistakes without touching the database again."""
    return HttpResponse(
        "<!doctype html><title>Saboteur</title><h1>"
        + _("Something broke on our side")
        + "</h1><p>"
        + _("Moves that were confirmed stand. Please try again in a minute.")
        + "</p>",
        status=500,
    )
