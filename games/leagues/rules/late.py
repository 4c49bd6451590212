"""Late joiners: how long they may come, what they get for missed rounds, and whose place."""

from collections.abc import Iterable, Sequence

from games.leagues.rules.history import Draw
from games.leagues.rules.values import Bye, Kind


def may_join(*, rounds: int, drawn: int) -> bool:
    """Whether somebody may still enter: until half of the rounds have been drawn."""
    return 2 * drawn < rounds


def missed(entry: str, first: int) -> tuple[Bye, ...]:
    """The byes of somebody whose first round is that: the latest missed one counts as requested.

    It is so where each round is drawn for itself: Swiss, solo, duplicate.
    """
    return tuple(
        Bye(entry, round, Kind.REQUESTED if round == first - 1 else Kind.ZERO)
        for round in range(1, first)  # noqa: A001
    )


def in_place_of(left: str, joins: str, rounds: Iterable[Draw]) -> tuple[Draw, ...]:
    """The remaining schedule with one who joins in place of one who left: planned formats."""

    def put(group: Sequence[str]) -> tuple[str, ...]:
        return tuple(joins if entry == left else entry for entry in group)

    return tuple(Draw(tuple(map(put, draw.tables)), put(draw.byes)) for draw in rounds)
