"""Chance: a hashed counter on a secret seed, one independent stream per purpose.

The same seed and purpose give the same shuffle on every machine, so that a deal can later be proved.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha512
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16
_WORD = 1 << 32


def _words(seed: bytes, purpose: str) -> Iterator[int]:
    key = seed + b"\0" + purpose.encode()
    block = 0
    while True:
        digest = sha512(key + block.to_bytes(4, "big")).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    # Words beyond the last whole multiple of the bound are thrown away, else low numbers come up
    # more often.
    limit = _WORD - _WORD % bound
    return next(word for word in words if word < limit) % bound


def below(seed: bytes, purpose: str, bound: int) -> int:
    """Draw one number from 0 to bound - 1."""
    return _below(_words(seed, purpose), bound)


def shuffled(seed: bytes, purpose: str, items: Iterable[T]) -> tuple[T, ...]:
    """Return the items in an order drawn for this purpose alone."""
    order = list(items)
    words = _words(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        pick = _below(words, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)
