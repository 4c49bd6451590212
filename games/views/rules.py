"""How each game is played here: one page for each ruleset, in our own words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.views.games import described


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Tell the rules of a game."""
    offered = selectors.offered()
    if key not in offered:
        raise Http404
    context = {
        "game": described(offered[key]),
        "others": [described(meta) for meta in offered.values() if meta.key != key],
        "options": [
            (
                texts.option_name(key, option),
                [texts.option_value(key, option, value) for value in values],
            )
            for option, values in offered[key].options.items()
        ],
    }
    return render(request, f"pages/rules/{key}.html", context)
