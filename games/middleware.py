"""In which language and zone the reader is spoken to, and one trace a day of his browser."""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Protocol
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.accounts import sessions
from games.models import Player
from games.signals.services import traces

DEVICE_AGE = 90 * 24 * 3600


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
    """Middleware: speak to a signed-in player as he set it. Stands below LocaleMiddleware."""

    def respond(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        # Who reads is asked of every page, and often: he himself is quicker to ask than a lazy one.
        request.user = sessions.reader(request)
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
            kept, origin = request.COOKIES.get(traces.COOKIE, ""), request.META["REMOTE_ADDR"]
            keeps = traces.note(player, kept, origin, day=datetime.now(UTC).date())
            if keeps != kept:
                response.set_cookie(
                    traces.COOKIE,
                    keeps,
                    max_age=DEVICE_AGE,
                    secure=settings.SESSION_COOKIE_SECURE,
                    httponly=True,
                    samesite="Lax",
                )
        return response

    return respond
