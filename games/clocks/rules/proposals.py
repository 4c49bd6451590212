"""What somebody proposed to a table and all must agree to: read off the table's record (5).

Nothing else is stored. A proposal stands in the record from the moment it is made; each yes is a
line of its own, and so is what ends it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from games.clocks.rules.pauses import TO_AGREE
from games.clocks.rules.table import Table

MADE = {"proposed-pause": "pause", "proposed-end": "end", "proposed-rule": "rule"}
"""The acts that propose, and what."""
DONE = {"paused": ("pause", "end"), "resumed": ("end",), "ruled": ("rule",)}
"""The acts after which nothing of a kind is left to agree to: a new pause has an end of its own."""


class Said(Protocol):
    """A line of the record."""

    @property
    def act(self) -> str:
        """What was done."""

    @property
    def seat(self) -> int | None:
        """Whom it is about."""

    @property
    def said(self) -> Mapping[str, Any]:
        """What its sentence names."""

    @property
    def made_at(self) -> datetime:
        """When."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What all people seated may agree to."""

    kind: str
    seat: int
    terms: Mapping[str, Any]
    made_at: datetime
    agreed: Mapping[int, datetime]
    """Who said yes, and when; who proposed it first of all."""

    @property
    def act(self) -> str:
        """The act that proposed it."""
        return next(act for act, kind in MADE.items() if kind == self.kind)

    @property
    def ends_at(self) -> datetime:
        """From then on silence was a no, or the pause that is proposed is over."""
        silence = self.made_at + TO_AGREE
        over = self.terms.get("until")
        return silence if over is None else min(silence, datetime.fromisoformat(over))


def standing(record: Iterable[Said], table: Table, *, now: datetime) -> dict[str, Proposal]:
    """The proposals that wait for answers and could be done now, by what they propose."""
    if table.finished:
        return {}
    idle = "pause" if table.paused_until(now) else "end"
    found = _made(record)
    return {kind: it for kind, it in found.items() if kind != idle and now < it.ends_at}


def _made(record: Iterable[Said]) -> dict[str, Proposal]:
    """The last proposal of each kind that was neither done nor refused."""
    found: dict[str, Proposal] = {}
    for line in record:
        if line.act in DONE:
            for kind in DONE[line.act]:
                found.pop(kind, None)
        elif line.act in MADE and line.seat is not None:
            kind, first = MADE[line.act], {line.seat: line.made_at}
            found[kind] = Proposal(kind, line.seat, line.said, line.made_at, first)
        elif line.act == "declined":
            found.pop(line.said["kind"], None)
        elif line.act == "agreed" and line.seat is not None and line.said["kind"] in found:
            asked = found[line.said["kind"]]
            agreed = {**asked.agreed, line.seat: line.made_at}
            found[asked.kind] = replace(asked, agreed=agreed)
    return found
