"""Games are rated in the order in which they ended. What is corrected is counted from there on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import inf
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from engine.registry import ruleset
from games import statements
from games.leagues.rules import ratings as rules
from games.leagues.rules.ratings import Manner
from games.leagues.selectors import deals
from games.models import Counted, Game, LeagueTable, Place, Rating, Result, Seat
from games.ratings import selectors
from games.results.rules import PLAYED

if TYPE_CHECKING:
    from django.db.models import QuerySet

SLICE = 1000
"""So many games are counted in one transaction, and so many are taken up in one sweep."""
LATELY = timedelta(days=1)
"""A game that ended so long before the last one that was counted is none to look for."""

COUNTING = 7_305_115_362_110_977_401
"""The name of the lock of who counts: nobody goes on from what another one is about to change."""

Order = tuple[datetime, int]


def again(game: Game) -> None:
    """Let a game that is over be counted, once more if it was, and all after it."""
    if Counted.objects.filter(game=game).update(stale=True):
        return
    if game.status != Game.Status.FINISHED:
        return
    book, ended = selectors.book_of(game.ruleset, game.options), deals.over_at(game)
    if book and ended is not None:
        Counted.objects.create(game=game, book=book, ended_at=ended)


def sweep(*, now: datetime) -> int:
    """Take up games that ended, and count what is to be counted; say how many games."""
    del now
    _take_up()
    done = 0
    for book in _stale():
        with transaction.atomic(durable=True):
            if statements.try_lock(COUNTING):
                done += _count(book)
    return done


def rebuild() -> float:
    """Count everything from nothing; say by how much a number changed at the most."""
    with transaction.atomic(durable=True):
        statements.lock(COUNTING)
        before = _all_ratings()
        Counted.objects.all().delete()
        while _take_up():
            pass
        for book in _stale():
            while _count(book):
                pass
        after = _all_ratings()
    if before.keys() != after.keys():
        return inf
    moved = (
        abs(one - after[key][at]) for key, pair in before.items() for at, one in enumerate(pair)
    )
    return max(moved, default=0.0)


def own_rounds(games: Sequence[int]) -> Iterator[tuple[int, str, int]]:
    """Tell each round of rated games, seat by seat: table size, role and gold.

    Only of seats that one person played throughout, and nothing of what was decided or annulled.
    """
    for at in range(0, len(games), SLICE):
        rows = list(Counted.objects.filter(game__in=games[at : at + SLICE]).order_by("game"))
        states = Game.objects.in_bulk([row.pk for row in rows])
        for rated in _games(rows):
            game = states[int(rated.id)]
            rules = ruleset(game.ruleset)
            for each in rules.rounds(rules.load(game.state)):
                for seat, role, gold in zip(rated.seats, each.roles, each.gold, strict=True):
                    if seat.own:
                        yield len(rated.seats), role, gold


def _take_up() -> int:
    """Note games that ended since the last one that was counted, and a day before that."""
    last = Counted.objects.order_by("-ended_at").values_list("ended_at", flat=True).first()
    found = Game.objects.filter(
        status=Game.Status.FINISHED,
        ended_at__isnull=False,
        ruleset__in=rules.RATED,
        practice=None,
        counted=None,
    )
    if last is not None:
        found = found.filter(ended_at__gt=last - LATELY)
    games = found.order_by("ended_at", "pk").only("ruleset", "options", "ended_at", "status")
    fresh = [
        Counted(game=game, book=selectors.book_of(game.ruleset, game.options), ended_at=ended)
        for game in games[:SLICE]
        if (ended := deals.over_at(game)) is not None
    ]
    Counted.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def _stale() -> list[str]:
    found = Counted.objects.filter(stale=True)
    return sorted(set(found.values_list("book", flat=True)))


def _count(book: str) -> int:
    """Count a slice of a book from its first stale game on; the caller holds the lock."""
    first = _settle(book)
    if first is None:
        return 0
    rest = _from(Counted.objects.filter(book=book), first)
    rows = list(rest.order_by("ended_at", "game")[:SLICE])
    former = Rating.objects.filter(counted__in=rest)
    were = set(former.order_by().values_list("player", flat=True).distinct())
    former.delete()
    if len(rows) == SLICE:
        rest.exclude(pk__in=[row.pk for row in rows]).update(stale=True)
    _write(book, _games(rows), first, were)
    return len(rows)


def _settle(book: str) -> Order | None:
    """Bring what is stale up to date with its games; name the first place in order it concerns."""
    stale = Counted.objects.filter(book=book, stale=True).order_by("ended_at", "game")
    first = list(stale.values_list("pk", flat=True)[:SLICE])
    held = Counted.objects.filter(pk__in=first).select_for_update(of=("self",))
    found = {row.pk: row for row in held.order_by("pk")}
    # From here on: who corrects one of them now waits, and then it is stale again.
    Counted.objects.filter(pk__in=found).update(stale=False)
    games = Game.objects.only("status", "ended_at").in_bulk(list(found))
    places = []
    for pk, row in found.items():
        places.append((row.ended_at, pk))
        game = games[pk]
        ended = deals.over_at(game) if game.status == Game.Status.FINISHED else None
        if ended is None:
            # It goes on, was annulled, or tables of its deal do: when they end it is noted again.
            row.delete()
        elif ended != row.ended_at:
            Counted.objects.filter(pk=pk).update(ended_at=ended)
            places.append((ended, pk))
    return min(places, default=None)


def _from(rows: "QuerySet[Counted]", first: Order) -> "QuerySet[Counted]":
    ended, pk = first
    return rows.filter(Q(ended_at__gt=ended) | Q(ended_at=ended, game__gte=pk))


def _games(rows: Sequence[Counted]) -> list[rules.Game]:
    """Tell these games as they are rated; whoever did not play his seat throughout is left out."""
    pks = [row.pk for row in rows]
    games = Game.objects.defer("state").in_bulk(pks)
    seats: dict[int, list[Seat]] = {pk: [] for pk in pks}
    for seat in Seat.objects.filter(game__in=pks).order_by("game", "number"):
        seats[seat.game_id].append(seat)
    unrated = _decided_by_directors(pks)
    given_up = set(
        Place.objects.filter(table__game__in=pks)
        .exclude(state=Place.State.HELD)
        .values_list("table__game", "seat")
    )
    found = []
    for row in rows:
        game = games[row.pk]
        way = rules.manner(game.ruleset)
        outcome = game.outcome or {}
        scores = outcome.get("scores")
        if way is None or not scores or PLAYED in outcome or row.pk in unrated:
            continue
        sides = _sides(game) if way is Manner.CLANS else None
        found.append(
            rules.Game(
                _id(row.pk),
                row.ended_at,
                way,
                tuple(
                    rules.Seat(
                        str(seat.player_id or ""),
                        scores[seat.number],
                        side=sides[seat.number] if sides else None,
                        won=seat.number in outcome["winners"],
                        own=_own(seat, game) and (game.pk, seat.number) not in given_up,
                    )
                    for seat in seats[row.pk]
                ),
            )
        )
    return found


def _decided_by_directors(pks: Iterable[int]) -> set[int]:
    """Name the games whose table in a league has another result than the one that was played."""
    other = Result.objects.filter(superseded_at=None).exclude(kind=Result.Kind.PLAYED)
    tables = LeagueTable.objects.filter(game__in=pks, results__in=other)
    return set(tables.values_list("game", flat=True))


def _own(seat: Seat, game: Game) -> bool:
    """Tell whether one person had a seat from the deal to the end."""
    assert game.started_at is not None, "a game that is over has begun"
    there = seat.joined_at is None or seat.joined_at <= game.started_at
    return seat.player_id is not None and not seat.bot and there


def _sides(game: Game) -> Sequence[str | None] | None:
    rounds = ruleset(game.ruleset).rounds(ruleset(game.ruleset).load(game.state))
    return rounds[-1].sides if rounds else None


def _write(book: str, games: Sequence[rules.Game], first: Order, were: set[int]) -> None:
    """Count these games upon what stood before, and say what everybody has now.

    `were` are those whose later ratings fell away.
    """
    own = {int(seat.player) for game in games for seat in game.seats if seat.own}
    before = _before(book, first, were | own)
    steps = list(rules.sequence(games, {str(one): _value(row) for one, row in before.items()}))
    last = {int(player): step.game for step in steps for player in step.after}
    kept = [row.pk for player, row in before.items() if player not in last]
    current = Rating.objects.filter(book=book, player__in=were | own)
    current.filter(last=True).exclude(pk__in=kept).update(last=False)
    current.filter(pk__in=kept).update(last=True)
    ended = {game.id: game.ended for game in games}
    Rating.objects.bulk_create(
        (
            Rating(
                counted_id=int(step.game),
                player_id=int(player),
                book=book,
                ended_at=ended[step.game],
                mu=rating.mu,
                sigma=rating.sigma,
                games=rating.games,
                last=last[int(player)] == step.game,
            )
            for step in steps
            for player, rating in step.after.items()
        ),
        batch_size=1000,
    )


def _before(book: str, first: Order, players: Iterable[int]) -> dict[int, Rating]:
    """The ratings of these players in a book before a place in its order."""
    ended, pk = first
    earlier = Q(ended_at__lt=ended) | Q(ended_at=ended, counted__lt=pk)
    rows = Rating.objects.filter(earlier, book=book, player__in=list(players))
    found = rows.order_by("player", "-ended_at", "-counted").distinct("player")
    return {row.player_id: row for row in found}


def _value(row: Rating) -> rules.Rating:
    return rules.Rating(row.mu, row.sigma, row.games)


def _all_ratings() -> Mapping[tuple[int, int], tuple[float, float]]:
    rows = Rating.objects.values_list("counted", "player", "mu", "sigma")
    return {(game, player): (mu, sigma) for game, player, mu, sigma in rows}


def _id(pk: int) -> str:
    """Name a game so that names are in the order of numbers."""
    return f"{pk:020}"
