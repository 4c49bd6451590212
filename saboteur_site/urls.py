"""Where requests go: the admin, a sign of life for supervisors, everything else to the games."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.admin import office


def healthz(_: HttpRequest) -> HttpResponse:
    """Answers as long as the process serves; asks nobody else."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz),
    path("admin/", office.urls),
    path("", include("games.urls")),
]

handler400 = "games.views.pages.bad_request"
handler403 = "games.views.pages.forbidden"
handler404 = "games.views.pages.not_found"
handler500 = "games.views.pages.server_error"
