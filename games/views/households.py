"""With whom I share a household: both say so, either ends it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.errors import ServiceError
from games.forms import HouseholdAnswerForm, HouseholdForm
from games.models import Player
from games.services import instant
from games.signals import selectors
from games.signals.selectors import Shared
from games.signals.services import households
from games.views.pages import for_players, see_other


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player his households, ask for one, answer and end."""
    now = instant.now()
    if request.method == "POST" and "act" in request.POST:
        return _answer(request, player)
    form = HouseholdForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            households.declare(player, form.cleaned_data["email"], now=now)
        except ServiceError as problem:
            form.add_error("email", problem.message)
        else:
            messages.success(
                request, _("If somebody plays here by this address, he has a letter and is asked.")
            )
            return see_other(reverse("households-mine"))
    found = selectors.households(player, now=now)
    context = {
        "form": form,
        "running": [_line(each) for each in found.running],
        "over": [_line(each) for each in found.over],
        "asked": [_line(each) for each in found.asked],
        "asking": [_line(each) for each in found.asking],
    }
    status = 400 if form.errors else 200
    return render(request, "pages/account/household.html", context, status=status)


def at_table(key: str, reader: Player | None) -> list[str]:
    """Say who of a table share a household, to its organiser."""
    pairs = selectors.at_table(key, reader) if reader else ()
    return [_("%(names)s share a household.") % {"names": texts.joined(pair)} for pair in pairs]


def _answer(request: HttpRequest, player: Player) -> HttpResponse:
    form, now = HouseholdAnswerForm(request.POST), instant.now()
    if not form.is_valid():
        messages.error(request, _("That could not be read. Nothing was done."))
        return see_other(reverse("households-mine"))
    number = form.cleaned_data["household"]
    match form.cleaned_data["act"]:
        case "end":
            households.end(player, number, now=now)
            messages.success(request, _("It is ended."))
        case act if not households.answer(player, number, yes=act == "yes", now=now):
            messages.error(request, _("Nobody asks that any more. Nothing was done."))
        case "yes":
            messages.success(request, _("Now you share a household here, too."))
        case _:
            messages.success(request, _("You said no. Nobody is told."))
    return see_other(reverse("households-mine"))


def _line(shared: Shared) -> dict[str, object]:
    return {
        "number": shared.number,
        "name": texts.called(shared.name),
        "since": texts.moment_text(shared.since),
        "ended": texts.moment_text(shared.ended_at) if shared.ended_at else "",
    }
