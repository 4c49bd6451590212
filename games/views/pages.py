"""What every view shares: who asks, the way on after a POST, kind pages for what went wrong."""

import re
import sys
from collections.abc import Callable
from functools import cache, wraps
from hashlib import blake2b
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import is_valid_path, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games import selectors, texts
from games.accounts import selectors as accounts
from games.accounts import sessions
from games.errors import NameTaken
from games.models import Player
from games.practice.services import leaving
from games.services import instant
from games.services.failures import database_is_gone
from games.views.noticing import notice_of

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)


def see_other(to: str) -> HttpResponse:
    """Send the browser on with a GET, so that reloading repeats nothing."""
    return HttpResponseRedirect(to, status=303)


def address_of(name: str, word: str = "") -> str:
    """Find the address of a page, of a table's with its key or a letter's token in it.

    Keys and tokens are made of what addresses may hold as it is: a turn page has a dozen of these.
    """
    return _address(name, bool(word)).replace(_WORD, word)


_WORD = "WORD"


@cache
def _address(name: str, of_something: bool) -> str:  # noqa: FBT001
    return reverse(name, args=[_WORD] if of_something else [])


def notice(
    request: HttpRequest,
    heading: str,
    *lines: str,
    status: int = 200,
    next_href: str = "",
    next_label: str = "",
    typed: str = "",
) -> HttpResponse:
    """Show one kind page: what happened, what stands, what next, and what was typed in vain."""
    context = {
        "heading": heading,
        "lines": lines,
        "typed": typed,
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


def rename_first(request: HttpRequest, problem: NameTaken) -> HttpResponse:
    """Show that a seat must wait until its taker is called something else."""
    return notice(
        request,
        _("Two of you would look the same"),
        problem.message,
        _("The seat is still free. Change your name on your page, then come back and take it."),
        status=409,
        next_href=reverse("accounts-me"),
        next_label=_("To my page"),
    )


def held(_request: HttpRequest) -> dict[str, object]:
    """Let every page say that the whole service is held; only one that says it asks."""
    return {"held": SimpleLazyObject(_held)}


def around(request: HttpRequest) -> dict[str, object]:
    """Tell every page which one it is and who reads, for its ways to others, and what is spoken."""
    match, user = request.resolver_match, getattr(request, "user", None)
    reader = user if isinstance(user, Player) else None
    return {
        "at": (match and match.url_name) or "",
        "account": (reader.name or texts.address_text(reader.email))
        if reader and reader.email
        else "",
        "practises": reader is not None and not reader.email,
        "moderates": reader is not None and reader.is_staff,
        "hide_sign_in": False,
        "letters_notice": notice_of(reader) if reader else None,
        "languages": texts.language_names(),
        # There are such pages in local mode alone.
        "letterbox": address_of("letterbox-letters") if settings.LOCAL_MODE else "",
    }


def own_path(request: HttpRequest, target: str) -> str:
    """Return an address of this site that a form tells as the way back, else the front page."""
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    return target if ours else reverse("home")


def _held() -> str:
    hold = selectors.hold()
    return texts.hold_text(hold) if hold else ""


def player_of(request: HttpRequest) -> Player | None:
    """Name the signed-in player, if there is one; a visitor who only practises is none."""
    known = known_of(request)
    return known if known and known.email else None


def known_of(request: HttpRequest) -> Player | None:
    """Name who has seats here by this browser: a signed-in player, or a visitor who practises."""
    return request.user if isinstance(request.user, Player) else None


def let_in(request: HttpRequest, player: Player, *, by_passkey: bool = False) -> None:
    """Sign somebody in who has just proved who he is; what he practised here is his then."""
    visitor = known_of(request)
    if visitor is not None:
        leaving.take_over(visitor, player)
    login(request, player, backend=settings.AUTHENTICATION_BACKENDS[0])
    agent = request.headers.get("User-Agent", "")
    sessions.note(request.session, agent, by_passkey=by_passkey, now=instant.now())


def is_fresh(request: HttpRequest, player: Player) -> bool:
    """Tell whether a player proved lately enough who they are to add a way into their account."""
    return accounts.is_fresh(player, request.session, now=instant.now())


def prove_first(request: HttpRequest, *, back: str = "") -> HttpResponse:
    """Send a player to sign in anew, and then to `back` or this page; nothing was done."""
    messages.info(request, _("Nothing was added yet. First confirm that it's you: sign in again."))
    return redirect_to_login(back or request.path, reverse("accounts-sign-in"), "next")


def tag_of(request: HttpRequest, version: str) -> str:
    """Name all that a page is made from, so that nobody need be sent again what he has.

    Who is signed in, what he is still to be told, which forms he may send: his cookies say. Weak,
    since the secret of a form is written differently each time.
    """
    reader = known_of(request)
    told = str(reader), reader and reader.mail_trouble_at
    asked = request.get_full_path(), request.headers.get("Cookie"), told
    return f'W/"{blake2b(repr((version, asked)).encode(), digest_size=16).hexdigest()}"'


def shown(typed: str) -> str:
    """Return what was typed as a page can show it again."""
    # No page may hold a NUL; where one was typed is seen all the same.
    return typed.replace("\0", "\N{REPLACEMENT CHARACTER}")


def for_players(
    view: Callable[Concatenate[HttpRequest, Player, P], R],
) -> Callable[Concatenate[HttpRequest, P], R | HttpResponse]:
    """Hand the signed-in player to a view; others sign in first and come back."""
    return _for(player_of, view)


def for_seated(
    view: Callable[Concatenate[HttpRequest, Player, P], R],
) -> Callable[Concatenate[HttpRequest, P], R | HttpResponse]:
    """Hand whoever may have a seat to a view: a signed-in player, or a visitor who practises."""
    return _for(known_of, view)


def _for(
    who: Callable[[HttpRequest], Player | None],
    view: Callable[Concatenate[HttpRequest, Player, P], R],
) -> Callable[Concatenate[HttpRequest, P], R | HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R | HttpResponse:
        player = who(request)
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
        _("This site needs cookies for signing in and for practice games."),
        status=403,
        typed=_written(request),
    )


_TEXTS = re.compile(r"text|words|message|reason|question|standing|about-\d+")


def _written(request: HttpRequest) -> str:
    """Return what somebody wrote into a form of ours: its page may be gone when he goes back."""
    # What another site sends under our name is no words of the reader's.
    if request.headers.get("Sec-Fetch-Site") != "same-origin":
        return ""
    typed = (request.POST.get(name, "") for name in request.POST if _TEXTS.fullmatch(name))
    return shown("\n\n".join(filter(None, typed)))


def server_error(_request: HttpRequest) -> HttpResponse:
    """Answer what a view or middleware raised, without touching the database again."""
    error = sys.exc_info()[1]
    if error is not None and database_is_gone(error):
        answer = _bare(_("We'll be right back"), _("The database is restarting."), status=503)
        answer.headers["Retry-After"] = "30"
        return answer
    return _bare(_("Something broke on our side"), status=500)


def _bare(heading: str, *lines: str, status: int) -> HttpResponse:
    said = " ".join([*lines, _("Moves that were confirmed stand. Please try again in a minute.")])
    return HttpResponse(
        f"<!doctype html><title>Saboteur</title><h1>{heading}</h1><p>{said}</p>", status=status
    )
