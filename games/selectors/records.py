"""How reliably players answer (time.md, 11): shown where opponents are chosen."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.clocks.rules import record
from games.clocks.rules.record import YEAR, Kept, Record
from games.models import Appeal, Game, Offer, Player, Seat
from games.models import Kept as Row


@dataclass(frozen=True, slots=True)
class Reliability:
    """The record of a player over the last twelve months."""

    turns: Record
    resigned: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A turn that lowered a record, and what became of an appeal against that."""

    id: int
    game_key: str
    name: str
    ruleset: str
    at: datetime
    said: str | None
    """By its player, to the operators; None if he did not appeal."""
    answer: str | None
    """Empty while the operators have not answered."""


def of(players: Iterable[int], *, now: datetime) -> dict[int, Reliability]:
    """Tell the record of each player, by his row."""
    wanted = set(players)
    kept: dict[int, list[tuple[Kept, bool]]] = {player: [] for player in wanted}
    rows = Row.objects.filter(player__in=wanted, at__gt=now - YEAR)
    rows = rows.exclude(appeal__answer=Appeal.Answer.EXCUSED)
    for player, at, reply, status in rows.values_list("player", "at", "reply", "game__status"):
        took = None if reply is None else timedelta(seconds=reply)
        kept[player].append((Kept(at, took), status != Game.Status.ACTIVE))
    left = _left(wanted, now)
    return {player: _reliability(kept[player], left[player], now) for player in wanted}


def at_table(key: str, *, now: datetime) -> dict[int, Reliability]:
    """Tell the record of everybody who sits at a table, by his seat."""
    seats = Seat.objects.filter(game__key=key, player__isnull=False)
    players = dict(seats.values_list("number", "player"))
    found = of(players.values(), now=now)
    return {number: found[player] for number, player in players.items()}


def missed(player: Player, *, now: datetime) -> tuple[MissedTurn, ...]:
    """List the turns that a player missed, the last one first; also those that were excused."""
    rows = Row.objects.filter(player=player, reply=None, at__gt=now - YEAR).order_by("-at")
    fields = (
        "pk",
        "game__key",
        "game__name",
        "game__ruleset",
        "at",
        "appeal__said",
        "appeal__answer",
    )
    return tuple(MissedTurn(*row) for row in rows.values_list(*fields))


def _reliability(kept: list[tuple[Kept, bool]], left: list[str], now: datetime) -> Reliability:
    turns = record.record((each for each, _ in kept), now=now)
    # The median is renewed when a game ends: of a running one it would tell who had orders.
    ended = record.record((each for each, over in kept if over), now=now)
    return Reliability(
        replace(turns, reply=ended.reply),
        resigned=left.count(Offer.Why.RESIGNED),
        lost=left.count(Offer.Why.MISSES),
    )


def _left(players: set[int], now: datetime) -> dict[int, list[str]]:
    """Why each player left seats: those he took back do not count, nor misses until one sits."""
    offers = Offer.objects.filter(player__in=players, made_at__gt=now - YEAR)
    gone = offers.filter(why=Offer.Why.RESIGNED, closed_at=None) | offers.filter(
        why__in=(Offer.Why.RESIGNED, Offer.Why.MISSES), taken_by__isnull=False
    )
    found: dict[int, list[str]] = {player: [] for player in players}
    for player, why in gone.values_list("player", "why"):
        found[player].append(why)
    return found
