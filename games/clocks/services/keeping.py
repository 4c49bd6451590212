"""A game's time as its row holds it: read under the lock, changed by the rules, written back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from games.clocks.rules import giving, outages, store, turns
from games.clocks.rules.clock import Clock
from games.clocks.rules.refusals import Reason
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Seat, Table
from games.clocks.services import post
from games.models import Game

FIELDS = ("time", "deadline_at", "remind_at")
"""What of a game's row is its time."""

UNKNOWN_MARK = -1
"""Of turns that ran when games began to keep their clocks."""


def take_up(game: Game, *, now: datetime) -> Table:
    """Read the time of a locked game. Outages that its turns lay in move its deadlines first."""
    table = store.load(game.time)
    begun = store.oldest(table)
    for gone in _outages(game):
        if begun is not None and begun < gone.end and gone not in table.outages:
            before, table = table, giving.outage(table, gone)
            moved = [at for at in table.seats if _due(table, at) != _due(before, at)]
            post.tell_of_outage(game, moved, gone, now=now)
    return table


def put(game: Game, table: Table) -> None:
    """Lay a table's time into its row, which the caller saves."""
    clocks = [seat.clock for seat in table.seats.values() if seat.clock]
    game.time = store.dump(table)
    game.deadline_at = table.due
    game.remind_at = min((at for clock in clocks if (at := clock.remind_at)), default=None)


def save(game: Game, table: Table) -> None:
    """Store a change that is no move; the caller holds the game's lock."""
    put(game, table)
    game.save(update_fields=FIELDS)


def closed(game: Game, table: Table, *, now: datetime) -> Reason | None:
    """Say why nobody may act at a table now: the service is held, or the table is paused."""
    if game.held_at:
        return Reason.HELD
    return Reason.PAUSED if table.paused_until(now) else None


def late(game: Game, table: Table, *, now: datetime) -> dict[int, bool]:
    """Name the seats whose time is over and may be enforced now, and whether we reached them."""
    overdue = [] if game.held_at else turns.too_late(table, now=now)
    running = {at: clock for at in overdue if (clock := table.seats[at].clock)}
    written = {
        at: post.since_asked(game, at, clock)
        for at, clock in running.items()
        if _may_enforce(game, clock, now)
    }
    return {at: not post.unreached(each) for at, each in written.items() if not post.waits(each)}


def _may_enforce(game: Game, clock: Clock, now: datetime) -> bool:
    """Not while the database's clock is behind, nor what fell due since the sweeps fell silent."""
    last = game.pulse_at
    if last is None:
        return True
    silent = outages.outage(last, now)
    return outages.may_enforce(last, now) and (
        silent is None or clock.due is None or clock.due < silent.start
    )


def adopted(table: Table, mark: int) -> Table:
    """The table, its clocks knowing what the rules call the turn that runs."""
    return replace(table, seats={at: _adopted(seat, mark) for at, seat in table.seats.items()})


def _adopted(seat: Seat, mark: int) -> Seat:
    clock = seat.clock
    if clock is None or clock.turn.mark != UNKNOWN_MARK:
        return seat
    return replace(seat, clock=replace(clock, turn=replace(clock.turn, mark=mark)))


def _due(table: Table, number: int) -> datetime | None:
    clock = table.seats[number].clock
    return clock.due if clock else None


def _outages(game: Game) -> Iterator[Stretch]:
    return (Stretch(each.lower, each.upper) for each in game.outages if each.lower and each.upper)
