"""My seat's page and my move, for who comes by a letter's link and for who is signed in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from engine.api import Pick
from engine.errors import IllegalMove, MoveSyntaxError
from games import links, selectors, texts
from games.clocks.rules.refusals import Refused
from games.clocks.rules.waiting import CLOSED
from games.errors import BadLink, StaleOrders, StaleTurn, TooLate
from games.forms import MoveForm
from games.links import SeatClaim
from games.middleware import speak_to
from games.models import Game, Player, Seat
from games.orders.rules.lines import BadLines
from games.selectors import Look, SeatTable
from games.services import instant, turns
from games.substitutes.selectors import sat_before
from games.texts import Reader
from games.views import lost
from games.views.chooser import Chooser, choose, read_picks
from games.views.covers import is_covered
from games.views.noticing import notice_of
from games.views.ordering import left
from games.views.pages import address_of, bad_link, for_seated, known_of, see_other, tag_of
from games.views.sheet import Facts, Hrefs, table_page


@never_cache
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table as it stands now to whoever holds a letter of this seat."""
    try:
        look = selectors.look_of(links.SEAT.read(token))
        return _page(request, look, _letter_hrefs(token, look.seat.game.key))
    except BadLink:
        return bad_link(request)


# The address alone lets its holder play, so there is no cookie that another site could ride on;
# and the browsers inside mail programs often keep none.
@csrf_exempt
@never_cache
def move_by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Make a move for the seat whose letter this is."""
    if request.method != "POST":
        return see_other(reverse("seat-by-letter", args=[token]))
    try:
        claim = links.SEAT.read(token)
        wrong = _try(request, claim, now=instant.now())
        if wrong is None:
            return see_other(reverse("seat-by-letter", args=[token]))
        look = selectors.look_of(claim)
        return _page(request, look, _letter_hrefs(token, look.seat.game.key), wrong)
    except BadLink:
        return lost.by_link(request, token) or bad_link(request)


@never_cache
@for_seated
def mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show a signed-in player his own seat; who had one sees what everybody may see."""
    hrefs = _own_hrefs(key, practises=player.email is None)
    look = selectors.own_look(player, key)
    if look is not None:
        return _page(request, look, hrefs)
    if sat_before(key, player):
        return see_other(hrefs.public)
    raise Http404


@never_cache
@for_seated
def my_move(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Make a move for a signed-in player."""
    hrefs = _own_hrefs(key, practises=player.email is None)
    if request.method != "POST":
        return see_other(hrefs.here)
    visit = selectors.own_visit(player, key)
    if visit is None:
        if told := lost.by_player(request, key, player):
            return told
        raise Http404
    try:
        wrong = _try(request, SeatClaim.of(visit.seat), now=visit.now)
        if wrong is None:
            return see_other(hrefs.here)
        if look := selectors.own_look(player, key):
            return _page(request, look, hrefs, wrong)
    except BadLink:
        pass
    # The game has not begun, is long over or another's: his page shows what there is to see.
    return lost.by_player(request, key, player) or see_other(hrefs.here)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why what was posted was not done. Said in the reader's language, so not yet in words."""

    status: int
    why: Exception | None = None
    seen_ply: int | None = None
    """The position that the reader chose in, where the table has moved on since."""
    move: str = ""
    """What the table overtook: it is before his eyes again."""

    def text(self, ruleset: str) -> str:
        """Say what happened and what stands."""
        match self.why:
            case StaleTurn() | TooLate() | StaleOrders():
                return self.why.message
            case BadLines(found=found):
                return texts.faults_text(len(found))
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
    """Make the posted move, or tell why not; raises BadLink."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return Wrong(400)
    posted = form.cleaned_data
    try:
        turns.play_move(claim, posted["move"], seen_ply=posted["seen_ply"], now=now)
    except StaleTurn as stale:
        move = "" if stale.already_made else posted["move"]
        return Wrong(409, stale, seen_ply=stale.seen_ply, move=move)
    except TooLate as late:
        return Wrong(409, late, seen_ply=late.seen_ply)
    except Refused as refused:
        return Wrong(409, refused)
    except MoveSyntaxError as unread:
        return Wrong(400, unread)
    except IllegalMove as illegal:
        return Wrong(422, illegal)
    return None


def own_visit_or_404(player: Player, key: str) -> selectors.Visit:
    """Find the seat of a signed-in player; nobody else learns whether there is one."""
    visit = selectors.own_visit(player, key)
    if visit is None:
        raise Http404
    return visit


# A page is asked for again and again, and of each there is a dozen.
@lru_cache(maxsize=1_000)
def _letter_hrefs(token: str, key: str) -> Hrefs:
    here, move = (
        address_of("seat-by-letter", token),
        address_of("seat-move-by-letter", token),
    )
    return Hrefs(
        here,
        move,
        address_of("table-public", key),
        time=address_of("time-by-letter", token),
        seats=address_of("seats-by-letter", token),
        cells=address_of("cells-by-letter", token),
        story=address_of("stories-by-letter", token),
        replay=address_of("replays-by-letter", token),
        orders=address_of("orders-by-letter", token),
        talk=address_of("talk-by-letter", token),
        notes=address_of("notes-by-letter", token),
        cover=address_of("covers-cover"),
        presence=address_of("presence-by-letter", token),
        again=address_of("gathering-rematch-by-letter", token),
        lends=True,
    )


@lru_cache(maxsize=1_000)
def _own_hrefs(key: str, *, practises: bool) -> Hrefs:
    here, move = address_of("seat-mine", key), address_of("seat-my-move", key)
    practised = Hrefs(
        here,
        move,
        address_of("table-public", key),
        time="",
        cells=address_of("cells-mine", key),
        story=address_of("stories-mine", key),
        replay=address_of("replays-mine", key),
        cover=address_of("covers-cover"),
        presence=address_of("presence-mine", key),
        keep=f"{address_of('accounts-sign-in')}?{urlencode({'next': here})}",
    )
    if practises:
        return practised
    return replace(
        practised,
        keep="",
        time=address_of("time-table", key),
        seats=address_of("seats-of-game", key),
        orders=address_of("orders-mine", key),
        talk=address_of("talk-of-game", key),
        notes=address_of("notes-mine", key),
        following=address_of("home-next-game"),
        again=address_of("gathering-rematch", key),
    )


def _page(
    request: HttpRequest, look: Look, hrefs: Hrefs, wrong: Wrong | None = None
) -> HttpResponse:
    """Show a seat's table; after a problem with what changed since the position it was seen in."""
    minute = look.now.replace(second=0, microsecond=0)  # what is shown of time changes with it
    if look.seat.game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return see_other(hrefs.public)
    glance = look.glance(minute)
    tag = tag_of(request, glance.version)
    known = None if wrong else get_conditional_response(request, etag=tag)
    if known:
        return known
    seen_ply = wrong.seen_ply if wrong else None
    table = glance.whole(seen_ply)
    speak_to(table.reader)
    if seen_ply is not None:
        table = _since(table, seen_ply)
    facts = Facts.of(table)
    draft = Draft.of(table, facts.reader, wrong.move if wrong else "")
    chooser = _chooser(request, table, facts.reader, hrefs, draft)
    if hrefs.following and (chooser or not _waits_elsewhere(look.seat)):
        hrefs = replace(hrefs, following="")
    page = table_page(
        facts,
        hrefs=hrefs,
        chooser=chooser,
        orders=left(table) if hrefs.orders else None,
        codes=_codes(table, facts.reader) if chooser and hrefs.orders else (),
        now=minute,
        problem=_problem(wrong, table) if wrong else "",
        draft=draft.text if draft else "",
        tag=tag,
        hidden=is_covered(request),
    )
    context: dict[str, Any] = {"page": page}
    seat = look.seat
    if seat.number in facts.unreached and seat.player is not None:
        # By his letter's link too, where nobody is signed in.
        himself = known_of(request) == seat.player
        context["letters_notice"] = notice_of(seat.player, himself=himself)
    response = render(request, "pages/table.html", context)
    if wrong:
        response.status_code = wrong.status
    else:
        response.headers["ETag"] = tag
    return response


def _codes(table: SeatTable, reader: Reader) -> Sequence[tuple[str, str]]:
    """List the codes for who answers letters; a letter has no room for all of them."""
    return texts.code_lines(table.choices, reader) if settings.REPLY_DOMAIN else ()


def _waits_elsewhere(seat: Seat) -> bool:
    """Tell whether another game waits for who looks at this one."""
    player = seat.player
    return player is not None and selectors.next_game(player, but=seat.game_id) is not None


def _since(table: SeatTable, seen_ply: int) -> SeatTable:
    told = (*table.earlier, *table.story)
    return replace(
        table,
        earlier=tuple(entry for entry in told if entry.ply <= seen_ply),
        story=tuple(entry for entry in told if entry.ply > seen_ply),
    )


def _problem(wrong: Wrong, table: SeatTable) -> str:
    """Say what went wrong; if an act overtook him, whose."""
    told = [entry.act.said for entry in table.story if entry.act and "reference" in entry.act.said]
    if wrong.move and told:
        return texts.changed_by_text(told[-1])
    return wrong.text(table.game.ruleset)


@dataclass(frozen=True, slots=True)
class Draft:
    """What the reader chose and could not play, in words; its picks if it can be played now."""

    text: str
    picks: tuple[Pick, ...]

    @classmethod
    def of(cls, table: SeatTable, reader: Reader, overtaken: str) -> "Draft | None":
        """Take up what the table overtook, or what was kept of it while it was closed."""
        move = overtaken or table.draft
        picks = selectors.picks_of(table.game.ruleset, move) if move else ()
        if not picks:
            return None
        words, fits = reader.book.move_text(picks, reader), _fits(table, move)
        if overtaken:
            text = texts.overtaken_draft_text(words, fits=fits)
        elif table.choices:
            text = texts.draft_text(words, closed=_is_closed(table))
        else:
            return None
        return cls(text, picks if fits else ())


def _fits(table: SeatTable, move: str) -> bool:
    return not _is_closed(table) and any(choice.text == move for choice in table.choices)


def _is_closed(table: SeatTable) -> bool:
    return any(wait.why in CLOSED for wait in table.waits)


def _chooser(
    request: HttpRequest, table: SeatTable, reader: Reader, hrefs: Hrefs, draft: Draft | None
) -> Chooser | None:
    if not table.choices or _is_closed(table):
        return None
    # An empty pick is one, too: so somebody chooses anew.
    picks = read_picks(request.GET.getlist("pick"))
    if draft is not None and "pick" not in request.GET:
        picks = list(draft.picks)
    return choose(table.choices, picks, reader=reader, here=hrefs.here)
