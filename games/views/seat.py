"""My seat's page and my move, for who comes by a letter's link and for who is signed in."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from engine.api import Seat as SeatNumber
from engine.errors import IllegalMove, MoveSyntaxError
from games import links, selectors, texts
from games.errors import BadLink, StaleTurn
from games.forms import MoveForm
from games.middleware import speak_to
from games.models import Game, Player, Seat
from games.selectors import SeatTable
from games.services import turns
from games.views.chooser import Chooser, choose, read_picks
from games.views.pages import bad_link, for_players, see_other
from games.views.sheet import Facts, Hrefs, table_page


@never_cache
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table as it stands now to whoever holds a letter of this seat."""
    try:
        seat = selectors.seat_of(links.read_seat(token), now=timezone.now())
    except BadLink:
        return bad_link(request)
    return _page(request, seat, _letter_hrefs(token, seat.game))


# The address alone lets its holder play, so there is no cookie that another site could ride on;
# and the browsers inside mail programs often keep none.
@csrf_exempt
@never_cache
def move_by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Make a move for the seat whose letter this is."""
    try:
        seat = selectors.seat_of(links.read_seat(token), now=timezone.now())
        return _move(request, seat, _letter_hrefs(token, seat.game))
    except BadLink:
        return bad_link(request)


@never_cache
@for_players
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show a signed-in player his own seat."""
    return _page(request, _own_seat(player, key), _own_hrefs(key))


@never_cache
@for_players
def my_move(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Make a move for a signed-in player."""
    return _move(request, _own_seat(player, key), _own_hrefs(key))


def _own_seat(player: Player, key: str) -> Seat:
    seat = selectors.own_seat(player, key)
    if seat is None:
        raise Http404
    return seat


def _letter_hrefs(token: str, game: Game) -> Hrefs:
    here, move = reverse("table", args=[token]), reverse("table-move", args=[token])
    return Hrefs(here, move, reverse("game", args=[game.key]), lends=True)


def _own_hrefs(key: str) -> Hrefs:
    here, move = reverse("my-seat", args=[key]), reverse("my-move", args=[key])
    return Hrefs(here, move, reverse("game", args=[key]))


def _move(request: HttpRequest, seat: Seat, hrefs: Hrefs) -> HttpResponse:
    """Make the posted move, or show the table with the reason why not."""
    if request.method != "POST":
        return see_other(hrefs.here)
    assert seat.player is not None, "only a person's seat is opened"
    speak_to(seat.player)
    form = MoveForm(request.POST)
    if not form.is_valid():
        problem = _("The form was not complete, so nothing was done. Choose again.")
        return _page(request, seat, hrefs, problem=problem, status=400)
    text, seen = form.cleaned_data["move"], form.cleaned_data["seen_ply"]
    try:
        turns.play_move(links.claim_of(seat), text, seen_ply=seen, now=timezone.now())
    except StaleTurn as stale:
        problem = texts.problem_text(stale)
        return _page(request, seat, hrefs, problem=problem, seen_ply=seen, status=409)
    except MoveSyntaxError:
        problem = _("This cannot be read as a move, so nothing was done. Choose again.")
        return _page(request, seat, hrefs, problem=problem, status=400)
    except IllegalMove as illegal:
        problem = _("Nothing was done. %(reason)s") % {"reason": texts.reason_text(illegal.reason)}
        return _page(request, seat, hrefs, problem=problem, status=422)
    return see_other(hrefs.here)


def _page(
    request: HttpRequest,
    seat: Seat,
    hrefs: Hrefs,
    *,
    problem: str = "",
    seen_ply: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a seat's table; after a problem with what changed since the position it was seen in."""
    if seat.game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return see_other(hrefs.public)
    now = timezone.now()
    table = selectors.seat_table(seat, now=now)
    speak_to(table.reader)
    if seen_ply is not None:
        table = _since(table, seen_ply)
    page = table_page(
        Facts.of(table),
        hrefs=hrefs,
        chooser=_chooser(request, table, hrefs),
        now=now,
        problem=problem,
    )
    return render(request, "pages/table.html", {"page": page}, status=status)


def _since(table: SeatTable, seen_ply: int) -> SeatTable:
    told = (*table.earlier, *table.story)
    return replace(
        table,
        earlier=tuple(entry for entry in told if entry.ply <= seen_ply),
        story=tuple(entry for entry in told if entry.ply > seen_ply),
    )


def _chooser(request: HttpRequest, table: SeatTable, hrefs: Hrefs) -> Chooser | None:
    if not table.choices:
        return None
    picks = read_picks(request.GET.getlist("pick"))
    seat = SeatNumber(table.seat) if table.seat is not None else None
    return choose(table.choices, picks, names=table.names, seat=seat, here=hrefs.here)
