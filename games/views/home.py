"""The front page: my games, or what this is."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.clocks.rules.waiting import OF_ALL
from games.models import Game, Player
from games.selectors import MyGame
from games.selectors.mine import GROUPS, PAGE, MyPage
from games.services import instant
from games.views import board
from games.views.board import Moment, moment
from games.views.lists import page_of, small_picture, turns_of
from games.views.pages import for_seated, player_of, see_other
from games.views.welcome import welcome


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in my list."""

    href: str
    name: str
    ruleset: str
    people: str
    state: str
    waits: list[str]
    """Why it waits, if that is more than who is asked."""
    deadline: Moment | None
    clock: str
    """How his own deadline came about, and what of the time until then counts."""
    picture: str
    """The address of the small picture of its maze; empty before it is dealt."""


class Filter(NamedTuple):
    """A link to a part of the list, and whether that is what is shown."""

    name: str
    href: str
    chosen: bool


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a player his games and a visitor what this is."""
    player = player_of(request)
    if player is None:
        return welcome(request)
    now, page = instant.now(), page_of(request)
    group, ruleset = (request.GET.get(name, "") for name in ("show", "ruleset"))
    found = selectors.my_page(player, group=group, ruleset=ruleset, page=page, now=now)
    groups: dict[str, list[GameCard]] = {name: [] for name in GROUPS}
    for game in found.games:
        groups[_group(game)].append(_card(game, now=now))
    context = {
        "groups": groups,
        "filters": _filters(found, group, ruleset),
        "turns": turns_of(request, page, more=found.more),
        "any": bool(found.groups),
    }
    return render(request, "pages/home.html", context)


@never_cache
@for_seated
@require_safe
def next_game(_request: HttpRequest, player: Player) -> HttpResponse:
    """Lead to the game that waits for me most urgently, or to my games if none does."""
    key = selectors.next_game(player)
    return see_other(reverse("seat-mine", args=[key]) if key else reverse("home"))


def _group(game: MyGame) -> str:
    if game.game.status == Game.Status.OPEN:
        return "filling"
    return "asked" if game.my_turn else "running"


def _filters(found: MyPage, group: str, ruleset: str) -> list[list[Filter]]:
    """Offer to see less of a list that is longer than a page: by kind, and by game."""
    if sum(found.groups.values()) <= PAGE:
        return []
    kinds = {"": _("All"), "asked": _("My turn"), "running": _("Running"), "filling": _("Filling")}
    keys = {"": _("All games"), **{key: texts.ruleset_name(key) for key in sorted(found.rulesets)}}
    by_kind = [
        Filter(name, f"?{urlencode({'show': key, 'ruleset': ruleset})}", key == group)
        for key, name in kinds.items()
        if not key or found.groups.get(key)
    ]
    by_game = [
        Filter(name, f"?{urlencode({'show': group, 'ruleset': key})}", key == ruleset)
        for key, name in keys.items()
    ]
    return [by_kind, by_game] if len(found.rulesets) > 1 else [by_kind]


def _card(game: MyGame, *, now: datetime) -> GameCard:
    started = game.game.status == Game.Status.ACTIVE
    # What is for its seats alone is drawn on their pages, and behind no address of its own.
    drawn = started and not game.game.closed
    return GameCard(
        picture=small_picture(game.game.key, game.game.ply) if drawn else "",
        href=reverse("seat-mine" if started else "table-public", args=[game.game.key]),
        name=game.game.name,
        ruleset=texts.ruleset_name(game.game.ruleset),
        people=texts.joined(game.names),
        state=_state(game),
        waits=board.waits(
            # A hold is told once, above all games.
            [wait for wait in game.waits if wait.why not in OF_ALL],
            game.names,
            me=game.seat,
        ),
        deadline=moment(game.deadline, now=now) if game.deadline else None,
        clock=board.clock_text(game.own, now=now) if game.own else "",
    )


def _state(game: MyGame) -> str:
    if game.stood_in:
        return _("A bot is playing for you")
    if game.my_turn:
        return _("It is your turn")
    if game.free:
        return ngettext("One seat is free", "%(n)d seats are free", game.free) % {"n": game.free}
    if game.game.status == Game.Status.OPEN:
        return _("Ready to start")
    return _("Waiting for %(name)s") % {"name": texts.joined(game.waiting_for)}
