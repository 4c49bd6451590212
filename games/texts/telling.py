"""What an act upon a game is, for those who tell it: its shape, its words, whom it is about."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from engine.api import Seat
from games.texts.book import Reader


class Act(Protocol):
    """An entry of the record that is no move."""

    @property
    def name(self) -> str:
        """Which act it is, a key of `ACTS`."""

    @property
    def seat(self) -> int | None:
        """Whom it is about."""

    @property
    def said(self) -> Mapping[str, Any]:
        """What its sentence names."""


class Words(NamedTuple):
    """An act in the active language."""

    title: str
    line: str


def of(act: Act, reader: Reader, mine: str, theirs: str, words: Mapping[str, object]) -> str:
    """Tell what is about a seat, to who sits there and to others."""
    if act.seat is None:  # who sat there then does no more: only his name is left
        return theirs % {**words, "who": act.said["who"]}
    return reader.say(Seat(act.seat), mine, theirs, **words)
