"""Moves: by players, by bots, by the clock. All of them go the same way through the game's lock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engine.api import AnyRuleset, Event, Strength
from engine.api import Seat as EngineSeat
from engine.bots.course import told
from engine.errors import MoveSyntaxError
from engine.registry import ruleset
from games.clocks.rules.refusals import CLOSED, Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.rules.turns import go_on
from games.clocks.services import keeping
from games.errors import StaleTurn, TooLate
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import cause_is
from games.models import Game, Move, Seat
from games.orders.services import drafting
from games.orders.services.answering import advance, late_moves
from games.selectors import courses
from games.services import locks, sweeps
from games.services.table import Held, Made, PlayedMove, Ply
from games.substitutes.services import misses, standing

By = Move.By


def play_move(claim: SeatClaim, text: str, *, seen_ply: int, now: datetime) -> PlayedMove:
    """Make a seat's move; what a closed table refuses is kept as a draft.

    Raises BadLink, Refused, TooLate, StaleTurn, MoveSyntaxError or IllegalMove.
    """
    try:
        return _play(claim, text, seen_ply=seen_ply, now=now)
    except Refused as refused:
        if refused.reason in CLOSED:
            # By itself: nothing that was read of a closed table is stored with it.
            drafting.keep(claim, text, seen_ply=seen_ply, now=now)
        raise


def _play(claim: SeatClaim, text: str, *, seen_ply: int, now: datetime) -> PlayedMove:
    with transaction.atomic(durable=True):
        game, places = locks.claimed_game(claim, now=now, cause=Cause.MOVE)
        if game.stuck >= Game.SET_ASIDE:
            # Asked before its position is read, which may be what is broken.
            raise Refused(Reason.BROKEN)
        held = hold(game, places, now=now)
        if why := keeping.closed(game, held.table, now=now):
            raise Refused(why)
        if keeping.answered(game, held.table, claim.seat, now=now):
            # What he wrote in time goes before what he clicks too late.
            raise Refused(Reason.ANSWERED)
        late = keeping.late(game, held.table, now=now)
        left = standing.left_turn(held, claim.seat)
        if not late and not left:
            _require_fresh(game, claim.seat, text, seen_ply)
            move = held.rules.parse(text)
            ply = _ply(held.rules, held.state, move, claim.seat, By.PLAYER)
            # Asked after the rules, which know nothing of games that ended before their time.
            held.table.must_go_on()
            return advance(standing.back(held, claim.seat, now=now), [ply], now=now)[0]
        if left:
            cause_is(Cause.BOT)
            finish_turn(held, claim.seat, now=now)
        else:
            cause_is(Cause.TIME_OUT)
            _play_rest(held, late, now)
    # Told after the commit, or the time that ran out would run on.
    if claim.seat in late:
        raise TooLate(seen_ply=seen_ply)
    return _play(claim, text, seen_ply=seen_ply, now=now)


def time_out(game_id: int, *, now: datetime) -> list[PlayedMove] | None:
    """Play the turns whose time is over; None if there are none any more."""
    with transaction.atomic(durable=True):
        return _time_out(locks.game(pk=game_id, cause=Cause.TIME_OUT), now=now)


def play_bot(game_id: int, ply: int, *, now: datetime) -> PlayedMove | None:
    """Make a bot's move from what its seat's view holds; None if no bot is asked there."""
    with transaction.atomic(durable=True):
        game = locks.game(pk=game_id, cause=Cause.BOT)
        return _bot_moves(game, now=now) if game.ply == ply else None


def sweep_deadlines(*, now: datetime) -> int:
    """Move for everybody whose time is over; count the games."""
    return sweeps.each("deadline_at", _time_out, now=now)


def sweep_bots(*, now: datetime) -> int:
    """Move for bots whose hint got lost; count the moves."""
    return sweeps.each("bot_asked", _bot_moves, now=now)


def hold(game: Game, places: list[Seat] | None = None, *, now: datetime) -> Held:
    """Take up all that a locked game's next step needs."""
    seats = locks.places(game) if places is None else places
    return with_clocks(game, seats, keeping.take_up(game, now=now))


def force(
    game: Game, places: Sequence[Seat], clocks: Table, seat: int, *, now: datetime
) -> PlayedMove:
    """Make a seat's default move in a locked game, and nothing else; it is no miss."""
    held, ply = _forced(game, places, clocks, seat)
    return advance(held, [ply], now=now)[0]


def clocks_after_force(
    game: Game, places: Sequence[Seat], clocks: Table, seat: int, *, now: datetime
) -> Table:
    """Tell how the clocks of a game will run after a seat's default move; writes nothing."""
    held, (_, step) = _forced(game, places, clocks, seat)
    mark = held.rules.turn(step.state)
    return go_on(held.table, dict.fromkeys(held.rules.to_act(step.state), mark), now=now)


def with_clocks(game: Game, places: Sequence[Seat], clocks: Table) -> Held:
    """Take up what a game's next step needs, its time having been read before."""
    rules = ruleset(game.ruleset)
    state = rules.load(game.state)
    return Held(game, places, rules, state, keeping.adopted(clocks, rules.turn(state)))


def _forced(game: Game, places: Sequence[Seat], clocks: Table, seat: int) -> tuple[Held, Ply]:
    held = with_clocks(game, places, clocks)
    move = _default(held, held.state, EngineSeat(seat))
    return held, _ply(held.rules, held.state, move, seat, By.FORCED)


def finish_turn(held: Held, seat: int, *, now: datetime) -> None:
    """Let a bot play the rest of the turn of a seat that is handed to it."""
    rest = _rest(held, held.state, seat, lambda _state, _seat: None, bot=True)
    advance(held, list(rest), now=now)


def _time_out(game: Game, *, now: datetime) -> list[PlayedMove] | None:
    # Asked again under the lock: the player may have moved since the sweep looked.
    if game.status != Game.Status.ACTIVE or game.stuck >= Game.SET_ASIDE:
        return None
    held = hold(game, now=now)
    late = keeping.late(game, held.table, now=now)
    if late:
        return _play_rest(held, late, now)
    if held.table.due != game.deadline_at:
        cause_is(Cause.CLOCK)
        keeping.save(game, held.table)
    return None


def _play_rest(held: Held, late: Mapping[int, bool], now: datetime) -> list[PlayedMove]:
    """Play the whole rest of each turn whose time is over, in one go."""
    plies: list[Ply] = []
    follows, state, ordered = misses.follow(held, late), held.state, late_moves(held)
    for seat in late:
        bot = follows[seat].bot_plays
        rest = list(_rest(held, state, seat, ordered, bot=bot, before=plies))
        if rest:
            plies += rest
            state = rest[-1].step.state
        else:
            del follows[seat]
    played = advance(held, plies, now=now, missed=follows)
    misses.tell(held, follows, now=now)
    return played


def _rest(
    held: Held,
    state: Any,
    seat: int,
    ordered: Callable[[Any, int], Any | None],
    *,
    bot: bool,
    before: Sequence[Ply] = (),
) -> Iterator[Ply]:
    rules, mark = held.rules, held.rules.turn(state)
    made = [event for ply in before for event in ply.step.events]
    while seat in rules.to_act(state) and rules.turn(state) == mark:
        late = ordered(state, seat)
        by = By.BOT if bot and late is None else By.DEADLINE
        move = late or (
            _chosen(held, state, EngineSeat(seat), made)
            if bot
            else _default(held, state, EngineSeat(seat))
        )
        ply = _ply(rules, state, move, seat, by)
        yield ply
        state = ply.step.state
        made += ply.step.events


def _bot_moves(game: Game, *, now: datetime) -> PlayedMove | None:
    if game.status != Game.Status.ACTIVE or not game.bot_asked or game.stuck >= Game.SET_ASIDE:
        return None
    held = hold(game, now=now)
    bots = (at for at in game.to_act if held.table.seats[at].bot)
    seat = next(bots, None)
    if seat is None or keeping.closed(game, held.table, now=now):
        return None
    move = _chosen(held, held.state, EngineSeat(seat), ())
    ply = _ply(held.rules, held.state, move, seat, By.BOT)
    held = misses.go_on(held, seat, ply)
    played = advance(held, [ply], now=now)[0]
    misses.offer_if_reached(held, seat, now=now)
    return played


def _chosen(held: Held, state: Any, seat: EngineSeat, made: Sequence[Event]) -> Any:
    # A bot that could not decide twice does what the clock would do: nobody waits for it for ever.
    if held.game.stuck == Game.SET_ASIDE - 1:
        return _default(held, state, seat)
    rules = held.rules
    view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
    course = told([*courses.of_round(held.game), *made], seat)
    # A bot that stands in for somebody has no strength of its own and plays at medium.
    strength = Strength(standing.place(held, seat).strength or Strength.MEDIUM)
    return rules.decide(view, moves, course, strength)


def _default(held: Held, state: Any, seat: EngineSeat) -> Any:
    return held.rules.default_move(state, seat)


def _ply(rules: AnyRuleset, state: Any, move: Any, seat: int, by: Move.By) -> Ply:
    step = rules.apply(state, EngineSeat(seat), move)
    return Ply(Made(by, seat, rules.format(move)), step)


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
