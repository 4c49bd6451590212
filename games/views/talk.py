"""What is said beside a game: read by everybody who may, written by who sits there or watches."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import texts
from games.cases.models import Kind
from games.cases.selectors import subjects
from games.cases.services import reporting
from games.errors import (
    BadText,
    MayNotReport,
    MayNotTalk,
    NoSuchGame,
    NoSuchRemark,
    NothingToReport,
    Overtaken,
    ServiceError,
    TalkIsOld,
    TalksTooMuch,
    TooManyReports,
)
from games.forms import RemarkForm, SayForm
from games.models import Game, Player
from games.moderation.acts import ACTS
from games.moderation.services import entitled
from games.services import instant
from games.talk import selectors
from games.talk.rules.rooms import Room, Why
from games.talk.services import hearing, saying
from games.views import doors
from games.views.doors import Sitter
from games.views.pages import player_of, see_other
from games.views.talking import Typed, at, numbers, talk_page

STATUS: dict[type[ServiceError], int] = {
    BadText: 400,
    MayNotTalk: 403,
    MayNotReport: 403,
    Overtaken: 409,
    TalkIsOld: 409,
    TalksTooMuch: 429,
    TooManyReports: 429,
}


@never_cache
def of_game(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game's talk as who comes may read it, and take what a signed-in player says."""
    return _talk(request, key, player_of(request), reverse("talk-of-game", args=[key]))


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Show its table's talk to whoever holds an email of the seat, and take what they say."""
    if reader.seat.game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return see_other(reverse("talk-of-game", args=[reader.key]))
    return _talk(request, reader.key, reader.player, reader.href("talk"), reader.table)


def _talk(
    request: HttpRequest, key: str, player: Player | None, here: str, table: str = ""
) -> HttpResponse:
    """Do what was posted, and show the talk as it stands."""
    before, status, problem = numbers(request.GET), 200, ""
    typed = Typed(remark=before.pop("remark", None))
    try:
        if request.method == "POST":
            typed = _typed(request)
            _do(request, key, player)
            return see_other(here if "room" in request.POST else at(here, before))
    except (NoSuchGame, NoSuchRemark, NothingToReport):
        raise Http404 from None
    except ServiceError as wrong:
        status, problem = STATUS[type(wrong)], wrong.message
    try:
        talk = selectors.talk(key, player, now=instant.now(), before=before)
    except NoSuchGame:
        raise Http404 from None
    back = table or reverse(
        "seat-mine" if talk.standing.speaks == Room.TABLE else "table-public", args=[key]
    )
    page = talk_page(talk, here=here, table=back, before=before, typed=typed, problem=problem)
    act = ACTS["hide-talk"]
    may = player is not None and entitled.may_at(act, key, by=player)
    hides = reverse("moderation-act", args=[act.key, key]) if may else ""
    return render(request, "pages/talk.html", {"page": page, "hides": hides}, status=status)


def _do(request: HttpRequest, key: str, player: Player | None) -> None:
    """Say or wish what was posted; raises what the services raise."""
    now = instant.now()
    if player is None:
        # His sign-in ran out while he wrote: what he wrote is shown to him.
        raise MayNotTalk(Why.UNKNOWN)
    if "room" in request.POST:
        said = SayForm(request.POST)
        if not said.is_valid():
            raise Overtaken
        saying.say(key, saying.Wish(**said.cleaned_data), by=player, now=now)
        return
    form = RemarkForm(request.POST)
    if not form.is_valid():
        raise NoSuchRemark
    typed = form.cleaned_data
    remark = typed["remark"]
    match typed["act"]:
        case "mute":
            hearing.mute(key, remark, by=player, now=now)
            messages.success(request, _("Muted for you, at this game. Nobody else learns of it."))
        case "hear":
            hearing.hear(key, remark, by=player, now=now)
        case "report":
            found = subjects.of_remark(key, remark, by=player, now=now)
            wish = reporting.Said(Kind.TALK, typed["words"], typed["threat"], typed["enclose"])
            case = reporting.report(found, wish, by=player, now=now)
            messages.success(request, texts.thanks_text(case.reference))


def _typed(request: HttpRequest) -> Typed:
    """Take what was typed as it came, so that it can be shown again."""
    typed = Typed(text=request.POST.get("text", ""), words=request.POST.get("words", ""))
    return replace(typed, remark=numbers(request.POST).get("remark"))
