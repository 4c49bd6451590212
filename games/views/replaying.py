"""The page of one moment of a game: the table as it was, and the ways to other moments."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games import texts
from games.replay.selectors import Moment, NoSuchMoment
from games.results.rules import PLAYED
from games.views.sheet import Facts, Hrefs, table_page

ALL = "all"
"""As everybody knew it. Eyes of a seat are named by its number, from 1."""

_NO_CLOCK = datetime(1, 1, 1, tzinfo=UTC)
"""No time runs at a table as it was."""

Ways = Callable[[int, str], str]
"""Where a ply is seen through somebody's eyes: an address, or what a button sends."""


@dataclass(frozen=True, slots=True)
class Step:
    """A way to another moment, or to other eyes."""

    label: str
    to: str
    here: bool = False
    rel: str = ""


def eyes(who: str) -> int | None:
    """Read whose eyes are meant, None for everybody's; raises NoSuchMoment."""
    if who in ("", ALL):
        return None
    if not (who.isascii() and who.isdecimal() and len(who) <= 2):
        raise NoSuchMoment
    return int(who) - 1


def replay_page(moment: Moment, seat: int | None, ways: Ways) -> dict[str, Any]:
    """Build everything that `pages/replay/replay.html` shows."""
    reader = texts.reader_of(moment.ruleset, moment.names, moment.view.seat)
    facts = Facts(
        name=moment.name,
        view=moment.view,
        reader=reader,
        bots=moment.bots,
        stood_in=frozenset(),
        without_mail=frozenset(),
        unreached=frozenset(),
        profiles={},
        offered=frozenset(),
        asked=moment.asked,
        ply=moment.ply,
        news=moment.told,
        own=(),
        deadline=None,
        clock=None,
        waits=(),
        names=moment.names,
        proposals=(),
        seal=None,
        looked=(),
        ruled=_ruled(moment),
    )
    page = table_page(facts, hrefs=Hrefs("", "", "", ""), chooser=None, now=_NO_CLOCK)
    who = ALL if seat is None else str(seat + 1)
    return page | {
        "at": moment.ply,
        "last": moment.last,
        "steps": tuple(_steps(moment, who, ways)),
        "rounds": tuple(_rounds(moment, who, ways)),
        "eyes": tuple(_eyes(moment, seat, ways)) if moment.opened else (),
        "seen_by": _("as %(name)s knew it") % {"name": moment.names[seat]}
        if seat is not None
        else _("as everybody knew it"),
    }


def _ruled(moment: Moment) -> tuple[str, ...]:
    """Say at the end of a game that something else was decided."""
    if moment.decided is None or moment.ply != moment.last:
        return ()
    said = (moment.decided[PLAYED], moment.names)
    return texts.decided_text(moment.decided, moment.names), texts.played_text(*said)


def _steps(moment: Moment, who: str, ways: Ways) -> Iterator[Step]:
    at, last = moment.ply, moment.last
    for label, to, rel in (
        (_("The deal"), 0, "first"),
        (_("One back"), at - 1, "prev"),
        (_("One on"), at + 1, "next"),
        (_("The end") if moment.opened else _("Now"), last, "last"),
    ):
        there = 0 <= to <= last and to != at
        yield Step(label, ways(to, who) if there else "", rel=rel)


def _rounds(moment: Moment, who: str, ways: Ways) -> Iterator[Step]:
    """Where rounds begin, if there are several."""
    begins = [0, *(end for end in moment.round_ends if end < moment.last)]
    if len(begins) > 1:
        running = max(begin for begin in begins if begin <= moment.ply)
        for number, begin in enumerate(begins, 1):
            label = _("Round %(round)d") % {"round": number}
            yield Step(label, ways(begin, who), here=begin == running)


def _eyes(moment: Moment, seat: int | None, ways: Ways) -> Iterator[Step]:
    yield Step(_("Everybody"), ways(moment.ply, ALL), here=seat is None)
    for number, name in enumerate(moment.names):
        yield Step(name, ways(moment.ply, str(number + 1)), here=number == seat)
