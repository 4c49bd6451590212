"""Leagues, their seasons, rounds and standings, read for pages and letters."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q

from games.errors import NoSuchLeague
from games.leagues.rules import dues, terms
from games.leagues.selectors import absences, entries, pool
from games.leagues.selectors.values import (
    AskPage,
    Basis,
    DivisionFacts,
    EntryPage,
    LeagueFacts,
    Named,
    Reach,
    RoundPage,
    SeasonFacts,
    StandingPage,
    StandingRow,
    TablePage,
)
from games.models import (
    Ask,
    Bye,
    Director,
    Division,
    Entrant,
    Follower,
    League,
    LeagueTable,
    Place,
    Player,
    Reserve,
    Result,
    Round,
    Season,
)
from games.texts.former import called

Status = Entrant.Status
PUBLISHED = (Round.Status.PUBLISHED, Round.Status.OPEN, Round.Status.CLOSED)
OPEN_TO = (Season.Status.REGISTRATION, Season.Status.PREPARED, Season.Status.RUNNING)
"""So far players can enter a season, or wait for a place in it."""
TELLS_ITS_SECRET = (Season.Status.FINAL, Season.Status.CLOSED)


def leagues() -> tuple[LeagueFacts, ...]:
    """List all leagues that are open with the season that is on; those with none come last."""
    known = Season.objects.filter(league=OuterRef("pk")).exclude(status=Season.Status.DRAFT)
    found = League.objects.filter(retired_at=None).order_by(Exists(known).desc(), "name")
    return tuple(map(_league, found.prefetch_related("directors__player", "seasons")))


def league(key: str) -> LeagueFacts:
    """Read a league by its key; raises NoSuchLeague."""
    found = League.objects.filter(key=key).prefetch_related("directors__player", "seasons")
    for row in found:
        return _league(row)
    raise NoSuchLeague


def seasons(key: str) -> tuple[SeasonFacts, ...]:
    """List the seasons of a league that everybody may know of, the newest first."""
    return tuple(each for each in all_seasons(key) if each.status != Season.Status.DRAFT)


def all_seasons(key: str) -> tuple[SeasonFacts, ...]:
    """The same with the draft, for its directors."""
    found = _counted(Season.objects.filter(league__key=key)).order_by("-number")
    return tuple(map(_season, found))


def season(key: str, number: int) -> SeasonFacts:
    """Read a season of a league; raises NoSuchLeague."""
    for row in _counted(Season.objects.filter(league__key=key, number=number)):
        return _season(row)
    raise NoSuchLeague


def divisions(season_id: int) -> tuple[DivisionFacts, ...]:
    """List the divisions of a season from the top."""
    found = Division.objects.filter(season=season_id).annotate(count=Count("entrants"))
    return tuple(
        DivisionFacts(row.pk, row.rank, row.name, row.count) for row in found.order_by("rank")
    )


def standing(division_id: int) -> StandingPage:
    """Read the last whole standing of a division, by two statements; raises NoSuchLeague."""
    found = Division.objects.select_related("standing").filter(pk=division_id).first()
    if found is None:
        raise NoSuchLeague
    names = _names(division=division_id)
    kept = found.standing
    return StandingPage(
        division=DivisionFacts(found.pk, found.rank, found.name, len(names)),
        rows=tuple(_row(row, names[row["entrant"]], kept.bounds) for row in kept.rows),
        withdrawn=tuple(names[entrant] for entrant in kept.withdrawn),
        final=tuple(names[entrant] for entrant in kept.final),
        basis=_basis(kept.bounds),
        results=kept.results,
        last=kept.last,
        built_at=kept.built_at,
        stale=kept.stale,
    )


def rounds(division_id: int, *, for_directors: bool = False) -> tuple[RoundPage, ...]:
    """List the rounds of a division with tables; directors see draws that are not published."""
    names = _names(division=division_id)
    tables = LeagueTable.objects.select_related("game").order_by("number", "leg")
    found = Round.objects.filter(division=division_id).order_by("number")
    found = found.prefetch_related(
        Prefetch("tables", tables, "all_tables"),
        Prefetch("all_tables__places", Place.objects.order_by("number"), "in_order"),
        Prefetch("all_tables__results", Result.objects.filter(superseded_at=None), "standing"),
        Prefetch("byes", Bye.objects.order_by("entrant"), "all_byes"),
    )
    return tuple(_round(row, names, shown=for_directors) for row in found)


def entry(season_id: int, player: Player, *, now: datetime) -> EntryPage:
    """Say what somebody is in a season and can do there; raises NoSuchLeague."""
    row = _counted(Season.objects.filter(pk=season_id)).select_related("league").first()
    if row is None or row.status == Season.Status.DRAFT:
        raise NoSuchLeague
    facts = _season(row)
    own = Entrant.objects.filter(season=season_id, player=player).first()
    divided = Division.objects.filter(season=season_id).exists()
    undrawn = entries.next_undrawn(own) if own else None
    can = [*_can(row, own, now, divided=divided)]
    if own and undrawn:
        can.append("no-bye" if undrawn.byes.filter(entrant=own).exists() else "bye")
    if not facts.ended_at:
        there = Reserve.objects.filter(league=row.league_id, player=player).exists()
        can.append("unreserve" if there else "reserve")
    until = None if divided else facts.terms.divides_at
    if own is not None and own.offered_at is not None:
        until = own.offered_at + dues.OFFERED
    return EntryPage(
        league=_league(row.league),
        season=facts,
        status=own.status if own else "",
        number=entries.number_of(own) if own else 0,
        until=until,
        can=tuple(can),
        steps=absences.steps(season_id, player, now=now) if own else (),
        sits_out=undrawn.number if undrawn else 0,
        vacancies=pool.offered(season_id, player),
    )


def asks(league_id: int) -> tuple[AskPage, ...]:
    """List the questions of a league, those that are open first, then the newest."""
    found = Ask.objects.filter(season__league=league_id).select_related("answered_by")
    rows = sorted(found.order_by("-opened_at", "-pk"), key=lambda row: row.status != "open")
    return tuple(map(ask_page, rows))


def ask_page(row: Ask) -> AskPage:
    """Tell a question."""
    by = row.answered_by
    return AskPage(
        row.pk, row.condition, asked_about(row), tuple(row.choices), row.default, row.status,
        row.answer,
        called(by.name) if by else "", row.opened_at, row.deadline, row.answered_at,
    )  # fmt: skip


def asked_about(row: Ask) -> dict[str, Any]:
    """What a question's sentence names, for directors: entries by the names that they have now."""
    found: dict[str, Any] = row.said
    if "entrants" not in found:
        return found
    names = _names(pk__in=found["entrants"])
    called_now = [names[each].name for each in found["entrants"]]
    return found | dict(zip(("one", "other"), called_now, strict=False))


def directs(league_id: int, player: Player) -> bool:
    """Tell whether somebody directs a league now."""
    return Director.objects.filter(league=league_id, player=player, ended_at=None).exists()


def follows(league_id: int, player: Player) -> bool:
    """Tell whether somebody wants to be told of a league."""
    return Follower.objects.filter(league=league_id, player=player).exists()


def named(entrant: Entrant) -> Named:
    """Tell an entrant who was read with his player."""
    player = entrant.player
    profile = player.key if player.email else ""
    left = entrant.status in Entrant.LEFT
    return Named(entrant.pk, called(player.name), profile, entrant.status, left)


def _can(row: Season, own: Entrant | None, now: datetime, *, divided: bool) -> Iterable[str]:
    if own is None or own.status == Status.DECLINED:
        if row.status in OPEN_TO:
            yield "register"
        return
    if own.status == Status.ACTIVE and row.status == Season.Status.RUNNING:
        yield "withdraw"
    back = own.left_at + dues.RETURN_WITHIN if own.left_at else now
    runs = row.status == Season.Status.RUNNING
    if own.status == Status.WITHDRAWN and runs and now <= back:
        yield "come-back"
    if own.status in (*Entrant.IN, Status.WAITING):
        if own.offered_at is not None or (own.confirmed_at is None and not divided):
            yield "confirm"
        yield "decline"


def _league(row: League) -> LeagueFacts:
    there = sorted(row.directors.all(), key=lambda each: (each.begun_at, each.pk))
    on = [each for each in row.seasons.all() if each.status not in _NOT_ON]
    # What is played goes before what is announced.
    last = max(on, key=lambda each: (each.status in _PLAYED, each.number), default=None)
    return LeagueFacts(
        row.pk,
        row.key,
        row.name,
        row.language,
        row.retired_at is not None,
        tuple(called(each.player.name) for each in there if each.ended_at is None),
        _season(last) if last else None,
    )


_PLAYED = (Season.Status.RUNNING, Season.Status.COUNTING)
_NOT_ON = (Season.Status.DRAFT, Season.Status.CLOSED, Season.Status.CANCELLED)


def _counted(found: Any) -> Any:
    there = ~Q(entrants__status__in=(Status.WAITING, Status.DECLINED))
    waiting = Q(entrants__status=Status.WAITING)
    # Its draft is a page of its own.
    return found.defer("draft").annotate(
        there=Count("entrants", filter=there), waits=Count("entrants", filter=waiting)
    )


def _season(row: Season) -> SeasonFacts:
    return SeasonFacts(
        id=row.pk,
        number=row.number,
        status=row.status,
        terms=terms.load(row.terms),
        commitment=row.commitment,
        secret=row.secret if row.status in TELLS_ITS_SECRET else "",
        announced_at=row.announced_at,
        suspended_at=row.suspended_at,
        ended_at=row.ended_at,
        entrants=getattr(row, "there", 0),
        waiting=getattr(row, "waits", 0),
        reason=row.reason,
    )


def _names(**which: object) -> dict[int, Named]:
    found = Entrant.objects.filter(**which).select_related("player")
    return {entrant.pk: named(entrant) for entrant in found}


def _basis(bounds: Any) -> Basis | None:
    if not bounds:
        return None
    return Basis(datetime.fromisoformat(bounds["since"]), tuple(bounds["why"]))


def _reach(entrant: int, bounds: Any) -> Reach | None:
    found = bounds["rows"].get(str(entrant)) if bounds else None
    if found is None:
        return None
    best, worst, least, most = found
    return Reach(best, worst, Fraction(least), Fraction(most))


def _row(row: Any, entrant: Named, bounds: Any) -> StandingRow:
    return StandingRow(
        entrant=entrant,
        place=row["place"],
        points=Fraction(row["points"]),
        games=row["games"],
        decided_by=row["decided_by"],
        values={
            name: None if value is None else Fraction(value)
            for name, value in row["values"].items()
        },
        not_all_met=row["not_all_met"],
        ticket=row["ticket"],
        reach=_reach(row["entrant"], bounds),
    )


def _round(row: Any, names: dict[int, Named], *, shown: bool) -> RoundPage:
    tells = shown or row.status in PUBLISHED
    return RoundPage(
        id=row.pk,
        number=row.number,
        final=row.final,
        status=row.status,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        opens=row.opens,
        tables=tuple(_table(table, names, row) for table in row.all_tables) if tells else (),
        byes=tuple((names[bye.entrant_id], bye.kind) for bye in row.all_byes) if tells else (),
        cost=row.draw if tells else {},
    )


def _table(row: Any, names: dict[int, Named], of: Any) -> TablePage:
    result = next(iter(row.standing), None)
    # Of a deal that is played at several tables nothing is told before the last has ended.
    tells = not of.secret or of.told_at is not None or row.replays_id is not None
    return TablePage(
        id=row.pk,
        number=row.number,
        leg=row.leg,
        status=row.status,
        late=row.late,
        game_key=row.game.key if row.game and tells else "",
        places=tuple((names[place.entrant_id], place.state) for place in row.in_order),
        result={"kind": result.kind, "at": result.at, "lines": result.lines}
        if result and tells
        else None,
        seen=f"{row.status} {result.pk if result else 0}",
    )
