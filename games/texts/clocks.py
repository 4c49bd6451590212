"""Time at a table in words: what it has chosen, how a deadline came about, what is left of it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import assert_never

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.settings import Settings
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.stretches import HOUR, MINUTE
from games.clocks.rules.styles import Bank, Fixed, Hour, Style, Untimed
from games.clocks.rules.walls import WEEKDAYS
from games.moments import hours_text
from games.texts.words import joined

WEEKEND = frozenset({"sat", "sun"})


def length_text(length: timedelta) -> str:
    """Write a length in hours and minutes."""
    hours, minutes = divmod(length // MINUTE, 60)
    if hours and minutes:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    if hours:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def style_text(style: Style) -> str:
    """Say how much time a turn has."""
    match style:
        case Fixed(hours):
            return hours_text(hours)
        case Bank(initial, increment, cap):
            return _("%(initial)s, and %(increment)s more after each turn, up to %(cap)s") % {
                "initial": hours_text(initial),
                "increment": hours_text(increment),
                "cap": hours_text(cap),
            }
        case Hour(at, notice, days):
            words = {"time": f"{at:%H:%M}", "notice": hours_text(notice), "days": days_text(days)}
            if len(days) == len(WEEKDAYS):
                return _("until %(time)s, with at least %(notice)s before it") % words
            return _("until %(time)s on %(days)s, with at least %(notice)s before it") % words
        case Untimed():
            return _("no deadline")
        case _:
            assert_never(style)


def preset_text(settings: Settings) -> str:
    """Name a ready choice: how much time a turn has, and the days off."""
    style = _short(settings.style)
    if not settings.days_off:
        return style
    return _("%(time)s, not on %(days)s") % {"time": style, "days": days_text(settings.days_off)}


def _short(style: Style) -> str:
    """Say it so that a list on a phone does not cut it."""
    match style:
        case Bank(initial, increment, cap):
            return _("%(initial)s + %(increment)s a turn, up to %(cap)s") % {
                "initial": hours_text(initial),
                "increment": hours_text(increment),
                "cap": hours_text(cap),
            }
        case Hour(at, notice, days) if len(days) == len(WEEKDAYS):
            words = {"time": f"{at:%H:%M}", "notice": hours_text(notice)}
            return _("until %(time)s, at least %(notice)s a turn") % words
        case _:
            return style_text(style)


def days_text(days: frozenset[str]) -> str:
    """Name days of the week in their order."""
    monday = datetime(2024, 1, 1)  # noqa: DTZ001 - any Monday; only its name is shown
    names = (
        date_format(monday + timedelta(days=at), "l")
        for at, day in enumerate(WEEKDAYS)
        if day in days
    )
    return joined(list(names))


def time_terms(settings: Settings) -> tuple[str, ...]:
    """Say what a table has chosen about time, line by line; what it denies in words."""
    return tuple(_terms(settings))


def _terms(settings: Settings) -> Iterator[str]:
    yield _("Time for each turn: %(time)s") % {"time": style_text(settings.style)}
    if isinstance(settings.style, Untimed):
        yield _("Without a deadline one person plays, alone or with bots.")
        return
    if settings.days_off:
        yield _("Days off, on which no clock runs: %(days)s") % {
            "days": days_text(settings.days_off)
        }
    if settings.table_quiet:
        yield _("No deadline falls between %(start)s and %(end)s.") % {
            "start": f"{settings.table_quiet.start:%H:%M}",
            "end": f"{settings.table_quiet.end:%H:%M}",
        }
    if settings.days_off or settings.table_quiet or isinstance(settings.style, Hour):
        yield _("Times of the table are those of %(zone)s.") % {"zone": settings.zone}
    if not settings.personal_quiet:
        yield _("Quiet hours of your own do not count here.")
    if settings.vacation_days:
        days = settings.vacation_days
        yield ngettext(
            "Vacation: %(n)d day a year", "Vacation: %(n)d days a year", days
        ) % {"n": days}  # fmt: skip
    else:
        yield _("There is no vacation here.")
    yield pace_term(settings)


def pace_term(settings: Settings) -> str:
    """Say what becomes of orders at a table, and what their haste betrays."""
    return {
        "at once": _(
            "Orders that players leave are played at once: an answer in the same minute shows "
            "that it was ordered, and nothing else."
        ),
        "unhurried": _(
            "Orders that players leave are played after a random while, 5 to 65 minutes, so that "
            "nobody can tell them from moves by hand."
        ),
        "off": _("Nobody can leave orders here."),
    }[settings.pace]


def causes_text(clock: SeatClock) -> str:
    """Say how a deadline came about: "72 hours, over the weekend, then your night"."""
    return ", ".join(_cause(cause, clock) for cause in clock.causes)


def _cause(cause: str, clock: SeatClock) -> str:
    if cause == "turn":
        return _turn(clock)
    if cause == "days-off":
        weekend = clock.rule.days_off <= WEEKEND
        return _("over the weekend") if weekend else _("over the days off")
    return _causes(own=clock.own)[cause]


def _turn(clock: SeatClock) -> str:
    if clock.rest:
        return _("what was left of the turn")
    if isinstance(clock.rule.style, Hour):
        return _("until %(time)s") % {"time": f"{clock.rule.style.at:%H:%M}"}
    return _("no deadline") if clock.whole is None else length_text(clock.whole)


def _causes(*, own: bool) -> dict[str, str]:
    return {
        "rule": _("by the new rule"),
        "vacation": _("over your vacation") if own else _("over a vacation"),
        "pause": _("over the pause"),
        "resumed": _("with time left after it"),
        "waking": _("with enough waking hours"),
        "table-quiet": _("then the table's night"),
        "personal-quiet": _("then your night"),
        "quiet": _("then quiet hours"),
        "extension": _("with an extension"),
        "bounce": _("with more time because a letter came back"),
        "outage": _("with the time that the service was down"),
        "repair": _("with the time that the game was being repaired"),
        "hold": _("with the time that the service was held"),
        "promised": _("as it was promised"),
    }


def left_text(clock: SeatClock, *, now: datetime) -> str:
    """Say how much of the time until a deadline counts, where that is not all of it."""
    if clock.due is None or clock.left is None:
        return ""
    lines = []
    begun = clock.rest or clock.whole is None or clock.left + HOUR / 2 < clock.whole
    if begun and clock.left + HOUR / 2 < clock.due - now:
        lines.append(_("%(time)s of it run") % {"time": length_text(clock.left)})
    if clock.waking is not None:
        waking = round(clock.waking / HOUR)
        lines.append(
            ngettext("%(n)d of your waking hours", "%(n)d of your waking hours", waking)
            % {"n": waking}
        )
    return ", ".join(lines)


def refusal_text(refused: Refused) -> str:
    """Tell why a wish about time was not granted."""
    return _refusals()[refused.reason]


def _refusals() -> dict[Reason, str]:
    return {
        Reason.OWN_CLOCK: _("Nobody can give time to himself."),
        Reason.TOO_LONG: _("That is more time than can be given."),
        Reason.IN_THE_PAST: _("That is in the past."),
        Reason.EMPTY: _("That is no time at all."),
        Reason.PAUSED: _("The table is paused, so nothing was done. No clock runs meanwhile."),
        Reason.HELD: _(
            "The whole service is held by its operators, so nothing was done. What was played "
            "stands, and nobody's time runs out meanwhile."
        ),
        Reason.BROKEN: _(
            "This game is being repaired, so nothing was done. Nothing is lost, and time stands "
            "still."
        ),
        Reason.ANSWERED: _(
            "Your mail came in before your time was over and is being done, so nothing was done "
            "here. Look again in a minute."
        ),
        Reason.NOT_PAUSED: _("The table is not paused."),
        Reason.NOT_ASKED: _("Nobody is asked there now."),
        Reason.NOT_AWAY: _("You are not on vacation."),
        Reason.FINISHED: _("The game is over."),
        Reason.UNKNOWN_ZONE: _("There is no such time zone."),
        Reason.NO_VACATIONS_HERE: _("There is no vacation here."),
        Reason.NO_DAYS_LEFT: _("No day of vacation is left this year."),
        Reason.TOO_LATE: _("The time was over already."),
        Reason.OUT_OF_BOUNDS: _("That is more or less than can be chosen."),
        Reason.ALL_DAYS_OFF: _("One day of the week must be left to play on."),
        Reason.NOT_ALONE: _(
            "Without a deadline only one person can play, so no cards were dealt. Everybody keeps "
            "his seat. Let bots take the others' seats, or call the game off and open one with "
            "a deadline."
        ),
        Reason.SYNTAX: _("This cannot be read."),
        Reason.NO_ORDERS_HERE: _("At this table no orders can be left."),
    }
