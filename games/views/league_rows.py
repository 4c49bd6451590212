"""A standing as its page shows it: rows with bars, and what each number comes from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import drawing
from games.leagues.rules.borders import Border, borders, words
from games.leagues.rules.bounds import Bounds
from games.leagues.rules.promotion import zones
from games.leagues.rules.records import Game, Sat
from games.leagues.rules.tiebreaks import RESULTS
from games.leagues.selectors.explained import Explained
from games.leagues.selectors.pages import Where
from games.leagues.selectors.values import Named, RoundPage, StandingPage, StandingRow, TablePage
from games.models import Season
from games.texts import leagues_pages as said
from games.texts import leagues_why as why
from games.texts.leagues_rules import points_text
from games.views.pages import address_of

if TYPE_CHECKING:
    from fractions import Fraction

MOST_CROSSED = 30
"""Of more players no table of who met whom can be read."""
OVER = (Season.Status.FINAL, Season.Status.CLOSED)
"""Places are final then."""


@dataclass(frozen=True, slots=True)
class Part:
    """A round's part of a number: where, what happened, how it is worked out, what it comes to."""

    where: str
    href: str
    what: str
    points: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Sum:
    """A number and its parts."""

    name: str
    value: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standing."""

    place: int
    name: str
    card: str
    points: str
    games: int
    values: tuple[tuple[str, str], ...]
    zone: str
    """Up or down, as things stand; empty in between."""
    moves: str
    """The same in words."""
    bar: str
    """What the line above it says, if there is one."""
    decided: str
    notes: tuple[str, ...]
    sums: tuple[Sum, ...]
    reach: "Reach | None"
    left: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """Between which places somebody will end, and how that is known."""

    text: str
    chart: SafeString
    certain: tuple[str, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crossed:
    """Who met whom: a row with a cell for each other."""

    number: int
    name: str
    cells: tuple[str, ...]
    """Empty where they have not met, a bar where it is himself."""


def swapped(found: Where) -> tuple[int, int]:
    """Say how many go up from a division, and how many down (leagues.md, 9)."""
    sizes = [each.entrants for each in found.divisions]
    at = [each.id for each in found.divisions].index(found.division.id)
    return zones(sizes, found.season.terms.divisions.swap)[at]


def rows(
    found: Where,
    standing: StandingPage,
    shown: Sequence[StandingRow],
    explained: Mapping[int, Explained],
    tables: Mapping[str, tuple[RoundPage, TablePage]],
    mine: int | None,
) -> list[Row]:
    """Describe these rows of a standing."""
    up, down = swapped(found)
    # Who left without a place is the first to be gone.
    last = len(standing.rows) - max(0, down - len(standing.withdrawn))
    there = borders(up, last, len(standing.rows))
    over = found.season.status in OVER
    names = names_of(standing)
    order = {row.entrant.id: at for at, row in enumerate(standing.rows)}
    described = []
    for row in shown:
        at = order[row.entrant.id]
        zone = "up" if at < up else "down" if at >= last else ""
        bar = ""
        if up and at == up:
            bar = _("Above this line: up") if over else _("Above this line: up, as things stand")
        elif at == last:
            bar = (
                _("Below this line: down") if over else _("Below this line: down, as things stand")
            )
        told = explained.get(row.entrant.id)
        described.append(
            Row(
                place=row.place,
                name=row.entrant.name,
                card=card_of(found, row.entrant),
                points=points_text(row.points),
                games=row.games,
                values=tuple(
                    (said.criterion_short(name), points_text(value))
                    for name, value in row.values.items()
                ),
                zone=zone,
                moves=said.zone_text(zone, over=over),
                bar=bar,
                decided=why.decided_text(row.decided_by, ticket=row.ticket),
                notes=tuple(_notes(row, told, names)),
                sums=tuple(sums(row, told, names, tables)) if told else (),
                # Where places are final, the place is all that there is to say.
                reach=_reach(row, standing.rows, there) if row.reach and not over else None,
                left=said.left_text(row.entrant.status),
                mine=row.entrant.id == mine,
            )
        )
    return described


def card_of(found: Where, entrant: Named) -> str:
    """Find somebody's card of a season."""
    args = [found.league.key, found.season.number, found.division.rank, entrant.id]
    return reverse("league-cards-card", args=args)


def names_of(standing: StandingPage) -> dict[str, str]:
    """Name everybody in a division."""
    everybody = (*(row.entrant for row in standing.rows), *standing.withdrawn)
    return {str(each.id): each.name for each in everybody}


def tables_of(rounds: Iterable[RoundPage]) -> dict[str, tuple[RoundPage, TablePage]]:
    """Find each table, with its round, by the number that records have."""
    return {str(table.id): (each, table) for each in rounds for table in each.tables}


def sums(
    row: StandingRow,
    told: Explained,
    names: why.Names,
    tables: Mapping[str, tuple[RoundPage, TablePage]],
) -> Iterator[Sum]:
    """Tell each number of a row with its parts."""
    yield Sum(_("Points"), points_text(row.points), tuple(_points(told, names, tables)))
    for name, terms in told.terms.items():
        parts = tuple(
            Part(
                said.round_name(term.round),
                "",
                why.term_text(name, term, names),
                points_text(term.value),
            )
            for term in terms
            if term.opponents or term.value
        )
        label = said.criterion_name(name)
        yield Sum(label[0].upper() + label[1:], points_text(row.values[name]), parts)


def crossed(
    standing: StandingPage,
    explained: Mapping[int, Explained],
    rounds: Collection[RoundPage],
) -> list[Crossed]:
    """Tell who met whom: results by the table order, a dot where a table is open."""
    everybody = [*(row.entrant for row in standing.rows), *standing.withdrawn]
    if not everybody or len(everybody) > MOST_CROSSED:
        return []
    met: dict[tuple[int, int], list[Fraction | None]] = {}
    known = set()
    for entrant, told in explained.items():
        for game in told.record.games:
            known.add((game.table, entrant))
            for other, halves in game.met:
                met.setdefault((entrant, int(other)), []).append(RESULTS[halves])
    for each in rounds:
        for table in each.tables if not each.final else ():
            sitting = [named.id for named, _state in table.places]
            for own in sitting:
                if (str(table.id), own) in known:
                    continue
                for opponent in sitting:
                    if opponent != own:
                        met.setdefault((own, opponent), []).append(None)
    return [
        Crossed(
            at,
            one.name,
            tuple(
                "■" if other is one else " ".join(map(why.mark, met.get((one.id, other.id), ())))
                for other in everybody
            ),
        )
        for at, one in enumerate(everybody, start=1)
    ]


def table_name(table: TablePage) -> str:
    """Name a table of a round; of several games of one meeting also which."""
    leg = f".{table.leg}" if table.leg > 1 else ""
    return _("Table %(n)s") % {"n": f"{table.number}{leg}"}


def game_of(table: TablePage) -> str:
    """Find a table's game, if it has one that may be looked at."""
    return address_of("table-public", table.game_key) if table.game_key else ""


def _reach(row: StandingRow, everybody: Sequence[StandingRow], there: dict[Border, int]) -> Reach:
    shown = row.reach
    assert shown is not None, "asked of rows with bounds only"
    others = [each for each in everybody if each is not row and each.reach is not None]
    ahead = [each for each in others if each.reach and each.reach.least > shown.most]
    near = [each for each in others if each.reach and each.reach.most >= shown.least]
    text = why.reach_text(shown.best, shown.worst)
    places = {border: place for border, place in there.items() if border is not Border.FIRST}
    return Reach(
        text,
        drawing.range_svg(shown.best, shown.worst, len(everybody), list(places.values()), text),
        tuple(
            why.certain_text(border, word)
            for border, word in words(Bounds(shown.best, shown.worst), there)
        ),
        why.reach_lines(
            (points_text(shown.least), points_text(shown.most)),
            shown.worst,
            [each.entrant.name for each in ahead],
            len(near),
        ),
    )


def _notes(row: StandingRow, told: Explained | None, names: why.Names) -> Iterator[str]:
    if row.not_all_met:
        yield _("Head to head was passed over: not all who are level have met.")
    if told:
        yield from why.among_lines(told.among, names)


def _points(
    told: Explained, names: why.Names, tables: Mapping[str, tuple[RoundPage, TablePage]]
) -> Iterator[Part]:
    record = told.record
    both: list[tuple[Game | Sat, bool]] = [(each, True) for each in record.games]
    both += [(each, True) for each in record.byes]
    both += [(each, False) for each in record.left_out]
    for each, counts in sorted(both, key=lambda pair: _round_of(pair[0])):
        match each:
            case Game():
                at = tables.get(each.table)
                met = ", ".join(why.met_text(names[other], halves) for other, halves in each.met)
                parts = (met, why.score_text(each.share), why.share_text(each.share))
                yield Part(
                    _where(each.round, at),
                    game_of(at[1]) if at else "",
                    " · ".join(filter(None, parts)),
                    points_text(each.share.points),
                    counts,
                )
            case Sat():
                yield Part(
                    said.round_name(each.bye.round),
                    "",
                    said.bye_text(each.bye.kind),
                    points_text(each.points),
                    counts,
                )
    for penalty in record.penalties:
        yield Part(_("Directors"), "", penalty.reason, points_text(penalty.points))


def _round_of(each: Game | Sat) -> int:
    return each.round if isinstance(each, Game) else each.bye.round


def _where(number: int, at: tuple[RoundPage, TablePage] | None) -> str:
    name = said.round_name(number)
    return f"{name}, {table_name(at[1])}" if at else name
