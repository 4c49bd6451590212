"""What visitors see first: the games, each with a picture, and a table of their own at a click."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import drawing, selectors, texts
from games.forms import EmailForm, PracticeForm
from games.models import Player
from games.selectors import MyGame
from games.services import instant
from games.views.games import Described, described
from games.views.lists import small_picture
from games.views.pages import known_of

A_DAY = 24 * 3600
MINUTES = {"saboteur": 30, "saboteur2": 45, "duel": 30, "duel-solo": 20, "dark-cave": 60}
"""What the boxes say, at a table."""
FIRST = "saboteur"
"""What is dealt to who does not choose."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A game as the front page offers it."""

    told: Described
    picture: str
    takes: str
    form: PracticeForm


@dataclass(frozen=True, slots=True)
class Practised:
    """A game that the visitor practises here."""

    href: str
    name: str
    ruleset: str
    state: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A table at which people play just now, for who never saw one."""

    href: str
    name: str
    ruleset: str
    picture: str


def welcome(request: HttpRequest) -> HttpResponse:
    """Show the games to a visitor, those that he practises, and a table to watch."""
    visitor = known_of(request)
    context = {
        "form": EmailForm(),
        "hide_sign_in": True,
        "first": PracticeForm(initial={"ruleset": FIRST}, auto_id=False, bots=False),
        "games": tuple(_offered()),
        "practised": tuple(_practised(visitor)) if visitor else (),
        "watched": _watched(),
    }
    return render(request, "pages/welcome.html", context)


@require_safe
@cache_control(public=True, max_age=A_DAY)
def picture(_request: HttpRequest, key: str) -> HttpResponse:
    """Draw a game in the middle of it."""
    if key not in MINUTES:
        raise Http404
    return HttpResponse(drawing.maze_file(selectors.sample(key)), content_type="image/svg+xml")


def _offered() -> Iterator[Offered]:
    for key, meta in selectors.offered().items():
        yield Offered(
            told=described(meta),
            picture=reverse("welcome-picture", args=[key]),
            takes=_("about %(n)d minutes") % {"n": MINUTES[key]},
            form=PracticeForm(
                initial={"ruleset": key}, auto_id=f"%s-{key}", bots=meta.seats[-1] > 1
            ),
        )


def _watched() -> Watched | None:
    table = selectors.table_to_watch()
    if table is None:
        return None
    href, picture = reverse("table-public", args=[table.key]), small_picture(table.key, table.ply)
    return Watched(href, table.name, texts.ruleset_name(table.ruleset), picture)


def _practised(visitor: Player) -> Iterator[Practised]:
    for game in selectors.my_games(visitor, now=instant.now()):
        href = reverse("seat-mine", args=[game.game.key])
        ruleset = texts.ruleset_name(game.game.ruleset)
        yield Practised(href, game.game.name, ruleset, _state(game))
    for old in selectors.old_games(visitor)[0]:
        href = reverse("seat-mine", args=[old.game.key])
        over = _("It is over: see how it ended")
        yield Practised(href, old.game.name, texts.ruleset_name(old.game.ruleset), over)


def _state(game: MyGame) -> str:
    if game.my_turn:
        return _("It is your turn")
    bots = len(game.names) - 1
    return ngettext("The bot is thinking", "The bots are thinking", bots)
