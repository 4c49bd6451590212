"""Who plays in a rehearsal: with spread strengths; some are slow, some never answer, some leave."""

from dataclasses import dataclass
from random import Random

SILENT, LEAVING, SLOW = 0.05, 0.03, 0.10
RED_IN = 3
"""Who never answers has his third step in the third round, and is out (leagues.md, 8)."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is made up."""

    strength: float
    silent: bool = False
    slow: bool = False
    leaves: int | None = None
    """The round in the midst of which he leaves."""


def company(count: int, rounds: int, chance: Random) -> list[Person]:
    """Make so many people up."""
    return [_person(rounds, chance) for _ in range(count)]


def _person(rounds: int, chance: Random) -> Person:
    strength, kind = chance.gauss(0, 1), chance.random()
    if kind < SILENT:
        return Person(strength, silent=True, leaves=RED_IN if rounds >= RED_IN else None)
    if kind < SILENT + LEAVING:
        return Person(strength, leaves=chance.randint(1, rounds))
    return Person(strength, slow=chance.random() < SLOW)
