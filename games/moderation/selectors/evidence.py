"""Signals as moderators see them: only who is tied to none of the persons named."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games.models import Player, Signal
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import STAFF, Relation, Right, Role
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import near, roles_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

MOST = 100
"""So many stand on the page: the latest."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A signal."""

    key: str
    people: tuple[tuple[str, str], tuple[str, str]]
    """Key and name of each."""
    numbers: Mapping[str, Mapping[str, Any]]
    against: Mapping[str, int]
    at: datetime
    new: bool
    digest: str


def open_signals(by: Player) -> tuple[Evidence, ...]:
    """List what was not dismissed, the latest first; raises NoSuch for who may see none."""
    require(by)
    states = (Signal.State.NEW, Signal.State.SEEN)
    rows = _visible(by).filter(state__in=states).select_related("one", "other")
    return tuple(_evidence(row) for row in rows.order_by("-at", "-pk")[:MOST])


def visible(key: str, *, by: Player) -> Signal:
    """Find a signal by its key; raises NoSuch."""
    require(by)
    found = _visible(by).filter(key=key).first()
    if found is None:
        raise NoSuch
    return found


def require(by: Player) -> Role:
    """Pass who may see signals, and say by which role; raises NoSuch."""
    roles = roles_of(by)
    right, role = matrix.right("see-signals", roles, Relation.NONE, Circumstances())
    if right is not Right.YES or role not in STAFF:
        raise NoSuch
    return role


def _visible(by: Player) -> "QuerySet[Signal]":
    close = near(by).values("pk")
    return Signal.objects.exclude(one__in=close).exclude(other__in=close)


def _evidence(row: Signal) -> Evidence:
    return Evidence(
        key=row.key,
        people=((row.one.key, row.one.name), (row.other.key, row.other.name)),
        numbers=row.numbers,
        against=row.against,
        at=row.at,
        new=row.state == Signal.State.NEW,
        digest=row.digest[:8],
    )
