"""The log: its head for everybody, what is about the reader for himself, the rest for staff."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import dispatch, texts
from games.log import selectors
from games.log.services import reporting
from games.models import Player
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import reading, yearly
from games.services import instant
from games.views import logged
from games.views.lists import page_of, turns_of
from games.views.pages import for_players, player_of, see_other


@require_http_methods(["GET", "HEAD", "POST"])
def log(request: HttpRequest) -> HttpResponse:
    """Show length and last hash, and what the last check found; who is known has it checked."""
    if request.method == "POST":
        return _check(request)
    head, found = selectors.head(), selectors.checked()
    page = {
        "head": head,
        "at": texts.moment_text(head.at) if head else "",
        "found": found,
        "found_at": texts.moment_text(found.at) if found else "",
        "years": logged.years(yearly.years(now=instant.now())),
    }
    return render(request, "pages/log.html", page)


def _check(request: HttpRequest) -> HttpResponse:
    if player_of(request) is None:
        raise Http404
    if reporting.may_check(now=instant.now()):
        dispatch.check_log()
        messages.success(request, _("It is being checked. Load this page anew in a moment."))
    else:
        messages.success(request, _("It was checked just now: see below what was found."))
    return see_other(reverse("log"))


@never_cache
@for_players
@require_safe
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show what was done about the reader, and in public words at his tables."""
    page = page_of(request)
    lines, more = reading.own(player, page=page)
    context = {"lines": logged.told(lines), "turns": turns_of(request, page, more=more)}
    return render(request, "pages/log_mine.html", context)


@never_cache
@require_safe
def staff(request: HttpRequest) -> HttpResponse:
    """Show staff every line but those that it is tied to."""
    player, page = player_of(request), page_of(request)
    term = request.GET.get("q", "").strip()[:40]
    if player is None:
        raise Http404
    try:
        found = reading.lines(player, term=term, page=page)
    except NoSuch:
        raise Http404 from None
    context = {
        "q": term,
        "lines": logged.lines(found),
        "turns": turns_of(request, page, more=found.more),
    }
    return render(request, "pages/moderation/log.html", context)
