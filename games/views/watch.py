"""Public tables that run: anybody may watch them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors import public
from games.selectors.public import ANYTHING, Sought
from games.views.lists import page_of, running_card, seek_form, turns_of


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """List the public tables that run."""
    seek, page = seek_form(request), page_of(request)
    sought = Sought(**seek.sought)
    tables, more = public.watched(sought, page)
    context = {
        "seek": seek,
        "narrowed": sought != ANYTHING,
        "tables": [running_card(table) for table in tables],
        "turns": turns_of(request, page, more=more),
    }
    return render(request, "pages/watch.html", context)
