"""All that was ever told of a game, from the deal: to a seat, or to everybody."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import links, selectors, texts
from games.errors import BadLink, NoSuchGame
from games.middleware import speak_to
from games.models import Player, Seat
from games.selectors import Table
from games.services import instant
from games.views.pages import bad_link, for_players
from games.views.seat import own_visit_or_404


@never_cache
@require_safe
def public(request: HttpRequest, key: str) -> HttpResponse:
    """Tell everybody the story as all may know it."""
    try:
        table = selectors.public_table(key, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    return _page(request, table, None, reverse("table-public", args=[key]))


@never_cache
@require_safe
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Tell the story to whoever holds a letter of the seat."""
    try:
        seat, now = selectors.visit_of(links.read_seat(token))
        return _told_to(request, seat, reverse("seat-by-letter", args=[token]), now=now)
    except BadLink:
        return bad_link(request)


@never_cache
@for_players
@require_safe
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Tell the story to a signed-in player who sits there."""
    seat, now = own_visit_or_404(player, key)
    return _told_to(request, seat, reverse("seat-mine", args=[key]), now=now)


def _told_to(request: HttpRequest, seat: Seat, back: str, *, now: datetime) -> HttpResponse:
    try:
        table = selectors.seat_table(seat, now=now)
    except NoSuchGame:
        raise Http404 from None
    speak_to(table.reader)
    return _page(request, table, seat, back)


def _page(request: HttpRequest, table: Table, seat: Seat | None, back: str) -> HttpResponse:
    reader = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    context = {
        "story": texts.story(selectors.story(table.game.key, seat), reader),
        "to_all": seat is None,
        "back": back,
    }
    return render(request, "pages/story.html", context)
