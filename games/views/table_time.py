"""What the page of a table's time shows: clocks, absences, proposals, and what can be wished."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.forms import Form
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Seat
from games import texts
from games.clocks.forms.wishes import CallOffForm, ExtendForm, PauseForm, VacationForm
from games.clocks.rules.proposals import Proposal
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.vacations import Vacation
from games.selectors import Beyond, TableTime
from games.texts import Reader
from games.views import board
from games.views.board import Moment
from games.views.waiting import time_terms


@dataclass(frozen=True, slots=True)
class Hrefs:
    """Where this page leads."""

    here: str
    table: str
    seat: str
    vacation: str
    agreement: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A seat that is asked, until when, and how that came about."""

    name: str
    me: bool
    deadline: Moment | None
    causes: str
    extend: Form | None


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """Something that all may agree to."""

    kind: str
    text: str
    standing: str
    until: Moment
    mine: bool
    """Whether the viewer is asked and has not said yes yet."""
    own: bool
    """Whether he proposed it himself."""


@dataclass(frozen=True, slots=True)
class VacationLine:
    """A vacation of the viewer's at this table."""

    text: str
    here: bool
    """Whether he is away now."""
    call_off: Form | None


def time_page(
    shown: TableTime, hrefs: Hrefs, forms: Mapping[str, Form], *, now: datetime
) -> dict[str, Any]:
    """Build everything that `pages/time/table.html` shows; `forms` came back with a problem."""
    reader = texts.reader_of(shown.game.ruleset, shown.names, _viewer(shown))
    over = shown.game.ended_at is not None
    asked = any(clock.own for clock in shown.clocks)
    return {
        "title": texts.game_title(shown.game.name, reader.book.name()),
        "hrefs": hrefs,
        "key": shown.game.key,
        "over": over,
        "seated": shown.seat is not None,
        "company": sum(not person.bot for person in shown.people) > 1,
        "mine": shown.mine,
        "paused": _paused(shown, reader),
        "agreed": shown.paused is not None and bool(shown.paused.said["agreed"]),
        "moderated": shown.paused is not None and bool(shown.paused.said.get("moderated")),
        "clocks": [_clock(clock, shown, forms, now) for clock in shown.clocks],
        "away": [_away(shown.names[at], until) for at, until in shown.away if at != shown.seat],
        "proposals": [_proposal(each, shown, reader, now) for each in shown.proposals],
        "can_pause": shown.mine and not asked,
        "pause": forms.get("pause") or forms.get("propose-pause") or _pause_form(now),
        "pause_is_wrong": bool(forms.keys() & {"pause", "propose-pause"}),
        "vacations": [_vacation(each, now) for each in sorted(shown.vacations, key=_begins)],
        "beyond": [_beyond(each) for each in shown.beyond],
        "vacation": VacationForm(auto_id="id_vacation_%s"),
        "budget": _budget(shown, now),
        "lately": [texts.act_words(act, reader).line for act in shown.lately],
        "terms": time_terms(shown.settings),
    }


def _viewer(shown: TableTime) -> Seat | None:
    return None if shown.seat is None else Seat(shown.seat)


def _paused(shown: TableTime, reader: Reader) -> str:
    if shown.paused_until is None:
        return ""
    if shown.paused is not None:
        return texts.act_words(shown.paused, reader).line
    until = texts.moment_text(shown.paused_until)
    return _("The table is paused until %(until)s.") % {"until": until}


def _clock(
    clock: SeatClock, shown: TableTime, forms: Mapping[str, Form], now: datetime
) -> ClockLine:
    return ClockLine(
        name=shown.names[clock.seat],
        me=clock.own,
        deadline=board.moment(clock.due, now=now) if clock.due else None,
        causes=board.clock_text(clock, now=now),
        extend=_extend_form(clock, forms, now) if shown.mine and not clock.own else None,
    )


def _extend_form(clock: SeatClock, forms: Mapping[str, Form], now: datetime) -> Form | None:
    if clock.due is None or clock.due <= now:
        return None
    wrong = forms.get("extend")
    if wrong is not None and wrong.data.get("seat") == str(clock.seat):
        # What is typed stays; what it was drawn from is the deadline as it stands now.
        again = _fresh_extend(clock.seat, clock.due, hours=wrong.data.get("hours", ""))
        again.fields["hours"].widget.attrs |= {"aria-invalid": "true", "autofocus": True}
        return again
    return _fresh_extend(clock.seat, clock.due)


def _fresh_extend(seat: int, due: datetime, **typed: str) -> ExtendForm:
    initial = {"hours": 24, **typed, "seat": seat, "seen": due.isoformat()}
    return ExtendForm(initial=initial, auto_id=f"id_extend_{seat}_%s")


def _away(name: str, until: datetime) -> str:
    return _("%(name)s is away until %(until)s.") % {
        "name": name,
        "until": texts.moment_text(until),
    }


def _proposal(each: Proposal, shown: TableTime, reader: Reader, now: datetime) -> ProposalLine:
    people = [person.number for person in shown.people if not person.bot]
    yes = [shown.names[at] for at in people if at in each.agreed]
    words = {"names": texts.joined(yes), "n": len(yes), "all": len(people)}
    return ProposalLine(
        kind=each.kind,
        text=texts.proposal_text(each, reader),
        standing=_("%(n)d of %(all)d have agreed: %(names)s.") % words,
        until=board.moment(each.ends_at, now=now),
        mine=shown.seat is not None and shown.seat not in each.agreed,
        own=shown.seat == each.seat,
    )


def _pause_form(now: datetime) -> PauseForm:
    week = timezone.localtime(now).date() + timedelta(days=6)
    return PauseForm(initial={"last": week}, auto_id="id_pause_%s")


def _begins(each: Vacation) -> datetime:
    return each.start


def _vacation(each: Vacation, now: datetime) -> VacationLine:
    here = each.start <= now
    words = {"first": texts.date_text(each.first), "last": texts.date_text(each.last)}
    text = _("from %(first)s to %(last)s") % words
    form = CallOffForm(initial={"first": each.first, "last": each.last}, auto_id=False)
    return VacationLine(text, here, None if here else form)


def _beyond(each: Beyond) -> VacationLine:
    text = texts.beyond_text(each.now, each.unpaid.start, each.unpaid.end)
    here = each.now != "ahead"
    days = {"first": each.announced.first, "last": each.announced.last}
    return VacationLine(text, here, None if here else CallOffForm(initial=days, auto_id=False))


def _budget(shown: TableTime, now: datetime) -> str:
    if shown.budget is None:
        return ""
    if not shown.budget.days:
        return _("There is no vacation here.")
    year = timezone.localtime(now).year
    taken = shown.budget.taken.get(year, 0)
    words = {"taken": taken, "n": shown.budget.days, "year": year}
    return (
        ngettext(
            "%(taken)d of %(n)d day of %(year)s is taken at this table.",
            "%(taken)d of %(n)d days of %(year)s are taken at this table.",
            shown.budget.days,
        )
        % words
    )
