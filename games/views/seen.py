"""A table as its reader sees it, whichever way he comes: as all may, by a letter, signed in."""

from datetime import datetime
from typing import NamedTuple

from django.http import Http404
from django.urls import reverse

from games import links, selectors
from games.errors import NoSuchGame
from games.middleware import speak_to
from games.models import Player, Seat
from games.selectors import SeatTable, Table
from games.services import instant
from games.views.seat import own_visit_or_404


class Seen(NamedTuple):
    """What a page about a table is made of."""

    table: Table
    seat: Seat | None
    """Whose eyes they are; None for what everybody may see."""
    back: str
    """The address of the table itself."""


def by_all(key: str) -> Seen:
    """Look as everybody may."""
    try:
        table = selectors.public_table(key, now=instant.now())
    except NoSuchGame:
        raise Http404 from None
    return Seen(table, None, reverse("table-public", args=[key]))


def by_letter(token: str) -> Seen:
    """Look from the seat that a letter is about; raises BadLink."""
    seat, now = selectors.visit_of(links.SEAT.read(token))
    return Seen(_own(seat, now), seat, reverse("seat-by-letter", args=[token]))


def by_player(player: Player, key: str) -> Seen:
    """Look from the seat of a player, or of a visitor who practises."""
    seat, now = own_visit_or_404(player, key)
    return Seen(_own(seat, now), seat, reverse("seat-mine", args=[key]))


def _own(seat: Seat, now: datetime) -> SeatTable:
    try:
        table = selectors.seat_table(seat, now=now)
    except NoSuchGame:
        raise Http404 from None
    speak_to(table.reader)
    return table
