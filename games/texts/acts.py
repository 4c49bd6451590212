"""What was done about a table's time or its seats, as a heading and a sentence for its reader."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _

from engine.api import Seat
from games.texts.book import Reader
from games.texts.moments import hours_text, moment_text


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


def act_words(act: Act, reader: Reader) -> Words:
    """Tell an act."""
    return ACTS[act.name](act, reader)


def _extended(act: Act, reader: Reader) -> Words:
    words = {
        "by": act.said["by"],
        "hours": hours_text(act.said["hours"]),
        "moment": moment_text(datetime.fromisoformat(act.said["until"])),
    }
    mine = _("%(by)s gave you %(hours)s more: you have until %(moment)s.")
    theirs = _("%(by)s gave %(who)s %(hours)s more: until %(moment)s.")
    return Words(_("A later deadline"), _of(act, reader, mine, theirs, words))


def _of(act: Act, reader: Reader, mine: str, theirs: str, words: Mapping[str, object]) -> str:
    assert act.seat is not None, "this act is about a seat"
    return reader.say(Seat(act.seat), mine, theirs, **words)


ACTS: Mapping[str, Callable[[Act, Reader], Words]] = {
    "extended": _extended,
}
"""Every act that is written into a record, by its name there."""
