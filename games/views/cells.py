"""The maze cell by cell, as a table to be read: for a seat, with what it can play, or for all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import drawing, texts
from games.clocks.rules.waiting import CLOSED
from games.errors import BadLink
from games.models import Player
from games.selectors import Choice, SeatTable, Table
from games.views import seen
from games.views.pages import bad_link, for_seated
from games.views.seen import Seen
from games.views.squares import sheet


@never_cache
@require_safe
def public(request: HttpRequest, key: str) -> HttpResponse:
    """Show everybody the maze as all may know it."""
    return _page(request, seen.by_all(key))


@never_cache
@require_safe
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the maze to whoever holds a letter of the seat."""
    try:
        return _page(request, seen.by_letter(token))
    except BadLink:
        return bad_link(request)


@never_cache
@for_seated
@require_safe
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show the maze to a player who sits there, or a visitor who practises."""
    return _page(request, seen.by_player(player, key))


def _page(request: HttpRequest, shown: Seen) -> HttpResponse:
    table = shown.table
    reader = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    maze = sheet(table.view, _choices(table), reader, shown.back)
    context = {
        "maze": maze,
        "words": drawing.maze_words(table.view),
        "back": shown.back,
        "title": texts.game_title(table.game.name, reader.book.name()),
        "sprites": drawing.sprites(*maze.pictures),
    }
    return render(request, "pages/cells.html", context)


def _choices(table: Table) -> tuple[Choice, ...]:
    """List what the reader can play; nobody plays at a closed table."""
    closed = any(wait.why in CLOSED for wait in table.waits)
    return table.choices if isinstance(table, SeatTable) and not closed else ()
