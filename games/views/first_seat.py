"""The questions asked once, at somebody's first seat, whichever way he comes to it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.errors import NameTaken
from games.forms import NewcomerForm
from games.models import Player
from games.services.people import Said

PREFIX = "me"
"""Before the names of the fields, which stand in one form with others."""


def newcomer(request: HttpRequest, player: Player | None) -> NewcomerForm | None:
    """Ask a signed-in player who has no name yet; nobody else."""
    return None if player is None or player.name else NewcomerForm(request, prefix=PREFIX)


def take(
    request: HttpRequest, player: Player, sit: Callable[[Said | None], HttpResponse]
) -> HttpResponse:
    """Let a signed-in player take a seat; who has no name is asked first, and loses nothing.

    What he sent is sent again with his answers. `sit` raises what a service does.
    """
    form = newcomer(request, player)
    if form is None:
        return sit(None)
    if not form.is_valid():
        return _ask(request, form)
    try:
        return sit(form.said)
    except NameTaken as problem:
        # What was written for the seat was taken back with it.
        player.refresh_from_db()
        form.add_error("name", problem.message)
        return _ask(request, form)


def _ask(request: HttpRequest, form: NewcomerForm) -> HttpResponse:
    own = ("csrfmiddlewaretoken", *(form.add_prefix(name) for name in form.fields))
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if not name.startswith(own)
        for value in values
    ]
    context = {"form": form, "sent": sent}
    return render(request, "pages/first_seat.html", context, status=400 if form.is_bound else 200)
