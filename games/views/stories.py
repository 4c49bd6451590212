"""All that was ever told of a game, from the deal: to a seat, or to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.errors import BadLink
from games.models import Player
from games.views import seen
from games.views.pages import bad_link, for_seated
from games.views.seen import Seen


@never_cache
@require_safe
def public(request: HttpRequest, key: str) -> HttpResponse:
    """Tell everybody the story as all may know it."""
    return _page(request, seen.by_all(key))


@never_cache
@require_safe
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Tell the story to whoever holds a letter of the seat."""
    try:
        return _page(request, seen.by_letter(token))
    except BadLink:
        return bad_link(request)


@never_cache
@for_seated
@require_safe
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Tell the story to a player who sits there, or a visitor who practises."""
    return _page(request, seen.by_player(player, key))


def _page(request: HttpRequest, told: Seen) -> HttpResponse:
    table = told.table
    reader = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    context = {
        "story": texts.story(selectors.story(table.game.key, told.seat), reader),
        "to_all": told.seat is None,
        "back": told.back,
        "title": texts.game_title(table.game.name, reader.book.name()),
    }
    return render(request, "pages/story.html", context)
