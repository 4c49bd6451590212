"""What a game waits for, as its letters say it: a turn, a person who is away, an answer of all."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games import texts
from games.clocks.rules.waiting import CLOSED, Why
from games.letters.content import Fact, Facts
from games.selectors import Act, SeatTable
from games.texts import Reader

_SAY_WHO = frozenset({Why.ASKED, Why.AWAY, Why.UNREACHED, Why.STOOD})
"""Reasons beside which it is said who is asked; any other closes the whole table."""


def is_closed(table: SeatTable) -> bool:
    """Tell whether nobody can move."""
    return any(wait.why in CLOSED for wait in table.waits)


def lead(table: SeatTable, names: Sequence[str], act: Act | None, *, now: datetime) -> str:
    """Say whom a game waits for, until when, and why it takes longer than the act says itself."""
    if table.view.outcome is not None:
        return _("The game is over and the gold is counted.")
    if table.game.ended_at is not None:
        return ""
    if table.stood_in:
        return _("A bot plays for you until you come back.")
    if table.my_turn:
        return _clocks_stand(table, names) or _own_deadline(table, now)
    asked = [_asked(table, names)] if all(wait.why in _SAY_WHO for wait in table.waits) else []
    reasons = [
        texts.wait_text(wait, names, me=table.seat)
        for wait in table.waits
        if wait.why != Why.ASKED and not (act and texts.tells_why(act, wait))
    ]
    return " ".join([*asked, *reasons])


def proposals(table: SeatTable, reader: Reader) -> Iterator[Facts]:
    """Say of what is put to all people seated who has agreed, and who is asked still."""
    names = [_("you") if at == reader.seat else name for at, name in enumerate(reader.names)]
    people = [person.number for person in table.people if not person.bot]
    people.sort(key=lambda number: number != reader.seat)
    for each in table.proposals:
        agreed = [names[at] for at in people if at in each.agreed]
        asked = [names[at] for at in people if at not in each.agreed]
        yield Facts(
            texts.proposal_text(each, reader),
            (
                Fact(_("Agreed so far"), texts.joined(agreed)),
                Fact(_("Still asked"), texts.joined(asked)),
                Fact(_("Until"), texts.moment_text(each.ends_at)),
            ),
        )


def _asked(table: SeatTable, names: Sequence[str]) -> str:
    waiting = texts.joined([names[seat] for seat in table.asked])
    if table.deadline is None or _clocks_stand(table, names):
        return _("Now the table waits for %(names)s.") % {"names": waiting}
    until = texts.moment_text(table.deadline)
    return _("Now the table waits for %(names)s, until %(moment)s at the latest.") % {
        "names": waiting,
        "moment": until,
    }


def _clocks_stand(table: SeatTable, names: Sequence[str]) -> str:
    """Say that no time runs out, where the service holds all clocks."""
    stood = (wait for wait in table.waits if wait.why == Why.STOOD)
    return " ".join(texts.wait_text(wait, names, me=table.seat) for wait in stood)


def _own_deadline(table: SeatTable, now: datetime) -> str:
    if table.deadline is None:
        return _("Take your time: this table has no deadlines.")
    own = next(clock for clock in table.clocks if clock.own)
    left = filter(None, (texts.time_left(table.deadline, now=now), texts.left_text(own, now=now)))
    return _(
        "Your deadline is %(moment)s (%(causes)s). When this was written: %(left)s. "
        "After that the game moves for you."
    ) % {
        "moment": texts.moment_text(table.deadline),
        "causes": texts.causes_text(own),
        "left": ", ".join(left),
    }
