"""What a line's points come from, for who asks. Each scoring has its own terms."""

from fractions import Fraction
from typing import NamedTuple


class Compared(NamedTuple):
    """By rank: how many others at the table were beaten, and how many level."""

    beaten: int
    equal: int
    others: int


class Places(NamedTuple):
    """By places: those that this line and its equals cover."""

    first: int
    last: int


class Sides(NamedTuple):
    """By wins: how many sides won together; none if this one did not."""

    winning: int


class Role(NamedTuple):
    """A round of the game by its gold and what the role could expect."""

    role: str
    gold: int
    expected: Fraction


class Relative(NamedTuple):
    """Relative: each round of the game."""

    rounds: tuple[Role, ...]


class Field(NamedTuple):
    """Duplicate: beaten and level among the scores that count at this seat of the deal."""

    beaten: int
    equal: int
    scores: int
    tables: int


Why = Compared | Places | Sides | Relative | Field
