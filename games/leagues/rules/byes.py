"""Who sits a round out, and what becomes of the wish to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.leagues.rules.values import Bye, Kind

MOST_REQUESTED = 1
"""So many wishes of a season count; further ones are zero byes."""


def had(byes: Iterable[Bye]) -> Counter[str]:
    """How many byes each entry had that count: forced and requested ones together."""
    return Counter(bye.entry for bye in byes if bye.kind in (Kind.FORCED, Kind.REQUESTED))


def forced(standing: Sequence[str], had: Mapping[str, int], byes: int = 1) -> tuple[str, ...]:
    """Who must sit out: each time the lowest in the standing among those with the fewest byes."""
    lowest_first = standing[::-1]
    return tuple(sorted(lowest_first, key=lambda entry: had.get(entry, 0))[:byes])


def requested(entry: str, round: int, had: Iterable[Bye], most: int = MOST_REQUESTED) -> Bye:  # noqa: A002
    """The bye that somebody gets who asked for one before the draw."""
    counted = sum(bye.entry == entry and bye.kind is Kind.REQUESTED for bye in had)
    return Bye(entry, round, Kind.REQUESTED if counted < most else Kind.ZERO)
