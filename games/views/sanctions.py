"""What moderators decided about somebody, as he reads it himself, and his appeal against it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.cases.selectors import pages
from games.cases.selectors.pages import Decision
from games.cases.services import objecting
from games.models import Act, Player, Sanction
from games.sanctions import selectors
from games.services import instant
from games.views.moderated import sanction_line
from games.views.pages import for_players, see_other, shown
from games.views.reports import SEE_OTHER, taken


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def sanctions(request: HttpRequest, player: Player) -> HttpResponse:
    """Show somebody his sanctions: until when each holds, why, and what goes on; take an appeal."""

    def appeal(about: str, text: str, now: datetime) -> None:
        objecting.appeal(about, text, by=player, now=now)
        messages.success(request, _("Your appeal is kept. Somebody else looks at it."))

    problem, typed, status = taken(request, appeal)
    if status == SEE_OTHER:
        return see_other(reverse("sanctions"))
    now, decided = instant.now(), dict(pages.decided(player))
    rows = selectors.told(player).select_related("game")
    context = {
        "sanctions": [
            sanction_line(row, now=now)
            | {"means": _means(row)}
            | _appeal(row.reference, decided.pop(row.reference, None), typed, now)
            for row in rows
        ]
        + [
            _of_a_seat(found.act) | _appeal(reference, found, typed, now)
            for reference, found in decided.items()
        ],
        "problem": problem,
    }
    return render(request, "pages/account/sanctions.html", context, status=status)


def _means(row: Sanction) -> str:
    game = row.game.name if row.game else ""
    return texts.sanction_text(row.kind, row.until, game=game, removed=row.seats_removed)


def _of_a_seat(act: Act) -> dict[str, Any]:
    """Say of a seat that was taken from him without a sanction what he is told of one."""
    return {
        "name": _("A decision about your seat"),
        "state": act.game.name if act.game else "",
        "why": texts.public_reasons()[act.asked["why"]],
        "message": act.asked["message"],
        "reference": act.reference,
    }


def _appeal(
    reference: str, found: Decision | None, typed: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """Say whether this can be appealed against, or what became of that."""
    if found is None:
        return {}
    made = found.objection
    return {
        "appealable": texts.moment_text(found.until) if not made and now < found.until else "",
        "typed": shown(typed.get(reference, "")),
        "said": made.said if made else "",
        "answer": texts.objection_text(made.answer) if made else "",
        "answered": made.message if made else "",
    }
