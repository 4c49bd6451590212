"""Faults that are planted to see that a simulated month finds them, each with what it must find."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.clocks.rules import deadlines, giving, seating, showing, styles, turns
from games.clocks.rules.ruler import Ruler
from games.clocks.rules.table import Table, drawn
from games.clocks.services import keeping, outages, persons, post
from games.models import Game
from games.orders.rules.lines import Lists
from games.orders.services import looking, writing
from games.services import entries
from games.services import turns as service

Patch = Callable[..., None]


def nothing(_patch: Patch) -> None:
    """The control: no fault is found where none is planted."""


def vacations_stop_no_clock(patch: Patch) -> None:
    """Whose clock runs on while he is away is timed out there."""
    patch(Table, "absences", lambda table, _seat: table.pauses)


def pauses_close_no_table(patch: Patch) -> None:
    """Moves are taken at a paused table."""
    patch(Table, "paused_until", lambda *_: None)


def nights_move_no_deadline(patch: Patch) -> None:
    """Deadlines stay where they fall, also in quiet hours."""
    whole = Ruler.blocked

    def blocked(ruler: Ruler, at: Any) -> Any:
        found = whole(ruler, at)
        return None if found and found[1].endswith("quiet") else found

    patch(Ruler, "blocked", blocked)


def a_new_night_moves_what_runs(patch: Patch) -> None:
    """Whoever shifts his night shifts the turn that runs with it."""
    whole = seating.know

    def know(table: Table, number: int, person: Any, *, now: Any) -> Table:
        table = whole(table, number, person, now=now)
        seat = table.seats[number]
        if seat.clock is None:
            return table
        turn = replace(seat.clock.turn, zone=person.zone, quiet=person.quiet)
        return table.seated(number, drawn(table, seat, replace(seat.clock, turn=turn), now=now))

    patch(seating, "know", know)


def a_new_night_is_not_known(patch: Patch) -> None:
    """Turns go by the nights that their players had at the start of the game."""
    patch(persons, "know", lambda *_, **__: None)


def a_deadline_gets_lost(patch: Patch) -> None:
    """The column that sweeps look for is empty at every third game."""
    whole = keeping.put

    def put(game: Game, table: Table) -> None:
        whole(game, table)
        if game.pk % 3 == 0:
            game.deadline_at = None

    patch(keeping, "put", put)


def another_deadline_is_shown(patch: Patch) -> None:
    """Pages show an hour more than is enforced."""
    whole = showing._shown

    def shown(*args: Any, **more: Any) -> Any:
        clock = whole(*args, **more)
        return clock if clock.due is None else replace(clock, due=clock.due + timedelta(hours=1))

    patch(showing, "_shown", shown)


def bots_hang(patch: Patch) -> None:
    """A bot that is asked never moves."""
    patch(service, "_bot_moves", lambda *_, **__: None)


def outages_move_nothing(patch: Patch) -> None:
    """What fell due while the service was down is enforced as if nothing had been."""
    patch(giving, "outage", lambda table, gone: replace(table, outages=(*table.outages, gone)))


def a_hold_holds_nothing(patch: Patch) -> None:
    """Moves are taken and time runs out while the service is held."""
    whole = keeping.late

    def late(game: Game, *args: Any, **more: Any) -> Any:
        game.held_at = None
        return whole(game, *args, **more)

    patch(keeping, "closed", lambda *_, **__: None)
    patch(keeping, "late", late)


def letters_need_not_leave(patch: Patch) -> None:
    """Time runs out for seats whose letters lie with us."""
    patch(post, "waits", lambda _written: False)


def turns_begin_short(patch: Patch) -> None:
    """A turn has an hour less than it should."""
    whole = styles.allotment

    def less(*args: Any) -> Any:
        amount = whole(*args)
        return amount and amount - timedelta(hours=1)

    patch(turns, "allotment", less)


def promises_are_forgotten(patch: Patch) -> None:
    """An extension takes time away."""
    whole = deadlines._Drawing._later

    def later(drawing: Any, line: Any, at: Any, cause: str) -> Any:
        return (
            line.to(line.at - timedelta(hours=2))
            if cause == "extension"
            else whole(drawing, line, at, cause)
        )

    patch(deadlines._Drawing, "_later", later)
    patch(deadlines._Drawing, "promised", lambda _drawing, line, _promise: line)


def sweeps_come_early(patch: Patch) -> None:
    """Time runs out an hour before the deadline."""
    whole = service.sweep_deadlines
    patch(keeping, "_may_enforce", lambda *_: True)
    patch(service, "sweep_deadlines", lambda *, now: whole(now=now + timedelta(hours=1)))


def the_first_beat_enforces(patch: Patch) -> None:
    """After an outage nothing is moved before time runs out."""
    patch(outages, "work_off", lambda **_: True)
    patch(keeping, "_given_back", lambda *_: iter(()))
    patch(keeping, "_may_enforce", lambda *_: True)


def orders_are_never_looked_at(patch: Patch) -> None:
    """An unhurried order waits for ever."""
    patch(looking, "look", lambda *_, **__: None)


def junk_is_taken(patch: Patch) -> None:
    """Lines that nobody understands are kept."""
    patch(writing, "understood", lambda *_: Lists([], [], []))


def wishes_are_done_twice(patch: Patch) -> None:
    """What is done about a table's time is told twice."""
    whole = entries.record

    def record(*args: Any, **more: Any) -> Any:
        whole(*args, **more)
        return whole(*args, **more)

    patch(entries, "record", record)


Breaks = tuple[tuple[Callable[[Patch], None], str], ...]
OF_TIME: Breaks = (
    (nothing, ""),
    (vacations_stop_no_clock, "in a vacation"),
    (pauses_close_no_table, "in a pause"),
    (nights_move_no_deadline, "in quiet hours"),
    (a_new_night_moves_what_runs, "a night moved a deadline"),
    (a_new_night_is_not_known, "in quiet hours"),
    (another_deadline_is_shown, "before the deadline shown"),
    (turns_begin_short, "less than the allotment"),
    (promises_are_forgotten, "earlier than shown"),
)
OF_THE_SERVICE: Breaks = (
    (a_deadline_gets_lost, "deadline lost"),
    (bots_hang, "hung"),
    (outages_move_nothing, "in an outage"),
    (a_hold_holds_nothing, "in a hold"),
    (letters_need_not_leave, "letter still queued"),
    (sweeps_come_early, "before the deadline shown"),
    (the_first_beat_enforces, "in an outage"),
    (orders_are_never_looked_at, "orders not looked at"),
    (junk_is_taken, "orders taken"),
    (wishes_are_done_twice, "letter doubled"),
)
FOUND_FIRST: dict[Callable[[Patch], None], int] = {letters_need_not_leave: 1}
"""The seed of the days that are tried first, where it is not 2: in others it comes about later."""
