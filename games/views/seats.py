"""Seats that change hands: coming back, giving up, offering, asking somebody, sitting down."""

from collections.abc import Callable
from functools import partial

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
from games.errors import BadLink, NameTaken, NoSuchGame, SeatTaken, ServiceError
from games.forms import NewcomerForm, SeatForm
from games.links import AskedClaim, SeatClaim
from games.models import Player
from games.people.selectors import pages_of
from games.selectors.public import ANYTHING, Sought
from games.services import instant
from games.services.people import Said
from games.substitutes import selectors
from games.substitutes.selectors import Offered
from games.substitutes.services import endings, offers, sitting
from games.views import doors
from games.views.doors import Sitter
from games.views.first_seat import take
from games.views.households import at_table
from games.views.lists import filling_card, page_of, seek_form, turns_of
from games.views.pages import (
    bad_link,
    for_players,
    notice,
    player_of,
    rename_first,
    see_other,
)
from games.views.seating import offered_card, seats_page


@never_cache
@require_safe
def open_list(request: HttpRequest) -> HttpResponse:
    """List the seats at public tables that anybody may take."""
    player, seek, page = player_of(request), seek_form(request), page_of(request)
    sought = Sought(**seek.sought)
    found = selectors.open_seats(sought, player=player, page=page, now=instant.now())
    context = {
        "seek": seek,
        "narrowed": sought != ANYTHING,
        "tables": [filling_card(table, found.records, player) for table in found.tables],
        "offers": [offered_card(offer, known=player is not None) for offer in found.offers],
        "turns": turns_of(request, page, more=found.more),
    }
    return render(request, "pages/open_seats.html", context)


@never_cache
@for_players
def of_game(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Show the seats of a running game, and do what a signed-in player wishes about one."""
    here = reverse("seats-of-game", args=[key])
    if request.method == "POST":
        visit = tables.own_visit(player, key)
        claim = SeatClaim.of(visit.seat) if visit else None
        return _act(request, key, player, claim, here, reverse("seat-mine", args=[key]))
    return _show(request, key, player, here, reverse("table-public", args=[key]))


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Show the seats to whoever holds an email of one, and do what they wish about their own."""
    here = reader.href("seats")
    if request.method == "POST":
        claim = SeatClaim.of(reader.seat)
        return _act(request, reader.key, reader.player, claim, here, reader.table)
    return _show(request, reader.key, reader.player, here, reader.table)


def _show(request: HttpRequest, key: str, player: Player, here: str, table: str) -> HttpResponse:
    try:
        found = selectors.seats_of(key, player, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    context = {
        "page": seats_page(found, here, table, pages_of(key)),
        "together": at_table(key, player),
    }
    return render(request, "pages/seats.html", context)


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
            origin = request.META["REMOTE_ADDR"]
            asked = offers.ask(key, number or 0, email, by=player, now=now, origin=origin)
            said = {"address": texts.address_text(asked.email)}
            messages.success(request, _("%(address)s is asked.") % said)
            return see_other(here)
        if wish == "sit":
            return take(request, player, partial(_sit, request, key, number or 0, player))
        if claim is None:
            raise Http404
        _own_acts()[wish](claim, now=now)
    except NoSuchGame:
        raise Http404 from None
    except NameTaken as taken:
        return rename_first(request, taken)
    except ServiceError as problem:
        messages.error(request, problem.message)
        return see_other(here)
    except Refused as refused:
        messages.error(request, texts.refusal_text(refused))
        return see_other(table)
    if wish == "give-back":
        # His own addresses open nothing any more.
        return see_other(reverse("table-public", args=[key]))
    return see_other(table if wish in ("keep", "win") else here)


def _sit(
    request: HttpRequest, key: str, number: int, player: Player, said: Said | None
) -> HttpResponse:
    sitting.sit(key, number, player, said=said, now=instant.now())
    messages.success(request, _("The seat is yours."))
    return see_other(reverse("seat-mine", args=[key]))


def _own_acts() -> dict[str, Callable[..., None]]:
    return {
        "resign": offers.resign,
        "offer": offers.offer,
        "keep": offers.keep,
        "give-back": offers.give_back,
        "win": endings.win,
    }


# Whoever holds the letter may accept; there is no cookie that another site could ride on.
@csrf_exempt
@never_cache
def asked(request: HttpRequest, token: str) -> HttpResponse:
    """Show an offered seat to who was asked to take it, and seat him."""
    try:
        claim = links.ASKED.read(token)
        offer = selectors.asked_page(claim, now=instant.now())
    except BadLink:
        return bad_link(request)
    form = _newcomer(request, claim)
    try:
        if request.method == "POST" and request.POST.get("answer") == "decline" and offer.alone:
            return _decline(request, claim, offer)
        if request.method == "POST" and (form is None or form.is_valid()):
            return _accept(request, claim, form)
    except NameTaken as taken:
        if form is None:
            return rename_first(request, taken)
        form.add_error("name", taken.message)
    except ServiceError as problem:
        return _closed(request, problem, offer)
    if not offer.open:
        return _closed(request, SeatTaken(), offer)
    context = {"offer": offered_card(offer, known=True), "form": form}
    status = 400 if form is not None and form.is_bound else 200
    return render(request, "pages/asked.html", context, status=status)


def _accept(request: HttpRequest, claim: AskedClaim, form: NewcomerForm | None) -> HttpResponse:
    said = form.said if form else None
    seat = sitting.accept(claim, language=get_language() or "", said=said, now=instant.now())
    messages.success(request, _("The seat is yours."))
    return see_other(reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]))


def _decline(request: HttpRequest, claim: AskedClaim, offer: Offered) -> HttpResponse:
    sitting.decline(claim, now=instant.now())
    return notice(
        request,
        _("You declined"),
        _("The seat stays as it is, and nobody is told who was asked."),
        next_href=reverse("table-public", args=[offer.game.key]),
        next_label=_("To the table"),
    )


def _newcomer(request: HttpRequest, claim: AskedClaim) -> NewcomerForm | None:
    """Ask newcomers how to call and write to them."""
    return None if selectors.is_called(claim) else NewcomerForm(request)


def _closed(request: HttpRequest, problem: ServiceError, offer: Offered) -> HttpResponse:
    return notice(
        request,
        _("The seat cannot be taken"),
        problem.message,
        status=409 if request.method == "POST" else 200,
        next_href=reverse("table-public", args=[offer.game.key]),
        next_label=_("To the table"),
    )
