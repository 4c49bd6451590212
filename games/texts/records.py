"""How reliably somebody answers, in words, and what a table asks of who joins."""

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.rules.record import Record
from games.clocks.rules.settings import Settings


class Reliability(Protocol):
    """The record of a player over the last twelve months."""

    @property
    def turns(self) -> Record:
        """Those that had a clock."""

    @property
    def resigned(self) -> int:
        """Seats he gave up."""

    @property
    def lost(self) -> int:
        """Seats that others took because he did not answer."""


def record_text(found: Reliability) -> str:
    """Write a record in one line: "98 % of 212 turns in time"."""
    return ", ".join((share_text(found.turns), *_left(found)))


def share_text(turns: Record) -> str:
    """Write how many turns were in time."""
    if turns.share is None:
        return _("new here")
    return ngettext(
        "%(share)d %% of %(n)d turn in time", "%(share)d %% of %(n)d turns in time", turns.turns
    ) % {"share": turns.share, "n": turns.turns}


def reply_text(turns: Record) -> str:
    """Write how soon somebody mostly answers; nothing while no game of his has ended."""
    return {
        None: "",
        "2 h": _("answers mostly within two hours"),
        "8 h": _("answers mostly within eight hours"),
        "day": _("answers mostly within a day"),
        "more": _("takes mostly more than a day"),
    }[turns.reply]


def appeal_text(answer: str) -> str:
    """Say what became of an appeal against a missed turn."""
    return {
        "": _("The operators have not answered yet."),
        "excused": _("Excused: this turn does not count."),
        "stands": _("The operators looked at it: the turn counts."),
    }[answer]


def _left(found: Reliability) -> list[str]:
    lines = [reply_text(found.turns)]
    if found.resigned:
        lines.append(
            ngettext("gave up %(n)d seat", "gave up %(n)d seats", found.resigned)
            % {"n": found.resigned}
        )
    if found.lost:
        lines.append(
            ngettext("lost %(n)d seat", "lost %(n)d seats", found.lost) % {"n": found.lost}
        )
    return [line for line in lines if line]


def household_texts() -> dict[str, str]:
    """Say what a table may choose about people who live together."""
    return {
        "told": _("they may both sit here, and who made the table reads that they do"),
        "none": _("no two of one household sit here"),
        "free": _("they may both sit here, and take seats that are given away"),
    }


def joining_lines(settings: Settings) -> list[str]:
    """List what a table asks of who joins, where that is not what most tables ask."""
    lines = [bar_text(settings)]
    if settings.households != "told":
        chosen = household_texts()[settings.households]
        lines.append(_("Who lives together: %(chosen)s") % {"chosen": chosen})
    return [line for line in lines if line]


def bar_text(settings: Settings) -> str:
    """Say how reliable who joins has to be; nothing if the table asks for nothing."""
    if not settings.bar:
        return ""
    words = {"bar": settings.bar}
    if settings.newcomers:
        return _("Who joins has %(bar)d %% of turns in time, or is new here") % words
    return _("Who joins has %(bar)d %% of at least 20 turns in time") % words
