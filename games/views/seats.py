"""Seats that change hands: coming back, giving up, offering, asking somebody, sitting down."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games import links, texts
from games import selectors as tables
from games.clocks.rules.refusals import Refused
from games.errors import BadLink, NoSuchGame, SeatTaken, ServiceError
from games.forms import PlayerForm, SeatForm, player_initial
from games.links import AskedClaim, SeatClaim
from games.middleware import speak_to
from games.models import Player
from games.services import instant
from games.substitutes import selectors
from games.substitutes.selectors import Offered
from games.substitutes.services import endings, offers, sitting
from games.views.pages import bad_link, for_players, notice, player_of, see_other
from games.views.seating import offered_card, seats_page


@never_cache
@require_safe
def open_list(request: HttpRequest) -> HttpResponse:
    """List the seats that anybody may take."""
    player, now = player_of(request), instant.now()
    cards = [
        offered_card(offer, known=player is not None) for offer in selectors.open_list(now=now)
    ]
    return render(request, "pages/open_seats.html", {"offers": cards})


@never_cache
@for_players
def of_game(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show the seats of a running game, and do what a signed-in player wishes about one."""
    here = reverse("seats-of-game", args=[key])
    if request.method == "POST":
        seat = tables.own_seat(player, key)
        claim = links.claim_of(seat) if seat else None
        return _act(request, key, player, claim, here, reverse("seat-mine", args=[key]))
    return _show(request, key, player, here, reverse("table-public", args=[key]))


# As with a seat's letter: the address is all it takes, so no cookie is asked for.
@csrf_exempt
@never_cache
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Show the seats to whoever holds a letter of one, and do what he wishes about his own."""
    try:
        claim = links.read_seat(token)
        seat = tables.seat_of(claim, now=instant.now())
        assert seat.player is not None, "a claim opens a person's seat alone"
        speak_to(seat.player)
        here, table = (
            reverse("seats-by-letter", args=[token]),
            reverse("seat-by-letter", args=[token]),
        )
        if request.method == "POST":
            return _act(request, seat.game.key, seat.player, claim, here, table)
        return _show(request, seat.game.key, seat.player, here, table)
    except BadLink:
        return bad_link(request)


def _show(request: HttpRequest, key: str, player: Player, here: str, table: str) -> HttpResponse:
    try:
        found = selectors.seats_of(key, player, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    return render(request, "pages/seats.html", {"page": seats_page(found, here, table)})


def _act(
    request: HttpRequest, key: str, player: Player, claim: SeatClaim | None, here: str, table: str
) -> HttpResponse:
    """Do what was wished for and say so, or why not."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise Http404
    wish, number, email = (form.cleaned_data[name] for name in ("act", "seat", "email"))
    now = instant.now()
    try:
        if wish == "ask":
            asked = offers.ask(key, number or 0, email, by=player, now=now)
            messages.success(request, _("%(address)s is asked.") % {"address": asked.email})
            return see_other(here)
        if wish == "sit":
            sitting.sit(key, number or 0, player, now=now)
            messages.success(request, _("The seat is yours."))
            return see_other(reverse("seat-mine", args=[key]))
        if claim is None:
            raise Http404
        _own_acts()[wish](claim, now=now)
    except NoSuchGame:
        raise Http404 from None
    except ServiceError as problem:
        messages.error(request, texts.problem_text(problem))
        return see_other(here)
    except Refused as refused:
        messages.error(request, texts.refusal_text(refused))
        return see_other(table)
    return see_other(table if wish in ("keep", "win") else here)


def _own_acts() -> dict[str, Callable[..., None]]:
    return {
        "resign": offers.resign,
        "offer": offers.offer,
        "keep": offers.keep,
        "win": endings.win,
    }


# Whoever holds the letter may accept; there is no cookie that another site could ride on.
@csrf_exempt
@never_cache
def asked(request: HttpRequest, token: str) -> HttpResponse:
    """Show an offered seat to who was asked to take it, and seat him."""
    try:
        claim = links.read_asked(token)
        offer = selectors.asked_page(claim, now=instant.now())
    except BadLink:
        return bad_link(request)
    form = _newcomer(request, claim)
    try:
        if request.method == "POST" and (form is None or form.is_valid()):
            return _accept(request, claim, form)
    except ServiceError as problem:
        return _closed(request, problem, offer)
    if not offer.open:
        return _closed(request, SeatTaken(), offer)
    context = {"offer": offered_card(offer, known=True), "form": form}
    status = 400 if form is not None and form.is_bound else 200
    return render(request, "pages/asked.html", context, status=status)


def _accept(request: HttpRequest, claim: AskedClaim, form: PlayerForm | None) -> HttpResponse:
    told = form.cleaned_data if form else {"language": get_language() or ""}
    seat = sitting.accept(claim, **told, now=instant.now())
    messages.success(request, _("The seat is yours."))
    return see_other(reverse("seat-by-letter", args=[links.mint_seat(seat)]))


def _newcomer(request: HttpRequest, claim: AskedClaim) -> PlayerForm | None:
    """Ask newcomers how to call and write to them."""
    address = selectors.unknown_address(claim)
    if address is None:
        return None
    initial = player_initial(name=address.partition("@")[0][:40])
    return PlayerForm(request.POST if request.method == "POST" else None, initial=initial)


def _closed(request: HttpRequest, problem: ServiceError, offer: Offered) -> HttpResponse:
    return notice(
        request,
        _("The seat cannot be taken"),
        texts.problem_text(problem),
        status=409 if request.method == "POST" else 200,
        next_href=reverse("table-public", args=[offer.game.key]),
        next_label=_("To the table"),
    )
