"""A seat's orders on a page of their own, for who comes by a letter's link and who is signed in."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from engine.errors import IllegalMove, MoveSyntaxError
from games import texts
from games.clocks.rules.refusals import Refused
from games.errors import BadLink, StaleOrders
from games.forms import OrdersForm, SettingForm
from games.links import SeatClaim
from games.models import Player
from games.orders.rules.lines import BadLines
from games.orders.services import writing
from games.orders.services.writing import Wish
from games.services import settings
from games.views import doors
from games.views.doors import Sitter, sitter
from games.views.ordering import orders_page
from games.views.pages import for_players, see_other
from games.views.seat import Wrong


@never_cache
@for_players
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show signed-in players the orders of their seat, and take what they write."""
    reader = sitter(player, key)
    try:
        return _answer(request, reader)
    except BadLink:
        # The game has not begun or is long over: their page shows what there is to see.
        return see_other(reader.table)


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Show its orders to whoever holds an email of the seat, and take what they write."""
    return _answer(request, reader)


def _answer(request: HttpRequest, reader: Sitter) -> HttpResponse:
    wrong, typed = None, None
    if request.method == "POST":
        posted, claim, now = request.POST, SeatClaim.of(reader.seat), reader.now
        if "setting" in posted:
            wrong = _try(lambda: _set(posted, claim, now))
        else:
            typed = _typed(posted)
            wrong = _try(lambda: _write(posted, claim, now))
        if wrong is None:
            return see_other(reader.href("orders"))
    table = reader.look()
    eyes = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    page = orders_page(
        table,
        eyes,
        here=reader.href("orders"),
        back=reader.table,
        problem=wrong.text(table.game.ruleset) if wrong else "",
        typed=typed,
        why=wrong.why if wrong else None,
    )
    status = wrong.status if wrong else 200
    return render(request, "pages/orders.html", {"page": page}, status=status)


def _try(change: Callable[[], bool]) -> Wrong | None:
    """Change what was posted, or tell why not; raises BadLink."""
    try:
        return None if change() else Wrong(400)
    except (BadLines, IllegalMove) as bad:
        return Wrong(422, bad)
    except MoveSyntaxError as unread:
        return Wrong(400, unread)
    except (StaleOrders, Refused) as refused:
        return Wrong(409, refused)


def _set(posted: QueryDict, claim: SeatClaim, now: datetime) -> bool:
    """Change a setting of the rules' own, unless the form is not complete."""
    form = SettingForm(posted)
    if form.is_valid():
        settings.change(claim, form.cleaned_data["setting"], now=now)
    return form.is_valid()


def _write(posted: QueryDict, claim: SeatClaim, now: datetime) -> bool:
    """Let the posted lists hold, unless the form is not complete."""
    form = OrdersForm(posted)
    if form.is_valid():
        said = form.cleaned_data
        wish = Wish(said["next"], said["standing"], said["unhurried"], said["orders"])
        writing.write(claim, wish, now=now)
    return form.is_valid()


def _typed(posted: QueryDict) -> Wish:
    """Take what was typed as it came, so that it can be shown again."""
    following, standing = (posted.get(name, "") for name in ("next", "standing"))
    return Wish(following, standing, unhurried="unhurried" in posted, seen=0)
