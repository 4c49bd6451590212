"""Adding a line to the log, in the transaction of what it tells of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from games import statements
from games.log.models import Line, Person
from games.log.rules import FIRST, IN_THE_LOG, hashed
from games.log.selectors import changes_of, head
from games.models import Player

CHAIN = 7_305_115_362_110_977_389
"""The name of the lock of whoever adds a line; drawn once."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an act is about: a kind and a number of its own."""

    kind: str
    id: int


@dataclass(frozen=True, slots=True)
class By:
    """Who acts, by which of his roles, and how he stands to what he acts upon."""

    actor: Player
    role: str
    relation: str = ""
    second: Player | None = None
    """Who confirmed it, where it takes two."""


Values = Mapping[str, Any]


def write(
    act: str,
    *,
    now: datetime,
    by: By | None = None,
    target: Target | None = None,
    arguments: Values | None = None,
    before: Values | None = None,
    after: Values | None = None,
    case: int | None = None,
    reason: str = "",
    preview: str = "",
) -> Line:
    """Add a line: the last thing that its transaction does, since all others wait from here on.

    `before` and `after` hold what everybody may know. What was changed, secrets and all, stands in
    the line as a digest that nobody has to work out.
    """
    request = _request()
    changes, digest = changes_of(request)
    number, previous = _last()
    line = Line(
        number=number + 1,
        at=now.astimezone(UTC),
        actor=_known(by.actor) if by else None,
        role=by.role if by else "",
        relation=by.relation if by else "",
        act=act,
        arguments=dict(arguments or {}),
        target_kind=target.kind if target else "",
        target_id=target.id if target else None,
        case=case,
        reason=reason,
        preview=preview,
        before=dict(before or {}),
        after=dict(after or {}),
        changes=changes,
        digest=digest,
        second=_known(by.second) if by and by.second else None,
        request=request,
        previous=previous,
    )
    line.text = line.canonical
    line.hash = hashed(line.text)
    line.save(force_insert=True)
    return line


def changed() -> int:
    """Count the rows that were changed so far for this transaction's cause, if the log tells it."""
    return changes_of(_request())[0]


def forget(player: Player) -> None:
    """Leave nothing but his number of who has his account deleted."""
    Person.objects.filter(number=player.pk).update(name="")


def _request() -> UUID:
    """Name this transaction: by its cause, if the log has to say it."""
    kind, _, request = statements.cause().partition(" ")
    return UUID(request) if kind in IN_THE_LOG else uuid4()


def _last() -> tuple[int, str]:
    """Hold the chain to the transaction's end and read its last line."""
    statements.lock(CHAIN)
    # A statement of its own: what others added while we waited is seen.
    last = head()
    return (last.number, last.hash) if last else (0, FIRST)


def _known(player: Player) -> int:
    Person.objects.update_or_create(number=player.pk, defaults={"name": player.name})
    return player.pk
