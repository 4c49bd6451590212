"""The draft of a season's divisions: who goes where, and for which reason."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.errors import NoSuchLeague
from games.leagues.selectors import drafts, pages, reading
from games.leagues.selectors.drafts import Drafted
from games.texts import leagues_pages as said
from games.texts.leagues import entrant_text


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody in a division that is to come."""

    name: str
    why: str
    state: str


@dataclass(frozen=True, slots=True)
class Part:
    """A division of the draft."""

    name: str
    players: tuple[Placed, ...]


@never_cache
@require_safe
def show(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show who goes to which division, and why."""
    try:
        found, league = pages.season(key, number), reading.league(key)
    except NoSuchLeague:
        raise Http404 from None
    drafted = drafts.drafted(found.id)
    if drafted is None:
        raise Http404
    context = {
        "league": league,
        "season": said.season_name(found.number),
        "published": drafted.published,
        "as_of": texts.moment_text(drafted.at),
        "until": texts.moment_text(found.terms.divides_at),
        "before": said.season_name(drafted.before) if drafted.before else "",
        "fixed": drafted.fixed,
        "parts": _parts(drafted),
    }
    return render(request, "pages/leagues/draft.html", context)


def _parts(drafted: Drafted) -> list[Part]:
    return [
        Part(
            said.league_rank_name(str(rank)),
            tuple(
                Placed(
                    each.who.name,
                    said.move_text(each.why, each.before),
                    "" if drafted.published else entrant_text(each.who.status),
                )
                for each in order
            ),
        )
        for rank, order in enumerate(drafted.divisions, start=1)
    ]
