"""What a table may do if all who sit there agree: it is put to all, and each says yes or no.

Who holds a letter of a seat answers as who is signed in does.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.models import Act as Row
from games.models import Player
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.moderation.rules.refusals import NoSuch, Stale, Unfit
from games.moderation.selectors import pages, sits_alone, sits_with_others
from games.moderation.services import consent
from games.services import instant
from games.views import doors, moderating
from games.views.doors import Sitter
from games.views.moderated import Way
from games.views.pages import for_players, see_other


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def table(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show what all at a table are asked, and take an answer."""
    return _page(request, player, key, reverse("agreement-table", args=[key]), letter=False)


@doors.by_letter
@require_http_methods(["GET", "HEAD", "POST"])
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Do the same for the holder of an email."""
    return _page(request, reader.player, reader.key, reader.href("agreement"), letter=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def propose(request: HttpRequest, player: Player, key: str, act: str) -> HttpResponse:
    """Put an act to the table: its form, what it will do, and the question to all."""
    if act not in ACTS:
        raise Http404
    try:
        return moderating.act(request, ACTS[act], key, by=player, table=True)
    except NoSuch:
        raise Http404 from None


def _page(
    request: HttpRequest, player: Player, key: str, here: str, *, letter: bool
) -> HttpResponse:
    if request.method != "POST" and sits_alone(player, key):
        return render(request, "pages/moderation/nobody_to_ask.html", {"key": key})
    if not sits_with_others(player, key):
        raise Http404
    problem = ""
    if request.method == "POST":
        problem = _answer(request, player)
        if not problem:
            return see_other(here)
    asked = pages.put_to_the_table(key, now=instant.now())
    context = {
        "here": here,
        "letter": letter,
        "key": key,
        "problem": problem,
        "asked": [_question(row, player) for row in asked],
        "offered": [] if letter else _ways(key, player),
    }
    status = 409 if problem else 200
    return render(request, "pages/moderation/agreement.html", context, status=status)


def _answer(request: HttpRequest, player: Player) -> str:
    """Take an answer; say what is wrong with it, if anything is."""
    yes, reference = request.POST.get("answer") == "yes", request.POST.get("reference", "")
    try:
        row = pages.act_of(reference)
        done = consent.answer(ACTS[row.key], reference, yes=yes, by=player, now=instant.now())
    except (NoSuch, KeyError):
        raise Http404 from None
    except Stale:
        return _("Nothing was done: the table has changed since it was asked for.")
    except (Unfit, Refused, ServiceError) as refused:
        return moderating.problem_text(refused)
    messages.success(request, _became(done))
    return ""


def _became(row: Row) -> str:
    return {
        Row.Stage.ASKED: _("Your answer is noted. It is done as soon as all agree."),
        Row.Stage.DONE: _("All agree: it is done."),
        Row.Stage.REFUSED: _("Not all agree. All stays as it is."),
        Row.Stage.VOID: _("Not all agree. All stays as it is."),
    }[Row.Stage(row.stage)]


def _question(row: Row, player: Player) -> dict[str, Any]:
    plan, lines, problem = None, [], ""
    try:
        seen, plan = consent.look(ACTS[row.key], row, by=player, now=instant.now())
        lines = moderating.deadlines(seen, plan)
    except (Unfit, Refused, ServiceError) as refused:
        problem = moderating.problem_text(refused)
    return {
        "reference": row.reference,
        "name": texts.table_act_text(row.key),
        "plan": plan,
        "deadlines": lines,
        "problem": problem,
        "why": texts.public_reasons()[row.asked["why"]],
        "message": row.asked["message"],
        "until": texts.moment_text(row.made_at + row.LIFE),
        "mine": player.pk not in row.agreed,
    }


def _ways(key: str, player: Player) -> list[Way]:
    """Lead to what may be put to all as the game stands; what is about one seat has its own way."""
    shown = pages.agreeing(key, by=player, now=instant.now())
    acts = (act for act in ACTS.values() if ROWS[act.key]["T"] == "Y")
    about_all = (act for act in acts if "seat" not in act.form.base_fields)
    fit = (act for act in about_all if act.makes_sense(shown))
    return [Way(act.name, reverse("agreement-propose", args=[key, act.key])) for act in fit]
