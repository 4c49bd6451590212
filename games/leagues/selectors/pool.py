"""Who would play for others, and what speaks against asking somebody for a seat."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q

from games.clocks.rules import store
from games.clocks.rules.vacations import away
from games.leagues.rules.scoring import By
from games.leagues.rules.searching import Candidate, Pool
from games.leagues.rules.terms import load
from games.leagues.selectors.values import Vacancy
from games.models import (
    Entrant,
    Game,
    LeagueTable,
    Place,
    Player,
    Reserve,
    Search,
    Season,
    Seat,
    Sought,
)
from games.ratings import selectors as ratings
from games.selectors import apart


def candidates(search: Search, *, now: datetime) -> list[Candidate]:
    """List all who could be asked for a seat, who offered himself first first."""
    table = search.place.table
    season, division = table.round.division.season, table.round.division
    near = _near(season, division.pk)
    at_table = _at_table(table)
    blocked = apart.kept_apart(_others(search))
    saw = _saw(season, search)
    silences, on_vacation = _silences(season), _away(near, now)
    rated = _rated(season, near, now)
    return [
        Candidate(
            str(player),
            rated.get(player),
            pools,
            at_table=player in at_table,
            saw_deal=player in saw,
            on_vacation=player in on_vacation,
            silences=silences[player],
            blocked=player in blocked,
        )
        for player, pools in near.items()
    ]


def is_kept_apart(search: Search, player: Player) -> bool:
    """Whether somebody does not want to sit with one at a table, or one there not with him."""
    return player.pk in apart.kept_apart(_others(search))


def rating(search: Search, *, now: datetime) -> int | None:
    """Say how strong he is whose seat it is, if he has a rating."""
    player = search.place.entrant.player_id
    return _rated(search.place.table.round.division.season, [player], now).get(player)


def helped(player_id: int, season_id: int) -> int:
    """Count the games of a season in which somebody sat for another."""
    found = Search.objects.filter(place__table__round__division__season=season_id)
    early = Q(sought__player=player_id, sought__sits=True, place__table__game__isnull=False)
    return found.filter(Q(offer__taken_by=player_id) | early).distinct().count()


def early(table_id: int) -> dict[int, Player]:
    """Who sits at a table, by place, for somebody who left before its game was made."""
    rows = Sought.objects.filter(search__place__table=table_id, sits=True, player__left_at=None)
    return {row.search.place_id: row.player for row in rows.select_related("search", "player")}


def offered(season_id: int, player: Player) -> tuple[Vacancy, ...]:
    """List the places that somebody was asked to take, and that nobody has taken."""
    rows = Sought.objects.filter(
        player=player,
        answered_at=None,
        search__closed_at=None,
        search__offer=None,
        search__place__table__round__division__season=season_id,
    )
    where = ("search__place__table__round", "search__place__table__game", "search__place__entrant")
    found = rows.select_related(*where).order_by("asked_at", "pk")
    return tuple(
        Vacancy(row.search_id, table.round.number, table.number, table.round.opens_at)
        for row in found
        if not is_kept_apart(row.search, player)
        for table in (row.search.place.table,)
    )


def _at_table(table: LeagueTable) -> set[int | None]:
    """Who sits there, or was drawn to, or took the place of one who was."""
    seated: set[int | None] = set(table.places.values_list("entrant__player", flat=True))
    if table.game is not None:
        seated |= set(table.game.places.values_list("player", flat=True))
    return seated.union(player.pk for player in early(table.pk).values())


def _others(search: Search) -> set[int]:
    """Who goes on sitting at a table besides him whose place it is; not who has gone before."""
    place, table = search.place, search.place.table
    if table.game is not None and place.seat is not None:
        return set(apart.others_at(table.game, place.seat))
    held = table.places.filter(state=Place.State.HELD).exclude(pk=place.pk)
    drawn = set(held.values_list("entrant__player", flat=True))
    return drawn | {player.pk for player in early(table.pk).values()}


def _rated(season: Season, players: Iterable[int], now: datetime) -> dict[int, int]:
    terms = load(season.terms)
    book = ratings.book_of(terms.ruleset, terms.options)
    found = ratings.at(book, players, now) if book else {}
    return {player: rating.shown for player, rating in found.items()}


def _near(season: Season, division_id: int) -> dict[int, frozenset[Pool]]:
    here = set(
        Entrant.objects.filter(division=division_id, status=Entrant.Status.ACTIVE).values_list(
            "player", flat=True
        )
    )
    found: dict[int, frozenset[Pool]] = {}
    waiting = season.entrants.filter(status=Entrant.Status.WAITING, player__left_at=None)
    for player in waiting.order_by("registered_at", "pk").values_list("player", flat=True):
        found[player] = frozenset(Pool)
    reserves = Reserve.objects.filter(player__left_at=None, player__email__isnull=False)
    for row in reserves.order_by("since", "pk"):
        pools = {Pool.ALL}
        if row.league_id == season.league_id:
            pools.add(Pool.LEAGUE)
            if row.player_id in here:
                pools.add(Pool.DIVISION)
        found[row.player_id] = found.get(row.player_id, frozenset()) | pools
    return found


def _away(players: Collection[int], now: datetime) -> set[int | None]:
    """Who is on vacation at a table where he plays, or away without one."""
    seats = Seat.objects.filter(player__in=players, game__status=Game.Status.ACTIVE)
    rows = seats.values_list("player", "number", "game__time")
    found = set[int | None]()
    for player, number, time in rows:
        seat = store.load(time).seats[number]
        if away((*seat.vacations, *seat.announced), now=now):
            found.add(player)
    return found


def _saw(season: Season, search: Search) -> Collection[int | None]:
    """Who sits at another table of a deal that tables share."""
    if load(season.terms).scoring.by is not By.DUPLICATE:
        return ()
    others = Place.objects.filter(table__round=search.place.table.round_id)
    return set(others.values_list("entrant__player", flat=True))


def _silences(season: Season) -> Counter[int]:
    """Count how often each was asked in this season and said nothing while the search went on."""
    rows = Sought.objects.filter(
        search__place__table__round__division__season=season,
        search__closed_at__isnull=False,
        answered_at=None,
    )
    return Counter(rows.values_list("player", flat=True))
