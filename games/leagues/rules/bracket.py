"""Knock-out: who meets whom, and who goes on. Entries are their final places: 1 is the best."""

from collections.abc import Collection, Sequence

Pair = tuple[int, int | None]
"""The better place first; nobody against it is a bye."""


def first_pairs(players: int) -> tuple[Pair, ...]:
    """The first round: 1-8, 4-5, 2-7, 3-6 for eight; missing places are byes for the best."""
    order = [1]
    while len(order) < players:
        order = [each for place in order for each in (place, 2 * len(order) + 1 - place)]
    return tuple(
        (better, worse if worse <= players else None)
        for better, worse in zip(order[::2], order[1::2], strict=False)
    )


def next_pairs(winners: Sequence[int]) -> tuple[Pair, ...]:
    """The round after one whose pairs, in their order, were won by these."""
    return tuple((min(pair), max(pair)) for pair in zip(winners[::2], winners[1::2], strict=True))


def seats(pair: tuple[int, int], game: int) -> tuple[int, int]:
    """Who starts a game of a pair, numbered from 1, and who does not: by turns."""
    better, worse = pair
    return (better, worse) if game % 2 else (worse, better)


def winner(pair: tuple[int, int], games: Sequence[int | None], *, best_of: int = 1) -> int | None:
    """Who goes on after games with these winners, perhaps none; nobody if a game is due yet.

    If all are played and it is level there is one more; if it stays level the better place goes on.
    """
    better, worse = pair
    lead = games.count(better) - games.count(worse)
    if abs(lead) > max(best_of - len(games), 0):
        return better if lead > 0 else worse
    return better if len(games) > best_of else None


def tables(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Deal places onto tables of these sizes, back and forth, so that the best meet late."""
    dealt: list[list[int]] = [[] for _ in sizes]
    waiting, forth = sorted(players), True
    while waiting:
        for table, size in list(zip(dealt, sizes, strict=True))[:: 1 if forth else -1]:
            if len(table) < size:
                table.append(waiting.pop(0))
        forth = not forth
    return tuple(map(tuple, dealt))


def ranked(levels: Sequence[Collection[int]]) -> tuple[int, ...]:
    """A table's players whose groups of equals are given from the best on: then by place."""
    return tuple(place for level in levels for place in sorted(level))


def advancing(levels: Sequence[Collection[int]]) -> tuple[int, ...]:
    """The upper half of a table, rounded down; at the cut the better place goes on."""
    order = ranked(levels)
    return order[: len(order) // 2]
