"""A game move by move, with a link to every moment; its record as a file, and to look at again."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.errors import NoSuchGame
from games.forms import RecordForm
from games.replay import selectors as replay
from games.replay.rules import records
from games.replay.rules.playing import Unplayable
from games.replay.rules.records import BadRecord, UnfinishedRecord
from games.replay.selectors import NoSuchMoment
from games.views import doors
from games.views.doors import Reader, Sitter
from games.views.pages import notice
from games.views.replaying import eyes, replay_page


@doors.public
@require_safe
def public_record(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Hand out a game's record: what everybody was told, or all of it once it is over."""
    return _file(request, reader)


@doors.mine
@require_safe
def my_record(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Hand players the record of what their seat was told, or all once it is over."""
    return _file(request, reader)


@doors.by_letter
@require_safe
def record_by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Hand the same to whoever holds an email of the seat."""
    return _file(request, reader)


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


@require_safe
def _game(request: HttpRequest, reader: Reader, ply: int | None = None) -> HttpResponse:
    """Show a moment as its reader knew it; of a game that is over as any seat did."""
    number = reader.seat.number if reader.seat else None
    try:
        seat = eyes(request.GET["as"]) if "as" in request.GET else number
        moment = replay.moment(reader.key, ply, seat=seat, own=number)
    except (NoSuchGame, NoSuchMoment):
        raise Http404 from None
    except Unplayable:
        return notice(
            request,
            _("This game cannot be shown move by move"),
            _("It was dealt by rules of long ago. Its whole story can still be read."),
            status=404,
            next_href=reader.table,
            next_label=_("To the table"),
        )
    page = replay_page(moment, seat, lambda at, who: f"{reader.href('replays', at)}?as={who}")
    context = {
        "page": page,
        "table": reader.table,
        "record": reverse(_RECORDS[reader.door], args=[reader.word]),
        "public": "" if moment.closed else reverse("replays-public", args=[reader.key, moment.ply]),
        "lends": reader.door == "by-letter",
    }
    return render(request, "pages/replay/replay.html", context)


_RECORDS = {
    "public": "replays-public-record",
    "mine": "replays-my-record",
    "by-letter": "replays-record-by-letter",
}
public, by_letter, mine = doors.three(_game)


def _file(request: HttpRequest, reader: Reader) -> HttpResponse:
    try:
        found = replay.record(reader.key, reader.seat)
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
    answer["Content-Disposition"] = f'attachment; filename="saboteur-{reader.key}.json"'
    return answer
