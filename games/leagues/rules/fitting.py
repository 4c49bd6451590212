"""Whether a scoring fits what is played, asked when a season is announced (leagues.md, 5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.leagues.rules.expectation import Cell
from games.leagues.rules.refusals import Reason, Refused
from games.leagues.rules.scoring import By, Scoring


@dataclass(frozen=True, slots=True)
class Played:
    """What is played in a league: its table sizes and, at each, the ruleset's roles."""

    roles: Mapping[int, frozenset[str]]
    best: int | None = None  # so many rounds of each count


def fits(scoring: Scoring, played: Played) -> None:
    """Refused by name if points could not be told, or not fairly, of what is played."""
    sizes = sorted(played.roles)
    alone = 1 in played.roles
    if alone and scoring.by not in (By.GOLD, By.DUPLICATE):
        raise Refused(Reason.NOT_FOR_ONE, "kind")
    if played.best is not None and sizes != [1]:
        raise Refused(Reason.ONLY_FOR_ONE, "best")
    match scoring.by:
        case By.GOLD if len(sizes) > 1 and not scoring.unequal:
            # Three at a table earn more than ten.
            raise Refused(Reason.UNEQUAL_SIZES, "kind")
        case By.RELATIVE:
            _expectations_fit(scoring, played)
        case By.PLACES:
            _lists_fit(scoring, sizes)
    if scoring.by is not By.GOLD:
        for name, value in (("forced", scoring.forced), ("requested", scoring.requested)):
            if value is None:
                raise Refused(Reason.NO_BYES, name)


def _expectations_fit(scoring: Scoring, played: Played) -> None:
    for size, roles in sorted(played.roles.items()):
        if not roles:
            raise Refused(Reason.NO_ROLES, "kind")
        for role in sorted(roles):
            if (cell := Cell(size, role)) not in scoring.expected:
                raise Refused(Reason.NO_PRIOR, f"expected/{cell}")


def _lists_fit(scoring: Scoring, sizes: list[int]) -> None:
    for size in sizes:
        places = scoring.places.get(size, ())
        if len(places) != size:
            raise Refused(Reason.NO_LIST, f"places/{size}")
        if list(places) != sorted(places, reverse=True):
            raise Refused(Reason.LIST_NOT_FALLING, f"places/{size}")
