"""How each game is played here: one page for each ruleset, in our own words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.registry import RULESETS
from games import texts
from games.views.games import described


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Tell the rules of a game."""
    if key not in RULESETS:
        raise Http404
    context = {
        "game": described(RULESETS[key].meta),
        "others": [described(game.meta) for game in RULESETS.values() if game.meta.key != key],
        "options": [
            (
                texts.option_name(key, option),
                [texts.option_value(key, option, value) for value in values],
            )
            for option, values in RULESETS[key].meta.options.items()
        ],
    }
    return render(request, f"pages/rules/{key}.html", context)
