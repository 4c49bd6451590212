"""Chance: a hashed counter on a secret seed, one independent stream per purpose.

The same seed and purpose give the same order on every machine, so that a deal can later be proved.
"""

from collections.abc import Iterable
from hashlib import sha256, sha512
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16
_WORDS_A_BLOCK = 8
_BRANCH = b"\0branch "


def _words(seed: bytes, purpose: str, count: int) -> tuple[int, ...]:
    """Draw numbers of 64 bits: the hashes of the seed, the purpose and a counter."""
    key = seed + b"\0" + purpose.encode() + b"\0"
    blocks = range(-(-count // _WORDS_A_BLOCK))
    stream = b"".join([sha512(key + block.to_bytes(4, "big")).digest() for block in blocks])
    return unpack(f">{count}Q", stream[: 8 * count])


def below(seed: bytes, purpose: str, bound: int) -> int:
    """Draw one number from 0 to bound - 1."""
    # 64 bits against bounds of a dozen: no number is likelier than another by more than 2 ** -60.
    return _words(seed, purpose, 1)[0] % bound


def shuffled(seed: bytes, purpose: str, items: Iterable[T]) -> tuple[T, ...]:
    """Return the items in an order drawn for this purpose alone: sorted by a drawn number each."""
    cards = list(items)
    keys = _words(seed, purpose, len(cards))
    return tuple(map(cards.__getitem__, sorted(range(len(cards)), key=keys.__getitem__)))


def in_order(seed: bytes, purpose: str, full: Iterable[T], gone: Iterable[T]) -> tuple[T, ...]:
    """Return a full set without the cards that are gone, in the order drawn for the full set.

    So tables of one seed whose games went differently still agree on all cards they share.
    """
    order = [*shuffled(seed, purpose, full)]
    # Of equal cards the last ones are missing, whichever they were.
    order.reverse()
    for card in gone:
        order.remove(card)
    order.reverse()
    return tuple(order)


def secret(seed: bytes) -> bytes:
    """Tell the secret of a game by the seed of any of its branches."""
    return seed[:SEED_BYTES]


def commitment(seed: bytes, key: str) -> str:
    """Promise a game's secret before anybody can know it: SHA-256 of the game's key and the secret.

    From 128 drawn bits nobody finds them by their hash, nor others of the same hash.
    """
    return sha256(f"{key} {secret(seed).hex()}".encode()).hexdigest()


def branch(seed: bytes, number: int) -> bytes:
    """Make the seed of a game that was taken back: its secret under "branch 1", "branch 2", ...

    It hangs on the secret alone, whatever branch is left, so that nobody's choice is in it. The
    secret comes first in it, as in the hash, and 0 is the seed as it was drawn.
    """
    return secret(seed) + (_BRANCH + str(number).encode() if number else b"")


def branch_of(seed: bytes) -> int:
    """Tell which branch a seed is of; 0 if nothing was taken back yet."""
    return int(seed[SEED_BYTES:].removeprefix(_BRANCH) or b"0")
