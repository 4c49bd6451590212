"""Whether my role lies open on this device: nobody should read it over my shoulder."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.views.pages import own_path, see_other

COOKIE = f"{settings.COOKIE_PREFIX}cover"
A_YEAR = 365 * 24 * 60 * 60


@never_cache
@require_POST
def cover(request: HttpRequest) -> HttpResponse:
    """Cover my role and my gold on this device, or show them again."""
    answer = see_other(own_path(request, request.POST.get("next", "")))
    if request.POST.get("cover") == "yes":
        answer.set_cookie(
            COOKIE,
            "yes",
            A_YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(COOKIE, samesite="Lax")
    return answer


def is_covered(request: HttpRequest) -> bool:
    """Tell whether the reader wants his role covered."""
    return request.COOKIES.get(COOKIE) == "yes"
