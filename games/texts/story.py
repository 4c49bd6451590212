"""A game's moves as a story to one reader."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.api import Event, Seat
from engine.maze.cells import Cell
from games.texts.acts import act_words
from games.texts.book import Book, Reader
from games.texts.telling import Act


def event_text(event: Event, reader: Reader) -> str:
    """Tell a fact, as `seen_by` let it through for this reader, in one or a few sentences."""
    known: Any = event  # a frozen value, as every event is; the contract just does not say so
    return _told(known, reader, get_language())


# A table's story is told again on every page of it, and only its end is new. What is kept here are
# sentences for one reader: nobody else's key finds them.
@lru_cache(maxsize=20_000)
def _told(event: Any, reader: Reader, _language: str | None) -> str:
    return reader.book.tell(event, reader)


class Entry(Protocol):
    """A move as its reader may know it, or an act: who made it, how, and what it led to."""

    @property
    def seat(self) -> int | None:
        """Whose move it was; None for the deal."""

    @property
    def by(self) -> str:
        """Who made it, as moves have it, or act."""

    @property
    def events(self) -> Sequence[Event]:
        """What it led to."""

    @property
    def act(self) -> Act | None:
        """What was done, if it is no move."""

    @property
    def gone(self) -> bool:
        """Whether the move was taken back."""


def story(entries: Iterable[Entry], reader: Reader) -> list[str]:
    """Tell moves in order, without the cards that others draw: hand sizes show those."""
    lines: list[str] = []
    language = get_language()
    for entry in entries:
        told: list[str] = []
        if entry.act:
            told.append(act_words(entry.act, reader).line)
        if entry.by == "deadline" and entry.seat is not None:
            told.append(late_text(Seat(entry.seat), reader))
        events: Iterable[Any] = entry.events
        told += [_told(event, reader, language) for event in events if _tells(event, reader)]
        lines += (
            [_("Taken back: %(line)s") % {"line": line} for line in told] if entry.gone else told
        )
    return lines


def _tells(event: Event, reader: Reader) -> bool:
    return not isinstance(event, reader.book.quiet) or getattr(event, "seat", None) == reader.seat


def late_text(seat: Seat, reader: Reader) -> str:
    """Tell that somebody let the time pass and was moved for."""
    return reader.say(
        seat,
        _("Your time ran out, so a move was made for you."),
        _("The time of %(who)s ran out, so a move was made for them."),
    )


def changed_cells(entries: Iterable[Entry], book: Book[Any]) -> frozenset[Cell]:
    """Find the cells of the maze as it lies now that these moves changed."""
    cells: set[Cell] = set()
    for event in (event for entry in entries if not entry.gone for event in entry.events):
        if isinstance(event, book.round_began):
            cells.clear()
        elif isinstance(event, book.changes):
            cells.add(event.cell)
    return frozenset(cells)


def tells_a_rounds_end(entries: Iterable[Entry], book: Book[Any]) -> bool:
    """Tell whether one of these moves ended a round."""
    return any(isinstance(event, book.round_ended) for entry in entries for event in entry.events)
