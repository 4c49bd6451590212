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


def _resigned(act: Act, reader: Reader) -> Words:
    mine = _("You gave your seat up. A bot plays it until somebody takes it.")
    theirs = _("%(who)s gave up. A bot plays on, and the seat is open to others.")
    return Words(_("%(who)s gave up") % act.said, _by(act, reader, mine, theirs))


def _wish(act: Act, reader: Reader) -> Words:
    mine = _("You offered your seat and play on until somebody takes it.")
    theirs = _("%(who)s offers the seat and plays on until somebody takes it.")
    return Words(_("A seat is offered"), _by(act, reader, mine, theirs))


def _stands_in(act: Act, reader: Reader) -> Words:
    mine = _("Your time ran out, so a bot plays for you until you come back.")
    theirs = _("The time of %(who)s ran out. A bot plays on until %(who)s comes back.")
    return Words(_("A bot stands in"), _by(act, reader, mine, theirs))


def _offered(act: Act, reader: Reader) -> Words:
    mine = _(
        "Your time ran out again, so a bot plays for you and your seat is open to others. "
        "Until somebody takes it you can come back."
    )
    theirs = _("%(who)s does not answer. A bot plays on, and the seat is open to others.")
    return Words(_("A seat is offered"), _by(act, reader, mine, theirs))


def _back(act: Act, reader: Reader) -> Words:
    mine = _("You are back, and no bot plays for you any more.")
    theirs = _("%(who)s is back.")
    return Words(_("%(who)s is back") % act.said, _by(act, reader, mine, theirs))


def _kept(act: Act, reader: Reader) -> Words:
    mine = _("You keep your seat. It is not offered any more.")
    theirs = _("%(who)s keeps the seat.")
    return Words(_("%(who)s stays") % act.said, _by(act, reader, mine, theirs))


def _sat(act: Act, reader: Reader) -> Words:
    mine = _("You take the seat of %(was)s. All that was ever told to it is in its story.")
    theirs = _("%(who)s takes the seat of %(was)s.")
    return Words(_("%(who)s takes a seat") % act.said, _by(act, reader, mine, theirs))


def _in_vain(act: Act, reader: Reader) -> Words:
    mine = _(
        "Nobody has taken the other seat for three days. You can end the game as won, on the page "
        "of its seats, or play on against the bot."
    )
    theirs = _("Nobody has taken the other seat for three days.")
    return Words(_("Nobody takes the seat"), _by(act, reader, mine, theirs))


def _won(act: Act, reader: Reader) -> Words:
    mine = _("You ended the game as won, since nobody took the other seat.")
    theirs = _("%(who)s ended the game as won, since nobody took the other seat.")
    return Words(_("The game is won"), _by(act, reader, mine, theirs))


def _silent(act: Act, _reader: Reader) -> Words:
    moment = moment_text(datetime.fromisoformat(act.said["until"]))
    line = _("Nobody has moved for a long time. Without a move the table is closed: %(moment)s.")
    return Words(_("Your table is silent"), line % {"moment": moment})


def _abandoned(_act: Act, _reader: Reader) -> Words:
    line = _("The table was left alone, so it is closed. The game has no result.")
    return Words(_("The table is closed"), line)


def _by(act: Act, reader: Reader, mine: str, theirs: str) -> str:
    """Tell what was done by the name that its seat had then: another may sit there now."""
    own = act.seat is not None and act.seat == reader.seat
    return (mine if own else theirs) % act.said


ACTS: Mapping[str, Callable[[Act, Reader], Words]] = {
    "extended": _extended,
    **WISHES,
    "resigned": _resigned,
    "wish": _wish,
    "stands-in": _stands_in,
    "offered": _offered,
    "back": _back,
    "kept": _kept,
    "sat": _sat,
    "in-vain": _in_vain,
    "won": _won,
    "silent": _silent,
    "abandoned": _abandoned,
}
"""Every act that is written into a record, by its name there."""
