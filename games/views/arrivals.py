"""Letters do not get through to somebody: his pages say so, and he may have it tried again."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links
from games.delivery.services import answering
from games.errors import BadLink, TooMany
from games.middleware import speak_to
from games.models import Player
from games.services import instant
from games.views.noticing import notice_of
from games.views.pages import bad_link, player_of, see_other


# Who reads a table by his letter has no cookie: the address is all it takes. All that it does is to
# write to the player himself, at most thrice a day, or to say no more of what he was told.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrivals(request: HttpRequest, token: str) -> HttpResponse:
    """Tell a player that letters to him come back or were stopped, and take his answer."""
    now = instant.now()
    try:
        player = _player(token)
    except BadLink:
        return bad_link(request)
    speak_to(player)
    here = reverse("arrivals", args=[token])
    himself = player_of(request) == player
    if request.method == "POST" and "leave" in request.POST:
        if himself:
            answering.leave_it(player, now=now)
            messages.success(request, _("It stays so. You can choose your letters at any time."))
        return see_other(here)
    if request.method == "POST" and notice_of(player, himself=himself) is None:
        # The page says so. Whoever was once lent a link cannot have him written to for ever.
        return see_other(here)
    if request.method == "POST":
        try:
            answering.try_again(player, now=now)
        except TooMany as problem:
            messages.error(request, problem.message)
        else:
            messages.success(
                request,
                _(
                    "A letter is on its way to your address. If it arrives, all is well again; say "
                    "so by its link."
                ),
            )
        return see_other(here)
    context = {
        "letters": notice_of(player, himself=himself),
        "his": himself,
        "operators": settings.OPERATORS_ADDRESS,
        "hide_sign_in": True,
        "letters_notice": None,
    }
    return render(request, "pages/account/arrivals.html", context)


def _player(token: str) -> Player:
    claim = links.ARRIVAL.read(token)
    player = Player.objects.filter(pk=claim.player_id, email__isnull=False).first()
    if player is None:
        raise BadLink
    return player
