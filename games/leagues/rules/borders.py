"""Where a standing is cut: the first place, who goes up, who goes down (leagues.md, 9)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from games.leagues.rules.bounds import Bounds, Word, said


class Border(StrEnum):
    """What a place decides."""

    FIRST = "first"
    UP = "up"
    STAY = "stay"


class Cut(NamedTuple):
    """How many go up from a division, and how many down."""

    up: int
    down: int


def cut(swap: int, own: int, above: int, below: int) -> Cut:
    """Say how many change places; `above` and `below` are sizes, 0 where there is no division."""
    return Cut(min(swap, own // 3, above // 3), min(swap, own // 3, below // 3))


def borders(found: Cut, places: int) -> dict[Border, int]:
    """Name the last place on the better side of each border."""
    there = {Border.FIRST: 1}
    if found.up:
        there[Border.UP] = found.up
    if found.down:
        there[Border.STAY] = places - found.down
    return there


def words(shown: Bounds, there: dict[Border, int]) -> Iterator[tuple[Border, Word]]:
    """Say what is certain for somebody about each border."""
    for border, place in there.items():
        for word, _place in said(shown, (place,)):
            yield border, word
