"""Who moves at a seat that was taken from him reads so; a link that opens nothing says nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games import links, selectors, texts
from games.errors import BadLink
from games.models import Game, Player
from games.selectors import rows
from games.substitutes.selectors import lost_by, lost_through
from games.views.pages import notice


def by_link(request: HttpRequest, token: str) -> HttpResponse | None:
    """Tell it to who holds a letter of a seat that others have by decision; None to others."""
    try:
        game = lost_through(links.SEAT.read(token))
    except BadLink:
        return None
    return _told(request, game) if game else None


def by_player(request: HttpRequest, key: str, player: Player) -> HttpResponse | None:
    """Tell it to who had a seat here until it was decided otherwise; None to others."""
    game = lost_by(key, player)
    return _told(request, game) if game else None


def _told(request: HttpRequest, game: Game) -> HttpResponse:
    names = [person.name for person in rows.people(rows.places(game), ())]
    reader = texts.reader_of(game.ruleset, names, None)
    picks = selectors.picks_of(game.ruleset, request.POST.get("move", ""))
    move = reader.book.move_text(picks, reader) if picks else ""
    return notice(
        request,
        _("A moderator has changed the table while you chose"),
        *texts.seat_lost_lines(move),
        status=409,
        next_href=reverse("table-public", args=[game.key]),
        next_label=_("To the table"),
    )
