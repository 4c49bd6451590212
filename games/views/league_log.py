"""The log of a league: what its rules and its directors did, for everybody to read."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.errors import NoSuchLeague
from games.leagues.selectors import chronicle, reading
from games.leagues.selectors.chronicle import Noted
from games.texts import leagues_log as said
from games.views.lists import page_of, turns_of
from games.views.pages import player_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log."""

    number: int
    title: str
    where: str
    who: str
    lines: tuple[str, ...]
    at: str
    by: str
    reason: str
    reference: str


@never_cache
@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show what was done in a league, the latest first."""
    try:
        league = reading.league(key)
    except NoSuchLeague:
        raise Http404 from None
    page = page_of(request)
    found, more = chronicle.chronicle(league.id, player_of(request), page=page)
    context = {
        "league": league,
        "lines": [_entry(each) for each in found],
        "turns": turns_of(request, page, more=more),
    }
    return render(request, "pages/leagues/log.html", context)


def _entry(each: Noted) -> Entry:
    lines = said.noted_lines(each.act, each.said, each.before, each.after, each.names)
    if each.ask is not None:
        about = each.ask
        asked = said.asked_lines(each.act, each.said, about.condition, about.said, about.default)
        lines = (*lines, *asked)
    return Entry(
        each.number,
        said.noted_title(each.act),
        said.noted_where(each.season, each.division, each.round, each.table),
        texts.joined(each.who) if each.who else "",
        lines,
        texts.moment_text(each.at),
        each.actor or (texts.role_text(each.role) if each.role else _("by the rules")),
        each.reason,
        each.reference,
    )
