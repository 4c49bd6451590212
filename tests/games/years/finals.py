"""A knock-out final, counted anew from its tables: section 4 of the specification once more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.leagues.rules.terms import Terms, load
from games.models import Division, Entrant, LeagueTable, Round

FIRST = {
    2: ((1, 2),),
    4: ((1, 4), (2, 3)),
    8: ((1, 8), (4, 5), (2, 7), (3, 6)),
}
"""Who meets whom first, by places."""
Leg = list[tuple[int, tuple[bool, bool, int]]]
"""The seeds at a table with what their lines are compared by, in the order of their seats."""


def seeds_wrong(found: Round) -> str:
    """Say what is wrong with who begins the final, asked as soon as that is drawn."""
    terms, seeds = load(found.division.season.terms), found.draw["seeds"]
    place = {row["entrant"]: row["place"] for row in found.division.standing.rows}
    active = found.division.entrants.filter(status=Entrant.Status.ACTIVE)
    there = sorted(place[pk] for pk in active.values_list("pk", flat=True))
    # Who is level on the page is put in order by the lot.
    drawn = [place[pk] for pk in seeds]
    return "" if drawn == there[: terms.seeds] else f"{found}: places {drawn} of {there}"


@dataclass
class Final:
    """What was played, each round by its tables."""

    terms: Terms
    rounds: list[Round]
    seeds: list[int]

    def faults(self, champions: Sequence[int]) -> Iterator[str]:
        """Say what was played otherwise than written, round by round."""
        groups, through = self._first(), list[int]()
        for found in self.rounds:
            tables = [frozenset(seed for seed, _ in leg) for leg in self._legs(found, leg=1)]
            there = [group for group in groups if len(group) > 1]
            if self.terms.sizes.high == 2:
                if [frozenset(group) for group in there] != tables:
                    yield f"{found}: {tables} for {there}"
                    return
                through = [self._better(found, group, there) for group in groups]
                yield from self._games(found, there)
                groups = list(zip(through[::2], through[1::2], strict=False))
            else:
                through = self._through(found)
                if {seed for group in groups for seed in group} != self._all(found):
                    yield f"{found}: {self._all(found)} for {groups}"
                    return
                played = self._all(found) - set(through)
                missing = max(0, self.terms.sizes.low - len(through))
                groups = [(*through, *sorted(played)[:missing])]
        # Two go on from a last table of four, and its best is the champion.
        if self.seeds[through[0] - 1] != champions[0]:
            yield f"champion {champions[0]} for {self.seeds[through[0] - 1]}"

    def _first(self) -> list[tuple[int, ...]]:
        count = len(self.seeds)
        if self.terms.sizes.high > 2:
            return [tuple(range(1, count + 1))]
        whole = next(size for size in FIRST if size >= count)
        return [tuple(seed for seed in pair if seed <= count) for pair in FIRST[whole]]

    def _legs(
        self, found: Round, *, leg: int | None = None, number: int | None = None
    ) -> list[Leg]:
        tables = found.tables.filter(replays=None)
        if leg is not None:
            tables = tables.filter(leg=leg)
        if number is not None:
            tables = tables.filter(number=number)
        return [self._leg(each) for each in tables.order_by("number", "leg")]

    def _leg(self, table: LeagueTable) -> Leg:
        result = table.results.get(superseded_at=None)
        line = {line["entrant"]: line for line in result.lines}
        told: Leg = []
        for place in table.places.order_by("number"):
            seed = self.seeds.index(place.entrant_id) + 1
            own = line.get(place.entrant_id, {"ending": "annulled", "score": 0})
            held = own["ending"] != "forfeit"
            told.append((seed, (held, own.get("won", False), own["score"] if held else 0)))
        return told

    def _better(self, found: Round, group: Sequence[int], there: Sequence[Sequence[int]]) -> int:
        """Who of two goes on: who won more often, else the better place."""
        if len(group) == 1:
            return group[0]
        won = self._won(self._legs(found, number=list(there).index(group) + 1))
        return max(group, key=lambda seed: (won.count(seed), -seed))

    @staticmethod
    def _won(legs: Sequence[Leg]) -> list[int]:
        return [
            max(leg, key=lambda line: line[1])[0]
            for leg in legs
            if len({line[1] for line in leg}) > 1
        ]

    def _games(self, found: Round, there: Sequence[Sequence[int]]) -> Iterator[str]:
        """No game too many or too few, and each in other seats than the one before it."""
        for number, group in enumerate(there, start=1):
            if found.tables.filter(number=number, status="annulled").exists():
                continue
            legs = self._legs(found, number=number)
            for count in range(1, len(legs) + 1):
                won = self._won(legs[:count])
                lead = abs(2 * won.count(group[0]) - len(won))
                over = lead > max(0, self.terms.best_of - count) or count > self.terms.best_of
                if over is not (count == len(legs)):
                    yield f"{found} table {number}: {len(legs)} games, won by {won}"
            seats = [tuple(seed for seed, _ in leg) for leg in legs]
            if any(one == other for one, other in pairwise(seats)):
                yield f"{found} table {number}: seats {seats}"

    def _through(self, found: Round) -> list[int]:
        """The upper half of each table, its best first; who sat out is through."""
        byes = found.byes.values_list("entrant", flat=True)
        through = [self.seeds.index(pk) + 1 for pk in byes]
        for leg in self._legs(found, leg=1):
            order = sorted(leg, key=lambda line: (*(-int(each) for each in line[1]), line[0]))
            through += [seed for seed, _ in order[: len(leg) // 2]]
        return through

    def _all(self, found: Round) -> set[int]:
        byes = found.byes.values_list("entrant", flat=True)
        seated = found.tables.values_list("places__entrant", flat=True)
        return {self.seeds.index(pk) + 1 for pk in (*byes, *seated)}


def final_of(division: Division) -> Final | None:
    """The final of a division, if it had one."""
    rounds = list(division.rounds.filter(final=True).order_by("number"))
    if not rounds:
        return None
    return Final(load(division.season.terms), rounds, rounds[0].draw["seeds"])
