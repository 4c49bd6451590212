"""Where a standing is cut: the first place, who goes up, who goes down (leagues.md, 9)."""

from collections.abc import Iterator
from enum import StrEnum

from games.leagues.rules.bounds import Bounds, Word, said


class Border(StrEnum):
    """What a place decides."""

    FIRST = "first"
    UP = "up"
    STAY = "stay"


def borders(up: int, last: int, places: int) -> dict[Border, int]:
    """Name the last place on the better side of each border; who is below `last` goes down."""
    there = {Border.FIRST: 1}
    if up:
        there[Border.UP] = up
    if last < places:
        there[Border.STAY] = last
    return there


def words(shown: Bounds, there: dict[Border, int]) -> Iterator[tuple[Border, Word]]:
    """Say what is certain for somebody about each border."""
    for border, place in there.items():
        for word, _place in said(shown, (place,)):
            yield border, word
