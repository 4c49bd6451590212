"""What follows from steps of the rules: moves, snapshot, clocks and letters, in one transaction.

Callers hold the game's lock and have asked the rules; here nothing is decided any more.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import connection

from engine.api import AnyRuleset, Event, Step
from engine.api import Seat as EngineSeat
from games import dispatch
from games.clocks.rules import turns
from games.clocks.rules.clock import Clock
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.models import Game, Letter, Move, Seat
from games.services import mailbox

By, Kind = Move.By, Letter.Kind
NOBODY: Mapping[int, bool] = MappingProxyType({})

PLAYED_FIELDS = (
    "state",
    "ply",
    "to_act",
    "bot_asked",
    *keeping.FIELDS,
    "stuck",
    "stuck_at",
    "status",
    "started_at",
    "ended_at",
    "outcome",
)


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


def advance(
    held: Held, plies: Sequence[Ply], *, now: datetime, missed: Mapping[int, bool] = NOBODY
) -> list[PlayedMove]:
    """Store accepted steps as the game's present ply and post the letters they lead to.

    `missed` names the seats that the steps were made for because their time was over, and whether
    a letter had reached them.
    """
    game, rules, state = held.game, held.rules, plies[-1].step.state
    outcome = rules.outcome(state)
    round_over = len(rules.rounds(state)) > _rounds(held)
    first = game.ply if held.state is None else game.ply + 1
    _record(held, first, plies, now)
    table = _clocks(held, plies, missed, now)
    game.ply = first + len(plies) - 1
    game.state, game.to_act = rules.dump(state), sorted(rules.to_act(state))
    game.bot_asked = any(table.seats[at].bot for at in game.to_act)
    game.stuck, game.stuck_at = 0, None
    if outcome is not None:
        table = turns.finish(table, now=now)
        game.status, game.ended_at = Game.Status.FINISHED, now
        game.outcome = {"winners": sorted(outcome.winners), "scores": list(outcome.scores)}
    keeping.put(game, table)
    _store(game)
    news = _news(plies[-1].made, round_over=round_over, game_over=outcome is not None)
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


def _record(held: Held, first: int, plies: Sequence[Ply], now: datetime) -> None:
    Move.objects.bulk_create(
        Move(
            game=held.game,
            ply=at,
            seat=made.seat,
            by=made.by,
            notation=made.notation,
            events=[held.rules.dump_event(event) for event in step.events],
            rules_version=held.rules.meta.version,
            made_at=now,
        )
        for at, (made, step) in enumerate(plies, first)
    )


def _clocks(held: Held, plies: Sequence[Ply], missed: Mapping[int, bool], now: datetime) -> Table:
    """The table's time after the steps, ply by ply; a turn that was missed is over at once."""
    rules, table = held.rules, held.table
    if missed:
        unreached = [at for at, reached in missed.items() if not reached]
        asked = _asked(rules, plies[-1].step.state)
        return turns.time_out(table, missed, asked, now=now, unreached=unreached)
    for made, step in plies:
        answered = made.seat if made.by == By.PLAYER else None
        table = turns.go_on(table, _asked(rules, step.state), now=now, answered=answered)
    return table


def _asked(rules: AnyRuleset, state: Any) -> dict[int, int]:
    """Who is asked, each with the mark of his turn."""
    return dict.fromkeys(rules.to_act(state), rules.turn(state))


def _store(game: Game) -> None:
    # What `game.save(update_fields=…)` says, without building the statement anew at every move.
    values = [
        field.get_db_prep_save(field.value_from_object(game), connection) for field in _PLAYED
    ]
    with connection.cursor() as cursor:
        cursor.execute(_STORE, [*values, game.pk])


_PLAYED = [field for field in Game._meta.concrete_fields if field.name in PLAYED_FIELDS]
_STORE = (
    f"UPDATE games_game SET {', '.join(f'{field.column} = %s' for field in _PLAYED)}"  # noqa: S608
    " WHERE id = %s"
)


def _people(places: Iterable[Seat]) -> Iterator[Seat]:
    return (seat for seat in places if seat.player_id is not None)


def _news(made: Made, *, round_over: bool, game_over: bool) -> Letter.Kind | None:
    # What everybody is told, whoever is asked next.
    if game_over:
        return Kind.RESULT
    if round_over:
        return Kind.ROUND
    return {By.DEADLINE: Kind.TIMED_OUT, By.DEAL: Kind.STARTED}.get(By(made.by))


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
