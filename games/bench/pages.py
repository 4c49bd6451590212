"""Rows of the turn page: at first sight and seen before, beside its limit, asked for in vain."""

import gzip
from collections.abc import Iterator

from engine.cli.measure import Row, at_least, at_most, speed
from games.bench import requests
from games.bench.crowd import Guest
from games.bench.looks import Looks
from games.bench.positions import SEATS, natural
from games.bench.server import LIMIT

BASE = "saboteur"
_WARM = 4
"""Tables that are asked for again and again."""
_FIRST = {"base": at_least(0.12), "slowest": at_least(0.09)}


class Pages:
    """The rows, and a line about each ruleset."""

    def __init__(self, looks: Looks) -> None:
        self.looks, self.effort = looks, looks.effort
        self.warm = looks.crowd.seat(natural(BASE, _WARM))
        looks.again(self.warm, looks.ways["letter"])  # templates are read before anything counts
        self.shares = {key: self._share(key) for key in SEATS}

    def _share(self, key: str) -> float:
        looks, pages = self.looks, self.effort.pages
        return speed(looks.first(natural(key, pages), pages), looks.bare)()

    def rows(self) -> Iterator[Row]:
        """Build the rows; the tables for them are made meanwhile."""
        slowest = min(self.shares, key=lambda key: self.shares[key])
        for which, key in {"base": BASE, "slowest": slowest}.items():
            yield from self._first(which, key)
            yield from self._seen(which, key)
        yield self._size()
        yield self._beside_the_limit(self.warm[0])
        yield self._unchanged()

    def figures(self) -> Iterator[str]:
        """Tell how each ruleset's page stands at first sight."""
        shares = ", ".join(f"{key} {share:.3f}" for key, share in self.shares.items())
        yield f"turn page at first sight by letter, one look at each ruleset: {shares}"

    def _first(self, which: str, key: str) -> Iterator[Row]:
        for way in self.looks.ways:
            pages = self.effort.pages
            positions = natural(key, pages * self.effort.rounds)
            what = f"turn page never seen before, {key}, {way}, beside a bare view"
            measure = speed(self.looks.first(positions, pages, way), self.looks.bare)
            yield Row(f"W1 first, {way}, {which}", what, _FIRST[which], measure)

    def _seen(self, which: str, key: str) -> Iterator[Row]:
        guests = self.warm if key == BASE else self.looks.crowd.seat(natural(key, _WARM))
        for way, ask in self.looks.ways.items():
            what = f"turn page seen before, {key}, {way}, beside a bare view"
            measure = speed(self.looks.again(guests, ask), self.looks.bare)
            yield Row(f"W1 seen, {way}, {which}", what, at_least(0.16), measure)

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
        return Row("W2", what, at_least(0.25), speed(ours, peer))

    def _unchanged(self) -> Row:
        server = self.looks.server
        ours = self.looks.again(self.warm, lambda guest: server.ask_again(guest.by_letter))
        what = "turn page asked for again while nothing is new, beside a bare view"
        return Row("W4", what, at_least(0.21), speed(ours, self.looks.bare))


def _body(guest: Guest) -> bytes:
    return requests.get(guest.by_letter).body
