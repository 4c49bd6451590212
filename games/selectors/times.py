"""Time as pages show it: at one table, and a player's own. Reads only."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from games.clocks.rules import breaks, proposals, showing, store, vacations
from games.clocks.rules.grants import AtLeast, Outage
from games.clocks.rules.proposals import Proposal
from games.clocks.rules.refusals import Refused
from games.clocks.rules.settings import Settings
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Table
from games.clocks.rules.vacations import Vacation
from games.errors import BadLink, DealClosed, NoSuchGame
from games.leagues.selectors import covering
from games.links import CalendarClaim
from games.models import Entry, Game, Player
from games.models import Seat as Place
from games.selectors import rows
from games.selectors.organizing import organizes
from games.selectors.values import Act, GameFacts, Person

LATELY = 6
"""So many lines of the record tell what was done about time."""

Days = tuple[date | None, date]


@dataclass(frozen=True, slots=True)
class Budget:
    """Days of vacation at one table: those of a year, and how many are taken in which."""

    days: int
    taken: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Beyond:
    """An absence of mine at one table that is longer than what is paid for there."""

    game: GameFacts
    names: tuple[str, ...]
    announced: Vacation
    unpaid: Stretch
    now: str
    """What is done about it: ahead, begun, sought or played-for."""


@dataclass(frozen=True, slots=True)
class TableTime:
    """A table's time as one viewer may know it: a seat, the organiser, or everybody."""

    game: GameFacts
    names: tuple[str, ...]
    people: tuple[Person, ...]
    seat: int | None
    mine: bool
    """Whether the viewer made the table."""
    clocks: tuple[SeatClock, ...]
    paused_until: datetime | None
    paused: Act | None
    """Who paused it last, or that all agreed."""
    away: tuple[tuple[int, datetime], ...]
    """Whose player is on vacation, and until when."""
    proposals: tuple[Proposal, ...]
    lately: tuple[Act, ...]
    """What was done about time or seats, the latest first."""
    vacations: tuple[Vacation, ...]
    """The viewer's own that are not over."""
    beyond: tuple[Beyond, ...]
    """What he announced beyond them."""
    budget: Budget | None

    @property
    def settings(self) -> Settings:
        """What the table has chosen."""
        return self.game.time


@dataclass(frozen=True, slots=True)
class Covered:
    """What a vacation would be at one table."""

    game: GameFacts
    names: tuple[str, ...]
    wished: date
    planned: Vacation | None
    beyond: Stretch | None
    """When somebody else may play on, since nothing pays for it."""
    refused: Refused | None
    cost: int
    left: Mapping[int, int]
    """Days that are left afterwards, by year."""

    @property
    def shorter(self) -> bool:
        """Whether it ends before the wish, because no more days are left."""
        return self.planned is not None and self.planned.last < self.wished


@dataclass(frozen=True, slots=True)
class Absence:
    """A vacation of mine and the tables that it holds for."""

    vacation: Vacation
    games: tuple[tuple[str, tuple[str, ...], str], ...]
    """Key, names of the others and the game's own name of each."""


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """A turn of mine as a calendar keeps it: the same `mark` is the same entry."""

    game: GameFacts
    names: tuple[str, ...]
    seat: int
    mark: int
    due: datetime
    changed_at: datetime
    sequence: int
    """Grows whenever the entry may have changed."""


def clocks(game: Game, *, now: datetime) -> tuple[datetime | None, tuple[SeatClock, ...]]:
    """Tell until when a table is paused, and its clocks as everybody reads them."""
    table = store.load(game.time)
    return table.paused_until(now), showing.clocks(table, None, now=now)


def table_time(key: str, player: Player | None, *, now: datetime) -> TableTime:
    """Show a started game's time; raises NoSuchGame, also before the start, or DealClosed."""
    games = Game.objects.select_related("organiser").defer("state").prefetch_related("places")
    game = games.filter(key=key, started_at__isnull=False).first()
    if game is None:
        raise NoSuchGame
    table, people = store.load(game.time), rows.people(rows.places(game), game.to_act)
    mine = (place.number for place in game.places.all() if player and place.player_id == player.pk)
    number = next(mine, None)
    decides = player is not None and organizes(player, game)
    if game.closed and number is None and not decides:
        raise DealClosed
    acts = list(game.entries.order_by("pk"))
    own = next((place for place in game.places.all() if place.number == number), None)
    had = () if number is None else table.seats[number].vacations
    return TableTime(
        game=rows.facts(game),
        names=tuple(person.name for person in people),
        people=people,
        seat=number,
        mine=decides,
        clocks=showing.clocks(table, number, now=now),
        paused_until=table.paused_until(now),
        paused=_pause(acts),
        away=tuple(_away(table, now)),
        proposals=tuple(proposals.standing(acts, table, now=now).values()),
        lately=tuple(Act(row.act, row.seat, row.said) for row in reversed(acts[-LATELY:])),
        vacations=tuple(each for each in had if now < each.end),
        beyond=() if own is None or game.ended_at else tuple(_beyond(own, table, now)),
        budget=None if number is None else _budget(table, had),
    )


def _pause(acts: Sequence[Entry]) -> Act | None:
    told = [act for act in acts if act.act == "paused"]
    return Act(told[-1].act, None, told[-1].said) if told else None


def _away(table: Table, now: datetime) -> Iterator[tuple[int, datetime]]:
    for number, seat in table.seats.items():
        until = vacations.away((*seat.vacations, *seat.announced), now=now)
        if until and not seat.bot:
            yield number, until


def _budget(table: Table, had: Sequence[Vacation]) -> Budget:
    return Budget(table.settings.vacation_days, vacations.by_year(vacations.taken(had)))


def vacation(player: Player, days: Days, *, now: datetime, key: str = "") -> tuple[Covered, ...]:
    """Tell what a vacation would be at one table, or at all that run; raises NoSuchGame."""
    other = covering.covered(player)
    found = [
        _covered(place, days, now, covered=place.game_id in other)
        for place in _running(player, key)
    ]
    if key and not found:
        raise NoSuchGame
    return tuple(found)


def _running(player: Player, key: str = "") -> Sequence[Place]:
    seats = Place.objects.filter(player=player, game__status=Game.Status.ACTIVE)
    chosen = seats.filter(game__key=key) if key else seats
    with_all = chosen.select_related("game__organiser").defer("game__state")
    return list(with_all.prefetch_related("game__places").order_by("game_id"))


def _covered(place: Place, days: Days, now: datetime, *, covered: bool) -> Covered:
    table = store.load(place.game.time)
    had = table.seats[place.number].vacations
    planned, beyond, refused = None, None, None
    try:
        left = (breaks.announce if covered else breaks.leave)(table, place.number, days, now=now)
    except Refused as why:
        refused = why
    else:
        seat = left.seats[place.number]
        planned = seat.vacations[-1] if len(seat.vacations) > len(had) else None
        if covered:
            whole = vacations.wished(seat.person.zone, days, now=now)
            beyond = vacations.unpaid([whole], seat.vacations, now=now)
    before = vacations.by_year(vacations.taken(had))
    after = vacations.by_year(vacations.taken((*had, planned) if planned else had))
    years = {day.year for day in (days[0] or days[1], days[1])}
    return Covered(
        game=rows.facts(place.game),
        names=_names(place),
        wished=days[1],
        planned=planned,
        beyond=beyond,
        refused=refused,
        cost=sum(after.values()) - sum(before.values()),
        left={
            year: max(table.settings.vacation_days - after.get(year, 0), 0)
            for year in sorted(years)
        },
    )


def _names(place: Place) -> tuple[str, ...]:
    people = rows.people(rows.places(place.game), ())
    return tuple(person.name for person in people if person.number != place.number)


def absences(player: Player, *, now: datetime) -> tuple[Absence, ...]:
    """List a player's vacations at tables that run, those to come and those of this year."""
    found: dict[Vacation, list[tuple[str, tuple[str, ...], str]]] = defaultdict(list)
    for place in _running(player):
        table = (place.game.key, _names(place), place.game.name)
        for each in store.load(place.game.time).seats[place.number].vacations:
            found[each].append(table)
    listed = sorted(found, key=lambda each: each.start)
    return tuple(Absence(each, tuple(found[each])) for each in listed if each.end.year >= now.year)


def beyond(player: Player, *, now: datetime) -> tuple[Beyond, ...]:
    """List the absences of a player that are not over and longer than their tables pay for."""
    found = (_beyond(place, store.load(place.game.time), now) for place in _running(player))
    return tuple(chain.from_iterable(found))


def _beyond(place: Place, table: Table, now: datetime) -> Iterator[Beyond]:
    seat = table.seats[place.number]
    for each in sorted(seat.announced, key=lambda each: each.start):
        unpaid = vacations.unpaid([each], seat.vacations, now=now)
        if unpaid is None:
            continue
        state = "ahead" if now < unpaid.start else "begun"
        if state == "begun" and place.game.offers.filter(seat=place.number, closed_at=None):
            state = "sought"
        elif state == "begun" and seat.bot:
            state = "played-for"
        yield Beyond(rows.facts(place.game), _names(place), each, unpaid, state)


def calendar_owner(claim: CalendarClaim) -> Player:
    """Return whose calendar a link opens; raises BadLink."""
    player = Player.objects.filter(pk=claim.player_id, calendar_epoch=claim.epoch).first()
    if player is None:
        raise BadLink
    return player


def calendar(player: Player) -> tuple[TurnEntry, ...]:
    """List the turns that a player is asked for and that have a deadline, the nearest first."""
    places = _running(player)
    acts: dict[int, datetime] = dict(
        Entry.objects.filter(game__in=[place.game_id for place in places])
        .order_by("game_id", "-pk")
        .distinct("game_id")
        .values_list("game_id", "made_at")
    )
    found = (_turn(place, acts.get(place.game_id)) for place in places)
    return tuple(sorted((each for each in found if each), key=lambda each: each.due))


def _turn(place: Place, acted: datetime | None) -> TurnEntry | None:
    table = store.load(place.game.time)
    clock = table.seats[place.number].clock
    started_at = place.game.started_at
    if clock is None or clock.due is None or started_at is None:
        return None
    # Whatever moves a deadline is one of these; all of them only grow.
    given = [grant.since for grant in clock.grants if isinstance(grant, AtLeast)]
    given += [grant.stretch.end for grant in clock.grants if isinstance(grant, Outage)]
    changed_at = max(filter(None, (clock.asked, acted, *given)))
    return TurnEntry(
        game=rows.facts(place.game),
        names=_names(place),
        seat=place.number,
        mark=clock.turn.mark,
        due=clock.due,
        changed_at=changed_at,
        sequence=int((changed_at - started_at).total_seconds()),
    )
