"""A wish about a table's time: taken up under the game's lock, granted whole or refused whole.

Who wishes is a `Player`: signed in, or the one whose seat a letter opens. That he sits here still
is asked under the lock. A refused wish raises and changes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from games.clocks.rules import giving
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.errors import NoSuchGame, NotOrganiser, NotSeated, Overtaken
from games.log.rules import Cause
from games.log.services import because
from games.models import Entry, Game, Player, Seat
from games.sanctions.rules import Kind as Bar
from games.selectors.organizing import organizes
from games.services import bars, entries, locks, turns


@dataclass(frozen=True, slots=True)
class Wish:
    """A locked game, its time, and who wishes something."""

    game: Game
    places: list[Seat]
    table: Table
    by: Player
    now: datetime

    @property
    def seat(self) -> Seat | None:
        """Where he sits."""
        return next((place for place in self.places if place.player_id == self.by.pk), None)

    @property
    def name(self) -> str:
        """What he is called at this table."""
        return self.seat.name if self.seat else self.by.name

    def people(self) -> Iterator[Seat]:
        """All seats with people who play themselves."""
        return (
            place
            for place in self.places
            if place.player_id is not None and not self.table.seats[place.number].bot
        )

    def everybody(self) -> list[Seat]:
        """All seats that letters go to."""
        return [place for place in self.places if place.player_id is not None]

    def must_sit(self) -> Seat:
        """The seat of who wishes; raises NotSeated."""
        if self.seat is None:
            raise NotSeated
        return self.seat

    def must_organise(self) -> None:
        """Pass who organizes the table and may decide; raises NotOrganiser or Sanctioned."""
        if not organizes(self.by, self.game):
            raise NotOrganiser
        self.must_decide()

    def must_decide(self) -> None:
        """Pass who may decide something about a table's time; raises Sanctioned."""
        bars.require_free(self.by, Bar.BAN, now=self.now)

    def grant(self, table: Table) -> None:
        """Store what the rules made of the table's time."""
        keeping.save(self.game, table)

    def record(
        self, act: str, *, seat: int | None = None, told: list[Seat] | None = None, **said: object
    ) -> Entry:
        """Write an act into the table's record, in the name of who wished it."""
        said = {"by": self.name, **said}
        return entries.record(self.game, act, seat=seat, told=told or (), now=self.now, **said)


@contextmanager
def wishing(key: str, *, by: Player, now: datetime) -> Iterator[Wish]:
    """Hold a started game for a wish, in one transaction; raises NoSuchGame.

    What ran out before the wish came is played first, whether or not a sweep was there.
    """
    overdue = Game.objects.filter(key=key, status=Game.Status.ACTIVE, deadline_at__lte=now)
    for game_id in overdue.values_list("pk", flat=True):
        turns.time_out(game_id, now=now)
    with because(Cause.FORM):
        game = locks.game(key=key)
        if game.started_at is None:
            raise NoSuchGame
        yield Wish(game, locks.places(game), keeping.take_up(game, now=now), by, now)


def extend(
    key: str,
    number: int,
    hours: int,
    *,
    by: Player,
    now: datetime,
    seen: datetime | None = None,
) -> datetime:
    """Give a seat's running turn more hours, and say until when it has time now.

    `seen` is the deadline that the wish was made at: sent twice, it is granted once. Raises
    NoSuchGame, NotOrganiser, Overtaken or Refused.
    """
    with wishing(key, by=by, now=now) as wish:
        wish.must_organise()
        wish.table.must_go_on()
        due = _due(wish.table, number)
        if seen is not None and seen != due:
            raise Overtaken
        own = wish.seat.number if wish.seat else None
        given = giving.extend(wish.table, number, hours, by=own, now=now)
        until = _due(given, number)
        wish.grant(given)
        told = [place for place in wish.everybody() if place.number == number]
        wish.record("extended", seat=number, told=told, hours=hours, until=until.isoformat())
    return until


def _due(table: Table, number: int) -> datetime:
    """The deadline of a seat that is asked."""
    clock = table.seats[number].clock if number in table.seats else None
    if clock is None or clock.due is None:
        raise Refused(Reason.NOT_ASKED)
    return clock.due
