"""Between which places everybody will end is worked out with a standing. Callers hold the season.

A pair is kept for each entry and never widens, until something takes back what it rested on.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.leagues.rules import adjudication, basis, borders, ratings
from games.leagues.rules.adjudication import Game
from games.leagues.rules.borders import Border
from games.leagues.rules.bounds import Bounds, narrowed
from games.leagues.rules.ratings import Manner
from games.leagues.rules.remaining import Ahead, Range, Ranges, remaining
from games.leagues.rules.standing import Standing as Told
from games.leagues.rules.terms import Terms
from games.leagues.selectors import facts
from games.leagues.selectors import games as offered
from games.leagues.selectors.facts import Known
from games.leagues.services import holding
from games.models import Division, Entrant, Result, Round, Season, Standing

Kept = dict[str, Any]


def work_out(
    terms: Terms,
    division: Division,
    known: Known,
    told: Told,
    kept: Kept,
    *,
    now: datetime,
    replaced: Sequence[int] = (),
) -> Kept:
    """Work out what is shown from now on, given what was kept.

    `replaced` are results that stand and would be replaced, where it is asked what would follow.
    """
    clans = ratings.manner(terms.ruleset) is Manner.CLANS
    rules = facts.rules_of(terms)
    left = remaining(rules, known.facts, told, _ahead(division), _ranges(terms), clans=clans)
    gone = [*_replaced(division), *replaced]
    stand = basis.grounds(terms.scoring, known.facts, gone, clans=clans)
    why = basis.taken_back(kept["grounds"], stand, _totals(kept), left.totals) if kept else ()
    goes_on = kept and not why
    before = pairs(kept) if goes_on else {}
    rows = {}
    for entry, fresh in left.bounds().items():
        shown = narrowed(before.get(int(entry)), fresh)
        total = left.totals[entry]
        rows[entry] = [*shown, str(total.least), str(total.most)]
    return {
        "since": kept["since"] if goes_on else now.isoformat(),
        "why": kept["why"] if goes_on else list(why),
        "grounds": stand,
        "said": kept["said"] if goes_on else [],
        "rows": rows,
    }


def final(kept: Kept, rows: Sequence[Mapping[str, Any]]) -> Kept:
    """When places are final each is its own bound."""
    placed = {
        str(row["entrant"]): [row["place"], row["place"], row["points"], row["points"]]
        for row in rows
    }
    return {**kept, "rows": placed} if kept else {}


def say(season: Season, division: Division, number: int) -> None:
    """Keep what has become certain, as said in the letters of a round; each thing is said once."""
    standing = Standing.objects.select_related("division").get(division=division)
    kept = standing.bounds
    if not kept:
        return
    told = {(entry, border, word) for entry, border, word, _round in kept["said"]}
    there = borders_of(season, standing, kept)
    fresh = [[*each, number] for each in words_of(pairs(kept), there) if each not in told]
    if fresh:
        standing.bounds = {**kept, "said": [*kept["said"], *fresh]}
        standing.save(update_fields=("bounds",))


def borders_of(season: Season, standing: Standing, kept: Kept) -> dict[Border, int]:
    """Say where a division is cut."""
    swap = holding.terms_of(season).divisions.swap
    up, down = facts.zone_of(standing.division, swap)
    places = len(kept["rows"])
    # Who left without a place is the first to be gone.
    return borders.borders(up, places - max(0, down - len(standing.withdrawn)), places)


def words_of(
    shown: Mapping[int, Bounds], there: dict[Border, int]
) -> Iterator[tuple[int, str, str]]:
    """Say what is certain, entry by entry."""
    for entrant, each in sorted(shown.items()):
        for border, word in borders.words(each, there):
            yield entrant, border.value, word.value


def pairs(kept: Kept) -> dict[int, Bounds]:
    """Read the pairs that are kept."""
    rows = kept.get("rows", {})
    return {int(entry): Bounds(best, worst) for entry, (best, worst, *_totals) in rows.items()}


def _totals(kept: Kept) -> dict[str, Range]:
    rows = kept.get("rows", {})
    return {entry: Range(Fraction(row[2]), Fraction(row[3])) for entry, row in rows.items()}


def _ahead(division: Division) -> Ahead:
    """Rounds that are drawn and not published are as open as others: nobody knows of them."""
    published = facts.published(division)
    rounds = Round.objects.filter(division=division, final=False)
    left = rounds.filter(status__in=(Round.Status.PLANNED, Round.Status.DRAWN)).count()
    there = (Entrant.Status.CONFIRMED, Entrant.Status.ACTIVE)
    playing = Entrant.objects.filter(division=division, status__in=there)
    undrawn = {str(pk): left for pk in playing.values_list("pk", flat=True)} if left else {}
    return Ahead(published.tables, published.byes, undrawn)


def _ranges(terms: Terms) -> Ranges:
    """Between what points a line is at each size of table that the league plays, or came to."""
    can, rounds = offered.can(terms.ruleset), int(terms.options.get("rounds", "1"))
    return {
        size: Range(*adjudication.bounds(terms.scoring, Game(size, 0, can.gold, rounds)))
        for size in range(terms.sizes.low, terms.sizes.high + 1)
    }


def _replaced(division: Division) -> list[int]:
    found = Result.objects.filter(table__round__division=division, table__round__final=False)
    return list(found.filter(superseded_at__isnull=False).values_list("pk", flat=True))
