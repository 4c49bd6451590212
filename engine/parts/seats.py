"""Going round the table and changing what one seat has."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from engine.api import Seat
from engine.errors import Reason
from engine.values import Made

T = TypeVar("T")


class Asking(Protocol):
    """A state in which one seat at the most is asked."""

    @property
    def asked(self) -> Seat | None:
        """Name the seat; None once the game is over."""


_ALONE: Made[Seat | None, frozenset[Seat]] = Made(
    lambda seat: frozenset() if seat is None else frozenset((seat,))
)


def to_act(state: Asking) -> frozenset[Seat]:
    """Say who is asked; nobody once the game is over."""
    return _ALONE[state.asked]


def out_of_turn(state: Asking, seat: Seat) -> Reason | None:
    """Say why a seat may do nothing at all; None if it is asked."""
    if state.asked is None:
        return Reason.GAME_OVER
    return None if seat == state.asked else Reason.NOT_ASKED


_LEFT: Made[int, tuple[Seat, ...]] = Made(
    lambda seats: tuple(Seat((seat + 1) % seats) for seat in range(seats))
)
"""By the number of seats: for each seat its left neighbour."""


def left_of(seat: Seat, seats: int) -> Seat:
    """Name the left neighbour, whose turn is next."""
    return _LEFT[seats][seat]


def clockwise_from(seat: Seat, seats: int) -> Iterator[Seat]:
    """Name the seats after this one, the left neighbour first, ending with the seat itself."""
    return (Seat((seat + step) % seats) for step in range(1, seats + 1))


def counter_clockwise_at(seat: Seat, seats: int) -> Iterator[Seat]:
    """Name the seats from this one on, the right neighbour next."""
    return (Seat((seat - step) % seats) for step in range(seats))


def changed(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Give one seat a new value."""
    new = list(values)
    new[seat] = value
    return tuple(new)


def next_with_cards(
    hands: Sequence[tuple[int, ...]], seat: Seat
) -> tuple[Seat | None, tuple[Seat, ...]]:
    """Name the next seat that has cards, None without any, and those passed over on the way."""
    left = _LEFT[len(hands)][seat]
    if hands[left]:  # nearly always
        return left, ()
    passed: tuple[Seat, ...] = ()
    for other in clockwise_from(seat, len(hands)):
        if hands[other]:
            return other, passed
        passed += (other,)
    return None, ()
