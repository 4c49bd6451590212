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
        seat = _own_seat(key, by)
        others = {place.number for place in seat.game.places.all()} - {seat.number}
        _keep(seat, text, {str(at): said for at, said in about.items() if at in others}, wish.seen)


def add(key: str, line: str, *, by: Player) -> None:
    """Put a line below a player's notes; the line that is the last one already is not added again.

    Raises NoSuchGame, NotSeated or BadText.
    """
    with transaction.atomic(durable=True):
        seat = _own_seat(key, by)
        row = Notes.objects.filter(seat=seat).first() or Notes(seat=seat)
        if row.text.endswith(line):
            return
        more = f"{row.text}\n{line}".strip()
        text = plain.text(more, most=limits.LONGEST_NOTE, lines=limits.LONGEST_NOTE)
        _keep(seat, text, {}, row.version)


def forget(seat: Seat) -> None:
    """Delete the notes of a seat: somebody else will sit there. The caller is in a transaction."""
    Notes.objects.filter(seat=seat).delete()


def _own_seat(key: str, by: Player) -> Seat:
    # The game's lock, so that nobody sits down between the question who sits and the writing.
    game = locks.game(key=key)
    if game.started_at is None:
        raise NoSuchGame
    seat = next((place for place in locks.places(game) if place.player_id == by.pk), None)
    if seat is None:
        raise NotSeated
    return seat


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
