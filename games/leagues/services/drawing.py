"""Rounds are drawn: planned as a whole, or one by the standing before it.

Callers hold the season.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.leagues.rules import byes, costs, dues, groups, roundrobin, solo, swiss, until_then
from games.leagues.rules.dues import Condition, What
from games.leagues.rules.history import Draw, History, history, pairs
from games.leagues.rules.standing import standing
from games.leagues.rules.terms import Format, Terms
from games.leagues.rules.values import Kind
from games.leagues.selectors import facts
from games.leagues.services import finals, holding, planning, telling
from games.leagues.services.conditions import require
from games.models import Ask, Division, Due, Entrant, LeagueTable, Place, Proposal, Round, Season
from games.models import Bye as ByeRow

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A round's draw with what it costs, as it is kept for the log and the page."""

    draw: Draw
    cost: Told


def draw_planned(season: Season, division: Division, *, now: datetime) -> Told:
    """Draw all rounds of a division that are not published, by what stands before them."""
    terms = holding.terms_of(season)
    rounds = list(unpublished(division).filter(final=False))
    if not rounds:
        return {}
    past = history(facts.draws(division))
    drawn = _planned(season, division, terms, rounds, past)
    told = {}
    for each, found in zip(rounds, drawn, strict=True):
        told[str(each.number)] = _keep(each, found, past, now=now)
        past = after(past, found.draw)
    plan_publications(season, terms, rounds, now=now)
    telling.tell(season, telling.directors(season), "drawn", about=stamp(rounds[0]), now=now)
    return told


def draw(season: Season, due: Due, *, now: datetime) -> Told | None:
    """Draw one round by the standing before it. Drawn again it stays as it is."""
    found = Round.objects.select_related("division").get(pk=due.about)
    if found.status != Round.Status.PLANNED:
        return None
    return draw_round(season, due, found, now=now)


def draw_round(season: Season, due: Due, found: Round, *, now: datetime) -> Told:
    """Draw one round by the standing before it, perhaps once more."""
    terms, division = holding.terms_of(season), found.division
    asks = season.asks.filter(status=Ask.Status.OPEN, due__what=What.PROPOSED)
    about = Proposal.objects.filter(penalty__entrant__division=division)
    open_still = asks.filter(due__about__in=about.values("pk")).count()
    # By the standing that comes of it a round is drawn.
    require(due, Condition.OPEN_ASK, holds=not open_still, asks=open_still)
    past = history(facts.draws(division))
    if found.final:
        drawn = _Drawn(*finals.draw(season, due, found))
    else:
        players = [str(each.pk) for each in playing(division, found.number)]
        players = [each for each in players if each not in _sitting_out(found)]
        seating = terms.seating(len(players))
        enough = bool(seating.tables)
        require(due, Condition.NO_TABLE, holds=enough, round=found.number, left=len(players))
        drawn = _swiss(season, found, players, past)
    told = _keep(found, drawn, past, now=now)
    plan_publications(season, terms, [found], now=now)
    telling.tell(season, telling.directors(season), "drawn", about=stamp(found), now=now)
    return {"division": division.rank, "round": found.number, **told}


def redraw(season: Season, division: Division, *, now: datetime) -> None:
    """Draw anew what is drawn and not published, since somebody left or came."""
    if holding.terms_of(season).format.planned:
        if unpublished(division).filter(final=False).exists():
            draw_planned(season, division, now=now)
        return
    for found in unpublished(division).filter(status=Round.Status.DRAWN, final=False):
        LeagueTable.objects.filter(round=found).delete()
        found.status = Round.Status.PLANNED
        found.save(update_fields=("status",))
        planning.drop(season, What.PUBLISH, about=found.pk, now=now)
        planning.plan(season, What.DRAW, now, found.pk)


def playing(division: Division, number: int) -> list[Entrant]:
    """List who plays in a round, as they stood before the first one."""
    there = (Entrant.Status.CONFIRMED, Entrant.Status.ACTIVE)
    found = division.entrants.filter(status__in=there, joined_round__lte=number)
    return list(found.order_by("at_first", "pk"))


def _planned(
    season: Season, division: Division, terms: Terms, rounds: Sequence[Round], past: History
) -> list[_Drawn]:
    players = [str(each.pk) for each in playing(division, rounds[0].number)]
    match terms.format:
        case Format.SOLO:
            return [_Drawn(solo.draw(players), {}) for _ in rounds]
        case Format.ROUND_ROBIN:
            return _circle(division, terms, rounds, players)
    seating = terms.seating(len(players))
    if not seating.tables:
        return [_Drawn(Draw((), tuple(players)), {}) for _ in rounds]
    plan = groups.plan(
        players,
        seating,
        rounds=len(rounds),
        seed=season.commitment,
        before=past,
        duplicate=terms.compared,
    )
    reached = {
        "squares": plan.balance.squares,
        "bound": plan.balance.bound,
        "baseline": plan.baseline,
        "least": plan.balance.meetings_least,
        "most": plan.balance.meetings_most,
    }
    # What the whole plan comes to is no round's own.
    return [_Drawn(each, {"plan": reached}) for each in plan.rounds]


def _circle(
    division: Division, terms: Terms, rounds: Sequence[Round], players: Sequence[str]
) -> list[_Drawn]:
    """The circle as it began: who left it leaves a bye to whom he would have met."""
    began = _circle_of(division)
    circle = roundrobin.rounds(began, double=terms.double)
    there, drawn = set(players), list[_Drawn]()
    for each in rounds:
        whole = circle[each.number - 1]
        tables = tuple(table for table in whole.tables if there.issuperset(table))
        seated = {entry for table in tables for entry in table}
        alone = tuple(entry for entry in players if entry not in seated)
        drawn.append(_Drawn(Draw(tables, alone), {}))
    return drawn


def _circle_of(division: Division) -> list[str]:
    """Who stands where in the circle: who came late stands where he stood whom he replaces."""
    everybody = list(division.entrants.order_by("at_first", "pk"))
    by = {each.replaces_id: each for each in everybody if each.replaces_id}
    circle = []
    for each in everybody:
        if each.replaces_id:
            continue
        stands = each
        while stands.pk in by:
            stands = by[stands.pk]
        circle.append(str(stands.pk))
    return circle


def _swiss(season: Season, found: Round, players: Sequence[str], past: History) -> _Drawn:
    terms = holding.terms_of(season)
    order = _order(season, found, players)
    seating = terms.seating(len(order))
    if not seating.tables:
        return _Drawn(Draw((), tuple(order)), {"order": [int(entry) for entry in order]})
    out = byes.forced(order, past.byes, seating.byes)
    rest = [entry for entry in order if entry not in out]
    drawn = swiss.draw(rest, seating.tables, past, duplicate=terms.compared, byes=out)
    return _Drawn(
        drawn.draw,
        {
            "order": [int(entry) for entry in order],
            "repeats": drawn.cost.repeats,
            "spread": drawn.cost.spread,
            "baseline": list(drawn.baseline),
            "proven": drawn.proven,
        },
    )


def _order(season: Season, found: Round, players: Sequence[str]) -> list[str]:
    """The standing before a round, the lot deciding last; before the first one as they came."""
    if found.number == 1:
        return list(players)
    terms = holding.terms_of(season)
    known = until_then.for_the_draw(terms.scoring, facts.known(found.division).facts)
    told = standing(facts.rules_of(terms), known, facts.lot_of(season))
    there = set(players)
    ranked = [row.entry for row in told.rows if row.entry in there]
    return ranked + [entry for entry in players if entry not in set(ranked)]


def _keep(found: Round, drawn: _Drawn, past: History, *, now: datetime) -> Told:
    """Store a draw with what it costs, in place of the one before."""
    tables, out = seat(found, drawn.draw)
    there = {str(each.pk) for each in playing(found.division, found.number)}
    told = {
        **({} if found.final else costs.own(drawn.draw, past.met, there)),
        **drawn.cost,
        "tables": tables,
        "byes": out,
        "again": costs.again(drawn.draw, past.met),
    }
    return as_drawn(found, told, now=now)


def as_drawn(found: Round, told: Told, *, now: datetime) -> Told:
    """Say of a round that it is drawn, once more perhaps, and what that costs."""
    found.status, found.drawn_at, found.draws = Round.Status.DRAWN, now, found.draws + 1
    found.draw = told
    found.save(update_fields=("status", "drawn_at", "draws", "draw"))
    return told


def seat(found: Round, draw: Draw) -> tuple[int, int]:
    """Store who sits where and who sits out, in place of what was; returns how many of both."""
    LeagueTable.objects.filter(round=found).delete()
    ByeRow.objects.filter(round=found, kind=Kind.FORCED).delete()
    tables = LeagueTable.objects.bulk_create(
        LeagueTable(round=found, number=number) for number, _ in enumerate(draw.tables, start=1)
    )
    there = {str(each.pk) for each in playing(found.division, found.number)}
    Place.objects.bulk_create(
        (
            Place(
                table=table,
                number=number,
                entrant_id=int(entry),
                # In a final who has left keeps his place, and loses without a game.
                state=Place.State.HELD if entry in there else Place.State.VACANT,
            )
            for table, seats in zip(tables, draw.tables, strict=True)
            for number, entry in enumerate(seats, start=1)
        ),
        batch_size=1000,
    )
    wished = _sitting_out(found)
    out = [entry for entry in draw.byes if entry not in wished]
    ByeRow.objects.bulk_create(
        ByeRow(round=found, entrant_id=int(entry), kind=Kind.FORCED) for entry in out
    )
    return len(tables), len(out)


def after(past: History, draw: Draw) -> History:
    """What a draw knows of the rounds before it, and of this one."""
    met = past.met.copy()
    for table in draw.tables:
        met.update(pairs(table))
    return replace(past, met=met)


def _sitting_out(found: Round) -> set[str]:
    wished = ByeRow.objects.filter(round=found).exclude(kind=Kind.FORCED)
    return {str(entrant) for entrant in wished.values_list("entrant", flat=True)}


def unpublished(division: Division) -> Any:
    """The rounds of a division that nobody but directors can see."""
    waiting = (Round.Status.PLANNED, Round.Status.DRAWN)
    return division.rounds.filter(status__in=waiting).order_by("number")


def plan_publications(
    season: Season, terms: Terms, rounds: Sequence[Round], *, now: datetime
) -> None:
    """A round is published once it was looked at; a planned one when the one before opens."""
    openings = list(rounds[0].division.rounds.values_list("opens_at", flat=True))
    for each in rounds:
        wanted = now + timedelta(hours=terms.looking)
        if terms.format.planned:
            wanted = max([wanted, *(at for at in openings if at < each.opens_at)])
        # Late as it may be, it is published before it opens.
        at = min(wanted, max(now, each.opens_at - dues.HOUR))
        planning.plan(season, What.PUBLISH, at, each.pk)


def stamp(found: Round) -> int:
    """Name a draw so that each is told of once: a round that is drawn again has another name."""
    return found.pk * 1000 + found.draws
