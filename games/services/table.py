"""What follows from steps of the rules: moves, snapshot, clocks and letters, in one transaction.

Callers hold the game's lock and have asked the rules; here nothing is decided any more.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from engine.api import AnyRuleset, Event, Step
from engine.api import Seat as EngineSeat
from games import dispatch
from games.clocks.rules import banks, over, seating, turns
from games.clocks.rules.clock import Clock
from games.clocks.rules.silence import SILENCE, WARNING, Consequence
from games.clocks.rules.styles import Untimed
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.models import Game, Letter, Move, Seat
from games.people.services import parts
from games.services import mailbox, storing

By, Kind = Move.By, Letter.Kind


@dataclass(frozen=True, slots=True)
class Made:
    """Who made which move, and how."""

    by: str
    seat: int | None = None
    notation: str = ""


class Ply(NamedTuple):
    """A move and what the rules made of it."""

    made: Made
    step: Step[Any]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """An accepted move, as its seat may know what it led to."""

    game_key: str
    ply: int
    seat: int | None
    notation: str
    events: tuple[Event, ...]
    round_over: bool
    game_over: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A locked game with what every step of it needs: seats, rules, state and time."""

    game: Game
    places: Sequence[Seat]
    rules: AnyRuleset
    state: Any
    table: Table


NOBODY: Mapping[int, Consequence] = {}


def advance(
    held: Held,
    plies: Sequence[Ply],
    *,
    now: datetime,
    missed: Mapping[int, Consequence] = NOBODY,
) -> list[PlayedMove]:
    """Store accepted steps as the game's present ply and post the letters they lead to.

    `missed` names the seats that the steps were made for because their time was over, each with
    what follows.
    """
    game, rules, state = held.game, held.rules, plies[-1].step.state
    outcome = rules.outcome(state)
    round_over = len(rules.rounds(state)) > _rounds(held)
    first = game.ply if held.state is None else game.ply + 1
    tables, kept = _clocks(held, plies, missed, now)
    table = tables[-1]
    _record(held, first, plies, tables, now)
    game.ply = first + len(plies) - 1
    game.state, game.to_act = rules.dump(state), sorted(rules.to_act(state))
    game.bot_asked = bots_go_on(held, table)
    if isinstance(table.settings.style, Untimed):
        game.alone_at = now + SILENCE - WARNING
    if game.stuck < Game.SET_ASIDE:
        # What is set aside stays so until it is tried again, also if it goes back meanwhile.
        game.stuck, game.stuck_at = 0, None
    if outcome is not None:
        table = turns.finish(table, now=now)
        game.status, game.ended_at, game.alone_at = Game.Status.FINISHED, now, None
        game.outcome = {"winners": sorted(outcome.winners), "scores": list(outcome.scores)}
    keeping.put(game, table)
    storing.store(game, _counting(held, kept), now=now)
    if outcome is not None:
        storing.end_seats(game)
    if round_over:
        done = _rounds(held)
        parts.keep(game, held.places, rules.rounds(state)[done:], first=done + 1)
    news = _news(
        plies[-1].made, late=bool(missed), round_over=round_over, game_over=outcome is not None
    )
    mailbox.post(game, _letters(held, table, news, missed), now=now)
    if game.bot_asked:
        dispatch.bot(game.id, game.ply)
    return [
        PlayedMove(
            game_key=game.key,
            ply=at,
            seat=made.seat,
            notation=made.notation,
            events=_seen(step.events, made.seat),
            round_over=round_over,
            game_over=outcome is not None,
        )
        for at, (made, step) in enumerate(plies, first)
    ]


def _rounds(held: Held) -> int:
    return 0 if held.state is None else len(held.rules.rounds(held.state))


def _record(
    held: Held, first: int, plies: Sequence[Ply], tables: Sequence[Table], now: datetime
) -> None:
    Move.objects.bulk_create(
        Move(
            game=held.game,
            ply=at,
            seat=made.seat,
            by=made.by,
            notation=made.notation,
            events=[held.rules.dump_event(event) for event in step.events],
            rules_version=held.rules.meta.version,
            banks=banks.noted(table.seats[number].bank for number in sorted(table.seats)),
            made_at=now,
        )
        for at, ((made, step), table) in enumerate(zip(plies, tables, strict=True), first)
    )


def playing(places: Iterable[Seat], table: Table) -> list[Seat]:
    """List the seats whose players play themselves, with no bot in their stead."""
    return [seat for seat in _people(places) if not table.seats[seat.number].bot]


def bots_go_on(held: Held, table: Table) -> bool:
    """Tell whether a bot is asked, and somebody is there to play with."""
    asked = any(table.seats[at].bot for at in held.game.to_act)
    return asked and bool(playing(held.places, table))


KeptTurn = tuple[int, timedelta | None]
"""A seat, and the running time its turn took; none if it was missed."""


def _clocks(
    held: Held, plies: Sequence[Ply], missed: Mapping[int, Consequence], now: datetime
) -> tuple[list[Table], list[KeptTurn]]:
    """The table's time after each of the steps, and the turns they ended.

    A turn that was missed is over at once.
    """
    rules, table = held.rules, held.table
    tables, kept = list[Table](), list[KeptTurn]()
    if missed:
        table = _timed_out(held, _asked(rules, plies[-1].step.state), missed, now)
        again = {at for at in missed if (clock := held.table.seats[at].clock) and clock.turn.missed}
        kept += [(at, None) for at in missed if missed[at].counted and at not in again]
        kept += over.answered(held.table, table, None, now=now)
        return [held.table] * (len(plies) - 1) + [table], kept
    for made, step in plies:
        before, answered = table, made.seat if made.by == By.PLAYER else None
        table = turns.go_on(table, _asked(rules, step.state), now=now, answered=answered)
        kept += over.answered(before, table, answered, now=now)
        tables.append(table)
    return tables, kept


def _timed_out(
    held: Held, asked: Mapping[int, int], missed: Mapping[int, Consequence], now: datetime
) -> Table:
    unreached = [at for at in missed if not missed[at].counted]
    table = turns.time_out(held.table, missed, asked, now=now, unreached=unreached)
    for at in missed:
        if missed[at].bot_stays:
            table = seating.hand_to_bot(table, at)
    return table


def _asked(rules: AnyRuleset, state: Any) -> dict[int, int]:
    """Who is asked, each with the mark of his turn."""
    return dict.fromkeys(rules.to_act(state), rules.turn(state))


def _counting(held: Held, kept: Iterable[KeptTurn]) -> list[tuple[int, int | None]]:
    """Name the players of turns that are over, with seconds; who plays with bots is practising."""
    players = {seat.number: seat.player_id for seat in held.places if seat.player_id is not None}
    return [
        (players[at], None if took is None else took // timedelta(seconds=1))
        for at, took in kept
        if at in players and len(players) > 1
    ]


def _people(places: Iterable[Seat]) -> Iterator[Seat]:
    return (seat for seat in places if seat.player_id is not None)


def _news(made: Made, *, late: bool, round_over: bool, game_over: bool) -> Letter.Kind | None:
    # What everybody is told, whoever is asked next.
    if game_over:
        return Kind.RESULT
    if round_over:
        return Kind.ROUND
    if late:
        return Kind.TIMED_OUT
    return Kind.STARTED if made.by == By.DEAL else None


def _letters(
    held: Held, after: Table, news: Letter.Kind | None, missed: Collection[int]
) -> Iterator[tuple[Letter.Kind, Seat]]:
    # One letter each: who is asked finds the news in the story of his turn letter. Whose time was
    # over is told before the others. Who plays alone sees at once that it is his turn again.
    alone = len(held.places) == 1
    for seat in sorted(_people(held.places), key=lambda seat: seat.number not in missed):
        before, now = (table.seats[seat.number].clock for table in (held.table, after))
        if now and (news or (not alone and _ask(before) != _ask(now))):
            yield Kind.TURN, seat
        elif news:
            yield news, seat


def _ask(clock: Clock | None) -> tuple[datetime, int] | None:
    """Name an ask; a further one of the same turn has the same name, and needs no letter."""
    return None if clock is None else (clock.asked, clock.turn.mark)


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    viewer = None if seat is None else EngineSeat(seat)
    return tuple(seen for event in events if (seen := event.seen_by(viewer)))
