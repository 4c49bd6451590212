"""A season is rehearsed for its directors, before they announce it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import NoSuchLeague, ServiceError
from games.leagues.forms import RehearsalForm
from games.leagues.rehearsal import plots
from games.leagues.rehearsal.figures import Figures
from games.leagues.selectors import desk as desks
from games.leagues.selectors import rehearsals
from games.leagues.selectors.desk import Desk
from games.leagues.selectors.rehearsals import Rehearsed
from games.leagues.services import rehearsing
from games.models import Player
from games.services import instant
from games.texts import leagues_pages as said
from games.texts import leagues_rehearsed as told
from games.views.pages import for_players, see_other


@dataclass(frozen=True, slots=True)
class Told:
    """What a rehearsal has shown of so many players."""

    players: str
    lines: tuple[tuple[str, str], ...]
    plots: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A rehearsal as its page shows it."""

    name: str
    over: bool
    stuck: bool
    done: int
    of: int
    how: tuple[str, ...]
    warnings: tuple[str, ...]
    told: tuple[Told, ...]


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show directors what rehearsals of their draft have shown; let them ask for one."""
    try:
        seen = desks.desk(key, player)
    except NoSuchLeague:
        raise Http404 from None
    draft = seen.draft
    if draft is None:
        messages.error(request, _("There is no season whose rules could be rehearsed."))
        return see_other(reverse("directing-desk", args=[key]))
    players, pool = rehearsals.expected(seen.league.id, draft.terms)
    form = RehearsalForm(request.POST or None, initial={"players": players, "pool": pool})
    if request.method == "POST" and form.is_valid() and _asked(form, draft.id, player):
        return see_other(reverse("rehearsals-show", args=[key]))
    context = {
        "league": seen.league,
        "season": said.season_name(draft.number),
        "form": form,
        "rehearsals": [_shown(each) for each in rehearsals.rehearsed(draft.id, draft.terms)],
        "by_others": rehearsals.by_others(draft.id, draft.terms),
    }
    status = 400 if form.is_bound else 200
    return render(request, "pages/leagues/rehearsal.html", context, status=status)


def _asked(form: RehearsalForm, season: int, player: Player) -> bool:
    try:
        rehearsing.ask(season, **form.cleaned_data, by=player, now=instant.now())
    except ServiceError as problem:
        form.add_error("players", problem.message)
        return False
    return True


def hindrance(seen: Desk) -> Iterator[str]:
    """Say that a draft cannot be announced before it was rehearsed as it stands."""
    if seen.draft is not None and rehearsals.last(seen.draft.id, seen.draft.terms) is None:
        yield _("By these very rules and dates it was not rehearsed yet.")


def _shown(each: Rehearsed) -> Shown:
    return Shown(
        name=_("With about %(players)s") % {"players": told.players_text(each.players)},
        over=each.ended_at is not None,
        stuck=each.stuck,
        done=each.done,
        of=each.of,
        how=tuple(_how(each)),
        warnings=tuple(map(told.warning_text, each.warnings)),
        told=tuple(map(_told, each.figures)),
    )


def _how(each: Rehearsed) -> Iterator[str]:
    words = {"runs": number_format(each.runs, use_l10n=True), "seed": each.seed}
    yield _("%(runs)s runs with each number of players, by chance from the seed %(seed)d.") % words
    if each.following is not None:
        day = date_format(each.following, "DATE_FORMAT")
        yield _("The next season begins on %(day)s.") % {"day": day}


def _told(each: Figures) -> Told:
    drawn = plots.shown(each).items()
    return Told(
        players=told.players_text(each.players),
        lines=tuple(told.figure_lines(each)),
        plots=tuple(
            (name, mark_safe(plots.bars(name, counts)))  # noqa: S308 - our own, names are escaped
            for plot, counts in drawn
            for name in (told.plot_name(plot),)
        ),
    )
