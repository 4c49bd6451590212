"""The moderators' pages: what is found, a game and a person with every act beside what it acts on.

Who holds no role of the staff is told of these addresses what he is told of any that no page has.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.cases.selectors import pages as cases
from games.machine import selectors as machine
from games.models import Player
from games.moderation import selectors
from games.moderation.acts import EVERY
from games.moderation.rules.matrix import Role
from games.moderation.rules.refusals import Barred, NoSuch
from games.moderation.selectors import pages
from games.moderation.services import searching
from games.services import instant
from games.views import glass as glasses
from games.views import moderated, moderating
from games.views.opened import lines
from games.views.pages import notice, player_of

P = ParamSpec("P")
_View = Callable[Concatenate[HttpRequest, Player, P], HttpResponse]


def answering(view: _View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hand a signed-in player to a view of moderators, and answer what it refuses."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = player_of(request)
        if player is None:
            raise Http404
        try:
            return view(request, player, *args, **kwargs)
        except NoSuch:
            raise Http404 from None
        except Barred:
            return _barred(request)

    return guarded


def _barred(request: HttpRequest) -> HttpResponse:
    """Say that somebody else has to look at this, and nothing of it."""
    return notice(
        request,
        _("You play here; ask another moderator"),
        _("Nobody judges where he or his household plays or ever played. Nothing was done."),
        status=403,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answering
def home(request: HttpRequest, player: Player) -> HttpResponse:
    """Find games; find people, which is logged and so takes a POST; list what waits."""
    pages.require_staff(player)
    now, roles = instant.now(), selectors.roles_of(player)
    term, who = request.GET.get("q", "").strip()[:80], request.POST.get("who", "").strip()[:254]
    if who:
        searching.note(who, by=player, now=now)
    context = {
        "q": term,
        "who": who,
        "games": moderated.cards(pages.games(term, by=player)) if term else None,
        "people": pages.people(who) if who else None,
        "ways": moderated.site_ways(roles),
        "backs": moderated.site_backs(pages.lately_on_the_site(now=now), roles, now=now),
        "under_way": moderated.under_way(machine.under_way()),
        "cases": cases.waits(by=player),
        "waiting": moderated.waiting(pages.waiting(by=player, now=now)),
        "broken": glasses.open_now(player, now=now),
    }
    return render(request, "pages/moderation/home.html", context)


@never_cache
@require_safe
@answering
def game(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show a game as a spectator sees it, its letters' fate, and every act beside what it is on.

    Directors find the games of their leagues here, too.
    """
    pages.require_staff_at(player, key)
    now = instant.now()
    page = moderated.game_page(pages.moderated(key, by=player, now=now), now=now)
    broken = [each for each in glasses.open_now(player, now=now) if each["game"] == key]
    return render(request, "pages/moderation/game.html", {"page": page, "broken": broken})


@never_cache
@require_safe
@answering
def person(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show a person with his games that the reader is no part of."""
    pages.require_staff(player)
    found, line = pages.person(key)
    tie = selectors.relation_to_person(player, found)
    context = {
        "person": moderated.person_page(
            line, selectors.roles_of(player), tie, own=found.pk == player.pk
        ),
        "sanctions": moderated.sanctions(
            pages.sanctions_of(found, by=player),
            line,
            selectors.roles_of(player),
            by=player,
            now=instant.now(),
        ),
        "post": moderated.post(pages.post_of(found, by=player), selectors.roles_of(player)),
        "games": moderated.cards(pages.games_of(found, by=player)),
        "cases": lines(cases.of_person(found, by=player, now=instant.now())),
    }
    return render(request, "pages/moderation/person.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answering
def act(request: HttpRequest, player: Player, key: str, target: str) -> HttpResponse:
    """Ask what an act needs, show what it will do, and do it."""
    if key not in EVERY:
        raise NoSuch
    try:
        return moderating.act(request, EVERY[key], target, by=player)
    except Barred:
        if EVERY[key].about != "league":
            raise
        return notice(
            request,
            _("You play there; another director must decide"),
            _("Nobody directs a division where he or his household plays. Nothing was done."),
            status=403,
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answering
def asked(request: HttpRequest, player: Player, reference: str) -> HttpResponse:
    """Show a second person what he is asked to confirm, and take his answer."""
    row = pages.act_of(reference)
    if row.role == Role.TABLE:
        raise NoSuch
    return moderating.asked(request, EVERY[row.key], row, by=player)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answering
def glass(request: HttpRequest, player: Player, reference: str) -> HttpResponse:
    """Show what somebody may look at through the glass he broke; open a page, extend, close."""
    return glasses.desk(request, reference, by=player)


@never_cache
@require_safe
@answering
def seen(request: HttpRequest, player: Player, ticket: str) -> HttpResponse:
    """Show a page that was opened, for a minute; nothing can be sent to it."""
    return glasses.page(request, ticket, by=player)
