"""A place at a table by its letter: the waiting table before the start, the seat after it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import links, selectors
from games.errors import BadLink, ServiceError
from games.links import SeatClaim
from games.middleware import speak_to
from games.models import Game, Seat
from games.services import games, instant
from games.views.lobby import lobby_page
from games.views.pages import bad_link, notice, see_other


# As with a seat's letter: the address is all it takes, so no cookie is asked for.
@csrf_exempt
@never_cache
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table to who has a place there; let him give it up while it is filling."""
    try:
        claim = links.PLACE.read(token)
        seat = selectors.place(claim, now=instant.now())
    except BadLink:
        return bad_link(request)
    assert seat.player is not None, "a claim opens a person's place alone"
    speak_to(seat.player)
    if seat.game.status == Game.Status.CANCELLED:
        return notice(request, _("This game was called off"), _("It never began."))
    if seat.game.status != Game.Status.OPEN:
        return see_other(reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]))
    if request.method == "POST":
        return _leave(request, seat, claim.epoch)
    return lobby_page(request, seat.game.key, seat.player, leave=request.path)


def _leave(request: HttpRequest, seat: Seat, epoch: int) -> HttpResponse:
    assert seat.player is not None, "asked before"
    try:
        games.leave(seat.game.key, by=seat.player, now=instant.now(), epoch=epoch)
    except ServiceError as problem:
        messages.error(request, problem.message)
        return see_other(request.path)
    messages.success(request, _("You gave your seat up."))
    return see_other(reverse("table-public", args=[seat.game.key]))
