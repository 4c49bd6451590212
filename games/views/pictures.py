"""The small picture of a table's maze, as everybody may see it: for lists."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games import drawing, selectors
from games.errors import NoSuchGame

A_DAY = 24 * 60 * 60


@require_safe
def small(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the maze of a game that has begun; an address that names its ply may be kept."""
    try:
        ply, view = selectors.public_view(key)
    except NoSuchGame:
        raise Http404 from None
    response = HttpResponse(drawing.small_svg(view), content_type="image/svg+xml")
    kept = request.GET.get("ply") == str(ply)
    response.headers["Cache-Control"] = f"private, max-age={A_DAY}" if kept else "no-cache"
    return response
