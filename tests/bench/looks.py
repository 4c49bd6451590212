"""Looking at turn pages: for the first time or again and again, by letter or signed in."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from typing import TypeAlias

from engine.cli.measure import Side, Work, progress
from tests.bench.crowd import Crowd, Guest
from tests.bench.effort import Effort
from tests.bench.positions import Position
from tests.bench.server import BARE, Server

Ask: TypeAlias = Callable[[Guest], int]


class Looks:
    """The sides of rows in which a server shows tables."""

    def __init__(self, server: Server, crowd: Crowd, effort: Effort) -> None:
        self.server, self.crowd, self.effort = server, crowd, effort
        self.ways: Mapping[str, Ask] = {
            "letter": lambda guest: server.get(guest.by_letter),
            "signed in": lambda guest: server.get(guest.signed_in, crowd.cookie),
        }
        self.seen_first = effort.pages * effort.turns * effort.rounds
        """So many tables a row needs that are looked at once."""
        self.bare = self.timed(lambda: server.get(BARE))
        self.bare_in_turns = self.timed(lambda: server.get(BARE), effort.turns)

    def timed(self, work: Work, turns: int = 1) -> Side:
        """Measure work that can go on and on."""
        return self.server.timed(work, self.effort.seconds / turns)

    def first(self, positions: Sequence[Position]) -> Side:
        """Set up a table for each position; in each turn look at some more, once at each."""
        assert len(positions) == self.seen_first
        progress(f"making {len(positions)} tables of {positions[0].ruleset}")
        unseen, each = iter(self.crowd.seat(positions)), self.effort.pages
        return self.server.timed(lambda: sum(map(self.ways["letter"], islice(unseen, each))), 0)

    def again(self, guests: Sequence[Guest], ask: Ask) -> Side:
        """Look at the same tables in turn, after each has been looked at."""
        for guest in guests:
            ask(guest)
        turns = cycle(guests)
        return self.timed(lambda: ask(next(turns)))
