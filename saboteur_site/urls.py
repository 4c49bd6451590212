"""Where requests go: what monitors ask, the admin, everything else to the games."""

from django.urls import include, path

from games.admin import office
from games.views import monitoring

urlpatterns = [
    path("healthz", monitoring.healthz),
    path("readyz", monitoring.readyz),
    path("metrics", monitoring.metrics),
    path("admin/", office.urls),
    path("", include("games.urls")),
]

handler400 = "games.views.pages.bad_request"
handler403 = "games.views.pages.forbidden"
handler404 = "games.views.pages.not_found"
handler500 = "games.views.pages.server_error"
