"""The course of a round as one seat was told it: all that a bot remembers."""

from collections.abc import Iterable

from engine.api import Event, Seat
from engine.parts.facts import RoundBegan


def told(events: Iterable[Event], seat: Seat) -> tuple[Event, ...]:
    """List the facts of the last round among `events`, each as `seat` may know it."""
    course: list[Event] = []
    for event in events:
        if isinstance(event, RoundBegan):
            course.clear()
        seen = event.seen_by(seat)
        if seen is not None:
            course.append(seen)
    return tuple(course)
