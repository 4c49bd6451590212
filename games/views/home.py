"""The front page: my games, or what this is."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.clocks.rules.waiting import Why
from games.forms import EmailForm
from games.models import Game, Player
from games.selectors import MyGame
from games.services import instant
from games.views import board
from games.views.board import Moment, moment
from games.views.pages import for_players, player_of, see_other


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in my list."""

    href: str
    ruleset: str
    people: str
    state: str
    waits: list[str]
    """Why it waits, if that is more than who is asked."""
    deadline: Moment | None
    clock: str
    """How his own deadline came about, and what of the time until then counts."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a player his games and a visitor what this is."""
    player = player_of(request)
    if player is None:
        context = {"form": EmailForm(), "hide_sign_in": True}
        return render(request, "pages/welcome.html", context)
    now = instant.now()
    groups: dict[str, list[GameCard]] = {"waiting": [], "running": [], "opening": [], "ended": []}
    for game in selectors.my_games(player, now=now):
        groups[_group(game)].append(_card(game, now=now))
    return render(request, "pages/home.html", groups)


@never_cache
@for_players
@require_safe
def next_game(_request: HttpRequest, player: Player) -> HttpResponse:
    """Lead to the game that waits for me most urgently, or to my games if none does."""
    key = selectors.next_game(player)
    return see_other(reverse("seat-mine", args=[key]) if key else reverse("home"))


def _group(game: MyGame) -> str:
    if game.my_turn:
        return "waiting"
    if game.game.ended_at is not None:
        return "ended"
    return "opening" if game.game.status == Game.Status.OPEN else "running"


def _card(game: MyGame, *, now: datetime) -> GameCard:
    started = game.game.status in (Game.Status.ACTIVE, Game.Status.FINISHED)
    return GameCard(
        href=reverse("seat-mine" if started else "table-public", args=[game.game.key]),
        ruleset=texts.ruleset_name(game.game.ruleset),
        people=texts.joined(game.names),
        state=_state(game),
        waits=board.waits(
            # A hold is told once, above all games.
            [wait for wait in game.waits if wait.why != Why.HELD],
            game.names,
            me=game.seat,
        ),
        deadline=moment(game.deadline, now=now) if game.deadline else None,
        clock=board.clock_text(game.own, now=now) if game.own else "",
    )


def _state(game: MyGame) -> str:
    ended = game.game.ended_at
    if ended is not None:
        return _("Over since %(day)s") % {"day": texts.day_text(ended)}
    if game.stood_in:
        return _("A bot is playing for you")
    if game.my_turn:
        return _("It is your turn")
    if game.free:
        return ngettext("One seat is free", "%(n)d seats are free", game.free) % {"n": game.free}
    if game.game.status == Game.Status.OPEN:
        return _("Ready to start")
    return _("Waiting for %(name)s") % {"name": texts.joined(game.waiting_for)}
