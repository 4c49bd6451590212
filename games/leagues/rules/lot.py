"""The lot that orders who is level in all else, promised before the season (leagues.md, 6)."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Lot:
    """The secret of a season. Nobody knows it before the season is final."""

    secret: str
    season: str


def commitment(secret: str) -> str:
    """What is published when the season is announced, so that no other secret can be shown."""
    return _digest(secret)


def ticket(lot: Lot, entry: str) -> str:
    """An entry's place in the order of the lot: the least comes first."""
    return _digest(f"{lot.secret}:{lot.season}:{entry}")


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
