"""An act on many games reaches them one after the other, each in a transaction of its own.

Which ones was fixed with the act. Whatever is killed goes on where it was: a game's deadlines, its
entry, its line of the log and that it is done are one commit.
"""

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.clocks.rules import giving
from games.clocks.rules.refusals import Refused
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Act, Errand, Game, Letter, Seat
from games.moderation.services import telling
from games.services import entries, locks
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

SLICE = 10.0
"""Seconds: so long one beat goes on, then the next does."""
LEAST = timedelta(hours=12)
"""So much is left to who must give time back."""


@dataclass(frozen=True, slots=True)
class _Moved:
    """What an errand does to the clock of a seat."""

    seat: int
    act: str
    said: Mapping[str, Any]


def give_out(act: Act, games: Iterable[int]) -> None:
    """Let an act reach these games; the caller is in its transaction."""
    Errand.objects.bulk_create((Errand(act=act, game_id=pk) for pk in games), batch_size=1000)


def call_back(act: Act, given: Act, *, now: datetime) -> None:
    """Let an act take back what another gave; games that it has not reached it never will."""
    Errand.objects.filter(act=given, done_at=None).update(done_at=now)
    give_out(act, Errand.objects.filter(act=given).exclude(seats=[]).values_list("game", flat=True))


def work_off(*, now: datetime) -> bool:
    """Reach the games of every act that is under way; False if some are left for the next beat."""
    began = time.monotonic()
    waiting = Errand.objects.filter(told=False)
    for act in (
        Act.objects.filter(pk__in=waiting.values("act")).select_related("actor").order_by("pk")
    ):
        left = Errand.objects.filter(act=act, done_at=None).order_by("game")
        for pk in list(left.values_list("pk", flat=True)):
            if time.monotonic() - began > SLICE:
                return False
            try:
                _reach(act, pk, now)
            except Exception as error:
                if database_is_gone(error):
                    raise
                _give_up(pk, now)
        _tell(act, now)
    return True


def _reach(act: Act, pk: int, now: datetime) -> None:
    with because(Cause.ACT):
        game = locks.game(pk=Errand.objects.values_list("game", flat=True).get(pk=pk))
        errand = Errand.objects.filter(pk=pk, done_at=None).first()
        if errand is None:
            return
        before = keeping.take_up(game, now=now)
        after, moved = _changed(act, game, before)
        if moved:
            keeping.save(game, after)
        for each in moved:
            said = {**each.said, **telling.voice(act)}
            entries.record(game, each.act, seat=each.seat, now=now, **said)
        errand.done_at, errand.seats = now, [each.seat for each in moved]
        errand.save(update_fields=("done_at", "seats"))
        write(
            act.key,
            now=now,
            by=By(act.actor, act.role, act.relation, second=act.second),
            target=Target("game", game.pk),
            arguments={"reference": act.reference, "hours": act.asked["hours"]},
            before={f"@{each.seat}": each.said["before"] for each in moved},
            after={f"@{each.seat}": each.said["until"] for each in moved},
        )


def _changed(act: Act, game: Game, table: Table) -> tuple[Table, list[_Moved]]:
    """Move the deadlines of a game, if it runs still; what came before the act came first."""
    assert act.done_at is not None, "only what is done is worked off"
    if game.status != Game.Status.ACTIVE or table.paused_until(act.done_at):
        return table, []
    if act.asked.get("back"):
        return _taken_back(act, game, table, act.done_at)
    return _given(int(act.asked["hours"]), table, act.done_at)


def _given(hours: int, table: Table, at: datetime) -> tuple[Table, list[_Moved]]:
    moved, after = [], table
    for number in sorted(table.seats):
        try:
            after = giving.extend(after, number, hours, by=None, now=at, most=None)
        except Refused:
            continue
        said = {"hours": hours, "before": _due(table, number), "until": _due(after, number)}
        moved.append(_Moved(number, "extended", said))
    return after, moved


def _taken_back(act: Act, game: Game, table: Table, at: datetime) -> tuple[Table, list[_Moved]]:
    moved, after = [], table
    given = game.entries.filter(act="extended", said__reference=act.asked["back"])
    for entry in given.order_by("pk"):
        number, hours = entry.seat, entry.said["hours"]
        assert number is not None, "time is given to a seat"
        least = max(datetime.fromisoformat(entry.said["before"]), at + LEAST)
        try:
            after = giving.take_back(after, number, hours, least=least, now=at)
        except Refused:
            continue
        said = {"hours": hours, "before": _due(table, number), "until": _due(after, number)}
        moved.append(_Moved(number, "taken-back", said))
    return after, moved


def _due(table: Table, number: int) -> str:
    clock = table.seats[number].clock
    assert clock is not None and clock.due is not None, "its deadline moved"  # noqa: PT018
    return clock.due.isoformat()


def _give_up(pk: int, now: datetime) -> None:
    """A game that cannot be moved holds nobody up; the operators are told."""
    logger.exception("errand %s failed", pk)
    with because(Cause.CLOCK):
        Errand.objects.filter(pk=pk, done_at=None).update(done_at=now)


def _tell(act: Act, now: datetime) -> None:
    """Post one letter to each whose deadlines an act moved, once it has reached all its games."""
    with because(Cause.CLOCK):
        errands = Errand.objects.select_for_update().filter(act=act, told=False)
        reached = [(each.game_id, each.seats) for each in errands]
        if not reached:
            return
        moved = dict(reached)
        seats = Seat.objects.filter(game__in=moved, player__email__isnull=False)
        rows = seats.values_list("game", "number", "player__email")
        told = {email for game, number, email in rows if number in moved[game]}
        Letter.objects.bulk_create(
            (
                Letter(kind=Letter.Kind.EXTENDED, email=email, act=act, created_at=now, due_at=now)
                for email in sorted(filter(None, told))
            ),
            ignore_conflicts=True,
        )
        Errand.objects.filter(act=act).update(told=True)
