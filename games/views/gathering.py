"""Terms that change before the start, and the same people once more after the end."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from engine.errors import EngineError
from games import selectors, texts
from games.clocks.rules.refusals import Refused
from games.errors import NoSuchGame, SeatsNeeded, ServiceError, StaleTerms
from games.gathering.forms import ChangeForm
from games.gathering.services import changing, rematches
from games.models import Game, Player
from games.selectors import Lobby
from games.services import instant
from games.views import doors
from games.views.doors import Sitter
from games.views.pages import for_players, see_other


@never_cache
@for_players
def change(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show the terms of a table that is filling to its organiser, and change them."""
    try:
        lobby = selectors.lobby(key, player)
    except NoSuchGame:
        raise Http404 from None
    back = reverse("table-public", args=[key])
    if lobby.game.status != Game.Status.OPEN or not lobby.mine:
        return see_other(back)
    meta, epoch = selectors.offered()[lobby.game.ruleset], lobby.terms_epoch
    form = ChangeForm(meta, lobby.game, request.POST or None, epoch=epoch)
    if request.method == "POST" and form.is_valid() and _changed(request, player, lobby, form):
        return see_other(back)
    context = {"form": form, "game": lobby.game, "told": _has_readers(lobby), "back": back}
    return render(request, "pages/terms.html", context, status=400 if form.is_bound else 200)


def _has_readers(lobby: Lobby) -> bool:
    """Whether somebody would be told of other terms."""
    others = (person for person in lobby.people if person.taken and not person.bot)
    return bool(lobby.reserved) or any(person.number != lobby.my_seat for person in others)


def _changed(request: HttpRequest, player: Player, lobby: Lobby, form: ChangeForm) -> bool:
    """Change the terms and say so, or say in the form why not."""
    try:
        others = changing.change(lobby.game.key, form.terms, by=player, now=instant.now())
    except StaleTerms as stale:
        form.see_again(selectors.lobby(lobby.game.key, player).terms_epoch)
        form.add_error(None, stale.message)
    except SeatsNeeded as few:
        form.add_error("seats", few.message)
    except ServiceError as problem:
        form.add_error(None, problem.message)
    except Refused as refused:
        form.add_error(None, texts.refusal_text(refused))
    except EngineError:
        form.add_error(None, _("These terms do not go together, so nothing was changed."))
    else:
        said = (
            _("The terms are changed.") if others else _("These are the terms that hold already.")
        )
        messages.success(request, said)
        return True
    return False


@for_players
def rematch(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Open a table for the same people, or lead to the one that another of them has opened."""
    over = reverse("seat-mine", args=[key])
    if request.method != "POST":
        return see_other(over)
    try:
        again = rematches.play_again(key, by=player, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    except ServiceError as problem:
        messages.error(request, problem.message)
        return see_other(reverse("table-public", args=[key]))
    # Who declined there and comes once more finds a table that everybody sees.
    sits = selectors.own_visit(player, again.key) is not None
    return see_other(reverse("seat-mine" if sits else "table-public", args=[again.key]))


@doors.by_letter
def rematch_by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Do the same for whoever holds an email of the game that is over."""
    if request.method != "POST":
        return see_other(reader.table)
    try:
        again = rematches.play_again(reader.key, by=reader.player, now=instant.now())
    except ServiceError as problem:
        messages.error(request, problem.message)
        return see_other(reader.table)
    own = selectors.place_token(again, player=reader.player)
    if own is None:
        return see_other(reverse("table-public", args=[again.key]))
    return see_other(reverse("place-by-letter", args=[own]))
