"""Full round robin of two-player tables by the circle method."""

from collections.abc import Sequence

from games.leagues.rules.history import Draw


def rounds(entries: Sequence[str], *, double: bool = False) -> tuple[Draw, ...]:
    """Everyone meets everyone once; in a double one again, with seats swapped.

    An odd number sits out once each (in a double one twice). First seats differ by at most one.
    """
    if len(entries) < 2:
        return ()
    once = _once(entries)
    return once + tuple(map(_swapped, once)) if double else once


def _once(entries: Sequence[str]) -> tuple[Draw, ...]:
    # An odd number goes round in a circle; who is left over of an even one stands in its middle.
    circle, middle = (entries, None) if len(entries) % 2 else (entries[:-1], entries[-1])
    n, drawn = len(circle), list[Draw]()
    for number in range(n):
        top = circle[number]
        tables = []
        if middle is not None:
            tables.append((top, middle) if number % 2 else (middle, top))
        for step in range(1, n // 2 + 1):
            ahead, behind = circle[(number + step) % n], circle[number - step]
            # Turning on, a place is an odd number of steps behind the top every other round.
            tables.append((ahead, behind) if step % 2 else (behind, ahead))
        drawn.append(Draw(tuple(tables), () if middle is not None else (top,)))
    return tuple(drawn)


def _swapped(draw: Draw) -> Draw:
    return Draw(tuple((second, first) for first, second in draw.tables), draw.byes)
