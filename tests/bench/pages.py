"""Rows of the turn page of each ruleset, seen first and again; beside its limit; asked in vain."""

import gzip
from collections.abc import Iterator

from engine.cli.measure import Row, at_least, at_most, speed
from tests.bench import requests
from tests.bench.crowd import Guest
from tests.bench.looks import Looks
from tests.bench.positions import SEATS, natural
from tests.bench.server import LIMIT

BASE = "saboteur"
_WARM = 4
"""Tables that are asked for again and again."""
_FIRST = at_least(0.045)


class Pages:
    """The rows."""

    def __init__(self, looks: Looks) -> None:
        self.looks, self.effort = looks, looks.effort
        self.warm = looks.crowd.seat(natural(BASE, _WARM))
        looks.again(self.warm, looks.ways["letter"])
        # Templates are read and the words of each ruleset known before anything counts: a table is
        # new to the server, the server is not new.
        for key in SEATS:
            for guest in looks.crowd.seat(natural(key, self.effort.pages * self.effort.turns)):
                looks.server.get(guest.by_letter)

    def rows(self) -> Iterator[Row]:
        """Build the rows; the tables for them are made meanwhile."""
        yield from map(self._first, SEATS)
        yield from map(self._seen, self.looks.ways)
        yield self._size()
        yield self._beside_the_limit(self.warm[0])
        yield self._unchanged()

    def _first(self, key: str) -> Row:
        unseen = self.looks.first(natural(key, self.looks.seen_first))
        what = "turn page never seen before, beside a bare view"
        measure = speed(unseen, self.looks.bare_in_turns, self.effort.turns)
        return Row(f"W1 first, {key}", what, _FIRST, measure)

    def _seen(self, way: str) -> Row:
        what = f"turn page seen before, {way}, beside a bare view"
        ours = self.looks.again(self.warm, self.looks.ways[way])
        return Row(f"W1 seen, {way}", what, at_least(0.05), speed(ours, self.looks.bare))

    def _size(self) -> Row:
        guests = [self.looks.crowd.seat(natural(key, 1))[0] for key in SEATS]
        size = max(len(gzip.compress(_body(guest), 6)) for guest in guests) / 1_000
        what = "kilobytes of the turn page, compressed, of the ruleset with the largest"
        return Row("W1 size", what, at_most(40), lambda: size)

    def _beside_the_limit(self, guest: Guest) -> Row:
        limit = f"/{LIMIT}/{guest.game_id}/{len(_body(guest))}"
        peer = self.looks.timed(lambda: self.looks.server.get(limit))
        ours = self.looks.again([guest], self.looks.ways["letter"])
        what = "turn page seen before, beside as many bytes written by hand from two statements"
        return Row("W2", what, at_least(0.08), speed(ours, peer))

    def _unchanged(self) -> Row:
        server = self.looks.server
        ours = self.looks.again(self.warm, lambda guest: server.ask_again(guest.by_letter))
        what = "turn page asked for again while nothing is new, beside a bare view"
        return Row("W4", what, at_least(0.09), speed(ours, self.looks.bare))


def _body(guest: Guest) -> bytes:
    return requests.get(guest.by_letter).body
