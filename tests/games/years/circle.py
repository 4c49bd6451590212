"""A full round robin, counted anew from its tables: everyone has met everyone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from games.leagues.rules.terms import load
from games.models import Division, Entrant, Place


def faults(division: Division) -> Iterator[str]:
    """Say who of those who were there throughout did not meet once, or twice with seats swapped."""
    terms = load(division.season.terms)
    there = division.entrants.filter(status=Entrant.Status.FINISHED, replaces=None)
    stayed = set(there.values_list("pk", flat=True))
    at: dict[int, list[int]] = {}
    found = Place.objects.filter(
        table__round__division=division, table__round__final=False, table__replays=None
    )
    for table, entrant in found.order_by("table", "number").values_list("table", "entrant"):
        at.setdefault(table, []).append(entrant)
    met = Counter(map(tuple, at.values()))
    first = Counter(seats[0] for seats in at.values())
    played = Counter(pk for seats in at.values() for pk in seats)
    for one, other in combinations(sorted(stayed), 2):
        seated = (met[one, other], met[other, one])
        if seated != (1, 1) if terms.double else sum(seated) != 1:
            yield f"{division}: {one} and {other} met {seated[0]} and {seated[1]} times"
    if len(stayed) == division.entrants.count():
        for pk in sorted(stayed):
            if abs(2 * first[pk] - played[pk]) > 1:
                yield f"{division}: {pk} began {first[pk]} of {played[pk]} games"
