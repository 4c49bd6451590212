"""The maze cell by cell, as a table to be read: for a seat, with what it can play, or for all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import drawing, texts
from games.clocks.rules.waiting import CLOSED
from games.selectors import Choice, SeatTable, Table
from games.views import doors
from games.views.doors import Reader
from games.views.squares import sheet


@require_safe
def _page(request: HttpRequest, reader: Reader) -> HttpResponse:
    table = reader.look()
    eyes = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    maze = sheet(table.view, _choices(table), eyes, reader.table)
    context = {
        "maze": maze,
        "words": drawing.maze_words(table.view),
        "back": reader.table,
        "title": texts.game_title(table.game.name, eyes.book.name()),
        "sprites": drawing.sprites(*maze.pictures),
    }
    return render(request, "pages/cells.html", context)


public, by_letter, mine = doors.three(_page)


def _choices(table: Table) -> tuple[Choice, ...]:
    """List what the reader can play; nobody plays at a closed table."""
    closed = any(wait.why in CLOSED for wait in table.waits)
    return table.choices if isinstance(table, SeatTable) and not closed else ()
