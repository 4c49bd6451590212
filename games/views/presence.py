"""The page tells that its reader is there: a script posts it while he does something."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games import links, selectors
from games.errors import BadLink
from games.links import SeatClaim
from games.models import Player
from games.services import instant, presence
from games.views.pages import for_seated


@csrf_exempt
@require_POST
def by_letter(_request: HttpRequest, token: str) -> HttpResponse:
    """Note it for the seat whose letter this is."""
    try:
        presence.is_here(links.SEAT.read(token), now=instant.now())
    except BadLink:
        return HttpResponse(status=404)
    return HttpResponse(status=204)


@require_POST
@for_seated
def mine(_request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Note it for a signed-in player's seat."""
    visit = selectors.own_visit(player, key)
    if visit is None:
        return HttpResponse(status=404)
    presence.is_here(SeatClaim.of(visit.seat), now=visit.now)
    return HttpResponse(status=204)
