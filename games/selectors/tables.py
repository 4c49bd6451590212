"""A started game as a seat or everybody sees it. States are loaded here and stay here."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from engine import rng
from engine.api import Pick, TableView, Uncovered
from engine.api import Seat as EngineSeat
from engine.errors import MoveSyntaxError
from engine.registry import ruleset
from games import links
from games.clocks.rules import showing
from games.clocks.rules.proposals import standing
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.waiting import Wait, waits
from games.errors import BadLink, NoSuchGame
from games.links import SeatClaim
from games.models import Game, Player, Seat
from games.orders import selectors as orders
from games.orders.rules.asking import Ask
from games.results.rules import turned_up
from games.selectors import rows, snapshot, stories
from games.selectors.positions import Position, position
from games.selectors.snapshot import Snapshot
from games.selectors.values import ActRow, GameFacts, SeatTable, Table, Visit

_BESIDE_THE_VIEW = attrgetter(*(each.name for each in fields(SeatTable) if each.name != "view"))


def visit_of(claim: SeatClaim) -> Visit:
    """Return the seat that a claim opens, with its player, and what time it is; raises BadLink."""
    visit = snapshot.visit_by_number(claim.game_id, claim.seat)
    if visit is None:
        raise BadLink
    links.require_open(claim, visit.seat, visit.seat.game, now=visit.now)
    return visit


def own_visit(player: Player, key: str) -> Visit | None:
    """Return the seat of a signed-in player at a table in the same way, None if he has none."""
    return snapshot.visit_by_player(key, player.pk)


@dataclass(frozen=True, slots=True)
class Look:
    """A seat that somebody comes to, when that is, and what is to be seen there."""

    seat: Seat
    now: datetime
    found: Snapshot | None

    def glance(self, shown: datetime) -> "Glance":
        """Show the game as it was read with the seat, its clocks as they were at `shown`.

        Raises NoSuchGame before the start.
        """
        if self.found is None:
            raise NoSuchGame
        return _glance(self.found, self.seat, self.now, shown)


def look_of(claim: SeatClaim) -> Look:
    """Return the seat that a claim opens, as `visit_of` does, with its game; raises BadLink."""
    look = snapshot.look_by_number(claim.game_id, claim.seat)
    if look is None:
        raise BadLink
    seat, now = look.visit
    links.require_open(claim, seat, seat.game, now=now)
    return Look(seat, now, look.found)


def own_look(player: Player, key: str) -> Look | None:
    """Return the seat of a signed-in player at a table in the same way, None if he has none."""
    look = snapshot.look_by_player(key, player.pk)
    return look and Look(*look.visit, look.found)


@dataclass(frozen=True, slots=True)
class Glance:
    """A seat's table as it is seen at once; what was told and what can be done is still to come."""

    seen: SeatTable
    acts: Sequence[ActRow]
    position: Position
    whole: Callable[[int | None], SeatTable]
    """The same with story and choices, which follow from what is seen; the story of all since a
    ply, if one is named."""

    @property
    def version(self) -> str:
        """A name for what is seen, from which nobody learns that something else has changed."""
        told = self.position.version, _BESIDE_THE_VIEW(self.seen), self.acts
        return blake2b(repr(told).encode(), digest_size=16).hexdigest()


def glance(seat: Seat, *, now: datetime) -> Glance:
    """Show a started game to one of its seats at once.

    Raises NoSuchGame before the start, and BadLink if somebody else has sat down since the seat
    was read: what is to be seen there is his alone.
    """
    return _glance(snapshot.by_id(seat.game_id, seat.number), seat, now)


def _glance(found: Snapshot, seat: Seat, now: datetime, shown: datetime | None = None) -> Glance:
    if found.epochs[seat.number] != seat.link_epoch:
        raise BadLink
    viewer = EngineSeat(seat.number)
    sight = position(found.game.ruleset, found.state, viewer)
    shown = shown or now
    clocks = showing.clocks(found.table, seat.number, now=shown)
    stood_in = found.people[seat.number].stood_in
    my_turn = seat.number in found.asked and not stood_in
    seen = SeatTable(
        game=_unsealed(found.game, sight.state, now),
        seat=seat.number,
        view=sight.view,
        people=found.people,
        names=tuple(person.name for person in found.people),
        asked=found.asked,
        clocks=clocks,
        deadline=showing.deadline(clocks),
        time_left=_time_left(clocks, shown),
        waits=_waits(found, now),
        story=(),
        earlier=(),
        proposals=tuple(standing(found.acts, found.table, now=now).values()),
        looked=stories.looked(found.acts),
        reader=rows.reader_of_seat(seat),
        choices=(),
        settings=sight.settings,
        orders=orders.sheet(
            found.orders,
            Ask(sight.rules, sight.state, viewer),
            found.table,
            held=found.hold is not None,
            now=now,
        ),
        my_turn=my_turn,
        stood_in=stood_in,
        draft=_draft(found),
    )

    def whole(since: int | None) -> SeatTable:
        ordered_from = found.orders.ordered_from if found.orders else None
        entries, known = stories.latest(found, viewer, ordered_from, seen=since)
        # Asked of the row: a game may be over though the rules would go on.
        choices = sight.choices if my_turn else ()
        return replace(seen, story=entries[known:], earlier=entries[:known], choices=choices)

    return Glance(seen, found.acts, sight, whole)


def seat_table(seat: Seat, *, now: datetime) -> SeatTable:
    """Show a started game, story and choices and all, to one of its seats; raises NoSuchGame."""
    return glance(seat, now=now).whole(None)


def seat_tables(seats: Iterable[Seat], *, now: datetime) -> Callable[[Seat], SeatTable]:
    """Read the games of some seats at once, and show each to its seat when asked for it."""
    found = snapshot.some([(seat.game_id, seat.number) for seat in seats])
    return lambda seat: _glance(found(seat.game_id, seat.number), seat, now).whole(None)


def _unsealed(game: GameFacts, state: Any, now: datetime) -> GameFacts:
    """Tell the secret of a game that is over and turned up."""
    told = turned_up(game.status, game.covered_until, closed=game.closed, now=now)
    return replace(game, secret=rng.secret(state.seed).hex()) if told else game


def _waits(found: Snapshot, now: datetime) -> tuple[Wait, ...]:
    return waits(
        found.table,
        found.asked,
        hold=found.hold,
        set_aside=found.set_aside,
        offered=[person.number for person in found.people if person.offered],
        now=now,
    )


def _draft(found: Snapshot) -> str:
    """Read what was chosen in this very position."""
    row = found.orders
    return row.draft if row and row.drafted == found.game.ply else ""


def foresee(view: TableView, move: str) -> tuple[object, ...]:
    """Tell what a legal move of the viewer's will do, as far as he knows: no state is asked."""
    rules = ruleset(view.ruleset)
    return rules.foresee(view, rules.parse(move))


def picks_of(key: str, move: str) -> tuple[Pick, ...]:
    """Tell what was picked for a move of a ruleset; nothing if it cannot be read."""
    rules = ruleset(key)
    try:
        return rules.picks(rules.parse(move))
    except MoveSyntaxError:
        return ()


def public_table(key: str, *, now: datetime, by: Player | None = None) -> Table:
    """Show a started game to everybody; raises NoSuchGame, also before the start, or DealClosed.

    If its organiser looks (`by`), he reads who cannot be reached.
    """
    found = snapshot.by_key(key, by=by)
    return _public(found, position(found.game.ruleset, found.state, None), now)


def uncovered_table(key: str, *, now: datetime) -> tuple[Table, Uncovered[Any]]:
    """Show a started game as everybody sees it, and what is hidden there; raises NoSuchGame.

    Only for who broke the glass.
    """
    found = snapshot.by_key(key, through_glass=True)
    sight = position(found.game.ruleset, found.state, None)
    return _public(found, sight, now), sight.rules.uncovered(sight.state)


def _public(found: Snapshot, sight: Position, now: datetime) -> Table:
    clocks = showing.clocks(found.table, None, now=now)
    return Table(
        game=_unsealed(found.game, sight.state, now),
        seat=None,
        view=sight.view,
        people=found.people,
        names=tuple(person.name for person in found.people),
        asked=found.asked,
        clocks=clocks,
        deadline=showing.deadline(clocks),
        time_left=_time_left(clocks, now),
        waits=_waits(found, now),
        story=stories.latest(found, None)[0],
        earlier=(),
        proposals=tuple(standing(found.acts, found.table, now=now).values()),
        looked=stories.looked(found.acts),
    )


def public_view(key: str) -> tuple[int, TableView]:
    """Show a started game as everybody knows it, and its ply; raises NoSuchGame.

    What is for its seats alone is shown to nobody.
    """
    found = _started(key).values_list("ply", "ruleset", "state").first()
    if found is None:
        raise NoSuchGame
    ply, name, state = found
    rules = ruleset(name)
    return ply, rules.view(rules.load(state), None)


def _started(key: str) -> QuerySet[Game]:
    return Game.objects.filter(key=key, state__isnull=False, closed=False)


def _time_left(clocks: tuple[SeatClock, ...], now: datetime) -> timedelta | None:
    due = showing.deadline(clocks)
    return None if due is None else max(due - now, timedelta())
