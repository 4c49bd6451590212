"""The log of a league as it is read: what was done there, when, by whom and why.

It is kept once, in the log of the service (`games/log`), and only read here. The reasons of an
absence are for the player and the directors; a warning is between them, too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.leagues.rules.cards import Card, What
from games.leagues.selectors import reading
from games.models import (
    Absence,
    Ask,
    Award,
    Division,
    Entrant,
    LeagueTable,
    Line,
    Penalty,
    Player,
    Proposal,
    Round,
    Season,
)
from games.texts.former import called

PAGE = 40
"""So many lines stand on a page."""
ABSENT = frozenset({"league-step", "league-take-back", "league-excuse"})
APPEALED = frozenset({"league-decide-appeal", "league-appeal"})
UNSAID = ABSENT | APPEALED
"""Why is told to the player and the directors alone."""
OF_STAFF = ("extend-league",)
"""Their reason is for other moderators."""
OF_DIRECTORS = ("director", "player", "organiser")
"""Who is named; other staff is known by its role and the reference alone."""
ROUTINE = ("league-ask-soon", "league-digest", "league-heard")
"""What only writes letters, or only says when something else is done."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a line puts, answers or lets lapse."""

    condition: str
    said: Mapping[str, Any]
    default: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A line as its reader may know it."""

    number: int
    at: datetime
    act: str
    actor: str
    role: str
    reference: str
    season: int | None
    division: int | None
    round: int | None
    table: int | None
    who: tuple[str, ...]
    """Whom it concerns, as far as that is the reader's to know."""
    said: Mapping[str, Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    reason: str
    ask: Asked | None
    names: Mapping[int, str]
    """Entrants that its values name."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the lines of a page are about."""

    seasons: Mapping[int, int]
    entrants: Mapping[int, Entrant]
    tables: Mapping[int, LeagueTable]
    rounds: Mapping[int, Round]
    ranks: Mapping[int, int]
    held: Mapping[tuple[str, int], int]
    """Whose what is that lines name by an absence, a penalty or an honour."""
    asks: Mapping[int, Ask]
    proposals: Mapping[int, Proposal]
    players: Mapping[int, Player]


def chronicle(
    league_id: int, reader: Player | None, *, page: int = 1
) -> tuple[tuple[Noted, ...], bool]:
    """Read a page of a league's log, the latest first; and whether there is more."""
    directs = reader is not None and reading.directs(league_id, reader)
    seasons = dict(Season.objects.filter(league=league_id).values_list("pk", "number"))
    found = _lines(league_id, list(seasons), directs=directs)
    start = (page - 1) * PAGE
    lines = list(found.order_by("-number")[start : start + PAGE + 1])
    shown = lines[:PAGE]
    rows = _rows(shown, seasons)
    own = reader.pk if reader is not None else 0
    return tuple(_noted(each, rows, own, directs=directs) for each in shown), len(lines) > PAGE


def _lines(league_id: int, seasons: list[int], *, directs: bool) -> "QuerySet[Line]":
    there = Q(target_kind="league", target_id=league_id)
    there |= Q(target_kind="season", target_id__in=seasons)
    of_league = Q(act__startswith="league-") | Q(act="extend-league")
    lines = Line.objects.filter(there & of_league).exclude(act__endswith="-refused")
    lines = lines.exclude(act__in=ROUTINE)
    # A standing is worked out after each result; what is told is where bounds began anew.
    lines = lines.exclude(act="league-standing", arguments__bounds__isnull=True)
    lines = lines.exclude(act="league-look", arguments__left__0__isnull=True)
    if directs:
        return lines
    lines = lines.exclude(act="league-absence", arguments__cards__isnull=True)
    return lines.exclude(act="league-draft")


def _rows(lines: Iterable[Line], seasons: Mapping[int, int]) -> _Rows:
    told = [line.arguments for line in lines]
    targets = [_target(each) for each in told]
    absences = Absence.objects.filter(pk__in=_named(targets, "absence"))
    penalties = Penalty.objects.filter(pk__in=_named(targets, "penalty"))
    held = {("absence", pk): to for pk, to in absences.values_list("pk", "entrant")}
    awards = Award.objects.filter(pk__in=_named(targets, "award"))
    held |= {("award", pk): to for pk, to in awards.values_list("pk", "entrant")}
    held |= {("penalty", pk): to for pk, to in penalties.values_list("pk", "entrant")}
    entrants = {each for said in told for each in _entrants(said)} | set(held.values())
    entrants |= _named(targets, "entry")
    tables = {said[key] for said in told for key in ("table", "again") if _is_row(said, key)}
    tables |= _named(targets, "table")
    of_tables = LeagueTable.objects.select_related("round__division")
    return _Rows(
        seasons,
        {row.pk: row for row in _in(Entrant.objects.select_related("player"), entrants)},
        {row.pk: row for row in _in(of_tables, tables)},
        {
            row.pk: row
            for row in _in(Round.objects.select_related("division"), _named(targets, "round"))
        },
        dict(Division.objects.filter(season__in=seasons).values_list("pk", "rank")),
        held,
        {row.pk: row for row in _in(Ask.objects, {said.get("ask") for said in told} - {None})},
        {
            row.pk: row
            for row in _in(Proposal.objects, {said.get("proposal") for said in told} - {None})
        },
        Player.objects.in_bulk({line.actor for line in lines} - {None}),
    )


def _in(rows: Any, keys: Iterable[Any]) -> Any:
    return rows.filter(pk__in=list(keys))


def _target(said: Mapping[str, Any]) -> tuple[str, int]:
    kind, _dash, number = str(said.get("target", "")).partition("-")
    return (kind, int(number)) if number.isascii() and number.isdigit() else ("", 0)


def _named(targets: Iterable[tuple[str, int]], kind: str) -> set[int]:
    return {number for of, number in targets if of == kind}


def _is_row(said: Mapping[str, Any], key: str) -> bool:
    """Proposals and questions name a table by its number in the round."""
    return isinstance(said.get(key), int) and "proposal" not in said and "asks" not in said


def _entrants(said: Mapping[str, Any]) -> Iterable[int]:
    for key in ("entrant", "walkover", "one", "other"):
        if str(said.get(key, "")).isdecimal():
            yield int(said[key])
    yield from said.get("left", []) if isinstance(said.get("left"), list) else []
    for key in ("cards", "events"):
        yield from (entrant for entrant, _what in said.get(key, []))
    for one, other, _often in said.get("draw", said).get("again", []) or []:
        yield from (one, other)


def _noted(line: Line, rows: _Rows, reader: int, *, directs: bool) -> Noted:
    said = line.arguments
    kind, number = _target(said)
    proposal = rows.proposals.get(said.get("proposal", 0))
    entrant = rows.held.get((kind, number), number if kind == "entry" else None)
    about = [entrant] if entrant else [each for each in _entrants(said) if not _drawn(said)]
    whose = {rows.entrants[each].player_id for each in about if each in rows.entrants}
    private = not (directs or reader in whose)
    table = rows.tables.get(number if kind == "table" else said.get("table", 0))
    table = None if "proposal" in said else table
    found = rows.rounds.get(number) if kind == "round" else table.round if table else None
    closed = table is not None and _is_closed(table)
    if line.act == "league-exchange" and not directs:
        # Nobody else knows of a draw before it is published.
        closed = found is None or found.status not in reading.PUBLISHED
    shown = [] if closed or (private and _is_private(line)) else about
    actor = rows.players.get(line.actor or 0)
    return Noted(
        number=line.number,
        at=line.at,
        act=line.act,
        actor=called(actor.name) if actor and line.role in OF_DIRECTORS else "",
        role=line.role,
        reference=said.get("reference", ""),
        season=rows.seasons.get(line.target_id or 0) if line.target_kind == "season" else None,
        division=_rank(line, rows, found),
        round=found.number if found else _number(said, "round"),
        table=table.number if table else _number(said, "table") if proposal else None,
        who=tuple(
            called(rows.entrants[each].player.name)
            for each in dict.fromkeys(shown)
            if each in rows.entrants
        ),
        said={} if closed else _public(line, private=private),
        before=line.before,
        after={} if closed else line.after,
        reason="" if line.act in OF_STAFF or (private and line.act in UNSAID) else line.reason,
        ask=_ask(said, rows),
        names={pk: called(row.player.name) for pk, row in rows.entrants.items()},
    )


def _drawn(said: Mapping[str, Any]) -> bool:
    return "again" in said.get("draw", said) and "one" not in said


def _rank(line: Line, rows: _Rows, found: Round | None) -> int | None:
    if found is not None:
        return found.division.rank
    told = _number(line.arguments, "division")
    # A standing names its division by its row, the others by its rank.
    return rows.ranks.get(told or 0) if line.act == "league-standing" else told


def _number(said: Mapping[str, Any], key: str) -> int | None:
    return said[key] if isinstance(said.get(key), int) else None


def _is_private(line: Line) -> bool:
    """Whether whom a line concerns is between him and the directors."""
    if line.act in APPEALED:
        return bool(line.arguments.get("what") != What.REMOVED)
    cards = [each.get("card") or 0 for each in (line.before, line.after)]
    return line.act in ABSENT and max(cards) < Card.YELLOW


def _public(line: Line, *, private: bool) -> Mapping[str, Any]:
    """What a line says, without what was missed; and a draw only once it is published."""
    hidden = {"events"} if private else set()
    if line.act != "league-publish":
        hidden |= {"again", "order"}
    return {key: value for key, value in line.arguments.items() if key not in hidden}


def _is_closed(table: LeagueTable) -> bool:
    """Nothing is told of a deal that other tables play before the last of them has ended."""
    found = table.round
    return bool(found.secret) and found.told_at is None and table.replays_id is None


def _ask(said: Mapping[str, Any], rows: _Rows) -> Asked | None:
    row = rows.asks.get(said.get("ask", 0))
    return Asked(row.condition, row.said, row.default) if row else None
