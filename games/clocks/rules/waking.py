"""What is left of a deadline: as running time, and as waking hours of a player (time.md, 11)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.clocks.rules import walls
from games.clocks.rules.people import Person
from games.clocks.rules.stretches import Stretch, running, union


def waking_hours(
    person: Person, still: Iterator[Stretch], now: datetime, due: datetime
) -> timedelta:
    """Running time from now to a deadline outside the person's nights."""
    return running(now, due, union(still, walls.nights(person.zone, person.night, now)))
