"""The language and the time zone of the reader; visitors get their browser's language and UTC."""

from collections.abc import Callable
from typing import Protocol
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.models import Player


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
        if isinstance(request.user, Player):
            speak_to(request.user)
        return get_response(request)

    return respond
