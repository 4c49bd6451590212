"""The language that a visitor reads; an account has one in its settings."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.practice.services import visiting
from games.services import people
from games.views.pages import known_of, own_path, see_other

A_YEAR = 365 * 24 * 60 * 60


@never_cache
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Speak another language in this browser, at the same place with the same half-made choice."""
    language = people.language(request.POST.get("language", ""))
    known = known_of(request)
    if known is not None and not known.email:
        visiting.speak(known, language)
    answer = see_other(own_path(request, request.POST.get("next", "")))
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        A_YEAR,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer
