"""The orders of all seats at a locked table: read once, changed, written back at once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.models import Game, Orders, Seat

CHANGING = tuple(field.name for field in Orders._meta.concrete_fields if not field.primary_key)


class Book:
    """The rows of one table, by the number of their seat."""

    def __init__(self, game: Game, places: Sequence[Seat]) -> None:
        """Read them, if there are any; the caller holds the game's lock."""
        self._game = game
        self._keys = {seat.number: seat.pk for seat in places}
        numbers = {seat.pk: seat.number for seat in places}
        found = Orders.objects.filter(seat__in=numbers) if game.ordered else ()
        self.rows = {numbers[row.pk]: row for row in found}
        self._read = {number: _values(row) for number, row in self.rows.items()}

    def row(self, number: int) -> Orders:
        """The row of a seat, a new one if it has none."""
        return self.rows.setdefault(number, Orders(seat_id=self._keys[number]))

    @property
    def look_at(self) -> datetime | None:
        """When the first of them is looked at next."""
        return min((row.look_at for row in self.rows.values() if row.look_at), default=None)

    def close(self) -> None:
        """Write what has changed."""
        changed = [row for at, row in self.rows.items() if _values(row) != self._read.get(at)]
        if changed:
            Orders.objects.bulk_create(
                changed, update_conflicts=True, unique_fields=("seat",), update_fields=CHANGING
            )
            self._game.ordered = True
        if self._game.look_at != self.look_at:
            self._game.look_at = self.look_at
            self._game.save(update_fields=("look_at",))

    def burn(self) -> None:
        """Delete them all: the game is over."""
        Orders.objects.filter(seat__in=self._keys.values()).delete()
        self.rows, self._read = {}, {}
        self.close()


def forget(seat: Seat) -> None:
    """Delete the orders of a seat: somebody else will sit there. The caller is in a transaction."""
    Orders.objects.filter(seat=seat).delete()


def _values(row: Orders) -> tuple[Any, ...]:
    return tuple(repr(getattr(row, name)) for name in CHANGING)
