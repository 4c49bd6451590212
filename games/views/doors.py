"""The doors to a table's pages: everybody's, the link in an email, and a player's own seat.

Behind them is one view of a request and its `Reader`; each door finds out who that is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import links, selectors
from games.errors import BadLink, NoSuchGame
from games.middleware import speak_to
from games.models import Player, Seat
from games.selectors import SeatTable, Table
from games.services import instant
from games.views.pages import bad_link, for_seated
from games.views.seat import own_visit_or_404


@dataclass(frozen=True, slots=True)
class Reader:
    """Who opened a page of a table, and through which door."""

    door: str
    word: str
    """What addresses behind this door hold: the game's key, or the token of an email's link."""
    key: str
    """The game's."""
    seat: Seat | None = None
    """Whose eyes they are; None for what everybody may see."""

    def href(self, page: str, *more: object) -> str:
        """Return the address of another page behind the same door."""
        return reverse(f"{page}-{self.door}", args=[self.word, *more])

    @property
    def table(self) -> str:
        """Return the address of the table itself."""
        return self.href("seat" if self.seat else "table")

    def look(self) -> Table:
        """Show what everybody may see; raises Http404."""
        try:
            return selectors.public_table(self.key, now=instant.now())
        except NoSuchGame:
            raise Http404 from None


@dataclass(frozen=True, slots=True)
class Sitter(Reader):
    """Somebody who reads from their own seat."""

    seat: Seat
    now: datetime

    @property
    def player(self) -> Player:
        """Return whoever sits there."""
        assert self.seat.player is not None, "a link opens a person's seat alone"
        return self.seat.player

    def look(self) -> SeatTable:
        """Show what the seat may see, in its player's language; raises Http404."""
        try:
            table = selectors.seat_table(self.seat, now=self.now)
        except NoSuchGame:
            raise Http404 from None
        speak_to(table.reader)
        return table


def sitter(player: Player, key: str) -> Sitter:
    """Find a player's own seat at a game; raises Http404."""
    seat, now = own_visit_or_404(player, key)
    return Sitter("mine", key, key, seat, now)


View = Callable[Concatenate[HttpRequest, Reader, ...], HttpResponse]
OwnView = Callable[Concatenate[HttpRequest, Sitter, ...], HttpResponse]
Door = Callable[..., HttpResponse]


def public(view: View) -> Door:
    """Open a page to everybody who has a game's key."""

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
        return view(request, Reader("public", key, key), **more)

    return opened


def by_letter(view: OwnView) -> Door:
    """Open a page to whoever holds an email of a seat, in the language of its player.

    The link alone lets them act, so there is no cookie that another site could ride on; and
    browsers inside mail programs often keep none.
    """

    @wraps(view)
    @csrf_exempt
    @never_cache
    def opened(request: HttpRequest, token: str, **more: Any) -> HttpResponse:
        try:
            seat, now = selectors.visit_of(links.SEAT.read(token))
            reader = Sitter("by-letter", token, seat.game.key, seat, now)
            speak_to(reader.player)
            return view(request, reader, **more)
        except BadLink:
            return bad_link(request)

    return opened


def mine(view: OwnView) -> Door:
    """Open a page to a player who sits there, or to a visitor who practices."""

    @wraps(view)
    @never_cache
    @for_seated
    def opened(request: HttpRequest, player: Player, /, key: str, **more: Any) -> HttpResponse:
        return view(request, sitter(player, key), **more)

    return opened


def three(view: View) -> tuple[Door, Door, Door]:
    """Open one view by all three doors, under their names."""
    doors = public(view), by_letter(view), mine(view)
    for door, name in zip(doors, ("public", "by_letter", "mine"), strict=True):
        door.__name__ = name
    return doors
