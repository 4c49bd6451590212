"""My own time: zone and nights, vacations at all tables or at one, and the way to my calendar."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import links, selectors, texts
from games.clocks.forms.wishes import CallOffForm, NightForm, VacationForm
from games.clocks.rules.refusals import Refused
from games.clocks.rules.walls import night
from games.clocks.services import vacations
from games.errors import NoSuchGame
from games.links import CalendarClaim
from games.models import Player
from games.selectors import Absence, Beyond, Covered
from games.services import accounts, instant
from games.views import doors
from games.views.doors import Sitter
from games.views.pages import for_players, not_found, see_other


@dataclass(frozen=True, slots=True)
class AbsenceLine:
    """A vacation of mine and what can be done with it."""

    text: str
    tables: tuple[str, ...]
    when: str
    """past, here or ahead."""
    call_off: CallOffForm | None


@dataclass(frozen=True, slots=True)
class CoveredLine:
    """What a vacation would be at one table."""

    table: str
    said: str
    left: str
    granted: bool
    beyond: str = ""
    """What is done where it is longer than is paid for."""


@dataclass(frozen=True, slots=True)
class BeyondLine:
    """An absence of mine that is longer than a table pays for."""

    table: str
    text: str
    when: str
    call_off: CallOffForm | None


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show and change when I sleep and where; show my vacations and my calendar's address."""
    quiet = night(player.quiet)
    known = {
        "time_zone": player.time_zone,
        "quiet_from": quiet.start if quiet else None,
        "quiet_until": quiet.end if quiet else None,
    }
    now = instant.now()
    form = NightForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        accounts.change_settings(
            player,
            name=player.name,
            language=player.language,
            time_zone=form.cleaned_data["time_zone"],
            quiet=form.quiet,
            now=now,
        )
        messages.success(request, _("Saved. Your quiet hours count from your next turn on."))
        return see_other(reverse("away-mine"))
    absences = [_absence(each, now) for each in selectors.absences(player, now=now)]
    beyond = [_beyond(each) for each in selectors.beyond(player, now=now)]
    feed = reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(player))])
    context = {
        "form": form,
        "absences": absences,
        "beyond": beyond,
        "here": "here" in {*(each.when for each in absences), *(each.when for each in beyond)},
        "vacation": VacationForm(auto_id="id_vacation_%s"),
        "feed": f"{settings.BASE_URL}{feed}",
    }
    return render(request, "pages/time/mine.html", context, status=400 if form.errors else 200)


@never_cache
@for_players
def plan(request: HttpRequest, player: Player) -> HttpResponse:
    """Say what a vacation would be at each table, changing nothing; and take it."""
    asked = request.POST if request.method == "POST" else request.GET
    key = asked.get("game", "")
    back = reverse("time-table", args=[key]) if key.isalnum() else reverse("away-mine")
    return _plan(request, player, key, back)


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Do the same for the one table that an email belongs to."""
    return _plan(request, reader.player, reader.key, reader.href("time"))


def _plan(request: HttpRequest, player: Player, key: str, back: str) -> HttpResponse:
    now, posted = instant.now(), request.method == "POST"
    form = VacationForm(request.POST if posted else request.GET or None, auto_id="id_vacation_%s")
    covered: tuple[Covered, ...] = ()
    problem = ""
    try:
        if form.is_valid() and posted:
            vacations.leave(player, form.days, now=now, key=key)
            return see_other(back)
        if form.is_valid():
            covered = selectors.vacation(player, form.days, now=now, key=key)
    except NoSuchGame as missing:
        return not_found(request, missing)
    except Refused as refused:
        problem = texts.refusal_text(refused, "vacation")
    common = _problem(form, covered)
    lines = [_covered(each, now) for each in covered]
    context = {
        "form": form,
        "back": back,
        "game": key,
        "lines": () if common else lines,
        "possible": any(line.granted for line in lines),
        "beyond": any(line.beyond for line in lines),
        "problem": problem or common,
        "asked": _asked(form) if form.is_valid() else "",
    }
    status = 409 if problem else 400 if form.errors else 200
    return render(request, "pages/time/vacation.html", context, status=status)


def _problem(form: VacationForm, covered: tuple[Covered, ...]) -> str:
    """Say why nothing can be confirmed, if all tables have the same reason or there are none."""
    if not form.is_valid() or any(not each.refused for each in covered):
        return ""
    refusals = {texts.refusal_text(each.refused, "vacation") for each in covered if each.refused}
    if not covered:
        return _("None of your games is running.")
    return refusals.pop() if len(refusals) == 1 else ""


def _asked(form: VacationForm) -> str:
    first, last = form.days
    words = {"first": texts.date_text(first) if first else "", "last": texts.date_text(last)}
    if first is None:
        return _("From now until the end of %(last)s.") % words
    return _("From %(first)s until the end of %(last)s.") % words


@never_cache
@require_POST
@for_players
def home(request: HttpRequest, player: Player) -> HttpResponse:
    """End my vacations now, at all tables."""
    return _done(
        request,
        lambda: vacations.come_home(player, now=instant.now()),
        _("Welcome back. Your clocks run again."),
    )


@never_cache
@require_POST
@for_players
def call_off(request: HttpRequest, player: Player) -> HttpResponse:
    """Take back a vacation that has not begun, at all tables."""
    form = CallOffForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The form was not complete, so nothing was done."))
        return see_other(reverse("away-mine"))
    return _done(
        request,
        lambda: vacations.call_off(player, form.days, now=instant.now()),
        _("The vacation is called off."),
        wish="stay",
    )


def _done(
    request: HttpRequest, act: Callable[[], Any], said: str, *, wish: str = ""
) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, texts.refusal_text(refused, wish))
    else:
        messages.success(request, said)
    return see_other(reverse("away-mine"))


def _absence(each: Absence, now: datetime) -> AbsenceLine:
    taken = each.vacation
    words = {"first": texts.date_text(taken.first), "last": texts.date_text(max(taken.days))}
    when = "past" if taken.end <= now else "here" if taken.start <= now else "ahead"
    days = {"first": taken.first, "last": taken.last}
    return AbsenceLine(
        text=_("from %(first)s to %(last)s") % words,
        tables=tuple(_table(name, names) for _key, names, name in each.games),
        when=when,
        call_off=CallOffForm(initial=days, auto_id=False) if when == "ahead" else None,
    )


def _table(name: str, names: tuple[str, ...]) -> str:
    words = {"game": name, "names": texts.joined(names)}
    return _("%(game)s with %(names)s") % words if names else words["game"]


def _beyond(each: Beyond) -> BeyondLine:
    days = {"first": each.announced.first, "last": each.announced.last}
    ahead = each.now == "ahead"
    return BeyondLine(
        table=_table(each.game.name, each.names),
        text=texts.beyond_text(each.now, each.unpaid.start, each.unpaid.end),
        when="ahead" if ahead else "here",
        call_off=CallOffForm(initial=days, auto_id=False) if ahead else None,
    )


def _covered(each: Covered, now: datetime) -> CoveredLine:
    table = _table(each.game.name, each.names)
    if each.refused is not None:
        return CoveredLine(table, texts.refusal_text(each.refused, "vacation"), "", granted=False)
    beyond = ""
    if each.beyond is not None:
        start = each.beyond.start if now < each.beyond.start else None
        beyond = texts.unpaid_text(start, each.beyond.end)
    left = texts.left_by_year(each.left)
    if each.planned is None:
        return CoveredLine(
            table, _("your days of vacation pay for none of it"), left, granted=True, beyond=beyond
        )
    words = {"days": texts.days_of_vacation(each.cost), "last": texts.date_text(each.planned.last)}
    said = _("costs %(days)s") % words
    if each.shorter:
        said = _("only until the end of %(last)s, costs %(days)s") % words
    return CoveredLine(table, said, left, granted=True, beyond=beyond)
