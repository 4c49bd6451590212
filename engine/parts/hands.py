"""Hands: sorted tuples of cards."""

from collections.abc import Iterable
from itertools import combinations


def pairs(hand: tuple[int, ...], kinds: int) -> Iterable[tuple[int, int]]:
    """List the pairs of cards in a hand of so many kinds; equal ones only once."""
    found = combinations(hand, 2)
    return found if kinds == len(hand) else dict.fromkeys(found)


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Take one copy of a card out of a hand that holds it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
