"""Reminders by the plan of each clock: one mail to one person for all his games that wait."""

from dataclasses import replace
from datetime import datetime

from games.clocks.rules import reminders
from games.clocks.rules.clock import Clock, Plan
from games.clocks.rules.reminders import still_rings
from games.clocks.rules.stretches import HOUR
from games.clocks.rules.table import Seat, Table
from games.clocks.rules.vacations import away
from games.clocks.services import keeping
from games.models import Game, Letter, Player
from games.models import Seat as Place
from games.services import mailbox, sweeps
from games.subscriptions import selectors as subscriptions

Kind, Status = Letter.Kind, Letter.Status


def sweep(*, now: datetime) -> int:
    """Remind everybody whose reminder has come; count the games."""
    return sweeps.each("remind_at", remind, now=now)


def remind(game: Game, *, now: datetime) -> bool | None:
    """Ring the reminders of a locked game that have come; None if there are none."""
    if game.held_at:
        return None
    table = keeping.take_up(game, now=now)
    for number, seat in table.seats.items():
        if seat.clock and _has_come(seat.clock, now):
            plan = _rung(game, table, number, seat.clock, now)
            table = table.seated(number, replace(seat, clock=replace(seat.clock, plan=plan)))
    keeping.save(game, table)
    return True


def _has_come(clock: Clock, now: datetime) -> bool:
    return clock.remind_at is not None and clock.remind_at <= now


def _rung(game: Game, table: Table, number: int, clock: Clock, now: datetime) -> Plan:
    come = [each for each in clock.plan.coming if each.at <= now]
    worth = [
        each for each in come if clock.due and still_rings(each, clock.due, table.outages, now=now)
    ]
    if worth and not _is_moot(table, table.seats[number], now):
        return reminders.rung(clock.plan, now=_mailed(game, number, now))
    return replace(clock.plan, coming=clock.plan.coming[len(come) :])


def _is_moot(table: Table, seat: Seat, now: datetime) -> bool:
    return bool(seat.bot or table.paused_until(now) or away(seat.vacations, now=now))


def _mailed(game: Game, number: int, now: datetime) -> datetime:
    """Post the reader's mail, unless one of the last hour tells of this game too; say when it was.

    Who wants no reminders of this game gets none, and others do not wait for it.

    Mails list all games that wait, so who got one is not written to for the next of them.
    """
    place = Place.objects.get(game=game, number=number)
    assert place.player_id is not None, "a bot has no reminders"
    if not subscriptions.choice(place.player_id, game.pk).reminded:
        return now
    # Two of his games may be swept at the same moment: the second waits here for the first.
    Player.objects.select_for_update(no_key=True).get(places=place)
    lately = Letter.objects.filter(
        kind=Kind.REMINDER, seat__player=place.player_id, created_at__gt=now - HOUR
    )
    last = lately.exclude(status=Status.DROPPED).order_by("-created_at").first()
    if last is not None:
        return last.created_at
    mailbox.post(game, [(Kind.REMINDER, place)], now=now)
    return now
