"""Each page that is opened is a line of the log, committed before its first byte is shown.

Opening is a POST, which writes the line and hands out a ticket; reading, by that ticket, is a GET
and writes nothing. Locks: the glass, the person, the log's chain. A game's row is never held.
"""

from datetime import datetime

from django.db.models import F

from games.glass import selectors
from games.glass.models import Glass
from games.glass.rules import EXTENSIONS, LASTS, GlassIsWhole, NoMore, Over
from games.log.rules import Cause
from games.log.services import because, write
from games.log.services.writing import By, Target
from games.models import Player


def open_page(reference: str, page: str, *, by: Player, session: str, now: datetime) -> Glass:
    """Log that a page is opened; the first one begins the time. Raises NoSuch or GlassIsWhole."""
    with because(Cause.ACT):
        glass = _held(reference, by)
        why = selectors.over(glass, by=by, session=session, now=now)
        if why is None:
            if glass.begun_at is None:
                glass.begun_at, glass.until = now, now + LASTS
                glass.session = selectors.session_of(session)
            glass.pages = F("pages") + 1
            glass.save()
            _log("page", glass, now, page=page)
        elif glass.ended_at is None:
            # What ended it ends it for good: a right that comes back opens nothing again.
            _end(glass, now)
            _log("over", glass, now, why=why.value)
    if why is not None:
        raise GlassIsWhole(why)
    return glass


def extend(reference: str, *, by: Player, session: str, now: datetime) -> None:
    """Look for half an hour longer; raises NoSuch, GlassIsWhole, or NoMore after the second."""
    with because(Cause.ACT):
        glass = _held(reference, by)
        if why := selectors.over(glass, by=by, session=session, now=now):
            raise GlassIsWhole(why)
        if glass.begun_at is None:
            raise GlassIsWhole(Over.CLOSED)
        if glass.extended >= EXTENSIONS:
            raise NoMore
        glass.extended, glass.until = glass.extended + 1, glass.until + LASTS
        glass.save(update_fields=("extended", "until"))
        _log("extended", glass, now, until=glass.until.isoformat())


def close(reference: str, *, by: Player, now: datetime) -> None:
    """Look no longer; twice is once. Raises NoSuch."""
    with because(Cause.ACT):
        glass = _held(reference, by)
        if glass.ended_at is None:
            _end(glass, now)
            _log("closed", glass, now)


def _held(reference: str, by: Player) -> Glass:
    """Hold a glass, and who looks: his roles cannot change meanwhile. Raises NoSuch."""
    found = selectors.own(reference, by=by)
    Glass.objects.select_for_update(no_key=True).get(pk=found.pk)
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    return selectors.own(reference, by=by)


def _end(glass: Glass, now: datetime) -> None:
    glass.ended_at = min(now, glass.until)
    glass.save(update_fields=("ended_at",))


def _log(what: str, glass: Glass, now: datetime, **said: object) -> None:
    act = glass.act
    target = (
        Target("game", glass.game_id) if glass.game_id else Target("person", glass.holder_id or 0)
    )
    seat = {} if glass.seat is None else {"seat": glass.seat}
    write(
        f"{act.key}-{what}",
        now=now,
        by=By(act.actor, act.role, act.relation),
        target=target,
        arguments={"reference": act.reference, **seat, **said},
        case=glass.case_number,
    )
