"""The reader's language and zone, a daily trace of their browser, and passkeys of staff."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Protocol
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.accounts import selectors
from games.models import Player
from games.signals.services import traces

DEVICE, DEVICE_AGE = f"{settings.COOKIE_PREFIX}{traces.COOKIE}", 90 * 24 * 3600
STAFF_PAGES = re.compile(
    r"/admin/|/moderation/|/leagues/[\w-]+/([0-9]+/){0,2}(directing|rules|asks|rehearsal)/"
)


class Spoken(Protocol):
    """Somebody who told how he wants to be spoken to."""

    @property
    def language(self) -> str:
        """A language we write."""

    @property
    def time_zone(self) -> str:
        """The name of a time zone."""


def speak_to(reader: Spoken) -> None:
    """Use this reader's language and time zone for the rest of the request."""
    translation.activate(reader.language)
    timezone.activate(ZoneInfo(reader.time_zone))


def reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: use a signed-in player's language and zone. Stands below authentication."""

    def respond(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        if isinstance(request.user, Player):
            speak_to(request.user)
        return get_response(request)

    return respond


def traced(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: note once a day by which browser and network a player did something.

    Only at what changes something anyway: neither a GET nor a refused form writes anything.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        player = request.user
        done = request.method == "POST" and response.status_code < HTTPStatus.BAD_REQUEST
        if done and isinstance(player, Player) and player.email:
            kept, origin = request.COOKIES.get(DEVICE, ""), request.META["REMOTE_ADDR"]
            keeps = traces.note(player, kept, origin, day=datetime.now(UTC).date())
            if keeps != kept:
                response.set_cookie(
                    DEVICE,
                    keeps,
                    max_age=DEVICE_AGE,
                    secure=settings.SESSION_COOKIE_SECURE,
                    httponly=True,
                    samesite="Lax",
                )
        return response

    return respond


def staff_passkey(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: with STAFF_PASSKEY staff open their pages only after signing in with a passkey.

    Their first one they add after a code. Anybody else is answered as ever.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        player = request.user
        if (
            not STAFF_PAGES.match(request.path_info)
            or not isinstance(player, Player)
            or not selectors.owes_passkey(player, request.session)
        ):
            return get_response(request)
        if not player.passkeys.exists():
            messages.info(request, _("Staff sign in with a passkey here. Add yours first."))
            return HttpResponseRedirect(reverse("passkeys"))
        messages.info(request, _("Staff sign in with a passkey here. Nothing was done yet."))
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("home")
        return redirect_to_login(back, reverse("accounts-sign-in"), "next")

    return respond
