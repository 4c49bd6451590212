"""Who goes up and down, counted anew: section 9 of the specification, written a second time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.leagues.rules.terms import load
from games.models import Division, Entrant, Season


@dataclass(frozen=True, slots=True)
class Sizes:
    """A league's numbers."""

    size: int
    least: int
    most: int
    swap: int


@dataclass(frozen=True, slots=True)
class Back:
    """Who comes back: where he was last (1 is the top), and how many seasons he sat out."""

    who: str
    was: int
    away: int


@dataclass(frozen=True, slots=True)
class Divided:
    """Who is in which division of a season, beside who should be, and how many moved."""

    found: list[set[str]]
    written: list[set[str]]
    up: int
    down: int


def counted(season: Season, began: Sequence[Collection[int]]) -> Divided:
    """Compare who was in which division when they were published with what follows from before."""
    terms = load(season.terms)
    former = list(season.league.seasons.filter(number__lt=season.number).order_by("number"))
    orders = [_order(each) for each in _divisions(former[-1])] if former else []
    there = {who for order in orders for who in order}
    entered = season.entrants.filter(player__in=[pk for each in began for pk in each])
    coming = [str(each.player_id) for each in entered.order_by("registered_at", "pk")]
    back = [one for who in coming if who not in there and (one := _back(who, former))]
    rules = terms.divisions
    written = next_divisions(
        orders or [[]],
        Sizes(rules.size, rules.min, rules.max, rules.swap),
        leaving=there - set(coming),
        back=back,
        new=[who for who in coming if who not in there | {one.who for one in back}],
        playable=terms.fewest,
    )
    found = [{str(pk) for pk in each} for each in began]
    was = {who: at for at, order in enumerate(orders) for who in order}
    moved = [at - was[who] for at, here in enumerate(found) for who in here if who in was]
    return Divided(found, written, sum(by < 0 for by in moved), sum(by > 0 for by in moved))


def _divisions(season: Season) -> list[Division]:
    return list(season.divisions.order_by("rank"))


def _order(division: Division) -> list[str]:
    """The players of a division by place; who left without one stands behind."""
    entrants = {each.pk: str(each.player_id) for each in division.entrants.order_by("at_first")}
    placed = [row["entrant"] for row in division.standing.rows]
    return [entrants[pk] for pk in (*placed, *(pk for pk in entrants if pk not in placed))]


def _back(who: str, former: Sequence[Season]) -> "Back | None":
    """Where somebody played last, if he ever did."""
    played = Entrant.objects.filter(season__in=former, player=int(who), division__isnull=False)
    last = played.order_by("-season__number").select_related("season", "division").first()
    if last is None or last.division is None:
        return None
    return Back(who, last.division.rank, former[-1].number - last.season.number)


def next_divisions(
    orders: Sequence[Sequence[str]],
    sizes: Sizes,
    *,
    leaving: Collection[str],
    back: Sequence[Back],
    new: Sequence[str],
    playable: int,
) -> list[set[str]]:
    """Tell who is in which division next, if nobody answers the directors' questions.

    With fewer than `playable` a division cannot be played.
    """
    last = len(orders) - 1
    was = {who: at for at, order in enumerate(orders) for who in order}
    goes = {who: at for who, at in was.items() if who not in leaving}
    swaps = [min(sizes.swap, len(upper) // 3, len(lower) // 3) for upper, lower in pairwise(orders)]
    down: dict[int, list[str]] = {}
    zone: dict[int, list[str]] = {}
    for at, k in enumerate(swaps):
        down[at] = [who for who in orders[at][len(orders[at]) - k :] if who in goes]
        first = [who for who in orders[at + 1][: 2 * k] if who in goes]
        # Who is further than the first k of those is extra, while he stays where he is.
        zone[at] = first[k:]
        goes |= dict.fromkeys(down[at], at + 1) | dict.fromkeys(first[:k], at)
    waiting = list(back)
    for at in range(last):
        mercy = False
        # Who was in the zone may have gone down meanwhile.
        extra = [who for who in zone[at] if goes[who] == at + 1 and who not in down.get(at + 1, ())]
        while sum(place == at for place in goes.values()) < sizes.size:
            claims = [one for one in waiting if min(one.was + one.away - 1, last + 1) <= at + 1]
            if claims:
                waiting.remove(claims[0])
                goes[claims[0].who] = at
            elif extra and not (mercy and down[at]):
                goes[extra.pop(0)], mercy = at, True
            elif down[at]:
                goes[down[at].pop(0)], mercy = at, False
            else:
                break
    divisions = [[who for who in goes if goes[who] == at] for at in range(last)]
    end = _in_order([who for who in goes if goes[who] == last], orders, was, last)
    divisions.append([*end, *(one.who for one in waiting), *new])
    _split(divisions, sizes, was)
    _merge(divisions, sizes, playable)
    return [set(division) for division in divisions]


def _in_order(
    end: Sequence[str], orders: Sequence[Sequence[str]], was: dict[str, int], last: int
) -> list[str]:
    """Relegated first, then who stays; nobody comes up into the last one, or is pardoned there."""
    place = {who: at for order in orders for at, who in enumerate(order)}
    return sorted(end, key=lambda who: (was[who] == last, place[who]))


def _split(divisions: list[list[str]], sizes: Sizes, was: dict[str, int]) -> None:
    while len(divisions[-1]) > sizes.most:
        end, at = divisions[-1], len(divisions) - 1
        promised = sum(who in was for who in end)
        going = max(len(end) - max(sizes.size, promised), sizes.least)
        fall_twice = any(who in was and was[who] < at for who in end[-going:])
        if fall_twice or len(end) - going < sizes.least:
            return
        divisions[-1:] = [end[:-going], end[-going:]]


def _merge(divisions: list[list[str]], sizes: Sizes, playable: int) -> None:
    while len(divisions) > 1 and len(divisions[-1]) < sizes.least:
        fits = len(divisions[-2]) + len(divisions[-1]) <= sizes.most
        if not fits and len(divisions[-1]) >= playable:
            return
        divisions[-2:] = [divisions[-2] + divisions[-1]]
