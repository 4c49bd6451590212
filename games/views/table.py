"""What everybody may see of a game: the table, or the lobby until it starts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.errors import DealClosed, NoSuchGame
from games.models import Game, Player
from games.services import instant
from games.views.lobby import lobby_page
from games.views.pages import known_of, notice, tag_of
from games.views.sheet import Facts, Hrefs, table_page


@never_cache
@require_safe
def public(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game to anybody who has its address."""
    player = known_of(request)
    try:
        status = selectors.status_of(key)
        if status == Game.Status.OPEN:
            return lobby_page(request, key, player)
        if status == Game.Status.CANCELLED:
            return notice(request, _("This game was called off"), _("It never began."))
        return _spectators_page(request, key, player)
    except DealClosed:
        return _closed(request, key, player)
    except NoSuchGame:
        raise Http404 from None


def _spectators_page(request: HttpRequest, key: str, player: Player | None) -> HttpResponse:
    now = instant.now().replace(second=0, microsecond=0)  # what is shown of time changes with it
    table = selectors.public_table(key, now=now, by=player)
    tag = tag_of(request, repr(table))
    known = get_conditional_response(request, etag=tag)
    if known:
        return known
    mine = selectors.own_visit(player, key) if player else None
    here = reverse("table-public", args=[key])
    time, own = reverse("time-table", args=[key]), reverse("seat-mine", args=[key]) if mine else ""
    hrefs = Hrefs(
        here,
        "",
        here,
        time,
        seat=own,
        seats=reverse("seats-of-game", args=[key]),
        cells=reverse("cells-public", args=[key]),
        story=reverse("stories-public", args=[key]),
        replay=reverse("replays-public", args=[key]),
        talk=reverse("talk-of-game", args=[key]),
    )
    page = table_page(Facts.of(table), hrefs=hrefs, chooser=None, now=now, tag=tag)
    response = render(request, "pages/table.html", {"page": page})
    response.headers["ETag"] = tag
    return response


def _closed(request: HttpRequest, key: str, player: Player | None) -> HttpResponse:
    """Say that a table is for its seats alone, and lead them there."""
    sits = player is not None and selectors.own_visit(player, key) is not None
    return notice(
        request,
        _("This table is shown to nobody yet"),
        _(
            "Other tables play the same deal. Once the last of them is over, everybody can look at "
            "all of them, move by move."
        ),
        next_href=reverse("seat-mine", args=[key]) if sits else "",
        next_label=_("To my seat") if sits else "",
    )
