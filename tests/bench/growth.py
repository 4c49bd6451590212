"""Rows of the page's growth: by maze, seats and story, alone and together, at first sight."""

from collections.abc import Iterator

from engine.cli.measure import Row, at_most, price
from tests.bench import requests
from tests.bench.looks import Looks
from tests.bench.positions import Position, built
from tests.bench.statements import noted

_GAME = "saboteur2"
"""The game with the largest mazes and the most seats."""
_SMALL, _MIDDLE, _BIG = range(5, 8), range(30, 40), range(58, 70)
"""Cards in the maze."""


def rows(looks: Looks) -> Iterator[Row]:
    """Build the rows; no position serves twice, or the second would find its picture drawn."""

    def positions(seats: int, cards: range, story: int) -> list[Position]:
        return [one.with_story(story) for one in built(_GAME, seats, cards, looks.seen_first)]

    sides = {
        "maze": (positions(6, _BIG, 5), positions(6, _SMALL, 5)),
        "seats": (positions(12, _MIDDLE, 20), positions(3, _MIDDLE, 20)),
        "story": (positions(6, _MIDDLE, 1_000), positions(6, _MIDDLE, 10)),
        "all": (positions(12, _BIG, 1_000), positions(3, _SMALL, 10)),
    }
    words = {
        "maze": "a maze of 60 cards, beside 6",
        "seats": "12 seats, beside 3",
        "story": "1,000 moves of story, beside 10",
        "all": "all of these at once",
    }
    for name, (big, small) in sides.items():
        measure = price(looks.first(big), looks.first(small), looks.effort.turns)
        what = f"turn page never seen before: {words[name]}"
        yield Row(f"W3 {name}", what, at_most(1.5), measure)
    biggest = looks.crowd.seat([big[0] for big, _ in sides.values()])
    queries = max(_queries(guest.by_letter) for guest in biggest)
    yield Row("W3 queries", "queries of the turn page, at most", at_most(4), lambda: queries)


def _queries(path: str) -> int:
    with noted() as statements:
        requests.get(path)
    return len(statements)
