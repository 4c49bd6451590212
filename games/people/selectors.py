"""A player's page as somebody may read it, and where people's pages are. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, Func, OuterRef, Q, Sum

from games.models import Block, Game, Part, Player, Seat
from games.people.rules.shown import Item, Whom, load, seen
from games.ratings import selectors as ratings
from games.ratings.selectors import Rated
from games.results.rules import PLAYED
from games.selectors import records
from games.selectors.records import Reliability


class NoSuchPlayer(Exception):
    """A key that no player has who can be written to."""


@dataclass(frozen=True, slots=True)
class Played:
    """How games of a ruleset went for a player."""

    ruleset: str
    games: int
    won: int
    decided: int
    """So many of them have a result that was decided, not played."""
    won_as_played: int
    """So many would be won as they were played."""


@dataclass(frozen=True, slots=True)
class Been:
    """How rounds went for a player as one kind of dwarf."""

    ruleset: str
    role: str
    rounds: int
    paid: int
    """In so many of them it got gold."""
    gold: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What one reader is told of a player; None is what he is not told."""

    key: str
    name: str
    mine: bool
    viewer: Whom
    chosen: Mapping[Item, Whom]
    since: datetime | None
    record: Reliability | None
    """Its turns are told, how soon he answers, or both, as `told` says."""
    told: frozenset[Item]
    games: tuple[Played, ...] | None
    roles: tuple[Been, ...] | None
    ratings: tuple[Rated, ...] | None


def profile(
    key: str, viewer: Player | None, *, now: datetime, preview: Whom | None = None
) -> Profile:
    """Show a player's page to somebody, or to its owner as others see it; raises NoSuchPlayer."""
    player = Player.objects.filter(key=key, email__isnull=False).first()
    if player is None:
        raise NoSuchPlayer
    mine = viewer is not None and viewer.pk == player.pk
    chosen = load(player.shown)
    stands = (Whom.NOBODY if preview is None else preview) if mine else _stands(player, viewer)
    told = seen(chosen, stands)
    recorded = told & {Item.TURNS, Item.REPLY}
    return Profile(
        key=key,
        name=player.name,
        mine=mine,
        viewer=stands,
        chosen=chosen,
        since=player.created_at if Item.SINCE in told else None,
        record=records.of([player.pk], now=now)[player.pk] if recorded else None,
        told=told,
        games=_games(player) if Item.GAMES in told else None,
        roles=_roles(player) if Item.ROLES in told else None,
        ratings=ratings.of(player) if Item.RATINGS in told else None,
    )


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody with whom the reader does not want to sit."""

    key: str
    name: str
    since: datetime


def blocked(player: Player) -> tuple[Blocked, ...]:
    """List with whom somebody does not want to sit; never who does not with him."""
    rows = Block.objects.filter(by=player).select_related("whom").order_by("whom__name", "pk")
    return tuple(Blocked(row.whom.key, row.whom.name, row.made_at) for row in rows)


def blocks(player: Player, key: str) -> bool:
    """Tell somebody whether he does not want to sit with another."""
    return Block.objects.filter(by=player, whom__key=key).exists()


def pages_of(key: str) -> dict[int, str]:
    """Name the pages of who sits at a table, by his seat; bots have none."""
    seats = Seat.objects.filter(game__key=key, player__email__isnull=False)
    return dict(seats.values_list("number", "player__key"))


def is_told(item: Item, player: Player, viewer: Player | None) -> bool:
    """Tell whether somebody is shown something of a player, on whatever page."""
    if player.email is None:
        return False
    own = viewer is not None and viewer.pk == player.pk
    return item in seen(load(player.shown), Whom.NOBODY if own else _stands(player, viewer))


def _stands(player: Player, viewer: Player | None) -> Whom:
    """Tell whether somebody plays or played with a player; who waits for a game does not yet."""
    if viewer is None:
        return Whom.EVERYBODY
    shared = Seat.objects.filter(player=viewer, game__status__in=Game.BEGUN)
    met = shared.filter(game__places__player=player).exists()
    return Whom.FELLOWS if met else Whom.EVERYBODY


def _games(player: Player) -> tuple[Played, ...]:
    # Who plays with bots alone is practising, and a table that was left alone has no result. Of a
    # deal that is yet played at other tables nothing is told.
    others = Seat.objects.filter(game=OuterRef("game"), player__isnull=False)
    seats = Seat.objects.filter(
        Exists(others.exclude(pk=OuterRef("pk"))),
        player=player,
        game__status=Game.Status.FINISHED,
        game__outcome__isnull=False,
        game__closed=False,
    )
    number = Func(F("number"), function="to_jsonb")
    won = Q(game__outcome__winners__contains=number)
    decided = Q(game__outcome__has_key=PLAYED)
    as_played = (won & ~decided) | Q(**{f"game__outcome__{PLAYED}__winners__contains": number})
    rows = seats.values_list("game__ruleset").annotate(
        played=Count("pk"),
        won=Count("pk", filter=won),
        decided=Count("pk", filter=decided),
        as_played=Count("pk", filter=as_played),
    )
    return tuple(Played(*row) for row in rows.order_by("-played", "game__ruleset"))


def _roles(player: Player) -> tuple[Been, ...]:
    # Of a game that runs nothing is told here, not even what its table has seen.
    parts = Part.objects.filter(
        player=player, game__status=Game.Status.FINISHED, game__closed=False
    )
    rows = parts.values_list("game__ruleset", "role").annotate(
        rounds=Count("pk"), paid=Count("pk", filter=Q(gold__gt=0)), brought=Sum("gold")
    )
    return tuple(Been(*row) for row in rows.order_by("game__ruleset", "role"))
