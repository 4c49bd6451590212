"""What is done from a letter before the game: answering, taking a free seat, starting."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import links, selectors, texts
from games.clocks.rules.refusals import Refused
from games.clocks.rules.settings import fit_for
from games.errors import (
    AlreadySeated,
    BadLink,
    InvitationClosed,
    NameTaken,
    NotOpen,
    Sanctioned,
    SeatsMissing,
    ServiceError,
)
from games.forms import EmailForm, NewcomerForm
from games.links import InvitationClaim, JoinClaim, StartClaim
from games.models import Game, Invitation, Player
from games.selectors import GameFacts, InvitationFacts, Lobby, records
from games.services import games, instant, invitations
from games.services.people import Said
from games.views.first_seat import newcomer, take
from games.views.pages import bad_link, notice, player_of, rename_first, see_other
from games.views.waiting import terms

WELCOME = gettext_lazy("The seat is yours. When the game begins, you get a letter.")


# Whoever holds the letter may answer; there is no cookie that another site could ride on.
@csrf_exempt
@never_cache
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation and take its answer."""
    try:
        claim = links.INVITATION.read(token)
        invited = selectors.invitation_page(claim)
    except BadLink:
        return bad_link(request)
    if request.method == "POST":
        return _answer(request, claim, invited)
    if invited.status == Invitation.Status.ACCEPTED:
        return see_other(_own_place(invited))
    if invited.game.status != Game.Status.OPEN:
        return _closed(request, NotOpen(invited.game.status), invited.game)
    if invited.status != Invitation.Status.PENDING:
        return _closed(request, InvitationClosed(invited.status), invited.game)
    return _ask(request, invited, _form(invited, request))


def _own_place(invited: InvitationFacts) -> str:
    """Lead to the place that was taken; once its links were revoked, to what everybody sees."""
    if invited.place is None:
        return _table(invited.game)
    return reverse("place-by-letter", args=[invited.place])


def _answer(request: HttpRequest, claim: InvitationClaim, invited: InvitationFacts) -> HttpResponse:
    form = _form(invited, request)
    declined = request.POST.get("answer") == "decline"
    if not declined and form is not None and not form.is_valid():
        return _ask(request, invited, form, status=400)
    try:
        return _decline(request, claim, invited) if declined else _accept(request, claim, form)
    except BadLink:
        return bad_link(request)
    except NameTaken as problem:
        if form is None:
            return rename_first(request, problem)
        form.add_error("name", problem.message)
        return _ask(request, invited, form, status=409)
    except ServiceError as problem:
        return _closed(request, problem, invited.game)


def _decline(
    request: HttpRequest, claim: InvitationClaim, invited: InvitationFacts
) -> HttpResponse:
    invitations.decline(claim, now=instant.now())
    thanks = _("%(name)s gets word of it. Thank you for answering.")
    return notice(request, _("You declined"), thanks % {"name": invited.game.organiser})


def _accept(
    request: HttpRequest, claim: InvitationClaim, form: NewcomerForm | None
) -> HttpResponse:
    said = form.said if form else None
    invitations.accept(claim, language=get_language() or "", said=said, now=instant.now())
    messages.success(request, WELCOME)
    return see_other(_own_place(selectors.invitation_page(claim)))


def _form(invited: InvitationFacts, request: HttpRequest) -> NewcomerForm | None:
    """Ask newcomers how to call and write to them."""
    return None if invited.known else NewcomerForm(request, zone=invited.time_zone)


def _ask(
    request: HttpRequest, invited: InvitationFacts, form: NewcomerForm | None, *, status: int = 200
) -> HttpResponse:
    # Who is unknown reads it as his browser asks, and the time as the organiser's clock shows it.
    zone = ZoneInfo(invited.reader.time_zone)
    with timezone.override(zone):
        due = texts.moment_text(invited.reply_by) if invited.reply_by else ""
    context = {
        **_facts(invited.game, invited.names),
        "form": form,
        "message": invited.message,
        "reply_by": due,
        "once_more": invited.once_more,
    }
    return render(request, "pages/invitation.html", context, status=status)


def _names(lobby: Lobby) -> tuple[str, ...]:
    return tuple(person.name for person in lobby.people if person.taken)


def _facts(game: GameFacts, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "game": game,
        "ruleset": texts.ruleset_name(game.ruleset),
        "rules": reverse("rules", args=[game.ruleset]),
        "terms": terms(game),
        "people": texts.joined(names),
        "records": _records(game),
    }


def _records(game: GameFacts) -> list[str]:
    """How reliably those answer who sit there; they are whom one chooses to play with."""
    found = records.at_table(game.key, now=instant.now())
    names = {person.number: person.name for person in selectors.lobby(game.key, None).people}
    return [f"{names[at]}: {texts.record_text(record)}" for at, record in sorted(found.items())]


def _table(game: GameFacts) -> str:
    return reverse("table-public", args=[game.key])


def _closed(request: HttpRequest, problem: ServiceError, game: GameFacts) -> HttpResponse:
    return notice(
        request,
        _("You cannot come to this table")
        if isinstance(problem, Sanctioned)
        else _("It is too late for this answer"),
        problem.message,
        _("Nothing was changed."),
        status=409 if request.method == "POST" else 200,
        next_href=_table(game),
        next_label=_("To the table"),
    )


@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table behind a shared link, and seat a signed-in player there."""
    try:
        claim = links.JOIN.read(token)
        lobby = selectors.join_page(claim)
    except BadLink:
        return bad_link(request)
    player = player_of(request)
    if request.method == "POST" and player is not None:
        return take(request, player, lambda said: _take_seat(request, claim, player, lobby, said))
    if lobby.game.status != Game.Status.OPEN:
        return _closed(request, NotOpen(lobby.game.status), lobby.game)
    context = {
        **_facts(lobby.game, _names(lobby)),
        "full": lobby.free <= lobby.reserved,
        "form": newcomer(request, player) if player else EmailForm(initial={"next": request.path}),
    }
    return render(request, "pages/join.html", context)


def _take_seat(
    request: HttpRequest, claim: JoinClaim, player: Player, lobby: Lobby, said: Said | None
) -> HttpResponse:
    try:
        games.take_open_seat(claim, player, said=said, now=instant.now())
    except BadLink:
        return bad_link(request)
    except AlreadySeated:
        return see_other(_table(lobby.game))
    except NameTaken as problem:
        if said:
            raise
        return rename_first(request, problem)
    except ServiceError as problem:
        return _closed(request, problem, lobby.game)
    messages.success(request, WELCOME)
    return see_other(_table(lobby.game))


# As with a seat's letter: the address is all it takes, so no cookie is asked for.
@csrf_exempt
@never_cache
def start(request: HttpRequest, token: str) -> HttpResponse:
    """Show the complete table to who holds the organiser's letter, and start it."""
    try:
        claim = links.START.read(token)
        lobby = selectors.start_page(claim)
    except BadLink:
        return bad_link(request)
    if lobby.game.status != Game.Status.OPEN:
        return see_other(_begun(claim, lobby.game))
    try:
        return _start(request, claim, lobby)
    except BadLink:
        return bad_link(request)
    except NotOpen:
        return see_other(_begun(claim, lobby.game))
    except SeatsMissing as problem:
        return _not_yet(request, problem.message, lobby.game)
    except Refused as refused:
        return _not_yet(request, texts.refusal_text(refused), lobby.game)


def _begun(claim: StartClaim, game: GameFacts) -> str:
    """Lead the organiser to his seat; once its links were revoked, to what everybody sees."""
    own = selectors.organisers_place(claim)
    return reverse("place-by-letter", args=[own]) if own else _table(game)


def _not_yet(request: HttpRequest, why: str, game: GameFacts) -> HttpResponse:
    return notice(
        request,
        _("The game cannot start yet"),
        why,
        status=409 if request.method == "POST" else 200,
        next_href=_table(game),
        next_label=_("To the table"),
    )


def _start(request: HttpRequest, claim: StartClaim, lobby: Lobby) -> HttpResponse:
    if request.method == "POST":
        games.start_by_letter(claim, now=instant.now())
        messages.success(request, _("The cards are dealt. Everybody gets a letter."))
        return see_other(_begun(claim, lobby.game))
    if lobby.free:
        raise SeatsMissing(lobby.free)
    # Said before the button is there, not after it was pressed.
    fit_for(lobby.game.time, people=sum(not person.bot for person in lobby.people))
    return render(request, "pages/start.html", _facts(lobby.game, _names(lobby)))
