"""What an act will do, worked out once for its preview and for its doing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Moved:
    """A deadline that moves."""

    seat: int
    before: datetime | None
    after: datetime | None


@dataclass(frozen=True, slots=True)
class Entry:
    """What everybody reads of an act in the game's record, and who is told by letter."""

    act: str
    told: tuple[int, ...]
    seat: int | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    former: int | None = None
    """A person who had the seat and has none there now: he gets a letter of his own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an act will change and whom it tells, in the words of the active language.

    The preview shows it; doing stores `changed` and nothing else.
    """

    does: tuple[str, ...]
    """Which rows change, a sentence each."""
    told: str
    """Who will be told."""
    back: str
    """How it is taken back, or that it cannot be."""
    moved: tuple[Moved, ...] = ()
    entries: tuple[Entry, ...] = ()
    changed: Any = None
    """What is stored."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """Public values, for the log."""
    after: Mapping[str, Any] = field(default_factory=dict)
