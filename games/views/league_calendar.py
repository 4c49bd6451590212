"""The dates of a league in a calendar, season after season: a feed that programs read again."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import NoSuchLeague
from games.leagues.selectors import pages
from games.leagues.selectors.pages import Home, SeasonPart
from games.services import instant
from games.texts import leagues_pages as said
from games.views.feeds import Event, feed_of


@never_cache
@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001
    """Write the rounds of a league's seasons that are not over as iCalendar."""
    try:
        found = pages.home(key)
    except NoSuchLeague:
        raise Http404 from None
    return feed_of(found.league.name, _events(found))


def _events(found: Home) -> Iterator[Event]:
    for part in found.on:
        yield from _of_season(found, part)


def _of_season(found: Home, part: SeasonPart) -> Iterator[Event]:
    league, facts, now = found.league, part.facts, instant.now()
    terms, name = facts.terms, f"{found.league.name}, {said.season_name(facts.number)}"
    mark, where = f"league-{facts.id}", ("leagues-home", [league.key])
    before = (("registers", terms.registers_at), ("registered", terms.registered_at))
    for what, at in before:
        yield Event(f"{mark}-{what}", now, at, None, f"{name}: {said.date_name(what)}", where)
    several = len(part.divisions) > 1
    for each in part.dates:
        title = f"{name}, {said.round_name(each.number, final=each.final)}"
        if several:
            title = _("%(round)s, division %(rank)d") % {"round": title, "rank": each.rank}
        page = ("league-divisions-show", [league.key, facts.number, each.rank])
        round_mark = f"{mark}-{each.division}-{each.number}"
        yield Event(round_mark, now, each.opens_at, each.closes_at, title, page)
