"""The table order: who is before whom at one table, and who won it (leagues.md, 5)."""

from fractions import Fraction

from games.leagues.rules.values import Ending, Line, Table

Rank = tuple[bool, Fraction | int]


def rank(line: Line) -> Rank:
    """What compares two lines that were not forfeited, the better one being greater."""
    return line.won, line.score if line.awarded is None else line.awarded


def beaten_and_equal(table: Table, line: Line) -> tuple[int, int]:
    """How many lines of the table this one is before, and level with."""
    if line.ending is Ending.FORFEIT:
        return 0, 0
    own = rank(line)
    others = [other for other in table.lines if other is not line]
    # A forfeited line loses to every other; the ruleset does not matter then.
    beaten = sum(other.ending is Ending.FORFEIT or rank(other) < own for other in others)
    equal = sum(other.ending is not Ending.FORFEIT and rank(other) == own for other in others)
    return beaten, equal


def winners(table: Table) -> tuple[frozenset[str], int]:
    """Tell who won the table, and how many sides they are; nobody if everybody lost.

    A win that a forfeited line would have had goes to the ruleset's other winners, else to the
    best of the rest with their sides.
    """
    held = [line for line in table.lines if line.ending is not Ending.FORFEIT]
    if not held or all(map(_lost, table.lines)):
        return frozenset(), 0
    first = max(map(rank, held))
    # Whom the ruleset names wins with any score, his side being first together.
    won = [line for line in held if (line.won if first[0] else rank(line) == first)]
    sides = {_side(line) for line in won}
    return frozenset(line.entry for line in held if _side(line) in sides), len(sides)


def _lost(line: Line) -> bool:
    # A walkover is a win without gold, and what directors award is compared as they awarded it.
    played = line.ending is not Ending.WALKOVER and line.awarded is None
    return played and not line.won and line.score == 0


def _side(line: Line) -> tuple[str, str]:
    return ("entry", line.entry) if line.side is None else ("side", line.side)
