"""A started game as a seat or everybody sees it. States are loaded here and stay here."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.clocks.rules import showing
from games.clocks.rules.proposals import standing
from games.clocks.rules.showing import SeatClock
from games.errors import BadLink
from games.links import SeatClaim
from games.models import Player, Seat
from games.selectors import rows, snapshot, stories
from games.selectors.values import Choice, SeatTable, Table


def seat_of(claim: SeatClaim, *, now: datetime) -> Seat:
    """Return the seat that a claim opens, with its player; raises BadLink."""
    seat = snapshot.seat_by_number(claim.game_id, claim.seat)
    if seat is None:
        raise BadLink
    links.require_open(claim, seat, seat.game, now=now)
    return seat


def own_seat(player: Player, key: str) -> Seat | None:
    """Return the seat of a signed-in player at a table, None if he has none."""
    return snapshot.seat_by_player(key, player.pk)


def seat_table(seat: Seat, *, now: datetime) -> SeatTable:
    """Show a started game to one of its seats; raises NoSuchGame before the start."""
    found = snapshot.by_id(seat.game_id)
    rules, viewer = ruleset(found.game.ruleset), EngineSeat(seat.number)
    state = rules.load(found.state)
    clocks = showing.clocks(found.table, seat.number, now=now)
    entries, seen = stories.latest(found.moves, found.acts, rules, viewer)
    return SeatTable(
        game=found.game,
        seat=seat.number,
        view=rules.view(state, viewer),
        people=found.people,
        names=tuple(person.name for person in found.people),
        asked=found.asked,
        clocks=clocks,
        deadline=showing.deadline(clocks),
        time_left=_time_left(clocks, now),
        story=entries[seen:],
        earlier=entries[:seen],
        proposals=tuple(standing(found.acts, found.table, now=now).values()),
        reader=rows.reader_of_seat(seat),
        choices=_choices(rules, rules.legal_moves(state, viewer)),
        settings=_choices(rules, rules.settings(state, viewer)),
        my_turn=seat.number in found.asked,
    )


def _choices(rules: Ruleset[Any, Any, Any], moves: Iterable[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(rules.format(move), rules.picks(move)) for move in moves)


def public_table(key: str, *, now: datetime) -> Table:
    """Show a started game to everybody; raises NoSuchGame, also before the start."""
    found = snapshot.by_key(key)
    rules = ruleset(found.game.ruleset)
    clocks = showing.clocks(found.table, None, now=now)
    return Table(
        game=found.game,
        seat=None,
        view=rules.view(rules.load(found.state), None),
        people=found.people,
        names=tuple(person.name for person in found.people),
        asked=found.asked,
        clocks=clocks,
        deadline=showing.deadline(clocks),
        time_left=_time_left(clocks, now),
        story=stories.latest(found.moves, found.acts, rules, None)[0],
        earlier=(),
        proposals=tuple(standing(found.acts, found.table, now=now).values()),
    )


def _time_left(clocks: tuple[SeatClock, ...], now: datetime) -> timedelta | None:
    due = showing.deadline(clocks)
    return None if due is None else max(due - now, timedelta())
