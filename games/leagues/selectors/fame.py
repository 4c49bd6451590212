"""The hall of fame of a league: who won its seasons, and what has never been surpassed there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from games.leagues.rules.honours import Honour
from games.models import Award, Division, Entrant, Season
from games.texts.former import called

FINAL = (Season.Status.FINAL, Season.Status.CLOSED)


class Best(StrEnum):
    """What a record is of."""

    TITLES = "titles"
    SEASONS = "seasons"
    GAMES = "games"
    ROUNDS = "rounds"
    """Rounds in which somebody was the best."""
    POINTS = "points"
    """In one season."""
    WINS = "wins"
    """In one season."""
    STREAK = "streak"
    """Games won in a row, in one season."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, with the season in which he came to it, if it is one season's."""

    name: str
    season: int | None = None
    rank: int | None = None
    entrant: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What has never been surpassed, and by whom."""

    best: Best
    number: Fraction
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Champions:
    """Who won a season, division by division from the top."""

    season: int
    divisions: tuple[tuple[int, tuple[Holder, ...]], ...]
    """Rank and champions of each."""


@dataclass(frozen=True, slots=True)
class Fame:
    """The champions of all seasons that are final, the newest first, and the records."""

    champions: tuple[Champions, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class _In:
    """Somebody's entry in a season that is final."""

    entrant: int
    player: int
    name: str
    season: int
    rank: int


def fame(league_id: int) -> Fame:
    """Read a league's hall of fame, by three statements."""
    entries = _entries(league_id)
    awards = list(
        Award.objects.filter(season__league=league_id, revoked_at=None).values_list(
            "entrant", "kind", "number"
        )
    )
    rows = [
        (entries[row["entrant"]], row)
        for division in _divisions(league_id)
        for row in division.standing.rows
    ]
    honoured = [
        (entries[entrant], kind, number) for entrant, kind, number in awards if entrant in entries
    ]
    titles = [one for one, kind, _number in honoured if kind == Honour.CHAMPION]
    return Fame(_champions(titles), tuple(_records(titles, honoured, rows, _names(entries))))


def _divisions(league_id: int) -> Iterable[Division]:
    found = Division.objects.filter(season__league=league_id, season__status__in=FINAL)
    return found.select_related("standing").order_by("season__number", "rank")


def _entries(league_id: int) -> dict[int, _In]:
    found = Entrant.objects.filter(season__league=league_id, season__status__in=FINAL)
    rows = found.exclude(division=None).values_list(
        "pk", "player", "player__name", "season__number", "division__rank"
    )
    return {
        pk: _In(pk, player, called(name), season, rank) for pk, player, name, season, rank in rows
    }


def _champions(titles: Iterable[_In]) -> tuple[Champions, ...]:
    found: defaultdict[int, defaultdict[int, list[Holder]]]
    found = defaultdict(lambda: defaultdict(list))
    for one in sorted(titles, key=lambda each: each.entrant):
        found[one.season][one.rank].append(_holder(one))
    return tuple(
        Champions(
            season,
            tuple((rank, tuple(holders)) for rank, holders in sorted(ranks.items())),
        )
        for season, ranks in sorted(found.items(), reverse=True)
    )


def _records(
    titles: Sequence[_In],
    honoured: Sequence[tuple[_In, str, int | None]],
    rows: Sequence[tuple[_In, Mapping[str, Any]]],
    names: Mapping[int, str],
) -> Iterator[Record]:
    games: Counter[int] = Counter()
    for one, row in rows:
        games[one.player] += row["games"]
    best_ofs = [one for one, kind, _number in honoured if kind == Honour.BEST_OF_ROUND]
    over_all = {
        Best.TITLES: Counter(one.player for one in titles if one.rank == 1),
        Best.SEASONS: Counter(one.player for one, row in rows if row["games"]),
        Best.GAMES: games,
        Best.ROUNDS: Counter(one.player for one in best_ofs),
    }
    for best, counts in over_all.items():
        most = max(counts.values(), default=0)
        if most > 0:
            holders = sorted(names[player] for player, count in counts.items() if count == most)
            yield Record(best, Fraction(most), tuple(Holder(name) for name in holders))
    in_one = {
        Best.POINTS: [(Fraction(row["points"]), one) for one, row in rows],
        Best.WINS: [(Fraction(row["values"].get("wins") or 0), one) for one, row in rows],
        Best.STREAK: [
            (Fraction(number), one)
            for one, kind, number in honoured
            if kind == Honour.STREAK and number
        ],
    }
    for best, found in in_one.items():
        top = max((number for number, _one in found), default=Fraction(0))
        if top > 0:
            held = [one for number, one in found if number == top]
            held.sort(key=lambda one: (one.season, one.rank, one.entrant))
            yield Record(best, top, tuple(map(_holder, held)))


def _names(entries: Mapping[int, _In]) -> Mapping[int, str]:
    return {one.player: one.name for one in entries.values()}


def _holder(one: _In) -> Holder:
    return Holder(one.name, one.season, one.rank, one.entrant)
