"""A player's games: those that run, whoever waits for him first, and those that are over.

A list costs the same few queries however many games he has, and those that run are found without
reading those that are over.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    BooleanField,
    Case,
    DateTimeField,
    F,
    Func,
    OuterRef,
    Q,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, JSONObject

from games.clocks.rules import showing, store
from games.clocks.rules.clock import Clock
from games.clocks.rules.grants import AtLeast
from games.clocks.rules.grants import Outage as OutageGrant
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.standstills import HOLD
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.waiting import Hold, Wait, waits
from games.models import Game, LeagueTable, Offer, Outage, Player, Position, Pulse, Seat
from games.results.rules import PLAYED
from games.selectors import rows
from games.selectors.values import GameFacts, InLeague, MyGame

PAGE = 8
"""So many running games stand on one page."""
OLD_PAGE = 20
"""So many of those that are over."""
GROUPS = ("asked", "running", "filling")
RESULTS = ("won", "lost", "none", "annulled")

_OFFERS = Offer.objects.filter(game=OuterRef("game_id"), closed_at=None)
_LEAGUE = LeagueTable.objects.filter(game=OuterRef("game_id")).values(
    told=JSONObject(
        key="round__division__season__league__key",
        league="round__division__season__league__name",
        season="round__division__season__number",
        rank="round__division__rank",
        round="round__number",
        final="round__final",
    )
)
_HOLD = Pulse.objects.filter(held_at__isnull=False)


@dataclass(frozen=True, slots=True)
class MyPage:
    """A page of a player's running games, and how many of each kind he has in all."""

    games: tuple[MyGame, ...]
    groups: Mapping[str, int]
    rulesets: Mapping[str, int]
    more: bool


@dataclass(frozen=True, slots=True)
class OldGame:
    """A game of his that is over."""

    game: GameFacts
    names: tuple[str, ...]
    result: str
    """One of RESULTS: none if it was closed before anybody could win, or annulled."""
    played: str | None = None
    """What it was as it was played, where another result was decided."""


def my_page(
    player: Player, *, group: str = "", ruleset: str = "", page: int = 1, now: datetime
) -> MyPage:
    """List a page of a player's running games of some kind, those that wait for him first."""
    told = _sorted(player).values_list("pk", "group", "game__ruleset")
    found: list[tuple[int, str, str]] = list(told)
    fitting = [pk for pk, kind, key in found if group in ("", kind) and ruleset in ("", key)]
    first = (page - 1) * PAGE
    return MyPage(
        games=_read(fitting[first : first + PAGE], now),
        groups=Counter(kind for _pk, kind, _key in found),
        rulesets=Counter(key for _pk, _kind, key in found),
        more=len(fitting) > first + PAGE,
    )


def my_games(player: Player, *, now: datetime) -> tuple[MyGame, ...]:
    """List all running games of a player, those that wait for him first, then by deadline."""
    return _read(list(_sorted(player).values_list("pk", flat=True)), now)


def running_seats(player: Player) -> list[Seat]:
    """List a player's seats at tables that are not over, for what opens them."""
    return list(Seat.objects.filter(player=player, ended_at=None))


def old_games(
    player: Player, *, ruleset: str = "", result: str = "", page: int = 1, size: int = OLD_PAGE
) -> tuple[tuple[OldGame, ...], bool]:
    """List a page of a player's games that are over, the last one first; are there more?"""
    seats = Seat.objects.filter(player=player, ended_at__isnull=False)
    seats = seats.filter(game__status__in=Game.OVER)
    if ruleset:
        seats = seats.filter(game__ruleset=ruleset)
    seats = seats.annotate(result=_RESULT)
    if result:
        seats = seats.filter(result=result)
    full = seats.select_related("game__organiser").defer("game__state")
    first = (page - 1) * size
    ordered = full.prefetch_related("game__places").order_by("-ended_at", "-pk")
    found = list(ordered[first : first + size + 1])
    return tuple(_old_game(seat) for seat in found[:size]), len(found) > size


def next_game(player: Player, *, but: int = 0) -> str | None:
    """Name the running game that waits for a player, the most urgent first; None if none does.

    `but` is the one that he looks at.
    """
    asked = _sorted(player).filter(group="asked").exclude(game=but)
    key: str | None = asked.values_list("game__key", flat=True).first()
    return key


def moved_by(outage: Outage, email: str, *, now: datetime) -> tuple[MyGame, ...]:
    """List the games in which an outage or a hold moved the deadline of a player who is asked."""
    player = Player.objects.get(email=email)
    return tuple(game for game in my_games(player, now=now) if _moved(game, outage))


def _moved(game: MyGame, outage: Outage) -> bool:
    grants = game.clock.grants if game.clock else ()
    if outage.position:
        held = (each for each in grants if isinstance(each, AtLeast) and each.cause == HOLD)
        return any(each.since == outage.ended_at for each in held)
    gone = Stretch(outage.begun_at, outage.ended_at)
    return any(isinstance(each, OutageGrant) and each.stretch == gone for each in grants)


def _of_his_seat(*path: str) -> Func:
    """Read what the clocks of a game say of a seat."""
    where = (Value("seats"), Cast("number", TextField()), *map(Value, path))
    extract = "jsonb_extract_path_text"
    return Func(F("game__time"), *where, function=extract, output_field=TextField())


_ASKED = Q(game__to_act__contains=[F("number")]) & ~Q(bot_plays="true")
_KIND = Case(
    When(game__status=Game.Status.OPEN, then=Value("filling")),
    When(_ASKED, then=Value("asked")),
    default=Value("running"),
    output_field=TextField(),
)


class _AmongTheWinners(Func):
    """Whether a seat is among those that an outcome names."""

    template = "jsonb_extract_path(%(expressions)s)"
    arg_joiner = ", 'winners') @> to_jsonb("
    output_field = BooleanField()


_RESULT = Case(
    When(game__status=Game.Status.ANNULLED, then=Value("annulled")),
    When(game__outcome__isnull=True, then=Value("none")),
    When(_AmongTheWinners(F("game__outcome"), F("number")), then=Value("won")),
    default=Value("lost"),
    output_field=TextField(),
)


def _sorted(player: Player) -> Any:
    """Find the seats of a player in games that run or fill, in the order of their urgency."""
    seats = Seat.objects.filter(player=player, ended_at=None)
    due = Cast(_of_his_seat("clock", "due"), DateTimeField())
    kept = seats.alias(bot_plays=_of_his_seat("bot")).annotate(group=_KIND)
    return kept.annotate(due=Coalesce(due, "game__deadline_at")).order_by(
        Case(*(When(group=name, then=Value(at)) for at, name in enumerate(GROUPS))),
        F("due").asc(nulls_last=True),
        "game__created_at",
        "pk",
    )


def _read(seats: list[int], now: datetime) -> tuple[MyGame, ...]:
    """Read some seats with all that their lines show, in this order."""
    found = (
        Seat.objects.filter(pk__in=seats)
        .select_related("game__organiser")
        .defer("game__state")
        .annotate(
            held=Subquery(_HOLD.values("held_at")),
            reason=Subquery(_HOLD.values("reason")),
            position=Subquery(_HOLD.values("position")),
            offered=ArraySubquery(_OFFERS.values("seat")),
            league=Subquery(_LEAGUE),
        )
        .prefetch_related("game__places")
    )
    known = {seat.pk: seat for seat in found}
    return tuple(_my_game(known[pk], now) for pk in seats if pk in known)


def _old_game(seat: Any) -> OldGame:
    people = rows.people(rows.places(seat.game), ())
    names = tuple(person.name for person in people)
    return OldGame(rows.facts(seat.game), names, seat.result, _as_played(seat))


def _as_played(seat: Any) -> str | None:
    outcome = seat.game.outcome or {}
    if PLAYED not in outcome:
        return None
    played = outcome[PLAYED]
    return "none" if played is None else "won" if seat.number in played["winners"] else "lost"


def _my_game(seat: Any, now: datetime) -> MyGame:
    game: Game = seat.game
    people = rows.people(rows.places(game), game.to_act)
    stood_in = _stood_in(seat)
    return MyGame(
        game=rows.facts(game, InLeague(**seat.league) if seat.league else None),
        seat=seat.number,
        my_turn=seat.number in game.to_act and not stood_in,
        stood_in=stood_in,
        mine=game.organiser_id == seat.player_id,
        waiting_for=tuple(person.name for person in people if person.asked),
        names=tuple(person.name for person in people if person.taken),
        free=sum(not person.taken for person in people),
        clock=_clock(seat),
        own=_own(seat, now),
        deadline=_deadline(seat),
        waits=_waits(seat, now),
    )


def _waits(seat: Any, now: datetime) -> tuple[Wait, ...]:
    game: Game = seat.game
    return waits(
        store.load(game.time),
        game.to_act,
        hold=_hold(seat),
        set_aside=game.stuck >= Game.SET_ASIDE,
        offered=seat.offered,
        now=now,
    )


def _hold(seat: Any) -> Hold | None:
    whole = seat.position == Position.ALL
    return Hold(seat.held, seat.reason, whole=whole) if seat.held else None


def _deadline(seat: Seat) -> datetime | None:
    """Say until when a table waits: its own deadline for a seat that is asked."""
    own = _clock(seat)
    return own.due if own else seat.game.deadline_at


def _clock(seat: Seat) -> Clock | None:
    own = store.load(seat.game.time).seats.get(seat.number)
    return own.clock if own else None


def _own(seat: Seat, now: datetime) -> SeatClock | None:
    clock = _clock(seat)
    shown = showing.clocks(store.load(seat.game.time), seat.number, now=now) if clock else ()
    return next((each for each in shown if each.own), None)


def _stood_in(seat: Seat) -> bool:
    clocked = store.load(seat.game.time).seats.get(seat.number)
    return clocked is not None and clocked.bot and seat.game.ended_at is None
