"""Hands: sorted tuples of cards."""

from collections.abc import Iterable, Sequence
from itertools import combinations


def pairs(hand: tuple[int, ...], kinds: int) -> Iterable[tuple[int, int]]:
    """List the pairs of cards in a hand of so many kinds; equal ones only once."""
    found = combinations(hand, 2)
    return found if kinds == len(hand) else dict.fromkeys(found)


def sorted_out(
    hand: tuple[int, ...], path_kinds: int, bits: Sequence[int]
) -> tuple[list[tuple[int]], int, list[int]]:
    """Go through a hand once: each kind as a pass, the bits of its paths, its other kinds.

    Hands are sorted: equal cards, which are one move, lie side by side.
    """
    passes: list[tuple[int]] = []
    others: list[int] = []
    paths, before = 0, -1
    for kind in hand:
        if kind != before:
            before = kind
            passes.append((kind,))
            if kind < path_kinds:
                paths |= bits[kind]
            else:
                others.append(kind)
    return passes, paths, others


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Take one copy of a card out of a hand that holds it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
