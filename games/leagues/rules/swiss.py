"""Swiss tables: the draw of one round from the standing before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.leagues.rules import seats
from games.leagues.rules.history import Draw, History, Pair, Progress, pairs, silent
from games.leagues.rules.places import EXACT, Places, Tables


class Cost(NamedTuple):
    """What a draw costs, in the order in which it counts."""

    repeats: int
    """Over all pairs at a table: how often they had met before."""
    spread: int
    """Over all pairs at a table: the square of the places between them."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw, its tables in standing order, each in seat order; its cost and the baseline's."""

    draw: Draw
    cost: Cost
    baseline: Cost
    proven: bool
    """Whether no draw of these sizes costs less."""


def opening_order(by_lot: Sequence[str], ratings: Mapping[str, float]) -> tuple[str, ...]:
    """The order before the first round: by rating, equals and the unrated at the end by lot."""
    rated = [entry for entry in by_lot if entry in ratings]
    unrated = [entry for entry in by_lot if entry not in ratings]
    return (*sorted(rated, key=lambda entry: -ratings[entry]), *unrated)


def cost(tables: Sequence[Sequence[str]], standing: Sequence[str], met: Mapping[Pair, int]) -> Cost:
    """What a given draw costs."""
    place = {entry: index for index, entry in enumerate(standing)}
    together = [pair for table in tables for pair in pairs(table)]
    return Cost(
        sum(met.get(pair, 0) for pair in together),
        sum((place[p] - place[q]) ** 2 for p, q in together),
    )


def repeats(tables: Sequence[Sequence[str]], met: Mapping[Pair, int]) -> list[Pair]:
    """The pairs of a draw that had met before, in the order of its tables."""
    return [pair for table in tables for pair in pairs(table) if met.get(pair, 0)]


def draw(
    standing: Sequence[str],
    sizes: Sequence[int],
    history: History,
    *,
    duplicate: bool = False,
    byes: Sequence[str] = (),
    progress: Progress = silent,
) -> Drawn:
    """Draw a round for those in the standing, without the byes: fewest repeats, least spread.

    Seats follow: the fairest at each table; in duplicate rounds first by whom one is compared with.
    """
    places = Places(standing, history.met)
    baseline = places.baseline(sizes, progress)
    proven = len(standing) <= EXACT
    if proven:
        drawn = _first(places.cheapest(range(len(standing)), sizes), standing, history)
    else:
        drawn = places.polished(baseline, progress)
    tables = [seats.seated([standing[place] for place in t], history.seats)[1] for t in drawn]
    if duplicate:
        (tables,) = seats.compared([tables], history)
    return Drawn(
        Draw(tuple(tables), tuple(byes)),
        Cost(*places.cost(drawn)),
        Cost(*places.cost(baseline)),
        proven,
    )


def _first(draws: Sequence[Tables], standing: Sequence[str], history: History) -> Tables:
    """Of equally cheap draws: fairest in seats, then in sizes, then the first as it is written."""

    def adds(tables: Tables) -> tuple[int, int, Tables]:
        named = [[standing[place] for place in table] for table in tables]
        return (
            sum(seats.seated(table, history.seats)[0] for table in named),
            sum(2 * history.sizes[entry, len(table)] + 1 for table in named for entry in table),
            tables,
        )

    return min(draws, key=adds)
