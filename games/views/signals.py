"""Signals: which two accounts may be one person's, and what speaks against it; for moderators."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.models import Player
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import evidence
from games.moderation.selectors.evidence import Evidence
from games.services import instant
from games.signals.services import judging
from games.views.pages import player_of, see_other


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signals(request: HttpRequest) -> HttpResponse:
    """List signals about people whom the reader has nothing to do with, and note one as seen."""
    player = player_of(request)
    if player is None:
        raise Http404
    try:
        if request.method == "POST":
            return _judged(request, player)
        found = evidence.open_signals(player)
    except NoSuch:
        raise Http404 from None
    context = {"signals": [shown(each) for each in found]}
    return render(request, "pages/moderation/signals.html", context)


def _judged(request: HttpRequest, player: Player) -> HttpResponse:
    role, now = evidence.require(player), instant.now()
    if reference := request.POST.get("case"):
        signal = evidence.visible(request.POST.get("signal", ""), by=player)
        case = evidence.open_case(signal, reference, by=player)
        judging.lay(signal, case, by=player, role=role, now=now)
        return see_other(reverse("cases-case", args=[reference]))
    signal = evidence.visible(request.POST.get("seen", ""), by=player)
    judging.see(signal, by=player, role=role, now=now)
    return see_other(reverse("signals"))


def shown(signal: Evidence) -> dict[str, object]:
    """Say what a signal says, in which cases it could lie, and lead on from it."""
    (_one_key, one), (_other_key, other) = signal.people
    one, other = texts.called(one), texts.called(other)
    return {
        "key": signal.key,
        "title": _("%(one)s and %(other)s") % {"one": one, "other": other},
        "people": [
            {"name": texts.called(name), "href": reverse("moderation-person", args=[key])}
            for key, name in signal.people
        ],
        "lines": texts.signal_lines(one, other, signal.numbers),
        "against": texts.against_lines(one, other, signal.against),
        "at": texts.moment_text(signal.at),
        "new": signal.new,
        "digest": signal.digest,
        "cases": signal.cases,
        "dismiss": reverse("moderation-act", args=["dismiss-signal", signal.key]),
    }
