"""A division of a season: its standing, its rounds, and who met whom."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import texts
from games.errors import NoSuchLeague
from games.leagues.rules import stored
from games.leagues.rules.values import Line
from games.leagues.selectors import pages, reading
from games.leagues.selectors.explained import explained
from games.leagues.selectors.pages import Where
from games.leagues.selectors.values import Named, RoundPage, StandingPage, TablePage
from games.models import Round
from games.texts import leagues_draws as draws
from games.texts import leagues_pages as said
from games.texts import leagues_why as why
from games.texts.leagues_rules import format_text, league_rules, points_text
from games.views.league_columns import Sorting, address, columns, head_of, ordered, sorting_of
from games.views.league_rows import card_of, crossed, game_of, rows, table_name, tables_of
from games.views.lists import page_of, turns_of
from games.views.pages import player_of

ROWS = 50
"""So many rows of a standing are on a page."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at a table, and what he came to there."""

    name: str
    card: str
    result: str
    state: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round."""

    name: str
    state: str
    href: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """The way to a round, or to another division."""

    href: str
    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round on its division's page."""

    name: str
    state: str
    when: str
    tables: tuple[Table, ...]
    byes: tuple[tuple[str, str], ...]
    again: tuple[str, ...]
    """How many pairs meet again, and why."""
    cost: tuple[str, ...]
    """What its draw costs."""
    order: tuple[str, ...]
    """The standing by which it was drawn, the lot deciding last; empty where it was none."""


@never_cache
@require_safe
def show(request: HttpRequest, key: str, number: int, rank: int) -> HttpResponse:
    """Show a division."""
    found = where_or_404(key, number, rank)
    standing, rounds = reading.standing(found.division.id), pages.rounds(found)
    page = page_of(request)
    by = sorting_of(request, standing.rows)
    shown = ordered(standing.rows, by)[ROWS * (page - 1) : ROWS * page]
    told = explained(found.division.id, found.season.terms, [row.entrant.id for row in shown])
    mine = pages.own_entry(found.season.id, player_of(request))
    chosen = _chosen(request, rounds)
    described = rows(found, standing, shown, told, tables_of(rounds), mine)
    asked = chosen.number if chosen and "round" in request.GET else None
    context = {
        "where": found,
        "season": said.season_name(found.season.number),
        "state": said.season_state_text(
            found.season.status, suspended=found.season.suspended_at is not None
        ),
        "division": said.league_rank_name(found.division.name),
        "divisions": _divisions(found),
        "played": format_text(found.season.terms),
        "rows": described,
        "players": () if standing.rows else pages.players(found),
        "columns": columns(standing.rows, by, asked) if described else (),
        "sorted": by.wish,
        "head": head_of(by),
        "unsorted": address(Sorting(), asked) + "#standing",
        "as_of": texts.moment_text(standing.built_at) if standing.built_at else "",
        "results": why.standing_note(standing.results),
        "stale": standing.stale,
        "basis": _basis(standing),
        "withdrawn": [(each.name, card_of(found, each)) for each in standing.withdrawn],
        "final": [each.name for each in standing.final],
        "turns": turns_of(request, page, more=len(standing.rows) > ROWS * page),
        "tabs": [
            Tab(f"{address(by, each.number)}#rounds", str(each.number), each is chosen)
            for each in rounds
        ],
        "round": _round(found, chosen) if chosen else None,
        "crossed": crossed(standing, told, rounds),
        "even": _even(rounds),
        "chapters": league_rules(found.season.terms),
        "files": [
            (reverse(name, args=[key, number, rank]), label)
            for name, label in (("league-files-csv", "CSV"), ("league-files-json", "JSON"))
        ],
    }
    return render(request, "pages/leagues/division.html", context)


def _basis(standing: StandingPage) -> str:
    basis = standing.basis
    if basis is None or not basis.why:
        return ""
    return why.basis_text(texts.moment_text(basis.since), basis.why)


def _even(rounds: tuple[RoundPage, ...]) -> str:
    """How even the plan is of which the last round is part that is published."""
    told = [each.cost for each in rounds if each.status not in _TO_COME and not each.final]
    return draws.evenness_text(told[-1]) if told else ""


def where_or_404(key: str, number: int, rank: int) -> Where:
    """Find the division that an address names."""
    try:
        return pages.where(key, number, rank)
    except NoSuchLeague:
        raise Http404 from None


def _divisions(found: Where) -> list[Tab]:
    return [
        Tab(
            reverse(
                "league-divisions-show", args=[found.league.key, found.season.number, each.rank]
            ),
            said.league_rank_name(each.name),
            each.id == found.division.id,
        )
        for each in found.divisions
    ]


def _chosen(request: HttpRequest, rounds: tuple[RoundPage, ...]) -> RoundPage | None:
    """The round that is asked for, else the last one that is played, else the last one drawn."""
    wanted = request.GET.get("round", "")
    for each in rounds:
        if str(each.number) == wanted:
            return each
    played = [each for each in rounds if each.status == Round.Status.OPEN]
    drawn = [each for each in rounds if each.status not in _TO_COME]
    found = played or drawn or rounds[:1]
    return found[-1] if found else None


_TO_COME = (Round.Status.PLANNED, Round.Status.DRAWN)


def _round(found: Where, each: RoundPage) -> RoundPart:
    sit = (*(place for table in each.tables for place in table.places), *each.byes)
    names = {who.id: who.name for who, _ in sit}
    return RoundPart(
        said.round_name(each.number, final=each.final),
        said.round_state_text(each.status),
        said.span_text(each.opens_at, each.closes_at),
        tuple(_table(found, table) for table in each.tables),
        tuple((who.name, said.bye_text(kind)) for who, kind in each.byes),
        tuple(draws.again_lines(each.cost)),
        tuple(draws.cost_lines(each.cost)),
        tuple(names[entrant] for entrant in each.cost.get("order", ()) if entrant in names),
    )


def _table(found: Where, table: TablePage) -> Table:
    lines = stored.lines(table.result["lines"]) if table.result else ()
    results = {line.entry: line for line in lines}
    return Table(
        table_name(table),
        said.table_state_text(table.status, late=table.late),
        game_of(table),
        tuple(_seat(found, who, state, results.get(str(who.id))) for who, state in table.places),
    )


def _seat(found: Where, who: Named, state: str, line: Line | None) -> Seat:
    result = ""
    if line is not None:
        result = said.ending_text(line.ending) or said.gold_text(line.score)
        if line.awarded is not None:
            result = points_text(line.awarded)
        if line.won and found.season.terms.sizes.high > 1:
            result = said.won_text(result)
    return Seat(who.name, card_of(found, who), result, said.place_state_text(state))
