"""Broken glass in words: what is looked at, how long, why nothing more is shown, what is told."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.moments import day_text, moment_text


def glass_what(level: str, about: Mapping[str, str]) -> str:
    """Name what somebody looks at."""
    return {
        "seat": _("%(seat)s, %(name)s, in “%(game)s”"),
        "state": _("The whole table “%(game)s”"),
        "person": _("The pages of %(name)s"),
        "record": _("The record of “%(game)s” with all that is hidden"),
    }[level] % about


def pages_text(pages: int) -> str:
    """Count the pages that were opened."""
    return ngettext("%(n)d page", "%(n)d pages", pages) % {"n": pages}


def glass_told_text(due: datetime, later: int, *, runs: bool) -> str:
    """Say when it is told that somebody looked; `later` counts the days by which it was put off."""
    words = {"at": moment_text(due), "n": later}
    if not runs:
        return _("It is told on %(at)s.") % words
    if not later:
        return _("It is told when the game is over, on %(at)s at the latest.") % words
    line = _("It is told %(n)d days after the game is over, on %(at)s at the latest.")
    return line % words


def glass_over(why: str) -> str:
    """Say why nothing more is shown."""
    return {
        "time": _("Its time is over."),
        "closed": _("It was closed, or something ended it."),
        "signed-out": _("You were signed out since it was broken, or look from elsewhere."),
        "right": _("You have no right to it any more."),
        "relation": _("You have something to do with this game or this person now."),
        "seat": _("Somebody else sits there now, or nobody."),
        "game": _("The game is over: everybody sees it all."),
        "person": _("This person is not here any more."),
    }[why]


def glass_line(said: Mapping[str, Any]) -> str:
    """Tell who looked, at what, when and how long."""
    seat = said["place"]
    words = {
        "by": said["by"],
        # By its number: another may sit there by then.
        "seat": "" if seat is None else f"@{seat + 1}",
        "day": day_text(datetime.fromisoformat(said["at"])),
        "minutes": _minutes(said["minutes"]),
        "pages": pages_text(said["pages"]),
    }
    if not said["pages"]:
        return _("%(by)s might have looked at hidden cards on %(day)s and opened no page.") % words
    if said["level"] == "seat":
        line = _("%(by)s saw the cards of %(seat)s on %(day)s: %(minutes)s, %(pages)s.")
    elif said["level"] == "record":
        line = _(
            "%(by)s took the record with all hidden cards on %(day)s, to mend a fault: "
            "%(minutes)s, %(pages)s."
        )
    else:
        line = _("%(by)s saw all hidden cards on %(day)s: %(minutes)s, %(pages)s.")
    return line % words


def _minutes(minutes: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def pile_name(name: str) -> str:
    """Name a pile whose cards no seat has."""
    return {
        "stock": _("Stock, in no order"),
        "stack 1": _("Stack I, in no order"),
        "stack 2": _("Stack II, in no order"),
        "stack 3": _("Stack III, in no order"),
        "goals": _("Goals of later rounds"),
        "discards": _("Discards"),
        "dwarves": _("Dwarves that nobody has"),
        "gold": _("Gold that nobody has"),
    }[name]
