"""The account: what there is to do about it, each with a page of its own."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts import selectors
from games.accounts.selectors import own
from games.models import Player
from games.sanctions.selectors import is_running, told
from games.services import instant
from games.views.pages import for_players


@never_cache
@for_players
@require_safe
def account(request: HttpRequest, player: Player) -> HttpResponse:
    """Show what is known of an account at a glance, and the ways on."""
    now = instant.now()
    decided = list(told(player))
    context = {
        "decided": bool(decided),
        "barred": any(each.kind != "note" and is_running(each, now=now) for each in decided),
        "moving": selectors.moving(player, now=now),
        "passkeys": len(selectors.passkeys(player)),
        "devices": len(selectors.devices(player, request.session.session_key, now=now)),
    }
    return render(request, "pages/account/account.html", context)


@never_cache
@for_players
@require_safe
def data(_request: HttpRequest, player: Player) -> HttpResponseBase:
    """Hand a player all that is stored about him as one file."""
    now = instant.now()
    answer = StreamingHttpResponse(own.file(player, now=now), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="saboteur-{now:%Y-%m-%d}.json"'
    return answer
