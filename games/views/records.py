"""My record: how many turns were in time, and each that was not."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.models import Player
from games.selectors import records
from games.services import instant
from games.views.pages import for_players


@never_cache
@for_players
@require_safe
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player what others are shown of him, and why."""
    now = instant.now()
    missed = [
        (
            texts.ruleset_name(turn.ruleset),
            texts.moment_text(turn.at),
            reverse("table-public", args=[turn.game_key]),
        )
        for turn in records.missed(player, now=now)
    ]
    record = texts.record_text(records.of([player.pk], now=now)[player.pk])
    return render(request, "pages/record.html", {"record": record, "missed": missed})
