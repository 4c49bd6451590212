"""The moderators' pages of cases: the queue, one case, one appeal. Each acts on what he claimed."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.cases import selectors
from games.cases.forms import CaseForm, MissForm
from games.cases.selectors import pages
from games.cases.services import claiming
from games.clocks.services import appeals
from games.errors import BadText, ServiceError
from games.models import Appeal, Case, Objection, Player
from games.moderation.acts import ACTS
from games.moderation.rules.refusals import NoSuch, Stale
from games.moderation.selectors import evidence
from games.moderation.selectors.pages import require_staff
from games.services import instant
from games.views import glass, signals
from games.views.moderated import returning
from games.views.moderation import answering
from games.views.opened import case_page, enclosed_part, lines, measure
from games.views.pages import see_other, shown

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@answering
def queue(request: HttpRequest, player: Player) -> HttpResponse:
    """List what waits for somebody to look at it; answer a word against a missed turn."""
    require_staff(player)
    now = instant.now()
    if request.method == "POST":
        form = MissForm(request.POST)
        if not form.is_valid():
            raise Http404
        said = Appeal.Answer(form.cleaned_data["answer"])
        if not appeals.answer([form.cleaned_data["turn"]], said, by=player, now=now):
            raise NoSuch
        messages.success(request, _("It is answered."))
        return see_other(reverse("cases-queue"))
    found = pages.queue(by=player, now=now)
    context = {
        "cases": lines(found.cases),
        "appeals": [
            {
                "href": reverse("cases-appeal", args=[each.reference]),
                "reference": each.reference,
                "at": texts.moment_text(each.made_at),
                "mine": each.mine,
            }
            for each in found.appeals
        ],
        "misses": [
            {"turn": each.turn, "who": each.who, "said": each.said, "key": each.key,
             "game": each.game, "at": texts.moment_text(each.at)}
            for each in found.misses
        ],
    }  # fmt: skip
    return render(request, "pages/cases/queue.html", context)


@never_cache
@require_http_methods(METHODS)
@answering
def case(request: HttpRequest, player: Player, reference: str) -> HttpResponse:
    """Show a case with what was frozen, and take what its reader wishes about it."""
    require_staff(player)
    row = selectors.case(reference, by=player)
    problem, status, enclosed, typed = "", 200, None, ""
    if request.method == "POST":
        form = CaseForm(request.POST)
        if not form.is_valid():
            raise Http404
        typed = form.cleaned_data["question"]
        try:
            enclosed = _wish(row, form.cleaned_data, player)
        except Stale:
            status = 409
            problem = _("Nothing was done: the case has changed meanwhile. This is how it is now.")
        except ServiceError as wrong:
            status, problem = 400 if isinstance(wrong, BadText) else 409, wrong.message
        else:
            if enclosed is None:
                return see_other(reverse("cases-case", args=[reference]))
    page = case_page(pages.opened(reference, by=player, now=instant.now()))
    context = page | {
        "act": _way("close-report", reference),
        "broken": glass.broken_for(row.pk, by=player),
        "signals": [signals.shown(each) for each in evidence.lying_in(row, by=player)],
        "problem": problem,
        "enclosed": enclosed_part(enclosed),
        "typed": shown(typed),
    }
    return render(request, "pages/cases/case.html", context, status=status)


@never_cache
@require_http_methods(METHODS)
@answering
def appeal(request: HttpRequest, player: Player, reference: str) -> HttpResponse:
    """Show an appeal with what was decided, and let somebody claim it."""
    require_staff(player)
    row = selectors.objection(reference, by=player)
    problem, status = "", 200
    if request.method == "POST":
        form = CaseForm(request.POST)
        if not form.is_valid() or form.cleaned_data["act"] not in ("claim", "give-back"):
            raise Http404
        try:
            _wish(row, form.cleaned_data, player)
        except ServiceError as wrong:
            status, problem = 409, wrong.message
        else:
            return see_other(reverse("cases-appeal", args=[reference]))
    found = pages.appealed(reference, by=player, now=instant.now())
    context = {
        "reference": reference,
        "name": found.objection.by.name,
        "person": found.objection.by.key,
        "at": texts.moment_text(found.objection.made_at),
        "said": found.objection.said,
        "answer": texts.objection_text(found.objection.answer) if found.objection.answer else "",
        "mine": found.mine,
        "claimed": found.claim is not None,
        "case": found.case,
        "measures": [measure(each) for each in found.sanctions],
        "act": _way("decide-appeal", reference),
        "back": returning(found.lost),
        "problem": problem,
    }
    return render(request, "pages/cases/appeal.html", context, status=status)


def _wish(row: Case | Objection, wish: dict[str, Any], by: Player) -> dict[str, Any] | None:
    """Do what was wished; hand out what was enclosed, if that was."""
    now = instant.now()
    match wish["act"], row:
        case "claim", _any:
            claiming.claim(row, by=by, now=now)
        case "give-back", _any:
            claiming.give_back(row, by=by, now=now)
        case "ask", Case():
            seen = wish["version"] or 0
            claiming.ask(row, wish["question"], seen=seen, by=by, now=now)
        case "open", Case():
            return claiming.open_enclosed(row, wish["report"] or 0, by=by, now=now)
    return None


def _way(act: str, target: str) -> dict[str, str]:
    return {"name": ACTS[act].name, "href": reverse("moderation-act", args=[act, target])}
