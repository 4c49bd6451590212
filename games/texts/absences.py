"""Vacations and their days in words."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.clocks.rules.vacations import Vacation
from games.moments import moment_text


def date_text(day: date) -> str:
    """Write a day of the calendar, as "3 November 2026"."""
    return formats.date_format(day, pgettext("day", "j F Y"))


def vacation_text(vacations: Iterable[Vacation], *, now: datetime) -> str:
    """Tell somebody whether he is away, will be, or is back."""
    left = sorted((each for each in vacations if now < each.end), key=lambda each: each.start)
    here = [each for each in left if each.start <= now]
    if here:
        until = moment_text(max(each.end for each in here))
        return _("You are on vacation until %(until)s. Until then your clocks stand still.") % {
            "until": until
        }
    if left:
        words = {"start": moment_text(left[0].start), "until": moment_text(left[0].end)}
        return (
            _(
                "You will be on vacation from %(start)s until %(until)s. "
                "Your clocks stand still meanwhile."
            )
            % words
        )
    return _("You are back, and your clocks run again.")


def beyond_text(state: str, start: datetime, until: datetime) -> str:
    """Tell somebody what is done while he is away for longer than is paid for."""
    words = {"start": moment_text(start), "until": moment_text(until)}
    return {
        "ahead": _(
            "You are away until %(until)s, longer than your days of vacation here last. From "
            "%(start)s on somebody is looked for who plays on for you."
        ),
        "begun": _("You said that you are away until %(until)s."),
        "sought": _(
            "You are away until %(until)s, and somebody is looked for who plays on for you. Until "
            "somebody does, the seat is yours."
        ),
        "played-for": _(
            "You are away until %(until)s. Nobody was found who plays on for you: a bot does until "
            "you are back."
        ),
    }[state] % words


def unpaid_text(start: datetime | None, until: datetime) -> str:
    """Tell somebody what would be done from when on, or from now on, where nothing pays for it."""
    words = {"start": moment_text(start) if start else "", "until": moment_text(until)}
    if start is None:
        return _("From now until %(until)s somebody is looked for who plays on for you.") % words
    return _("From %(start)s until %(until)s somebody is looked for who plays on for you.") % words


def days_of_vacation(days: int) -> str:
    """Count days of vacation."""
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def left_by_year(left: Mapping[int, int]) -> str:
    """Say how many days are left in which year."""
    return ", ".join(
        ngettext(
            "%(n)d day left in %(year)s", "%(n)d days left in %(year)s", days
        ) % {"n": days, "year": year}
        for year, days in left.items()
    )  # fmt: skip
