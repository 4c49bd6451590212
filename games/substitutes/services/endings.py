"""Games that end before their time: given up by one of two, or left alone by all (time.md, 9)."""

from datetime import datetime
from typing import Any

from games.clocks.rules import turns as clocks
from games.clocks.rules.refusals import Refused
from games.clocks.rules.silence import IN_VAIN, NOBODY_LEFT, may_end, silent_until
from games.clocks.rules.styles import Untimed
from games.clocks.services import keeping
from games.errors import NotYet
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game
from games.services import entries, locks, storing, sweeps, turns
from games.services.table import Held, playing
from games.substitutes.services import standing

LEAVING = ("resigned", "stands-in", "played-for", "offered", "removed")
"""Acts after which a player may have been the last one."""


def win(claim: SeatClaim, *, now: datetime) -> None:
    """End a game of two people as won, since nobody came for the other's seat; twice is once.

    Raises BadLink, NotYet, or Refused when the game is over or nobody may act there now.
    """
    with because(Cause.FORM):
        game, places = locks.claimed_game(claim, now=now)
        if game.outcome == (won := {"winners": [claim.seat], "scores": []}):
            return
        held = turns.hold(game, places, now=now)
        held.table.must_go_on()
        if why := keeping.closed(game, held.table, now=now):
            raise Refused(why)
        if claim.seat != _may_end(held, now):
            raise NotYet
        _close(held, "won", won, seat=claim.seat, now=now)


def leave_won(game: Game, winner: int | None, *, now: datetime) -> None:
    """End a locked game because who played it has left; won by the other, if there is one."""
    held = turns.hold(game, now=now)
    if winner is None:
        _close(held, "abandoned", None, now=now)
    else:
        _close(held, "left-won", {"winners": [winner], "scores": []}, seat=winner, now=now)


def stop_waiting(game: Game, *, now: datetime) -> None:
    """End a locked game that counts no more where others wait for its deal to be told."""
    _close(turns.hold(game, now=now), "waited-for", None, now=now)


def sweep(*, now: datetime) -> int:
    """Look at all tables that may be left alone; count them."""
    return sweeps.each("alone_at", look, now=now)


def look(game: Game, *, now: datetime) -> bool | None:
    """Close a locked game that was left alone, or warn of it, and say when to look again."""
    if game.held_at:
        return None
    held, game.alone_at = turns.hold(game, now=now), None
    if not playing(held.places, held.table):
        _nobody_is_left(held, now)
    elif isinstance(held.table.settings.style, Untimed):
        _nobody_moves(held, now)
    else:
        _nobody_comes(held, now)
    game.save(update_fields=("alone_at",))
    return True


def _nobody_is_left(held: Held, now: datetime) -> None:
    left = held.game.entries.filter(act__in=LEAVING).latest("made_at").made_at
    if now >= left + NOBODY_LEFT:
        _close(held, "abandoned", None, now=now)
    else:
        held.game.alone_at = left + NOBODY_LEFT


def _nobody_moves(held: Held, now: datetime) -> None:
    warned, closed = silent_until(held.game.moves.latest("ply").made_at)
    if now >= closed:
        _close(held, "abandoned", None, now=now)
    elif now >= warned:
        until = closed.isoformat()
        entries.record(held.game, "silent", told=standing.people(held), now=now, until=until)
        held.game.alone_at = closed
    else:
        held.game.alone_at = warned


def _nobody_comes(held: Held, now: datetime) -> None:
    here = _may_end(held, now)
    if here is not None:
        told = [standing.place(held, here)]
        standing.tell(held, "in-vain", here, told=told, now=now)
        return
    fresh = held.game.offers.filter(closed_at=None, made_at__gt=now - IN_VAIN)
    if offer := fresh.order_by("made_at").first():
        held.game.alone_at = offer.made_at + IN_VAIN


def _may_end(held: Held, now: datetime) -> int | None:
    offers = {offer.seat: offer.made_at for offer in held.game.offers.filter(closed_at=None)}
    # Also a seat that was taken from its player, until somebody sits.
    seats = {at.number for at in standing.people(held)} | offers.keys()
    return may_end({at: held.table.seats[at].bot for at in seats}, offers, now=now)


def _close(held: Held, act: str, outcome: Any, *, now: datetime, seat: int | None = None) -> None:
    game = held.game
    game.status, game.ended_at, game.outcome = Game.Status.FINISHED, now, outcome
    game.to_act, game.bot_asked, game.alone_at = [], False, None
    keeping.put(game, clocks.finish(held.table, now=now))
    game.save(
        update_fields=(
            *keeping.FIELDS, "status", "ended_at", "outcome", "to_act", "bot_asked", "alone_at",
        )
    )  # fmt: skip
    storing.end_seats(game)
    told = standing.people(held)
    if seat is None:
        entries.record(game, act, told=told, now=now)
    else:
        standing.tell(held, act, seat, told=told, now=now)
