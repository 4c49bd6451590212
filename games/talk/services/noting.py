"""A player writes down what he wants to keep for himself. Nobody else can tell that he did."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.errors import NoSuchGame, NotSeated, StaleNotes
from games.models import Notes, Player, Seat
from games.services import locks
from games.talk.rules import limits, plain


@dataclass(frozen=True, slots=True)
class Wish:
    """The notes as they were typed, and the version of those that the form was drawn from."""

    text: str
    about: Mapping[int, str]
    seen: int


def write(key: str, wish: Wish, *, by: Player) -> None:
    """Let a player's notes say this from now on; the same again changes nothing.

    Raises NoSuchGame, NotSeated, BadText or StaleNotes.
    """
    text = plain.text(wish.text, most=limits.LONGEST_NOTE, lines=limits.LONGEST_NOTE)
    about = {number: _about(typed) for number, typed in wish.about.items()}
    with transaction.atomic(durable=True):
        # The game's lock, so that nobody sits down between the question who sits and the writing.
        game = locks.game(key=key)
        if game.started_at is None:
            raise NoSuchGame
        places = locks.places(game)
        seat = next((place for place in places if place.player_id == by.pk), None)
        if seat is None:
            raise NotSeated
        others = {place.number for place in places} - {seat.number}
        _keep(seat, text, {str(at): said for at, said in about.items() if at in others}, wish.seen)


def forget(seat: Seat) -> None:
    """Delete the notes of a seat: somebody else will sit there. The caller is in a transaction."""
    Notes.objects.filter(seat=seat).delete()


def _about(typed: str) -> str:
    return plain.text(typed, most=limits.LONGEST_NOTE_ABOUT, lines=limits.LONGEST_NOTE_ABOUT)


def _keep(seat: Seat, text: str, said: dict[str, str], seen: int) -> None:
    row = Notes.objects.filter(seat=seat).first() or Notes(seat=seat)
    # Nothing was typed about whom the form does not name: what is kept of him stays.
    about = {at: note for at, note in (row.about | said).items() if note}
    if (row.text, row.about) == (text, about):
        return
    if seen != row.version:
        raise StaleNotes
    row.text, row.about, row.version = text, about, row.version + 1
    row.save()
