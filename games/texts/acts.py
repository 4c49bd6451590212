"""What was done about a table's time or its seats, as a heading and a sentence for its reader."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from games.texts.book import Reader
from games.texts.moments import hours_text, moment_text
from games.texts.telling import Act, Words
from games.texts.telling import of as _of
from games.texts.wished import WISHES


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


ACTS: Mapping[str, Callable[[Act, Reader], Words]] = {
    "extended": _extended,
    **WISHES,
}
"""Every act that is written into a record, by its name there."""
