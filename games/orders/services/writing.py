"""A player writes his orders. It is no move: no ply, no clock, no letter, and nobody notices."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engine.api import AnyRuleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.clocks.rules import store
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.errors import BadLink, NoSuchGame, StaleOrders
from games.links import SeatClaim
from games.log.rules import Cause
from games.models import Game, Orders
from games.orders.rules.lines import Lists, understood
from games.orders.services import notes
from games.orders.services.book import Book
from games.services import locks, turns


@dataclass(frozen=True, slots=True)
class Wish:
    """Both lists as they were typed, and the version of those that the form was drawn from."""

    following: str
    standing: str
    unhurried: bool
    seen: int


def write(claim: SeatClaim, wish: Wish, *, now: datetime) -> None:
    """Let a seat's lists say this from now on; the same again changes nothing.

    Raises BadLink, Refused, BadLines, StaleOrders, or IllegalMove for a setting out of place.
    """
    # What is written when time is over must not decide what the time-out plays.
    try:
        turns.time_out(claim.game_id, now=now)
    except NoSuchGame:
        raise BadLink from None
    with transaction.atomic(durable=True):
        game, places = locks.claimed_game(claim, now=now, cause=Cause.FORM)
        rules, seat = ruleset(game.ruleset), EngineSeat(claim.seat)
        state = rules.load(game.state)
        table = keeping.adopted(store.load(game.time), rules.turn(state))
        _require_orders(game, table)
        lists = understood(wish.following, wish.standing, rules, rules.view(state, seat))
        _set(game, rules, seat, lists)
        book = Book(game, places)
        row = book.row(claim.seat)
        if wish.seen == row.version:
            _replace(row, lists, notes.turn_of(table.seats[claim.seat]), unhurried=wish.unhurried)
        elif (row.following, row.standing, row.unhurried) != (*lists[:2], wish.unhurried):
            raise StaleOrders
        book.close()


def _require_orders(game: Game, table: Table) -> None:
    if game.status != Game.Status.ACTIVE:
        raise Refused(Reason.FINISHED)
    if table.settings.pace == "off":
        raise Refused(Reason.NO_ORDERS_HERE)


def _set(game: Game, rules: AnyRuleset, seat: EngineSeat, lists: Lists) -> None:
    """Change what is written among the lines and is the rules' own to keep."""
    if not lists.settings:
        return
    state = rules.load(game.state)
    for setting in lists.settings:
        state = rules.set(state, seat, setting)
    game.state = rules.dump(state)
    game.save(update_fields=("state",))


def _replace(row: Orders, lists: Lists, running: int | None, *, unhurried: bool) -> None:
    if row.void or row.following != lists.following:
        # What is written in a turn is for the one after it, unless its orders are still to be
        # looked at.
        row.after = running if row.look_at is None else None
        row.failed = {}
    row.following, row.standing, row.unhurried = lists.following, lists.standing, unhurried
    row.surprised, row.ordered_from = False, None
    row.version += 1
