"""A player's games that are over."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors, texts
from games.forms import OldGamesForm
from games.models import Player
from games.selectors.mine import OldGame
from games.views.lists import page_of, small_picture, turns_of
from games.views.pages import for_seated


@dataclass(frozen=True, slots=True)
class OldCard:
    """A game that is over, in a list."""

    key: str
    href: str
    name: str
    ruleset: str
    people: str
    result: str
    """One of RESULTS, for the look of it."""
    result_text: str
    day: str
    picture: str


@never_cache
@for_seated
@require_safe
def archive(request: HttpRequest, player: Player) -> HttpResponse:
    """List my games that are over, the last one first."""
    form, page = OldGamesForm(selectors.offered(), request.GET), page_of(request)
    sought = form.sought
    ruleset, result = sought.get("ruleset", ""), sought.get("result", "")
    games, more = selectors.old_games(player, ruleset=ruleset, result=result, page=page)
    context = {
        "seek": form,
        "narrowed": bool(sought),
        "games": [old_card(game) for game in games],
        "turns": turns_of(request, page, more=more),
    }
    return render(request, "pages/archive.html", context)


def old_card(old: OldGame) -> OldCard:
    """Describe a game that is over."""
    game = old.game
    assert game.ended_at is not None, "it is over"
    return OldCard(
        key=game.key,
        href=reverse("seat-mine", args=[game.key]),
        name=game.name,
        ruleset=texts.ruleset_name(game.ruleset),
        people=texts.joined(old.names),
        result=old.result,
        result_text=texts.result_text(old.result, old.played),
        day=_("Over since %(day)s") % {"day": texts.day_text(game.ended_at)},
        picture="" if game.closed else small_picture(game.key, game.ply),
    )
