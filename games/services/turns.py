"""Moves: by players, by bots, by the clock. All of them go the same way through the game's lock."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.errors import MoveSyntaxError
from engine.registry import ruleset
from games.errors import StaleTurn
from games.links import SeatClaim
from games.models import Game, Letter, Move, Seat
from games.services import locks, mailbox
from games.services.table import Made, PlayedMove, advance

logger = logging.getLogger(__name__)

By = Move.By

SWEEP_GAMES = 100


def play_move(claim: SeatClaim, text: str, *, seen_ply: int, now: datetime) -> PlayedMove:
    """Make a seat's move; raises BadLink, StaleTurn, MoveSyntaxError or IllegalMove."""
    with transaction.atomic(durable=True):
        game, places = locks.claimed_game(claim, now=now)
        _require_fresh(game, claim.seat, text, seen_ply)
        rules = ruleset(game.ruleset)
        return _record(game, places, rules, rules.parse(text), claim.seat, By.PLAYER, now=now)


def time_out(game_id: int, ply: int, *, now: datetime) -> PlayedMove | None:
    """Make the default move of a seat whose time is over; None if it moved meanwhile."""
    with transaction.atomic(durable=True):
        game = locks.game(pk=game_id)
        # Asked again under the lock: the player may have moved since the sweep looked.
        if not _is_at(game, ply) or game.deadline_at is None or game.deadline_at > now:
            return None
        rules, seat = ruleset(game.ruleset), game.to_act[0]
        move = rules.default_move(rules.load(game.state), EngineSeat(seat))
        return _record(game, locks.places(game), rules, move, seat, By.DEADLINE, now=now)


def play_bot(game_id: int, ply: int, *, now: datetime) -> PlayedMove | None:
    """Make a bot's move from what its seat's view holds; None if no bot is asked there."""
    with transaction.atomic(durable=True):
        game = locks.game(pk=game_id)
        if not _is_at(game, ply):
            return None
        places = locks.places(game)
        seat = next((s.number for s in places if s.bot and s.number in game.to_act), None)
        if seat is None:
            return None
        rules = ruleset(game.ruleset)
        state, at = rules.load(game.state), EngineSeat(seat)
        move = rules.choose(rules.view(state, at), rules.legal_moves(state, at))
        return _record(game, places, rules, move, seat, By.BOT, now=now)


def sweep_deadlines(*, now: datetime) -> int:
    """Move for everybody whose time is over; count the moves."""
    due = Game.objects.filter(status=Game.Status.ACTIVE, deadline_at__lte=now)
    return _each(due, "deadline_at", time_out, now=now)


def sweep_bots(*, now: datetime) -> int:
    """Move for bots whose hint got lost; count the moves."""
    waiting = Game.objects.filter(status=Game.Status.ACTIVE, bot_asked=True)
    return _each(waiting, "pk", play_bot, now=now)


def sweep_reminders(*, now: datetime) -> int:
    """Remind, once a turn, everybody whose time is nearly over; count the games."""
    due = Game.objects.filter(status=Game.Status.ACTIVE, remind_at__lte=now)
    return _each(due, "remind_at", remind, now=now)


def remind(game_id: int, ply: int, *, now: datetime) -> bool | None:
    """Post the one reminder of a turn; None if it is not due any more."""
    with transaction.atomic(durable=True):
        game = locks.game(pk=game_id)
        if not _is_at(game, ply) or game.remind_at is None or game.remind_at > now:
            return None
        game.remind_at = None
        game.save(update_fields=("remind_at",))
        asked = [s for s in locks.places(game) if s.player_id and s.number in game.to_act]
        mailbox.post(game, ((Letter.Kind.REMINDER, seat) for seat in asked), now=now)
        return True


def _require_fresh(game: Game, seat: int, text: str, seen_ply: int) -> None:
    if game.ply == seen_ply:
        return
    # A double click is no mistake: whoever posts twice is told that his move was made.
    made = Move.objects.filter(game=game, ply=seen_ply + 1, seat=seat, by=By.PLAYER).first()
    same = made is not None and made.notation == _canonical(game, text)
    raise StaleTurn(seen_ply=seen_ply, ply=game.ply, already_made=same)


def _canonical(game: Game, text: str) -> str | None:
    rules = ruleset(game.ruleset)
    try:
        return rules.format(rules.parse(text))
    except MoveSyntaxError:
        return None


def _is_at(game: Game, ply: int) -> bool:
    return game.status == Game.Status.ACTIVE and game.ply == ply


def _record(
    game: Game,
    places: list[Seat],
    rules: Ruleset[Any, Any, Any],
    move: Any,
    seat: int,
    by: Move.By,
    *,
    now: datetime,
) -> PlayedMove:
    step = rules.apply(rules.load(game.state), EngineSeat(seat), move)
    game.ply += 1
    made = Made(by, seat, rules.format(move))
    return advance(game, places, step, rules=rules, made=made, now=now)


def _each(
    games: QuerySet[Game], order: str, act: Callable[..., object | None], *, now: datetime
) -> int:
    done = 0
    queue = games.order_by(F("stuck_at").asc(nulls_first=True), order)
    for game_id, ply, stuck_at in queue.values_list("pk", "ply", "stuck_at")[:SWEEP_GAMES]:
        try:
            done += act(game_id, ply, now=now) is not None
        except Exception:
            # Games in trouble must not hold up the others: they go to the end of the queue, and
            # the operators are told once.
            Game.objects.filter(pk=game_id).update(stuck_at=now)
            tell = logger.warning if stuck_at else logger.exception
            tell("game %s at ply %s: %s failed", game_id, ply, act.__name__)
    return done
