"""Who met whom in a division, counted anew from its tables, beside the baseline and the bound."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from games.leagues.rules import groups
from games.leagues.rules.balance import balance
from games.leagues.rules.history import Draw, history, silent
from games.leagues.rules.places import Places
from games.leagues.rules.terms import Format, load
from games.models import Division, Round


@dataclass(frozen=True, slots=True)
class Meetings:
    """The sum over all pairs of how often they met, squared: what is, what was asked, what can."""

    squares: int
    baseline: int
    """Of drawing one round after the other as leagues.md, 4 says, after the same rounds."""
    bound: int

    def __add__(self, other: "Meetings") -> "Meetings":
        """Count two divisions together."""
        return Meetings(
            self.squares + other.squares,
            self.baseline + other.baseline,
            self.bound + other.bound,
        )


def counted(division: Division) -> Meetings:
    """Count the meetings of a division's season, but for a final."""
    rounds = list(division.rounds.filter(final=False).order_by("number"))
    drawn = [_drawn(each) for each in rounds]
    if load(division.season.terms).format is Format.SWISS:
        return _one_by_one(rounds, drawn)
    last = max(each.drawn_at for each in rounds)
    # Who leaves or comes has the rounds drawn anew that are not published yet.
    stood = [draw for each, draw in zip(rounds, drawn, strict=True) if each.drawn_at != last]
    return _as_a_whole(division, stood, drawn[len(stood) :])


def _as_a_whole(division: Division, stood: Sequence[Draw], planned: Sequence[Draw]) -> Meetings:
    """Compare the plan that came last with a baseline that begins where it began."""
    there = _players(planned[0])
    entries = [pk for pk in _as_they_came(division) if pk in there]
    terms, before = load(division.season.terms), history(stood)
    seating = terms.seating(len(entries))
    base = groups.baseline(entries, seating, rounds=len(planned), before=before)
    squares = balance(entries, base, before).squares
    # Where somebody has left a round robin there are fewer meetings than the baseline has.
    bound = balance(entries, planned, before).bound
    return Meetings(_squares([*stood, *planned], there), squares, bound)


def _one_by_one(rounds: Sequence[Round], drawn: Sequence[Draw]) -> Meetings:
    """Compare each round with the baseline after the rounds before it."""
    baseline = 0
    for at, (each, draw) in enumerate(zip(rounds, drawn, strict=True)):
        before = history(drawn[:at])
        playing = [str(pk) for pk in each.draw["order"] if str(pk) not in draw.byes]
        places = Places(playing, before.met)
        cut = places.baseline([len(table) for table in draw.tables], silent)
        repeats, _ = places.cost(cut)
        # Whoever has met m times adds (m + 1)^2 - m^2 = 2m + 1 when they meet again.
        baseline += 2 * repeats + sum(len(table) * (len(table) - 1) // 2 for table in cut)
    there = {entry for draw in drawn for entry in _players(draw)}
    bound = balance(sorted(there), drawn).bound
    return Meetings(_squares(drawn, there), baseline, bound)


def _squares(drawn: Sequence[Draw], there: set[str]) -> int:
    met = Counter(
        pair
        for draw in drawn
        for table in draw.tables
        for pair in combinations(sorted(set(table) & there), 2)
    )
    return sum(times * times for times in met.values())


def _drawn(found: Round) -> Draw:
    """A round as it was published; who sits at a table was drawn there, whoever plays the seat."""
    tables = found.tables.filter(replays=None, leg=1).order_by("number")
    return Draw(
        tuple(
            tuple(str(place.entrant_id) for place in table.places.order_by("number"))
            for table in tables
        ),
        tuple(str(bye.entrant_id) for bye in found.byes.exclude(kind="zero").order_by("pk")),
    )


def _players(draw: Draw) -> set[str]:
    return {*draw.byes, *(entry for table in draw.tables for entry in table)}


def _as_they_came(division: Division) -> list[str]:
    order = division.entrants.order_by("at_first", "pk")
    return [str(pk) for pk in order.values_list("pk", flat=True)]
