"""All that was ever told of a game, from the deal: to a seat, or to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.views import doors
from games.views.doors import Reader


@require_safe
def _page(request: HttpRequest, reader: Reader) -> HttpResponse:
    table = reader.look()
    eyes = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    context = {
        "story": texts.story(selectors.story(table.game.key, reader.seat), eyes),
        "to_all": reader.seat is None,
        "back": reader.table,
        "title": texts.game_title(table.game.name, eyes.book.name()),
    }
    return render(request, "pages/story.html", context)


public, by_letter, mine = doors.three(_page)
