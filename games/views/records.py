"""My record: how many turns were in time, each that was not, and appeals against that."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.clocks.services import appeals
from games.forms import AppealForm
from games.models import Player
from games.selectors import records
from games.services import instant
from games.views.pages import for_players, see_other


@dataclass(frozen=True, slots=True)
class MissedLine:
    """A turn that was not in time."""

    title: str
    moment: str
    table: str
    appeal: str
    """Where to send an appeal."""
    said: str
    """The appeal that was sent, or what was typed for it."""
    state: str
    """What became of the appeal; empty while there is none."""


@never_cache
@for_players
@require_safe
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player what others are shown of him, and why."""
    return _page(request, player, {}, now=instant.now())


@never_cache
@for_players
def appeal(request: HttpRequest, player: Player, turn: int) -> HttpResponse:
    """Ask the operators to look at a missed turn of one's own."""
    if request.method != "POST":
        return see_other(reverse("records-mine"))
    form, now = AppealForm(request.POST), instant.now()
    if not form.is_valid():
        messages.error(request, _("Say in up to 500 letters why this turn should not count."))
        return _page(request, player, {turn: request.POST.get("said", "")}, now=now, status=400)
    if not appeals.appeal(turn, form.cleaned_data["said"], by=player, now=now):
        raise Http404
    messages.success(request, _("The operators look at it. What they say will stand here."))
    return see_other(reverse("records-mine"))


def _page(
    request: HttpRequest,
    player: Player,
    typed: dict[int, str],
    *,
    now: datetime,
    status: int = 200,
) -> HttpResponse:
    found = records.of([player.pk], now=now)[player.pk]
    context = {
        "record": texts.record_text(found),
        "missed": tuple(_missed(player, typed, now)),
    }
    return render(request, "pages/record.html", context, status=status)


def _missed(player: Player, typed: dict[int, str], now: datetime) -> Iterator[MissedLine]:
    for turn in records.missed(player, now=now):
        yield MissedLine(
            title=texts.game_title(turn.name, texts.ruleset_name(turn.ruleset)),
            moment=texts.moment_text(turn.at),
            table=reverse("table-public", args=[turn.game_key]),
            appeal=reverse("records-appeal", args=[turn.id]),
            said=turn.said or typed.get(turn.id, ""),
            state="" if turn.answer is None else texts.appeal_text(turn.answer),
        )
