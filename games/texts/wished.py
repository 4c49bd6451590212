"""What was wished about a table's time, and what came of it, for the record and for letters."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.clocks.rules.settings import load as settings_of
from games.moments import moment_text
from games.texts.book import Reader
from games.texts.clocks import time_terms
from games.texts.telling import Act, Words, of
from games.texts.terms import finer_terms


def _paused(act: Act, _reader: Reader) -> Words:
    agreed = _("All agreed: the table is paused until %(until)s. No clock runs meanwhile.")
    alone = _("%(by)s paused the table until %(until)s. No clock runs meanwhile.")
    return Words(_("The table is paused"), (agreed if act.said["agreed"] else alone) % _said(act))


def _resumed(act: Act, _reader: Reader) -> Words:
    agreed = _("All agreed: the table is open again.")
    alone = _("%(by)s opened the table again.")
    return Words(_("The game goes on"), (agreed if act.said["agreed"] else alone) % _said(act))


def _ruled(act: Act, _reader: Reader) -> Words:
    words = {"terms": _new_terms(act.said["old"], act.said["settings"])}
    return Words(_("New rules of time"), _("Time at this table has changed. %(terms)s") % words)


def _proposed_rule(act: Act, reader: Reader) -> Words:
    words = {"by": act.said["by"], "terms": _new_terms(act.said["old"], act.said["settings"])}
    mine = _("You propose to change the table's time, if all agree. %(terms)s")
    theirs = _("%(by)s proposes to change the table's time, if all agree. %(terms)s")
    return Words(_("Do you agree to new rules of time?"), of(act, reader, mine, theirs, words))


def _proposed_pause(act: Act, reader: Reader) -> Words:
    mine = _("You propose to pause the table until %(until)s, if all agree.")
    theirs = _("%(by)s proposes to pause the table until %(until)s, if all agree.")
    return Words(_("Do you agree to a pause?"), of(act, reader, mine, theirs, _said(act)))


def _proposed_end(act: Act, reader: Reader) -> Words:
    mine = _("You propose to end the pause now, if all agree.")
    theirs = _("%(by)s proposes to end the pause now, if all agree.")
    return Words(_("Do you agree to go on?"), of(act, reader, mine, theirs, _said(act)))


def _agreed(act: Act, reader: Reader) -> Words:
    title, mine, theirs = {
        "pause": (_("Yes to a pause"), _("You agree to a pause."), _("%(by)s agrees to a pause.")),
        "end": (_("Yes to going on"), _("You agree to go on."), _("%(by)s agrees to go on.")),
        "rule": (
            _("Yes to new rules of time"),
            _("You agree to the new rules of time."),
            _("%(by)s agrees to the new rules of time."),
        ),
    }[act.said["kind"]]
    return Words(title, of(act, reader, mine, theirs, _said(act)))


def _declined(act: Act, reader: Reader) -> Words:
    title, mine, theirs = {
        "pause": (
            _("No pause"),
            _("You do not want a pause: the table stays open."),
            _("%(by)s does not want a pause: the table stays open."),
        ),
        "end": (
            _("The pause goes on"),
            _("You do not want to go on yet: the table stays paused."),
            _("%(by)s does not want to go on yet: the table stays paused."),
        ),
        "rule": (
            _("No new rules of time"),
            _("You do not want the new rules of time: all stays as it is."),
            _("%(by)s does not want the new rules of time: all stays as it is."),
        ),
    }[act.said["kind"]]
    return Words(title, of(act, reader, mine, theirs, _said(act)))


def _left(act: Act, reader: Reader) -> Words:
    mine = _("You are on vacation until %(until)s.")
    theirs = _("%(who)s is on vacation until %(until)s.")
    return Words(_("On vacation"), of(act, reader, mine, theirs, _said(act)))


def _will_leave(act: Act, reader: Reader) -> Words:
    mine = _("You will be on vacation from %(start)s until %(until)s.")
    theirs = _("%(who)s will be on vacation from %(start)s until %(until)s.")
    return Words(_("A vacation is planned"), of(act, reader, mine, theirs, _said(act)))


def _announced(act: Act, reader: Reader) -> Words:
    mine = _(
        "You are away until %(until)s, longer than your days of vacation here last. From "
        "%(start)s on somebody is looked for who plays on for you."
    )
    theirs = _(
        "%(who)s is away until %(until)s, longer than the days of vacation here last. From "
        "%(start)s on somebody is looked for who plays on for %(who)s."
    )
    return Words(_("A long absence"), of(act, reader, mine, theirs, _said(act)))


def _came_home(act: Act, reader: Reader) -> Words:
    mine, theirs = _("You are back from vacation."), _("%(who)s is back from vacation.")
    return Words(_("Back from vacation"), of(act, reader, mine, theirs, _said(act)))


def _stays(act: Act, reader: Reader) -> Words:
    mine = _("You called a planned vacation off.")
    theirs = _("%(who)s called a planned vacation off.")
    return Words(_("A vacation is called off"), of(act, reader, mine, theirs, _said(act)))


def _said(act: Act) -> dict[str, str]:
    """What an act names, its instants in the reader's zone."""
    moments = {
        name: moment_text(datetime.fromisoformat(act.said[name]))
        for name in ("start", "until")
        if name in act.said
    }
    return {"by": act.said["by"], **moments}


def _new_terms(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Say what holds under new settings and did not before."""
    before, now = (
        (*time_terms(rule), *finer_terms(rule)) for rule in (settings_of(old), settings_of(new))
    )
    lines = [line for line in now if line not in before] or now[:1]
    return " ".join(line if line.endswith(".") else f"{line}." for line in lines)


WISHES: Mapping[str, Callable[[Act, Reader], Words]] = {
    "paused": _paused,
    "resumed": _resumed,
    "ruled": _ruled,
    "proposed-pause": _proposed_pause,
    "proposed-end": _proposed_end,
    "proposed-rule": _proposed_rule,
    "agreed": _agreed,
    "declined": _declined,
    "left": _left,
    "will-leave": _will_leave,
    "announced": _announced,
    "came-home": _came_home,
    "stays": _stays,
}
"""Every act that a wish about time leads to, by its name in the record."""
