"""Vacations and their days in words."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.clocks.rules.vacations import Vacation
from games.texts.moments import moment_text


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
