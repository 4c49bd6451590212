"""The knock-out final of the top division: who meets whom, further games, who came how far.

Players are named by their seeds here, 1 being the best. Callers hold the season.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from games.leagues.rules import bracket, order, sizes
from games.leagues.rules.dues import Condition, What
from games.leagues.rules.history import Draw
from games.leagues.rules.terms import WALL, Terms
from games.leagues.rules.values import Ending, Line, Status
from games.leagues.selectors import facts
from games.leagues.services import holding, planning, standings
from games.leagues.services.conditions import Later, require
from games.models import Division, Due, Entrant, LeagueTable, Place, Round, Season

TOP = 1
"""Which division plays the final."""
Group = tuple[int, ...]
"""Who plays against each other in a round: a table, or two who may play several games."""


def goes_on(season: Season, closed: Round, *, now: datetime) -> bool:
    """Plan the next round of the final, if there is to be one; tell whether there is."""
    terms, division = holding.terms_of(season), closed.division
    if not terms.seeds or division.rank != TOP:
        return False
    active = division.entrants.filter(status=Entrant.Status.ACTIVE).count()
    if len(closed.draw["groups"]) < 2 if closed.final else active < 2:
        return False
    last = division.rounds.order_by("-number")[0]
    window = terms.window_after(last.number + 1, datetime.strptime(closed.closes, WALL))  # noqa: DTZ007
    fresh = Round.objects.create(
        division=division,
        number=window.round,
        final=True,
        opens=window.opens.strftime(WALL),
        closes=window.closes.strftime(WALL),
        opens_at=window.opens_at,
        closes_at=window.closes_at,
    )
    planning.plan(season, What.DRAW, now, fresh.pk)
    return True


def draw(season: Season, due: Due, found: Round) -> tuple[Draw, dict[str, Any]]:
    """Draw a round of the final by the places before it, or by who went on."""
    terms, division = holding.terms_of(season), found.division
    to_come = LeagueTable.objects.filter(
        round__division=division, round__number__lt=found.number, status__in=LeagueTable.TO_COME
    )
    left = to_come.count()
    require(due, Condition.UNFINISHED, holds=not left, round=found.number, left=left)
    if division.rounds.filter(told_at=None).exclude(secret="").exists():
        # Before its deals are told nobody's place is known.
        raise Later
    before = division.rounds.filter(final=True, number__lt=found.number).order_by("-number").first()
    if before is None:
        seeds = _seeds(season, division, terms.seeds)
        groups = _first(terms, len(seeds))
    else:
        seeds = before.draw["seeds"]
        groups = _next(terms, before)
    named = [tuple(str(seeds[place - 1]) for place in group) for group in groups]
    tables = tuple(group for group in named if len(group) > 1)
    byes = tuple(group[0] for group in named if len(group) == 1)
    return Draw(tables, byes), {"seeds": seeds, "groups": [list(group) for group in groups]}


def follow(season: Season, table: LeagueTable, *, now: datetime) -> None:
    """Let two play once more, if what they played decides nothing yet."""
    terms, found = holding.terms_of(season), table.round
    group = _groups_at_tables(found)[table.number - 1]
    if len(group) != 2 or _winner(terms, found, table.number) is not None:
        return
    if found.tables.filter(number=table.number, status__in=LeagueTable.TO_COME).exists():
        return
    leg = table.leg + 1
    seeds = found.draw["seeds"]
    again = LeagueTable.objects.create(round=found, number=table.number, leg=leg, late=table.late)
    Place.objects.bulk_create(
        Place(table=again, number=number, entrant_id=seeds[place - 1])
        for number, place in enumerate(bracket.seats((group[0], group[1]), leg), start=1)
    )
    planning.plan(season, What.DEAL, now, again.pk)


def ranking(season: Season, division: Division) -> list[int]:
    """List who played the final, by how far they came; of those who came as far by their seeds."""
    terms, ranked, seeds = holding.terms_of(season), list[int](), list[int]()
    for found in division.rounds.filter(final=True).order_by("-number"):
        seeds = found.draw.get("seeds", [])
        through = [place for group in _advancing(terms, found) for place in group]
        played = sorted(place for group in found.draw.get("groups", []) for place in group)
        for place in (*through, *played):
            if place not in ranked:
                ranked.append(place)
    return [seeds[place - 1] for place in ranked]


def _seeds(season: Season, division: Division, most: int) -> list[int]:
    rows = standings.work_out(season, division, lot=True).rows
    active = division.entrants.filter(status=Entrant.Status.ACTIVE)
    there = set(active.values_list("pk", flat=True))
    return [row["entrant"] for row in rows if row["entrant"] in there][:most]


def _first(terms: Terms, players: int) -> list[Group]:
    if terms.sizes.high == 2:
        return [_pair(*pair) for pair in bracket.first_pairs(players)]
    return _tables(terms, range(1, players + 1), ())


def _next(terms: Terms, before: Round) -> list[Group]:
    through = _advancing(terms, before)
    if terms.sizes.high == 2:
        return [_pair(*pair) for pair in bracket.next_pairs([group[0] for group in through])]
    on = [place for group in through for place in group]
    played = [place for group in before.draw["groups"] for place in group]
    return _tables(terms, on, sorted(set(played) - set(on)))


def _pair(better: int, worse: int | None) -> Group:
    return (better,) if worse is None else (better, worse)


def _tables(terms: Terms, players: Sequence[int], out: Sequence[int]) -> list[Group]:
    """Deal players onto tables; too few for one are joined by the best of those who are out."""
    missing = max(0, terms.sizes.low - len(players))
    there = sorted((*players, *out[:missing]))
    seating = sizes.seating(len(there), terms.sizes)
    # A bye goes to the best here, as with pairs.
    waits, seated = there[: seating.byes], there[seating.byes :]
    return [*((each,) for each in waits), *bracket.tables(seated, seating.tables)]


def _groups_at_tables(found: Round) -> list[Group]:
    return [tuple(group) for group in found.draw["groups"] if len(group) > 1]


def _advancing(terms: Terms, found: Round) -> list[Group]:
    """Who goes on from each group, in the order of the groups, the best first."""
    through, number = list[Group](), 0
    for group in found.draw.get("groups", []):
        if len(group) == 1:
            through.append((group[0],))
            continue
        number += 1
        if len(group) == 2:
            through.append((_winner(terms, found, number) or min(group),))
        else:
            through.append(bracket.advancing(_levels(found, number)))
    return through


def _winner(terms: Terms, found: Round, number: int) -> int | None:
    """Who of two goes on; nobody if they have to play, or to finish. Annulled is level for good."""
    pair = _groups_at_tables(found)[number - 1]
    seeds = {str(entrant): place for place, entrant in enumerate(found.draw["seeds"], start=1)}
    legs = [table for table in facts.final_tables(found.division) if table.round_id == found.pk]
    told = [facts.table_of(leg) for leg in legs if leg.number == number]
    if any(leg.status is Status.ANNULLED for leg in told):
        return min(pair)
    won = [
        [seeds[entry] for entry in order.winners(leg)[0]]
        for leg in told
        if leg.status is Status.FINAL
    ]
    games = [first[0] if len(first) == 1 else None for first in won]
    return bracket.winner((pair[0], pair[1]), games, best_of=terms.best_of)


def _levels(found: Round, number: int) -> list[list[int]]:
    """The players of a table by groups of equals, the best first; an annulled one by seed."""
    seeds = {str(entrant): place for place, entrant in enumerate(found.draw["seeds"], start=1)}
    tables = [table for table in facts.final_tables(found.division) if table.round_id == found.pk]
    told = next(facts.table_of(table) for table in tables if table.number == number)
    if told.status is not Status.FINAL:
        return [[place] for place in sorted(seeds[line.entry] for line in told.lines)]
    lines = sorted(told.lines, key=_rank, reverse=True)
    return [[seeds[line.entry] for line in level] for _, level in groupby(lines, key=_rank)]


def _rank(line: Line) -> tuple[bool, order.Rank]:
    held = line.ending is not Ending.FORFEIT
    return held, order.rank(line) if held else (False, 0)
