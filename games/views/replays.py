"""A game move by move, with a link to every moment; its record as a file, and to look at again."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games import links
from games.errors import BadLink, NoSuchGame
from games.forms import RecordForm
from games.middleware import speak_to
from games.models import Player, Seat
from games.replay import selectors as replay
from games.replay.rules import records
from games.replay.rules.playing import Unplayable
from games.replay.rules.records import BadRecord, UnfinishedRecord
from games.replay.selectors import NoSuchMoment
from games.selectors import visit_of
from games.views.pages import bad_link, for_seated, notice
from games.views.replaying import eyes, replay_page
from games.views.seat import own_visit_or_404


@never_cache
@require_safe
def public(request: HttpRequest, key: str, ply: int | None = None) -> HttpResponse:
    """Show a moment as everybody knew it; of a game that is over as any seat did."""
    return _game(request, key, ply, None, ("replays-public", key), "table-public")


@never_cache
@for_seated
@require_safe
def mine(request: HttpRequest, player: Player, key: str, ply: int | None = None) -> HttpResponse:
    """Show a moment to a signed-in player as his seat knew it."""
    seat = own_visit_or_404(player, key).seat
    return _game(request, key, ply, seat, ("replays-mine", key), "seat-mine")


@never_cache
@require_safe
def by_letter(request: HttpRequest, token: str, ply: int | None = None) -> HttpResponse:
    """Show a moment to whoever holds a letter of the seat, as the seat knew it."""
    try:
        seat = visit_of(links.SEAT.read(token)).seat
    except BadLink:
        return bad_link(request)
    if seat.player:
        speak_to(seat.player)
    return _game(request, seat.game.key, ply, seat, ("replays-by-letter", token), "seat-by-letter")


@never_cache
@require_safe
def public_record(request: HttpRequest, key: str) -> HttpResponse:
    """Hand out a game's record: what everybody was told, or all of it once it is over."""
    return _file(request, key, None)


@never_cache
@for_seated
@require_safe
def my_record(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Hand a signed-in player the record of what his seat was told, or all once it is over."""
    return _file(request, key, own_visit_or_404(player, key).seat)


@never_cache
@require_safe
def record_by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Hand the same to whoever holds a letter of the seat."""
    try:
        seat = visit_of(links.SEAT.read(token)).seat
    except BadLink:
        return bad_link(request)
    return _file(request, seat.game.key, seat)


# Nothing is kept and nobody is known: there is no right that another site could borrow.
@csrf_exempt
@never_cache
def shown(request: HttpRequest) -> HttpResponse:
    """Show a record again, move by move; it comes along with every step, since nothing is kept."""
    if request.method != "POST":
        return render(request, "pages/replay/ask.html", {"form": RecordForm()})
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "pages/replay/ask.html", {"form": form}, status=400)
    ply, _colon, who = form.cleaned_data["at"].partition(":")
    try:
        record = records.read(form.cleaned_data["record"])
        seat = eyes(who)
        moment = replay.shown(record, int(ply or 0), seat)
    except (BadRecord, NoSuchMoment, Unplayable) as wrong:
        form.add_error("file", _why(wrong))
        return render(request, "pages/replay/ask.html", {"form": form}, status=422)
    page = replay_page(moment, seat, lambda at, who: f"{at}:{who}")
    posted = records.text(record)
    return render(request, "pages/replay/replay.html", {"page": page, "posted": posted})


def _why(wrong: Exception) -> str:
    match wrong:
        case UnfinishedRecord():
            return _(
                "This record was written while the game still ran: it says what one reader was "
                "told, and holds no positions. Fetch it again when the game is over."
            )
        case Unplayable(ply=ply):
            return _("Move %(ply)d of this record is against the rules, so it cannot be shown.") % {
                "ply": ply
            }
        case _:
            return _(
                "This is no record of a game from here. Take the file as it was downloaded, whole "
                "and unchanged."
            )


def _game(
    request: HttpRequest,
    key: str,
    ply: int | None,
    own: Seat | None,
    here: tuple[str, str],
    table: str,
) -> HttpResponse:
    name, word = here
    number = own.number if own else None
    try:
        seat = eyes(request.GET["as"]) if "as" in request.GET else number
        moment = replay.moment(key, ply, seat=seat, own=number)
    except (NoSuchGame, NoSuchMoment):
        raise Http404 from None
    except Unplayable:
        return notice(
            request,
            _("This game cannot be shown move by move"),
            _("It was dealt by rules of long ago. Its whole story can still be read."),
            status=404,
            next_href=reverse(table, args=[word]),
            next_label=_("To the table"),
        )
    page = replay_page(moment, seat, lambda at, who: f"{reverse(name, args=[word, at])}?as={who}")
    context = {
        "page": page,
        "table": reverse(table, args=[word]),
        "record": reverse(_RECORDS[name], args=[word]),
        "public": "" if moment.closed else reverse("replays-public", args=[key, moment.ply]),
        "lends": name == "replays-by-letter",
    }
    return render(request, "pages/replay/replay.html", context)


_RECORDS = {
    "replays-public": "replays-public-record",
    "replays-mine": "replays-my-record",
    "replays-by-letter": "replays-record-by-letter",
}


def _file(request: HttpRequest, key: str, seat: Seat | None) -> HttpResponse:
    try:
        found = replay.record(key, seat)
    except NoSuchGame:
        raise Http404 from None
    except Unplayable:
        return notice(
            request,
            _("There is no record of this game"),
            _("It was dealt by rules of long ago. Its whole story can still be read."),
            status=404,
        )
    answer = JsonResponse(found)
    answer["Content-Disposition"] = f'attachment; filename="saboteur-{key}.json"'
    return answer
