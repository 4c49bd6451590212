"""All that was ever told to a seat, from the deal: what a substitute reads first."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import links, selectors, texts
from games.errors import BadLink, NoSuchGame
from games.middleware import speak_to
from games.models import Player, Seat
from games.services import instant
from games.views.pages import bad_link, for_players
from games.views.seat import own_seat_or_404


@never_cache
@require_safe
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Tell the story to whoever holds a letter of the seat."""
    try:
        seat = selectors.seat_of(links.read_seat(token), now=instant.now())
        return _page(request, seat, reverse("seat-by-letter", args=[token]))
    except BadLink:
        return bad_link(request)


@never_cache
@for_players
@require_safe
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Tell the story to a signed-in player who sits there."""
    return _page(request, own_seat_or_404(player, key), reverse("seat-mine", args=[key]))


def _page(request: HttpRequest, seat: Seat, back: str) -> HttpResponse:
    try:
        table = selectors.seat_table(seat, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    speak_to(table.reader)
    reader = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    story = texts.story(selectors.story(table.game.key, seat), reader)
    return render(request, "pages/story.html", {"story": story, "back": back})
