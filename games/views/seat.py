"""My seat's page and my move, for who comes by a letter's link and for who is signed in."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from engine.errors import IllegalMove, MoveSyntaxError
from games import links, selectors, texts
from games.clocks.rules.refusals import Refused
from games.errors import BadLink, StaleTurn, TooLate
from games.forms import MoveForm, SettingForm
from games.links import SeatClaim
from games.middleware import speak_to
from games.models import Game, Player, Seat
from games.selectors import SeatTable
from games.services import instant, settings, turns
from games.texts import Reader
from games.views.chooser import Chooser, choose, read_picks
from games.views.pages import bad_link, for_players, see_other
from games.views.sheet import Facts, Hrefs, table_page


@never_cache
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table as it stands now to whoever holds a letter of this seat."""
    now = instant.now()
    try:
        seat = selectors.seat_of(links.read_seat(token), now=now)
    except BadLink:
        return bad_link(request)
    return _page(request, seat, _letter_hrefs(token, seat.game), now=now)


# The address alone lets its holder play, so there is no cookie that another site could ride on;
# and the browsers inside mail programs often keep none.
@csrf_exempt
@never_cache
def move_by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Make a move, or change a setting, for the seat whose letter this is."""
    if request.method != "POST":
        return see_other(reverse("seat-by-letter", args=[token]))
    now = instant.now()
    try:
        claim = links.read_seat(token)
        wrong = _try(request, claim, now=now)
        if wrong is None:
            return see_other(reverse("seat-by-letter", args=[token]))
        seat = selectors.seat_of(claim, now=now)
    except BadLink:
        return bad_link(request)
    return _page(request, seat, _letter_hrefs(token, seat.game), wrong, now=now)


@never_cache
@for_players
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show a signed-in player his own seat."""
    return _page(request, _own_seat(player, key), _own_hrefs(key), now=instant.now())


@never_cache
@for_players
def my_move(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Make a move, or change a setting, for a signed-in player."""
    hrefs = _own_hrefs(key)
    if request.method != "POST":
        return see_other(hrefs.here)
    now = instant.now()
    try:
        wrong = _try(request, links.claim_of(_own_seat(player, key)), now=now)
    except BadLink:
        # The game has not begun or is long over: his page shows what there is to see.
        return see_other(hrefs.here)
    if wrong is None:
        return see_other(hrefs.here)
    return _page(request, _own_seat(player, key), hrefs, wrong, now=now)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why what was posted was not done. Said in the reader's language, so not yet in words."""

    status: int
    why: Exception | None = None
    seen_ply: int | None = None
    """The position that the reader chose in, where the table has moved on since."""

    def text(self, ruleset: str) -> str:
        """Say what happened and what stands."""
        match self.why:
            case StaleTurn() | TooLate():
                return texts.problem_text(self.why)
            case Refused():
                return texts.refusal_text(self.why)
            case MoveSyntaxError():
                return _("This cannot be read as a move, so nothing was done. Choose again.")
            case IllegalMove(reason=reason):
                why = texts.reason_text(ruleset, reason)
                return _("Nothing was done. %(reason)s") % {"reason": why}
            case _:
                return _("The form was not complete, so nothing was done. Choose again.")


def _try(request: HttpRequest, claim: SeatClaim, *, now: datetime) -> Wrong | None:
    """Make the posted move or change the posted setting, or tell why not; raises BadLink."""
    form = SettingForm(request.POST) if "setting" in request.POST else MoveForm(request.POST)
    if not form.is_valid():
        return Wrong(400)
    posted = form.cleaned_data
    try:
        if "setting" in posted:
            settings.change(claim, posted["setting"], now=now)
        else:
            turns.play_move(claim, posted["move"], seen_ply=posted["seen_ply"], now=now)
    except (StaleTurn, TooLate) as overtaken:
        return Wrong(409, overtaken, seen_ply=overtaken.seen_ply)
    except Refused as refused:
        return Wrong(409, refused)
    except MoveSyntaxError as unread:
        return Wrong(400, unread)
    except IllegalMove as illegal:
        return Wrong(422, illegal)
    return None


def _own_seat(player: Player, key: str) -> Seat:
    seat = selectors.own_seat(player, key)
    if seat is None:
        raise Http404
    return seat


def _letter_hrefs(token: str, game: Game) -> Hrefs:
    here, move = (
        reverse("seat-by-letter", args=[token]),
        reverse("seat-move-by-letter", args=[token]),
    )
    time = reverse("time-by-letter", args=[token])
    return Hrefs(here, move, reverse("table-public", args=[game.key]), time, lends=True)


def _own_hrefs(key: str) -> Hrefs:
    here, move = reverse("seat-mine", args=[key]), reverse("seat-my-move", args=[key])
    return Hrefs(here, move, reverse("table-public", args=[key]), reverse("time-table", args=[key]))


def _page(
    request: HttpRequest, seat: Seat, hrefs: Hrefs, wrong: Wrong | None = None, *, now: datetime
) -> HttpResponse:
    """Show a seat's table; after a problem with what changed since the position it was seen in."""
    if seat.game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return see_other(hrefs.public)
    table = selectors.seat_table(seat, now=now)
    speak_to(table.reader)
    if wrong and wrong.seen_ply is not None:
        table = _since(table, wrong.seen_ply)
    facts = Facts.of(table)
    page = table_page(
        facts,
        hrefs=hrefs,
        chooser=_chooser(request, table, facts.reader, hrefs),
        settings=table.settings,
        now=now,
        problem=wrong.text(table.game.ruleset) if wrong else "",
    )
    status = wrong.status if wrong else 200
    return render(request, "pages/table.html", {"page": page}, status=status)


def _since(table: SeatTable, seen_ply: int) -> SeatTable:
    told = (*table.earlier, *table.story)
    return replace(
        table,
        earlier=tuple(entry for entry in told if entry.ply <= seen_ply),
        story=tuple(entry for entry in told if entry.ply > seen_ply),
    )


def _chooser(
    request: HttpRequest, table: SeatTable, reader: Reader, hrefs: Hrefs
) -> Chooser | None:
    if not table.choices:
        return None
    picks = read_picks(request.GET.getlist("pick"))
    return choose(table.choices, picks, reader=reader, here=hrefs.here)
