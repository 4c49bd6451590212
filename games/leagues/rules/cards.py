"""The ladder of cards: what an absence leads to, what is carried on, and the terms of appeals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum

MISSED = 3
"""So many deadlines of a round passed by the service's move are an event."""
IN_A_ROW = 3
IDLE = timedelta(days=10)

APPEAL_WITHIN = timedelta(days=7)
DECIDE_WITHIN = timedelta(days=7)


class Card(IntEnum):
    """How far up the ladder somebody is."""

    NONE = 0
    WARNING = 1
    YELLOW = 2
    RED = 3
    """Leaves all tables and the season, and may not enter the next."""


class What(StrEnum):
    """An absence that counts."""

    SILENT = "silent"
    MISSED = "missed"
    ABANDONED = "abandoned"
    GIVEN = "given"
    """A step that directors gave."""
    REMOVED = "removed"
    """Directors took him out of the season: no step."""


MISSES = frozenset({What.SILENT, What.MISSED, What.ABANDONED})
"""What the clocks' records say, and directors can excuse."""


@dataclass(frozen=True, slots=True)
class Event:
    """An absence in a round. Excused (announced, outage, undelivered letter) it is no step."""

    round: int
    entry: str
    what: What
    excused: bool = False
    revoked: bool = False
    """An appeal was granted, or a director took it back."""


@dataclass(frozen=True, slots=True)
class Step:
    """A card that was given. `event` is its place among the events."""

    event: int
    round: int
    entry: str
    card: Card


def seen(*, first_passed: bool, missed: int, in_a_row: int, idle: timedelta) -> tuple[What, ...]:
    """Name the events in what a seat did not do.

    `first_passed`: a table's first turn passed without an own act; `missed` counts the round,
    `in_a_row` the table; `idle` is how long the seat has been asked without any act.
    """
    found = {
        What.SILENT: first_passed,
        What.MISSED: missed >= MISSED,
        What.ABANDONED: in_a_row >= IN_A_ROW or idle >= IDLE,
    }
    return tuple(what for what, is_so in found.items() if is_so)


def given(events: Iterable[Event], carried: Mapping[str, Card]) -> tuple[Step, ...]:
    """Say which cards follow from events in order of time, upon what was carried in.

    One step an entry and round, whatever happened in it: a lost weekend is not three. Who abandons
    after another event of the round is lifted to yellow no less than if it had come first. What
    directors give is a step of its own.
    """
    cards = dict(carried)
    stepped: set[tuple[str, int]] = set()
    steps: list[Step] = []
    for number, event in enumerate(events):
        if event.excused or event.revoked or event.what is What.REMOVED:
            continue
        now = cards.get(event.entry, Card.NONE)
        floor = Card.YELLOW if event.what is What.ABANDONED else Card.NONE
        by_directors = event.what is What.GIVEN
        again = not by_directors and (event.entry, event.round) in stepped
        card = max(now if again else Card(min(now + 1, Card.RED)), floor)
        if not by_directors:
            stepped.add((event.entry, event.round))
        if card > now:
            cards[event.entry] = card
            steps.append(Step(number, event.round, event.entry, card))
    return tuple(steps)


def final(steps: Iterable[Step], carried: Mapping[str, Card]) -> dict[str, Card]:
    """Say where on the ladder everybody stands who is on it, or came in with a state."""
    return dict(carried) | {step.entry: step.card for step in steps}


def bars(card: Card) -> bool:
    """Tell whether somebody may not enter the next season."""
    return card is Card.RED


def carried(card: Card) -> Card:
    """Say what is left of a card on entering the following season; red sits one out before."""
    return Card(max(card - 1, Card.NONE))


def may_be_appealed(told: datetime, now: datetime) -> bool:
    """Tell whether there is still time to appeal against a step."""
    return now < told + APPEAL_WITHIN


def lapses(appealed: datetime) -> datetime:
    """Say when an appeal that nobody decided is granted."""
    return appealed + DECIDE_WITHIN


def may_decide(director: str, *, gave: str | None, sitting: Iterable[str]) -> bool:
    """Tell whether a director may decide an appeal: `gave` gave the step, `sitting` play there."""
    return director != gave and director not in set(sitting)
