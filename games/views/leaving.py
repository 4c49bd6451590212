"""My account is deleted: first what happens is told, then a fresh code from a letter does it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import selectors
from games.accounts.services import leaving
from games.errors import BadCode, ServiceError
from games.forms import CodeForm
from games.models import Player
from games.services import instant
from games.views.pages import for_players, notice, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def ask(request: HttpRequest, player: Player) -> HttpResponse:
    """Tell what happens to games, letters and words, and send the code for it."""
    problem = ""
    if request.method == "POST":
        try:
            origin = request.META["REMOTE_ADDR"]
            wish = leaving.ask(player, origin=origin, now=instant.now())
        except ServiceError as refused:
            problem = refused.message
        else:
            return see_other(reverse("leaving-confirm", args=[wish]))
    context = {"parting": selectors.parting(player), "problem": problem}
    return render(request, "pages/account/leave.html", context)


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def confirm(request: HttpRequest, player: Player, sign_in_id: UUID) -> HttpResponse:
    """Take the code, and delete the account of who is signed in."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        try:
            leaving.leave(player, sign_in_id, code, now=instant.now())
        except BadCode as problem:
            form.add_error("code", problem.message)
        except ServiceError as problem:
            return notice(request, _("Nothing was deleted"), problem.message)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell, and thank you."))
            return see_other(reverse("home"))
    return render(request, "pages/account/leave_code.html", {"form": form})
