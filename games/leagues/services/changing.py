"""Two change places in a draw that is not published: what that costs, in all rounds it touches.

Callers hold the season.
"""

from collections.abc import Iterator
from datetime import datetime

from games.leagues.rules import costs, swiss
from games.leagues.rules.history import Draw, History, history
from games.leagues.rules.values import Kind
from games.leagues.selectors import facts
from games.leagues.services import drawing, holding, telling
from games.models import Place, Round, Season


def exchanged(found: Round, one: int, other: int) -> Draw | None:
    """A draw with two entrants in each other's places; none if that changes no company.

    Nobody chooses seats: each takes the number that the other had.
    """
    was = drawn(found)
    swap = {str(one): str(other), str(other): str(one)}
    at = [table for table in was.tables if swap.keys() & set(table)]
    sits = {entry for table in was.tables for entry in table} | set(was.byes)
    if one == other or not swap.keys() <= sits or not at or swap.keys() <= set(at[0]):
        return None
    tables = tuple(tuple(swap.get(entry, entry) for entry in table) for table in was.tables)
    return Draw(tables, tuple(swap.get(entry, entry) for entry in was.byes))


def drawn(found: Round) -> Draw:
    """A round as it is drawn now, with the byes that the draw gave."""
    tables = found.tables.filter(replays=None, leg=1).order_by("number")
    places = Place.objects.filter(table__in=tables).order_by("table__number", "number")
    seated: dict[int, list[str]] = {}
    for table, entrant in places.values_list("table", "entrant"):
        seated.setdefault(table, []).append(str(entrant))
    out = found.byes.filter(kind=Kind.FORCED).order_by("entrant").values_list("entrant", flat=True)
    return Draw(tuple(map(tuple, seated.values())), tuple(map(str, out)))


def meet_again(found: Round, draw: Draw) -> int:
    """Say how many pairs of a draw have met before it, or will have."""
    return next(
        len(swiss.repeats(draw.tables, past.met))
        for each, _, past in _in_order(found, draw)
        if each.pk == found.pk
    )


def change(season: Season, found: Round, draw: Draw, *, now: datetime) -> None:
    """Put a director's draw in place of the one that was made, and let it be looked at anew.

    What it costs is worked out anew, and what those after it cost.
    """
    there = [str(each.pk) for each in drawing.playing(found.division, found.number)]
    rounds, past = list[Round](), History()
    for each, has, before in _in_order(found, draw):
        each.draw = costs.anew(each.draw, has, before.met, there)
        rounds.append(each)
        past = drawing.after(before, has)
    for each in rounds:
        if plan := costs.plan_of(each.draw):
            each.draw["plan"] = costs.planned_anew(plan, past.met, there)
        if each.pk == found.pk:
            drawing.seat(found, draw)
            drawing.as_drawn(found, each.draw, now=now)
        else:
            each.save(update_fields=("draw",))
    drawing.plan_publications(season, holding.terms_of(season), [found], now=now)
    telling.tell(season, telling.directors(season), "drawn", about=drawing.stamp(found), now=now)


def _in_order(found: Round, draw: Draw) -> Iterator[tuple[Round, Draw, History]]:
    """Each draw that is not published, one of them changed, with all that stands before it."""
    past = history(facts.draws(found.division))
    rows = drawing.unpublished(found.division).filter(status=Round.Status.DRAWN, final=False)
    for each in rows:
        has = draw if each.pk == found.pk else drawn(each)
        yield each, has, past
        past = drawing.after(past, has)
