"""What a player lays before the moderators, and what came of it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.cases.forms import ReferenceForm, ReportForm, TextForm
from games.cases.models import Kind
from games.cases.selectors import pages, subjects
from games.cases.selectors.subjects import Subject
from games.cases.services import reporting
from games.errors import (
    AppealIsLate,
    BadText,
    MayNotReport,
    NoSuchReport,
    NothingToReport,
    ServiceError,
    TalkIsOld,
    TooManyReports,
)
from games.models import Case, Player
from games.services import instant
from games.views.pages import for_players, see_other, shown

STATUS: dict[type[ServiceError], int] = {
    BadText: 400,
    MayNotReport: 403,
    TalkIsOld: 409,
    AppealIsLate: 409,
    TooManyReports: 429,
}
METHODS = ["GET", "HEAD", "POST"]
SEE_OTHER = 303


@never_cache
@for_players
@require_http_methods(METHODS)
def seat(request: HttpRequest, player: Player, key: str, number: int) -> HttpResponse:
    """Report who sits at a table."""
    back = reverse("seats-of-game", args=[key])
    return _report(request, player, partial(subjects.of_seat, key, number, by=player), back)


@never_cache
@for_players
@require_http_methods(METHODS)
def person(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Report somebody's name from his page."""
    back = reverse("profiles-show", args=[key])
    return _report(request, player, partial(subjects.of_person, key, by=player), back)


@never_cache
@for_players
@require_http_methods(METHODS)
def invitation(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Report who invited the reader to a table."""
    find = partial(subjects.of_invitation, key, by=player)
    return _report(request, player, find, reverse("home"))


@never_cache
@for_players
@require_http_methods(METHODS)
def moderator(request: HttpRequest, player: Player) -> HttpResponse:
    """Report what a moderator did, by the reference that stood beside it."""
    asked = ReferenceForm(request.GET or None)
    if not asked.is_valid():
        context = {"form": asked, "back": reverse("reports-mine")}
        status = 400 if asked.errors else 200
        return render(request, "pages/cases/reference.html", context, status=status)
    reference = asked.cleaned_data["act"].upper()
    try:
        subjects.of_act(reference, by=player)
    except NothingToReport:
        asked.add_error("act", _("Nothing that you could read of has this reference."))
        context = {"form": asked, "back": reverse("reports-mine")}
        return render(request, "pages/cases/reference.html", context, status=404)
    find = partial(subjects.of_act, reference, by=player)
    return _report(request, player, find, reverse("reports-mine"))


def _report(
    request: HttpRequest, player: Player, find: Callable[[], Subject], back: str
) -> HttpResponse:
    """Show the form of a report, or take it."""
    try:
        found = find()
    except NothingToReport:
        raise Http404 from None
    form, problem, status = ReportForm(found, request.POST or None), "", 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            typed = form.cleaned_data
            said = reporting.Said(
                Kind(typed["kind"]), typed["words"], typed["threat"], typed.get("enclose", False)
            )
            try:
                case = reporting.report(found, said, by=player, now=instant.now())
            except ServiceError as wrong:
                status, problem = STATUS[type(wrong)], wrong.message
            else:
                messages.success(request, texts.thanks_text(case.reference))
                return see_other(reverse("reports-mine"))
    context = {"form": form, "problem": problem, "called": found.called, "back": back}
    return render(request, "pages/cases/report.html", context, status=status)


@never_cache
@for_players
@require_http_methods(METHODS)
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """List what the reader reported and what came of it, and take his answer to a question."""

    def answer(about: str, text: str, now: datetime) -> None:
        reporting.answer(about, text, by=player, now=now)
        messages.success(request, _("Thank you. It was added to your report."))

    problem, typed, status = taken(request, answer)
    if status == SEE_OTHER:
        return see_other(reverse("reports-mine"))
    now = instant.now()
    rows = [_own(case, typed, now) for case in pages.reported(player)]
    return render(
        request, "pages/cases/mine.html", {"reports": rows, "problem": problem}, status=status
    )


def taken(
    request: HttpRequest, do: Callable[[str, str, datetime], None]
) -> tuple[str, dict[str, str], int]:
    """Do what was typed about a thing: what is wrong with it, what was typed, and the status."""
    if request.method != "POST":
        return "", {}, 200
    form = TextForm(request.POST)
    if not form.is_valid():
        raise Http404
    about, text = form.cleaned_data["about"], form.cleaned_data["text"]
    try:
        do(about, text, instant.now())
    except NoSuchReport:
        raise Http404 from None
    except ServiceError as wrong:
        return wrong.message, {about: text}, STATUS[type(wrong)]
    return "", {}, SEE_OTHER


def _own(case: Case, typed: dict[str, str], now: datetime) -> dict[str, Any]:
    asks = case.asked_at is not None and case.asked_at + Case.ANSWERED_WITHIN > now
    decided = case.joined or case
    over = case.decided_at is not None and decided.decided_at is not None
    measures = decided.concerned_id is not None and decided.finding != Case.Finding.ABUSE
    return {
        "reference": case.reference,
        "kind": texts.kind_text(case.kind),
        "called": case.called,
        "at": texts.moment_text(case.made_at),
        "question": case.question if asks and not over else "",
        "typed": shown(typed.get(case.reference, "")),
        "outcome": texts.verdict_text(decided.finding, measures=measures) if over else "",
    }
