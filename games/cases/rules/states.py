"""The state of a case. It follows from what happened and the time; nobody has to change it."""

from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    """How far a case got."""

    OPEN = "open"
    CLAIMED = "claimed"
    WAITING = "waiting"
    """For an answer of its reporter."""
    DECIDED = "decided"
    APPEALED = "appealed"
    FINAL = "final"


def state(
    *,
    claimed: bool,
    waits_until: datetime | None,
    appealable_until: datetime | None,
    appeal: bool | None,
    now: datetime,
) -> State:
    """Say the state of a case: `appealable_until` once it is decided, `appeal` whether one waits.

    What cannot be appealed against is final at once.
    """
    if appealable_until is None:
        if claimed:
            return State.CLAIMED
        return State.WAITING if waits_until is not None and waits_until > now else State.OPEN
    if appeal is not None:
        return State.APPEALED if appeal else State.FINAL
    return State.DECIDED if appealable_until > now else State.FINAL
