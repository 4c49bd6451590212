"""What somebody did not do at his tables, read from the clocks' records; and what it led to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import F, Max

from games.clocks.rules import store
from games.clocks.rules.standstills import in_order
from games.clocks.rules.stretches import Stretch, holding, running
from games.leagues.rules import cards
from games.leagues.rules.cards import Card, What
from games.models import Absence, Appeal, Entrant, Kept, LeagueTable, Player, Season, Seat
from games.texts.former import called

LATELY = timedelta(days=1)
NOT_IDLE = timedelta()
RUNS = (Season.Status.RUNNING, Season.Status.COUNTING)


@dataclass(frozen=True, slots=True)
class Step:
    """A card that somebody was given, or his removal, and what he can say about it."""

    id: int
    what: What
    round: int
    card: Card
    revoked: bool
    appealed: bool
    answer: str
    until: datetime | None
    """Until when he may appeal, if he may."""
    reason: str = ""
    """Why directors did it, if they did."""


@dataclass(frozen=True, slots=True)
class Appealed:
    """An appeal as directors read it."""

    id: int
    name: str
    division: int
    step: Step
    said: str
    deadline: datetime


def missed_lately(now: datetime) -> list[int]:
    """Name the tables at which deadlines passed within a day that nobody has looked at yet."""
    turns = Kept.objects.filter(
        reply=None,
        at__gt=now - LATELY,
        game__league_table__round__division__season__status__in=RUNS,
        pk__gt=F("game__league_table__looked"),
    )
    tables = turns.order_by("game__league_table").values_list("game__league_table", flat=True)
    return list(tables.distinct())


def last_missed(table: LeagueTable, now: datetime) -> int:
    """Name the last turn that was missed at a table within a day; 0 if there is none."""
    turns = Kept.objects.filter(reply=None, at__gt=now - LATELY, game=table.game_id)
    last: int | None = turns.aggregate(last=Max("pk"))["last"]
    return last or 0


def found(table: LeagueTable, entrant: Entrant, *, idle: timedelta) -> tuple[What, ...]:
    """Name what somebody did not do at a table; excused turns are passed over.

    So are those that he missed while he was away as he had announced, paid for or not.
    """
    turns = Kept.objects.filter(player=entrant.player_id).exclude(
        appeal__answer=Appeal.Answer.EXCUSED
    )
    of_round = turns.filter(game__league_table__round=table.round_id).order_by("at", "pk")
    announced = _announced(table, entrant)
    counted = [
        (game, reply)
        for game, at, reply in of_round.values_list("game", "at", "reply")
        if reply is not None or holding(announced.get(game, ()), at) is None
    ]
    silences = [reply is None for game, reply in counted if game == table.game_id]
    return cards.seen(
        first_passed=bool(silences) and silences[0],
        missed=sum(reply is None for _game, reply in counted),
        in_a_row=_longest(silences),
        idle=idle,
    )


def idle(table: LeagueTable, seat: int, now: datetime) -> timedelta:
    """Tell for how long a seat has been asked without an act; where time stood still none ran."""
    game = table.game
    if game is None or seat not in game.to_act:
        return NOT_IDLE
    kept = store.load(game.time)
    his = kept.seats[seat]
    away = (each.standstill for each in (*his.vacations, *his.announced))
    still = [*kept.pauses, *away]
    return running(game.moves.latest("ply").made_at, now, in_order(still))


def _announced(table: LeagueTable, entrant: Entrant) -> dict[int, list[Stretch]]:
    """When somebody was away as he had announced, by the game of the round."""
    seats = Seat.objects.filter(
        player=entrant.player_id, game__league_table__round=table.round_id
    ).values_list("game", "number", "game__time")
    return {
        game: list(in_order(each.standstill for each in store.load(time).seats[number].announced))
        for game, number, time in seats
    }


def steps(season_id: int, player: Player | None, *, now: datetime) -> tuple[Step, ...]:
    """List the cards that somebody was given in a season, the newest first."""
    if player is None:
        return ()
    rows = Absence.objects.filter(entrant__season=season_id, entrant__player=player)
    rows = rows.filter(told_at__isnull=False).select_related("table__round")
    return tuple(_step(row, now) for row in rows.order_by("-at", "-pk"))


def appeals(league_id: int) -> tuple[Appealed, ...]:
    """List the appeals that directors have to decide, the oldest first."""
    rows = _ROWS.filter(entrant__season__league=league_id, appealed_at__isnull=False, answer="")
    return tuple(map(_appealed, rows.order_by("appealed_at", "pk")))


@dataclass(frozen=True, slots=True)
class Held:
    """What is held against somebody, as directors act on it."""

    id: int
    entrant: int
    what: What
    round: int
    status: str
    reason: str


def held(division_id: int) -> tuple[Held, ...]:
    """List what is held against those in a division, the newest first."""
    rows = Absence.objects.filter(entrant__division=division_id).select_related("table__round")
    return tuple(
        Held(row.pk, row.entrant_id, What(row.what), row.number, row.status, row.reason)
        for row in rows.order_by("-at", "-pk")
    )


def appealed(absence_id: int) -> Appealed:
    """Read an appeal, open or decided."""
    return _appealed(_ROWS.get(pk=absence_id))


def is_appealed(season: Season) -> bool:
    """Tell whether an appeal waits in a season."""
    rows = Absence.objects.filter(entrant__season=season, appealed_at__isnull=False, answer="")
    return rows.exists()


def _step(row: Absence, now: datetime | None = None) -> Step:
    told = row.told_at
    against = row.card is not None or row.what == What.REMOVED
    may = now is not None and told is not None and against and not row.appealed_at
    in_time = may and told is not None and now is not None and cards.may_be_appealed(told, now)
    return Step(
        row.pk,
        What(row.what),
        row.number,
        Card(row.card or 0),
        row.revoked_at is not None,
        row.appealed_at is not None,
        row.answer,
        told + cards.APPEAL_WITHIN if in_time and told else None,
        row.reason,
    )


_ROWS = Absence.objects.select_related("entrant__player", "entrant__division", "table__round")


def _appealed(row: Absence) -> Appealed:
    assert row.appealed_at is not None, "it is an appeal"
    assert row.entrant.division is not None, "who plays is in a division"
    return Appealed(
        row.pk,
        called(row.entrant.player.name),
        row.entrant.division.rank,
        _step(row),
        row.said,
        cards.lapses(row.appealed_at),
    )


def _longest(silences: Sequence[bool]) -> int:
    return max((len(list(run)) for silent, run in groupby(silences) if silent), default=0)
