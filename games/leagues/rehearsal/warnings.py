"""What directors are warned of before they announce: by name, with the numbers of its sentence."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from games.leagues.rehearsal.figures import Figures
from games.leagues.rules.terms import Format, Terms
from games.leagues.rules.tiebreaks import Tiebreak

AT_ONCE = 12
"""More games at once are too many."""
LOT = 0.1
"""In more runs than that share the lot should not decide who goes up."""
SQUARES = 1.25
"""Above so much of the lower bound meetings are uneven."""


class What(StrEnum):
    """What is worth a second look."""

    TOO_LONG = "too-long"
    AT_ONCE = "at-once"
    LOT = "lot"
    UNEVEN = "uneven"
    NEVER = "never"
    """A rule that applied in no run."""


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning, of so many players."""

    what: What
    players: int
    said: dict[str, Any] = field(default_factory=dict)


def warnings(
    terms: Terms, found: Figures, *, following: datetime | None = None
) -> Iterator[Warned]:
    """Warn of what a rehearsal has shown; `following` is when the next season is to begin."""
    count = found.players
    ends = terms.first_at + timedelta(days=found.days_95 + terms.counting)
    if following is not None and ends > following:
        late = (ends - following).days + 1
        yield Warned(What.TOO_LONG, count, {"days": late})
    if found.at_once_most > AT_ONCE:
        yield Warned(What.AT_ONCE, count, {"games": found.at_once_most})
    if found.lot_promotes > LOT:
        yield Warned(What.LOT, count, {"percent": round(100 * found.lot_promotes)})
    if found.squares > SQUARES * found.bound:
        said = {"squares": found.squares, "bound": found.bound}
        yield Warned(What.UNEVEN, count, said)
    for rule in _never(terms, found):
        yield Warned(What.NEVER, count, {"rule": rule})


def _never(terms: Terms, found: Figures) -> Iterator[str]:
    """Name the rules that applied in no run, or cannot."""
    for each in terms.tiebreaks:
        if each is not Tiebreak.LOT and not found.decided[each]:
            yield each
    if terms.best is not None and terms.best >= terms.rounds:
        yield "best"
    if terms.divisions.swap and found.players <= terms.divisions.max:
        yield "swap"
    if terms.seeds > found.players:
        yield "seeds"
    if (
        terms.together > 1
        and terms.format is not Format.SOLO
        and terms.together >= terms.rounds > 0
    ):
        yield "together"
