"""What follows from a step of the rules: move, snapshot and letters, in one transaction.

Callers hold the game's lock and have asked the rules; here nothing is decided any more.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from engine.api import Event, Ruleset, Step
from engine.api import Seat as EngineSeat
from games import dispatch
from games.models import Game, Letter, Move, Seat
from games.services import mailbox

By, Kind = Move.By, Letter.Kind

REMINDER_SHARE = 4
"""The reminder goes out when this part of the time is left."""

ROUND_ENDED = "RoundEnded"
"""What every ruleset with rounds calls the fact that one is over."""

PLAYED_FIELDS = (
    "state",
    "ply",
    "to_act",
    "bot_asked",
    "deadline_at",
    "remind_at",
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


def advance(
    game: Game,
    places: Sequence[Seat],
    step: Step[Any],
    *,
    rules: Ruleset[Any, Any, Any],
    made: Made,
    now: datetime,
) -> PlayedMove:
    """Store an accepted step as the game's present ply and post its letters."""
    before = set(game.to_act)
    after: set[int] = set(rules.to_act(step.state))
    outcome = rules.outcome(step.state)
    round_over = any(type(event).__name__ == ROUND_ENDED for event in step.events)
    Move.objects.create(
        game=game,
        ply=game.ply,
        seat=made.seat,
        by=made.by,
        notation=made.notation,
        events=[rules.dump_event(event) for event in step.events],
        rules_version=rules.meta.version,
        made_at=now,
    )
    game.state, game.to_act = rules.dump(step.state), sorted(after)
    game.bot_asked = any(seat.bot for seat in places if seat.number in after)
    game.stuck_at = None
    _set_clock(game, now, people=any(seat.number in after for seat in _people(places)))
    if outcome is not None:
        game.status, game.ended_at = Game.Status.FINISHED, now
        game.outcome = {"winners": sorted(outcome.winners), "scores": list(outcome.scores)}
    _store(game)
    rest = _news(made, round_over=round_over, game_over=outcome is not None)
    asked_anew = after if rest else after - before
    mailbox.post(game, _letters(places, asked_anew, rest), now=now)
    if game.bot_asked:
        dispatch.bot(game.id, game.ply)
    return PlayedMove(
        game_key=game.key,
        ply=game.ply,
        seat=made.seat,
        notation=made.notation,
        events=_seen(step.events, made.seat),
        round_over=round_over,
        game_over=outcome is not None,
    )


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


def _set_clock(game: Game, now: datetime, *, people: bool) -> None:
    # Every accepted move starts the clock anew, whoever is asked next: after a move that leads to
    # another question for the same seat, that question has its full time too.
    if not game.to_act:
        game.deadline_at = game.remind_at = None
        return
    whole = timedelta(hours=game.hours_per_turn)
    game.deadline_at = now + whole
    game.remind_at = game.deadline_at - whole / REMINDER_SHARE if people else None


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
    places: Iterable[Seat], asked_anew: set[int], news: Letter.Kind | None
) -> Iterator[tuple[Letter.Kind, Seat]]:
    # One letter each: who is asked finds the news in the story of his turn letter.
    for seat in _people(places):
        if seat.number in asked_anew:
            yield Kind.TURN, seat
        elif news:
            yield news, seat


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    viewer = None if seat is None else EngineSeat(seat)
    return tuple(seen for event in events if (seen := event.seen_by(viewer)))
