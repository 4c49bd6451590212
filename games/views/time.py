"""A table's time on a page of its own: deadlines, who is away, and all that can be wished of it.

Wishes come by the same address as the page, from who is signed in or from the holder of a letter;
each names what it is, `wish`, and what it was drawn from, so that sent twice it is done once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import selectors, texts
from games.clocks.forms.terms import RuleForm
from games.clocks.forms.wishes import AnswerForm, CallOffForm, ExtendForm, PauseForm
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import agreeing, pauses, vacations, wishes
from games.errors import NoSuchGame, ServiceError
from games.models import Player
from games.services import instant
from games.views import doors
from games.views.doors import Sitter
from games.views.pages import for_players, player_of, see_other
from games.views.table_time import Hrefs, time_page


@dataclass(frozen=True, slots=True)
class Asked:
    """Who wishes something at which table."""

    key: str
    player: Player
    now: datetime


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a wish was not granted, with the form that it came in."""

    status: int
    wish: str
    form: Form
    text: str


@never_cache
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show a table's time to anybody; take the wishes of a signed-in player."""
    player = player_of(request)
    if request.method == "POST":
        return _own_wish(request, key)
    return _page(request, key, player, _own_hrefs(key))


@for_players
def _own_wish(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    wrong = _try(request.POST, Asked(key, player, instant.now()))
    if wrong:
        return _page(request, key, player, _own_hrefs(key), wrong)
    return see_other(reverse("time-table", args=[key]))


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Show a table's time to the holder of an email of a seat, and take their wishes."""
    hrefs = _letter_hrefs(reader.word)
    if request.method != "POST":
        return _page(request, reader.key, reader.player, hrefs)
    wrong = _try(request.POST, Asked(reader.key, reader.player, reader.now))
    return (
        _page(request, reader.key, reader.player, hrefs, wrong) if wrong else see_other(hrefs.here)
    )


@never_cache
@for_players
def rule(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Let the organiser change a running table's time settings."""
    now = instant.now()
    try:
        shown = selectors.table_time(key, player, now=now)
    except NoSuchGame:
        raise Http404 from None
    back = reverse("time-table", args=[key])
    if not shown.mine or shown.game.ended_at is not None:
        return see_other(back)
    form = RuleForm(request.POST or None, offered=shown.settings)
    if request.method == "POST" and form.is_valid():
        try:
            done = agreeing.rule(key, form.time, by=player, now=now)
        except ServiceError as problem:
            form.add_error(None, problem.message)
        except Refused as refused:
            form.add_error(None, texts.refusal_text(refused))
        else:
            changed = _("The new rules hold. Everybody at the table gets a letter.")
            asked = _("Everybody at the table is asked. The rules change when all have agreed.")
            messages.success(request, changed if done else asked)
            return see_other(back)
    context = {"form": form, "back": back, "name": shown.game.name}
    status = 400 if request.method == "POST" else 200
    return render(request, "pages/time/rule.html", context, status=status)


def _own_hrefs(key: str) -> Hrefs:
    return Hrefs(
        here=reverse("time-table", args=[key]),
        table=reverse("table-public", args=[key]),
        seat=reverse("seat-mine", args=[key]),
        vacation=reverse("away-plan"),
        agreement=reverse("agreement-table", args=[key]),
        rule=reverse("time-rule", args=[key]),
    )


def _letter_hrefs(token: str) -> Hrefs:
    seat = reverse("seat-by-letter", args=[token])
    return Hrefs(
        here=reverse("time-by-letter", args=[token]),
        table=seat,
        seat=seat,
        vacation=reverse("away-by-letter", args=[token]),
        agreement=reverse("agreement-by-letter", args=[token]),
    )


def _page(
    request: HttpRequest,
    key: str,
    player: Player | None,
    hrefs: Hrefs,
    wrong: Wrong | None = None,
) -> HttpResponse:
    now = instant.now()
    try:
        shown = selectors.table_time(key, player, now=now)
    except NoSuchGame:
        raise Http404 from None
    forms = {wrong.wish: wrong.form} if wrong else {}
    page = time_page(shown, hrefs, forms, now=now)
    context = {"page": page, "problem": wrong.text if wrong else ""}
    return render(request, "pages/time/table.html", context, status=wrong.status if wrong else 200)


def _try(post: QueryDict, asked: Asked) -> Wrong | None:
    """Grant what was posted, or tell why not."""
    wish = post.get("wish", "")
    form = FORMS.get(wish, Form)(post, auto_id=f"id_{wish}_%s")
    if wish not in WISHES:
        return Wrong(400, wish, form, _("This cannot be read."))
    if not form.is_valid():
        return Wrong(400, wish, form, _unread(wish, form))
    try:
        WISHES[wish](asked, form)
    except NoSuchGame:
        raise Http404 from None
    except Refused as refused:
        return Wrong(409, wish, form, texts.refusal_text(refused, SUBJECTS.get(wish, "")))
    except ServiceError as problem:
        return Wrong(409, wish, form, problem.message)
    return None


def _unread(wish: str, form: Form) -> str:
    """Say what of a form cannot be taken, where its field does not say so itself."""
    if wish == "extend" and "hours" in form.errors:
        return texts.refusal_text(Refused(Reason.SYNTAX), wish)
    return _("The form was not complete, so nothing was done.")


def _extend(asked: Asked, form: Any) -> None:
    said = form.cleaned_data
    wishes.extend(
        asked.key, said["seat"], said["hours"], by=asked.player, now=asked.now, seen=said["seen"]
    )


def _pause(asked: Asked, form: Any) -> None:
    pauses.pause(asked.key, form.until, by=asked.player, now=asked.now)


def _propose_pause(asked: Asked, form: Any) -> None:
    agreeing.propose_pause(asked.key, form.until, by=asked.player, now=asked.now)


def _resume(asked: Asked, _form: Any) -> None:
    pauses.resume(asked.key, by=asked.player, now=asked.now)


def _propose_end(asked: Asked, _form: Any) -> None:
    agreeing.propose_end(asked.key, by=asked.player, now=asked.now)


def _answer(asked: Asked, form: Any) -> None:
    said = form.cleaned_data
    yes = said["answer"] == "yes"
    agreeing.answer(asked.key, said["kind"], yes=yes, by=asked.player, now=asked.now)


def _come_home(asked: Asked, _form: Any) -> None:
    vacations.come_home(asked.player, now=asked.now, key=asked.key)


def _call_off(asked: Asked, form: Any) -> None:
    vacations.call_off(asked.player, form.days, now=asked.now, key=asked.key)


WISHES: Mapping[str, Callable[[Asked, Any], None]] = {
    "extend": _extend,
    "pause": _pause,
    "propose-pause": _propose_pause,
    "resume": _resume,
    "propose-end": _propose_end,
    "answer": _answer,
    "come-home": _come_home,
    "stay": _call_off,
}
FORMS: Mapping[str, type[Form]] = {
    "extend": ExtendForm,
    "pause": PauseForm,
    "propose-pause": PauseForm,
    "answer": AnswerForm,
    "stay": CallOffForm,
}
SUBJECTS = {"extend": "extend", "pause": "pause", "propose-pause": "pause", "stay": "stay"}
"""Under what a refusal is explained."""
