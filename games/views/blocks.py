"""With whom I do not want to sit: a list of my own that nobody else reads."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.forms import BlockForm
from games.models import Player
from games.people import selectors
from games.people.selectors import NoSuchPlayer
from games.people.services import blocking
from games.services import instant
from games.views.pages import for_players, see_other


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player his list, put somebody on it or take him off."""
    if request.method == "POST":
        return _change(request, player)
    found = [
        (each.key, texts.called(each.name), texts.moment_text(each.since))
        for each in selectors.blocked(player)
    ]
    return render(request, "pages/account/blocks.html", {"found": found})


def _change(request: HttpRequest, player: Player) -> HttpResponse:
    form = BlockForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That could not be read. Nothing was done."))
        return see_other(reverse("blocks-mine"))
    key = form.cleaned_data["player"]
    if form.cleaned_data["act"] == "unblock":
        blocking.unblock(key, by=player)
        messages.success(request, _("Taken off your list. Nobody is told."))
        return see_other(reverse("blocks-mine"))
    try:
        blocking.block(key, by=player, now=instant.now())
    except NoSuchPlayer:
        raise Http404 from None
    messages.success(request, _("He stands on your list now. Nobody is told."))
    return see_other(reverse("blocks-mine"))
