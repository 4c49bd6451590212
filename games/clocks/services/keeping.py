"""A game's time as its row holds it: read under the lock, changed by the rules, written back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from games.clocks.rules import giving, outages, store, turns
from games.clocks.rules.clock import Clock
from games.clocks.rules.refusals import Reason
from games.clocks.rules.standstills import HOLD
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Seat, Table
from games.clocks.services import post
from games.models import Game

if TYPE_CHECKING:
    from psycopg.types.range import Range

FIELDS = ("time", "deadline_at", "remind_at")
"""What of a game's row is its time."""

UNKNOWN_MARK = -1
"""Of turns that ran when games began to keep their clocks."""


def take_up(game: Game, *, now: datetime) -> Table:
    """Read the time of a locked game. Outages and holds that its turns lay in move it first."""
    table = store.load(game.time)
    for gone, given in _given_back(game, table):
        before, table = table, given
        moved = [at for at in table.seats if _due(table, at) != _due(before, at)]
        if gone in table.outages or gone.length > post.TOLD_AFTER:
            post.tell_of_outage(game, moved, gone, now=now)
    return _held(game, table, now)


def seen(game: Game, *, now: datetime) -> Table:
    """Read the same of a game that nobody holds; what it moves is told to nobody yet."""
    table = store.load(game.time)
    given = [table, *(each for _gone, each in _given_back(game, table))]
    return _held(game, given[-1], now)


def _given_back(game: Game, table: Table) -> Iterator[tuple[Stretch, Table]]:
    """Each outage and hold that a table's turns lay in, and the table when it has been moved."""
    begun = store.oldest(table)
    for gone in _stretches(game.outages):
        if begun is not None and begun < gone.end and gone not in table.outages:
            table = giving.outage(table, gone)
            yield gone, table
    for gone in _stretches(game.holds):
        if begun is not None and begun < gone.end and not _stood(table, gone):
            table = giving.held(table, gone, over=True)
            yield gone, table


def _stood(table: Table, gone: Stretch) -> bool:
    return any(each.cause == HOLD and each.stretch == gone for each in table.pauses)


def _held(game: Game, table: Table, now: datetime) -> Table:
    """The table while the service is held: its clocks stand since then."""
    if game.held_at is None or now <= game.held_at:
        return table
    return giving.held(table, Stretch(game.held_at, now), over=False)


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


def public(game: Game) -> dict[str, str | None]:
    """Say for the log what everybody may know of a game's time."""
    return {"deadline_at": game.deadline_at.isoformat() if game.deadline_at else None}


def closed(game: Game, table: Table, *, now: datetime) -> Reason | None:
    """Say why nobody may move at a table now: all is held, or it is repaired or paused."""
    if game.held_whole:
        return Reason.HELD
    if game.stuck >= Game.SET_ASIDE:
        return Reason.BROKEN
    return Reason.PAUSED if table.stands_until(now, held=game.held_at) else None


def late(game: Game, table: Table, *, now: datetime) -> dict[int, bool]:
    """Name the seats whose time is over and may be enforced now, and whether we reached them."""
    stands = game.held_at or game.stuck >= Game.SET_ASIDE
    overdue = [] if stands else turns.too_late(table, now=now)
    running = {
        at: clock
        for at in overdue
        if (clock := table.seats[at].clock) and not answered(game, table, at, now=now)
    }
    written = {
        at: post.since_asked(game, at, clock)
        for at, clock in running.items()
        if _may_enforce(game, clock, now)
    }
    return {at: not post.unreached(each) for at, each in written.items() if not post.waits(each)}


def answered(game: Game, table: Table, number: int, *, now: datetime) -> bool:
    """Tell whether a mail that came before a seat's time was over is still to be acted on."""
    clock = table.seats[number].clock
    if clock is None or clock.due is None or clock.due > now:
        return False
    return post.answered(game, number, by=clock.due)


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


def _stretches(ranges: "Iterable[Range[datetime]]") -> Iterator[Stretch]:
    return (Stretch(each.lower, each.upper) for each in ranges if each.lower and each.upper)
