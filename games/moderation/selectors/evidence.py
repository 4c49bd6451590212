"""Signals as moderators see them: only who is tied to none of the persons named."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games.cases import selectors as cases
from games.models import Case, Player, Signal
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
    cases: tuple[str, ...] = ()
    """Open cases about one of them, in which it could lie."""


def open_signals(by: Player) -> tuple[Evidence, ...]:
    """List what was not dismissed, the latest first; raises NoSuch for who may see none."""
    require(by)
    states = (Signal.State.NEW, Signal.State.SEEN)
    rows = _visible(by).filter(state__in=states).select_related("one", "other")
    found = cases.cases(by).filter(decided_at=None).order_by("made_at", "pk")
    about: dict[int, list[str]] = {}
    for person, reference in found.values_list("about", "reference"):
        about.setdefault(person, []).append(reference)
    return tuple(
        _evidence(row, (*about.get(row.one_id, ()), *about.get(row.other_id, ())))
        for row in rows.order_by("-at", "-pk")[:MOST]
    )


def lying_in(case: Case, *, by: Player) -> tuple[Evidence, ...]:
    """List the signals that lie in a case, but for those of people the reader is tied to."""
    rows = _visible(by).filter(case=case).select_related("one", "other").order_by("pk")
    return tuple(_evidence(row) for row in rows)


def open_case(signal: Signal, reference: str, *, by: Player) -> Case:
    """Find an open case in which a signal could lie; raises NoSuch."""
    found = cases.case(reference, by=by)
    if found.decided_at is not None or found.about_id not in (signal.one_id, signal.other_id):
        raise NoSuch
    return found


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


def _evidence(row: Signal, about: tuple[str, ...] = ()) -> Evidence:
    return Evidence(
        key=row.key,
        people=((row.one.key, row.one.name), (row.other.key, row.other.name)),
        numbers=row.numbers,
        against=row.against,
        at=row.at,
        new=row.state == Signal.State.NEW,
        digest=row.digest[:8],
        cases=about,
    )
