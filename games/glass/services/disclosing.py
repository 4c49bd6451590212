"""Whoever looked is told of: by role and reference, to everybody, for ever, in the game's record.

At the game's end at the latest, and 90 days after the glass was broken if it goes on for so long;
30 or 60 days later than that if a second person puts it off while its case is open.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.glass import selectors
from games.glass.models import Glass
from games.glass.rules import PUT_OFF, PUT_OFFS, CaseIsClosed, NoMore, minutes
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Entry, Game, Letter, Player, Seat
from games.moderation.rules.matrix import STAFF, Relation
from games.moderation.selectors import roles_of
from games.services import entries, locks, mailbox
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)


def at_the_end(game: Game, *, now: datetime) -> None:
    """Tell who looked into a locked game that has just ended; its letters of that tell it too."""
    found = Glass.objects.filter(game=game, told_at=None).select_related("act").order_by("pk")
    held = list(found.select_for_update(of=("self",), no_key=True))
    for glass in held:
        if glass.put_off:
            glass.due_at = min(glass.due_at, now + glass.put_off * PUT_OFF)
            glass.save(update_fields=("due_at",))
    if glasses := [glass for glass in held if not glass.put_off]:
        _tell(game, locks.places(game), glasses, told=(), now=now)


def sweep(*, now: datetime) -> int:
    """Tell what must be told by now, a game at a time; count the games."""
    games = selectors.to_be_told(now=now).values_list("game", flat=True)
    return sum(_due(pk, now) for pk in dict.fromkeys(games))


def put_off(reference: str, *, times: int, by: Player, now: datetime) -> None:
    """Let a glass that another broke be told 30 days later; twice is once.

    `times` says how often it had been put off when he chose. Raises NoSuch, CaseIsClosed, NoMore.
    """
    with because(Cause.ACT):
        found = selectors.foreign(reference, by=by)
        Glass.objects.select_for_update(no_key=True).get(pk=found.pk)
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
        glass = selectors.foreign(reference, by=by)
        if glass.put_off != times:
            return
        if not selectors.case_is_open(glass, by=by):
            raise CaseIsClosed
        if glass.put_off >= PUT_OFFS:
            raise NoMore
        glass.put_off, glass.due_at = glass.put_off + 1, glass.due_at + PUT_OFF
        glass.save(update_fields=("put_off", "due_at"))
        write(
            f"{glass.act.key}-put-off",
            now=now,
            by=By(by, selectors.may_confirm(glass, roles_of(by)) or "", Relation.NONE),
            target=Target("game", glass.game_id or 0),
            arguments={"reference": reference, "until": glass.due_at.isoformat()},
            case=glass.case_number,
        )


def _due(game_id: int, now: datetime) -> bool:
    try:
        with because(Cause.SYSTEM):
            game = locks.game(pk=game_id)
            due = selectors.to_be_told(now=now).filter(game=game).select_related("act")
            if not (glasses := list(due.select_for_update(of=("self",), no_key=True))):
                return False
            places = locks.places(game)
            _tell(game, places, glasses, told=[at for at in places if at.player_id], now=now)
            said = {"references": [glass.act.reference for glass in glasses]}
            write("glass-told", now=now, target=Target("game", game.pk), arguments=said)
    except Exception as error:
        if database_is_gone(error):
            raise
        # One game in trouble must not keep the others; it is tried again.
        logger.exception("game %s: who looked into it is not told", game_id)
        return False
    return True


def _tell(
    game: Game,
    places: Sequence[Seat],
    glasses: Iterable[Glass],
    *,
    told: Sequence[Seat],
    now: datetime,
) -> None:
    last: Entry | None = None
    for glass in glasses:
        last = entries.record(game, "glass", told=told, now=now, **_said(glass, now))
        glass.told_at, glass.ended_at = now, _end(glass, now)
        glass.save(update_fields=("told_at", "ended_at"))
    for person in selectors.former(game, places):
        # One letter of all of it, to who sat there once.
        mailbox.post_to(person.email, Letter.Kind.GLASS, game=game, entry=last, now=now)


def _said(glass: Glass, now: datetime) -> dict[str, Any]:
    act, end = glass.act, _end(glass, now)
    begun = glass.begun_at
    return {
        "by": "",
        "role": act.role,
        "moderated": act.role in STAFF,
        "reference": act.reference,
        "why": act.asked["why"],
        "message": "",
        "alone": act.alone,
        "level": glass.level,
        "place": glass.seat,
        "at": (begun or act.made_at).isoformat(),
        "minutes": minutes(begun, end) if begun else 0,
        "pages": glass.pages,
    }


def _end(glass: Glass, now: datetime) -> datetime:
    """Say since when he looked no longer."""
    return min(glass.ended_at or now, glass.until, now)
