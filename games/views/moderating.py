"""An act by its pages: its form, what it will do, the confirmation, what became of it.

One address each: a GET shows the form, a POST of the form shows the preview, a POST of the
preview's confirmation does it.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import texts
from games.clocks.rules.refusals import Refused
from games.errors import ServiceError
from games.models import Act as Row
from games.models import Player
from games.moderation.acts import EVERY
from games.moderation.rules.matrix import STAFF, UNTOLD, Relation, Role
from games.moderation.rules.refusals import (
    Incomplete,
    NeedsAnother,
    NoSuch,
    Overtaken,
    Stale,
    Unfit,
)
from games.moderation.selectors import leagues
from games.moderation.services import acting, confirming, seconds
from games.moderation.services.act import Act
from games.moderation.services.acting import Preview
from games.moderation.services.confirming import Confirmation
from games.moderation.services.scene import Scene
from games.services import instant
from games.views.pages import notice, see_other

TEMPLATE = "pages/moderation/act.html"


def act(
    request: HttpRequest, act: Act, target: str, *, by: Player, table: bool = False
) -> HttpResponse:
    """Take an act on its way, by what is sent; or put it to the `table`."""
    if request.method != "POST":
        seen = acting.enter(act, target, by=by, now=instant.now(), table=table)
        form = act.form(initial=request.GET.dict())
        return render(request, TEMPLATE, _page(act, seen, form, table=table))
    if token := request.POST.get("confirmation"):
        said = confirming.read(token, by=by)
        if (said.act, said.target, said.table) != (act.key, target, table):
            raise NoSuch
        return _confirm(request, act, said, by)
    return _preview(request, act, target, request.POST.dict(), by, table=table)


def _preview(
    request: HttpRequest,
    act: Act,
    target: str,
    typed: Mapping[str, str],
    by: Player,
    *,
    table: bool,
    stale: str = "",
) -> HttpResponse:
    """Show what an act will do; `stale` says why what was shown before does not hold."""
    now = instant.now()
    form, problem, shown, instead = act.form(dict(typed)), "", None, ""
    if form.is_valid():
        try:
            shown = acting.preview(act, target, form, by=by, now=now, table=table)
        except Incomplete as more:
            form.add_error(more.field, str(more))
        except (Unfit, Refused, ServiceError) as refused:
            problem = problem_text(refused)
            instead = refused.instead if isinstance(refused, Overtaken) else ""
    seen = shown.scene if shown else acting.enter(act, target, by=by, now=now, table=table)
    status = 409 if problem or stale else 200 if shown else 400
    page = _page(act, seen, form, table=table) | {"problem": problem, "stale": stale}
    if instead:
        page["instead"] = reverse("moderation-act", args=[instead, target])
    return render(request, TEMPLATE, page | _shown(shown), status=status)


def _confirm(request: HttpRequest, act: Act, said: Confirmation, by: Player) -> HttpResponse:
    now = instant.now()
    try:
        outcome = acting.confirm(act, said, by=by, now=now)
    except Stale:
        stale = _("Nothing was done: what you saw has changed meanwhile. This is how it is now.")
        return _preview(request, act, said.target, said.typed, by, table=said.table, stale=stale)
    except (Unfit, Refused, ServiceError) as refused:
        seen = acting.enter(act, said.target, by=by, now=now, table=said.table)
        form = act.form(dict(said.typed))
        page = _page(act, seen, form, table=said.table) | {"problem": problem_text(refused)}
        return render(request, TEMPLATE, page, status=409)
    if said.table:
        return see_other(reverse("agreement-table", args=[said.target]))
    if outcome.again or outcome.row.stage == Row.Stage.ASKED:
        return became(request, outcome.row)
    messages.success(
        request, _("Done. Its reference is %(reference)s.") % {"reference": outcome.row.reference}
    )
    return see_other(_onward(outcome.row))


def became(request: HttpRequest, row: Row) -> HttpResponse:
    """Say what became of an act that was confirmed."""
    words = {"reference": row.reference, "until": texts.moment_text(row.made_at + row.LIFE)}
    if row.done_at is not None:
        words["at"] = texts.moment_text(row.done_at)
    heading, line, status = {
        Row.Stage.DONE: (
            _("Done at %(at)s"),
            _("It was done once, and nothing was done now."),
            200,
        ),
        Row.Stage.REFUSED: (_("Refused at %(at)s"), _("Nothing was done."), 200),
        Row.Stage.VOID: (
            _("It is void"),
            _("Nobody confirmed it within three days. Nothing was done."),
            200,
        ),
        Row.Stage.ASKED: (
            _("It waits for a second person"),
            _("Another moderator has until %(until)s to confirm it. Then it is void."),
            202,
        ),
    }[Row.Stage(row.stage)]
    return notice(
        request,
        heading % words,
        line % words,
        _("Its reference is %(reference)s.") % words,
        status=status,
        next_href=_back(row),
        next_label=_("Back"),
    )


def asked(request: HttpRequest, act: Act, row: Row, *, by: Player) -> HttpResponse:
    """Show what a second person is asked to confirm, and take his answer."""
    now, problem = instant.now(), ""
    if row.stage != Row.Stage.ASKED or seconds.is_void(row, now=now):
        acting.enter(act, row.target, by=by, now=now)
        return (
            became(request, row) if row.done_at and row.stage != Row.Stage.VOID else _void(request)
        )
    if request.method == "POST":
        yes, digest = request.POST.get("answer") == "yes", request.POST.get("digest", "")
        try:
            done = seconds.answer(act, row.reference, digest, yes=yes, by=by, now=now)
        except Stale:
            problem = _("Nothing was done: the table has changed since it was asked for.")
        except NeedsAnother:
            problem = _(
                "Somebody else must confirm it: neither the person who asked, unless nobody else "
                "can after a day, nor anybody who shares a mailbox or household with them."
            )
        except (Unfit, Refused, ServiceError) as refused:
            problem = problem_text(refused)
        else:
            messages.success(
                request, _("It is done.") if yes else _("It is void, and nothing was done.")
            )
            return see_other(_back(done))
    return _question(request, act, row, by, problem)


def _question(request: HttpRequest, act: Act, row: Row, by: Player, problem: str) -> HttpResponse:
    now = instant.now()
    shown: dict[str, Any] = {}
    try:
        seen, plan = seconds.look(act, row, by=by, now=now)
        confirms = seconds.may_confirm(act, row, seen)
        shown = {"plan": plan, "deadlines": deadlines(seen, plan), "confirms": confirms}
    except (Unfit, Refused, ServiceError) as refused:
        # It does not fit any more; it can still be refused.
        seen = acting.enter(act, row.target, by=by, now=now)
        problem = problem or problem_text(refused)
    page = _page(act, seen, act.form(dict(row.asked))) | {
        **shown,
        "row": row,
        "asker": texts.role_text(row.role),
        "own": row.actor_id == by.pk,
        "reason": row.asked["reason"],
        "why": texts.public_reasons()[row.asked["why"]],
        "until": texts.moment_text(row.made_at + row.LIFE),
        "problem": problem,
    }
    return render(request, "pages/moderation/asked.html", page, status=409 if problem else 200)


def _void(request: HttpRequest) -> HttpResponse:
    line = _("Nobody confirmed it within three days. Nothing was done.")
    return notice(request, _("It is void"), line, next_href=reverse("moderation-home"))


def _page(act: Act, seen: Scene, form: Form, *, table: bool = False) -> dict[str, Any]:
    about, back = _where(seen, table=table)
    return {
        "table": table,
        "act": act.name,
        "form": form,
        "pauses": act.pauses,
        "about": about,
        "whom": _whom(seen, form),
        "back": back,
    }


def _where(seen: Scene, *, table: bool) -> tuple[str, str]:
    """Name what an act is about, and lead back to its page."""
    if seen.about_person:
        staff = not seen.roles.isdisjoint(STAFF)
        return seen.person.name, _page_of_a_person(seen.person.key, staff=staff)
    if seen.about_case is not None:
        reference = seen.about_case.reference
        return reference, reverse("cases-case", args=[reference])
    if seen.about_objection is not None:
        reference = seen.about_objection.act.reference
        return reference, reverse("cases-appeal", args=[reference])
    if seen.about_league is not None:
        season = seen.about_league.season
        return season.league.name, reverse("directing-desk", args=[season.league.key])
    if seen.about_game is None:
        return "", reverse("home" if seen.roles.isdisjoint(STAFF) else "moderation-home")
    back = "agreement-table" if table else _page_of_a_game(seen.roles, seen.relation)
    return seen.game.name, reverse(back, args=[seen.game.key])


def _whom(seen: Scene, form: Form) -> str:
    """Name whose seat a form is about."""
    number = str(form["seat"].value()) if "seat" in form.fields else ""
    return next((place.name for place in seen.places if str(place.number) == number), "")


def _shown(shown: Preview | None) -> dict[str, Any]:
    if shown is None:
        return {}
    return {
        "plan": shown.plan,
        "deadlines": deadlines(shown.scene, shown.plan),
        "second": shown.second,
        "confirmation": shown.confirmation,
    }


def deadlines(seen: Scene, plan: Any) -> list[dict[str, str]]:
    """Each deadline before and after, in the reader's zone and in UTC."""
    names = {place.number: place.name for place in seen.places}
    return [
        {"name": names[each.seat], "before": _both(each.before), "after": _both(each.after)}
        for each in plan.moved
    ]


def _both(moment: Any) -> str:
    return f"{texts.moment_text(moment)} ({moment:%Y-%m-%d %H:%M} UTC)" if moment else _("none")


def _page_of_a_game(roles: Collection[Role], tie: str) -> str:
    """Name the page where somebody finds a game: the public one, unless they look after it."""
    foreign = tie == Relation.NONE and any(role in STAFF for role in roles)
    return "moderation-game" if foreign else "table-public"


def _page_of_a_person(key: str, *, staff: bool) -> str:
    """Lead to where somebody finds a person; who is no staff acts on nobody but himself."""
    return reverse("moderation-person", args=[key]) if staff else reverse("account")


def _onward(row: Row) -> str:
    """Lead on: who broke glass looks."""
    return reverse("moderation-glass", args=[row.reference]) if row.key in UNTOLD else _back(row)


def _back(row: Row) -> str:
    if row.game:
        return reverse(_page_of_a_game({Role(row.role)}, row.relation), args=[row.game.key])
    about, staff = EVERY[row.key].about, row.role in STAFF
    if about == "person":
        return _page_of_a_person(row.target, staff=staff)
    if not staff:
        return reverse("home")
    if about == "league" and (found := leagues.part(row.target)):
        return reverse("directing-desk", args=[found.season.league.key])
    page = _PAGES.get(about)
    return reverse(page, args=[row.target]) if page else reverse("moderation-home")


_PAGES = {"case": "cases-case", "appeal": "cases-appeal"}


def problem_text(problem: Unfit | Refused | ServiceError) -> str:
    match problem:
        case Refused():
            return texts.refusal_text(problem)
        case ServiceError():
            return problem.message
        case _:
            return str(problem)
