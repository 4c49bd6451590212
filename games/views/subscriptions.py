"""What I am written of: my choice, as a rule and of one game; and the link that stops letters."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links, selectors, texts
from games.delivery.services import answering
from games.errors import BadLink
from games.forms import LettersForm
from games.links import StopClaim
from games.middleware import speak_to
from games.models import Player
from games.selectors import MyGame
from games.services import instant
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Choice, Stop, told
from games.subscriptions.services import choosing
from games.views.pages import bad_link, for_players, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class Line:
    """A game of mine, and what I am written of it."""

    href: str
    name: str
    pace: str
    choice: str
    without_mail: bool


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Choose what I am written of as a rule, and see what holds for each game."""
    chosen, now = subscriptions.choices(player.pk), instant.now()
    if request.method == "POST" and "everything" in request.POST:
        choosing.stop(StopClaim(Stop.EVERYTHING, player.pk), now=now)
        messages.success(request, _("Stopped. Only sign-in codes and account emails still come."))
        return see_other(reverse("subscriptions-mine"))
    form = LettersForm.as_a_rule(
        request.POST or None,
        chosen=told(chosen, None),
        hour=subscriptions.hour(player.pk),
        invited=not subscriptions.refuses(player.email or ""),
    )
    if request.method == "POST" and form.is_valid():
        choosing.choose(
            player,
            form.chosen,
            hour=form.cleaned_data["hour"],
            invited=form.cleaned_data["invited"],
            now=now,
        )
        messages.success(request, _("Saved. Letters that have not left yet go by it too."))
        return see_other(reverse("subscriptions-mine"))
    context = {
        "form": form,
        "stopped": told(chosen, None).stopped,
        "games": [_line(game, chosen) for game in selectors.my_games(player, now=now)],
    }
    return render(
        request, "pages/account/letters.html", context, status=400 if form.errors else 200
    )


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def of_game(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Choose what I am written of one game."""
    games = selectors.my_games(player, now=instant.now())
    game = next((each for each in games if each.game.key == key), None)
    if game is None:
        raise Http404
    chosen = subscriptions.choices(player.pk)
    form = LettersForm.of_game(request.POST or None, chosen=told(chosen, game.game.id))
    if request.method == "POST" and ("as-usual" in request.POST or form.is_valid()):
        wish = None if "as-usual" in request.POST else form.chosen
        choosing.choose_for(player, game.game.id, wish, now=instant.now())
        messages.success(request, _("Saved. Letters that have not left yet go by it too."))
        return see_other(reverse("subscriptions-mine"))
    context = {"form": form, "game": _line(game, chosen), "own": game.game.id in chosen}
    return render(
        request, "pages/account/letters_of_game.html", context, status=400 if form.errors else 200
    )


# Mail programs post here by themselves, with no cookie and so with no form of ours: the signed
# token alone says whose letters they are, and the worst it does can be taken back.
@csrf_exempt
@never_cache
@require_http_methods(FORM_METHODS)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the link of a letter stops; stop it, or let it come again, at a POST alone.

    Whoever got a forwarded email holds its link: it stops one kind or one game, never everything,
    and names no game.
    """
    now = instant.now()
    try:
        claim = links.STOP.read(token)
        player = subscriptions.holder(claim)
        if request.method == "POST" and "again" in request.POST:
            answering.let_come(claim, now=now)
        elif request.method == "POST" and claim.stop == Stop.EVERYTHING:
            return _stop_page(request, claim, player, status=403)
        elif request.method == "POST":
            choosing.stop(claim, now=now)
    except BadLink:
        return bad_link(request)
    if request.method == "POST" and request.POST.get("List-Unsubscribe") != "One-Click":
        return see_other(reverse("subscriptions-stop", args=[token]))
    # A mail program is answered at once: it follows no way on.
    return _stop_page(request, claim, player)


def _stop_page(
    request: HttpRequest, claim: StopClaim, player: Player | None, *, status: int = 200
) -> HttpResponse:
    if player is not None:
        speak_to(player)
    stopped = subscriptions.is_stopped(claim)
    game = _("this game") if claim.game_id else ""
    of_game = StopClaim(Stop.GAME, claim.who, claim.game_id, claim.epoch)
    context = {
        "what": texts.stop_text(claim.stop, game),
        "stopped": stopped,
        "everything": claim.stop == Stop.EVERYTHING,
        "refused": status != 200,
        "all_of_game": texts.stop_text(Stop.GAME, game) if game and claim != of_game else "",
        "game_href": reverse("subscriptions-stop", args=[links.STOP.sign(of_game)]),
        "silent": stopped and player is not None and _silent(claim, player),
        "known": player is not None,
        "hide_sign_in": True,
    }
    return render(request, "pages/account/stop.html", context, status=status)


def _silent(claim: StopClaim, player: Player) -> bool:
    """Tell whether by what was stopped no email says any more that it is a player's turn."""
    return subscriptions.choice(player.pk, claim.game_id or None).without_mail


def _line(game: MyGame, chosen: Mapping[int | None, Choice]) -> Line:
    return Line(
        href=reverse("subscriptions-of-game", args=[game.game.key]),
        name=game.game.name,
        pace=texts.style_text(game.game.time.style),
        choice=texts.choice_text(told(chosen, game.game.id)),
        without_mail=told(chosen, game.game.id).without_mail,
    )
