"""One season of a division, from its draws to its standing, as a rehearsal plays it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import accumulate
from random import Random

from games.leagues.rehearsal import games
from games.leagues.rehearsal.draws import Planned, swiss
from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.people import Person
from games.leagues.rules import adjudication
from games.leagues.rules.balance import Balance, balance
from games.leagues.rules.calendar import Window
from games.leagues.rules.history import Draw, history
from games.leagues.rules.lot import Lot
from games.leagues.rules.records import Game
from games.leagues.rules.standing import Row, Standing, standing
from games.leagues.rules.terms import Terms
from games.leagues.rules.values import Bye, Dropout, Ending, Facts, Kind, Line, Status, Table


@dataclass(frozen=True, slots=True)
class Season:
    """What came of a division in one run; entries are named by their numbers."""

    rows: tuple[Row, ...]
    people: tuple[Person, ...]
    balance: Balance
    meetings: Counter[int]
    """How many pairs met so often; those that never did are not among them."""
    sizes: Mapping[int, int]
    """How many tables there were of each size."""
    ended: datetime
    """When the last table was over."""
    overlaps: int
    """So many rounds opened while a table of another one ran on."""
    at_once: tuple[int, ...]
    """The most games that each had at the same time."""
    turns: int
    wanted: int
    """So many seats fell vacant while their game ran."""
    asks: int
    clinched: int | None
    """After which round nobody could reach the first any more."""


@dataclass
class _Run:
    terms: Terms
    board: Board
    people: Sequence[Person]
    chance: Random
    windows: Sequence[Window]
    drawn: list[Draw] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    spans: list[tuple[int, datetime, datetime, tuple[str, ...]]] = field(default_factory=list)
    turns: int = 0
    wanted: int = 0
    asks: int = 0

    @property
    def until(self) -> datetime:
        """So long tables may run on."""
        return self.windows[-1].closes_at + timedelta(days=self.terms.running_on)

    def there(self, number: int) -> list[str]:
        """Who is drawn in a round: all but those who left in one before."""
        return [
            str(at)
            for at, person in enumerate(self.people)
            if person.leaves is None or number <= person.leaves
        ]

    def round(self, window: Window, draw: Draw) -> None:
        """Play a round."""
        there = set(self.there(window.round))
        self.drawn.append(draw)
        self.byes += (Bye(name, window.round, Kind.FORCED) for name in draw.byes if name in there)
        late = 0
        for table in draw.tables:
            sitting = tuple(name for name in table if name in there)
            if len(sitting) < min(len(table), self.terms.sizes.low):
                self._too_few(window.round, table, sitting)
            else:
                late += self._play(window, sitting)
        self.asks += 2 * late > len(draw.tables) > 0

    def _play(self, window: Window, sitting: tuple[str, ...]) -> bool:
        people = [self.people[int(name)] for name in sitting]
        stays = [person.leaves != window.round for person in people]
        self.wanted += stays.count(False)
        seats = list(zip(sitting, people, stays, strict=True))
        played = games.play(self.board, seats, self.chance)
        self.turns += played.turns
        lines = played.lines
        if len(lines) == 2 and sum(line.ending is Ending.FORFEIT for line in lines) == 1:
            lines = tuple(_walked_over(line) for line in lines)
        self.tables.append(Table(str(len(self.tables)), window.round, lines))
        over = window.opens_at + timedelta(hours=played.hours)
        if over > self.until:
            # The directors are asked what shall become of it.
            over, self.asks = self.until, self.asks + 1
        self.spans.append((window.round, window.opens_at, over, sitting))
        return over > window.closes_at

    def _too_few(self, number: int, table: Sequence[str], sitting: Sequence[str]) -> None:
        if len(table) == 2 and sitting:
            ending = {True: Ending.WALKOVER, False: Ending.FORFEIT}
            lines = tuple(Line(name, 0, ending[name in sitting]) for name in table)
            self.tables.append(Table(str(len(self.tables)), number, lines))
            return
        lines = tuple(Line(name, 0) for name in sitting)
        self.tables.append(Table(str(len(self.tables)), number, lines, Status.ANNULLED))
        self.asks += number == len(self.windows) and bool(sitting)

    def standing(self) -> Standing:
        """The standing by what was played so far, the lot deciding last."""
        rules = self.terms.standing
        left = [
            Dropout(str(at), *self._games(str(at), person.leaves))
            for at, person in enumerate(self.people)
            if person.leaves is not None
        ]
        names = tuple(str(at) for at in range(len(self.people)))
        facts = Facts(names, tuple(self.tables), tuple(self.byes), (), tuple(left))
        return standing(rules, facts, Lot(str(self.chance.random()), "rehearsal"))

    def _games(self, name: str, left: int) -> tuple[int, int]:
        finished = sum(
            table.round < left and any(line.entry == name for line in table.lines)
            for table in self.tables
        )
        return finished, len(self.windows)


def play(
    terms: Terms, board: Board, people: Sequence[Person], planned: Planned, chance: Random
) -> Season:
    """Play a division's season once."""
    windows = terms.windows(terms.rounds_for(len(people)))
    run = _Run(terms, board, people, chance, windows)
    for window in windows:
        if terms.format.planned:
            run.round(window, planned.of(len(people))[window.round - 1])
        else:
            order = run.there(1) if window.round == 1 else _order(run, window.round)
            run.round(window, swiss(terms, order, run.drawn))
    told = run.standing()
    last = max((over for _, _, over, _ in run.spans), default=windows[-1].closes_at)
    return Season(
        rows=told.rows,
        people=tuple(people),
        balance=balance([str(at) for at in range(len(people))], run.drawn),
        meetings=Counter(history(run.drawn).met.values()),
        sizes=Counter(len(table) for draw in run.drawn for table in draw.tables),
        ended=max(last, windows[-1].closes_at),
        overlaps=len(set(_overlapping(run))),
        at_once=tuple(_at_once(run, str(at)) for at in range(len(people))),
        turns=run.turns,
        wanted=run.wanted,
        asks=run.asks,
        clinched=_clinched(run, told),
    )


def _walked_over(line: Line) -> Line:
    if line.ending is Ending.FORFEIT:
        return line
    return Line(line.entry, line.score, Ending.WALKOVER, misses=line.misses)


def _order(run: _Run, number: int) -> list[str]:
    there = set(run.there(number))
    ranked = [row.entry for row in run.standing().rows if row.entry in there]
    return ranked + sorted(there - set(ranked), key=int)


def _overlapping(run: _Run) -> Iterator[int]:
    for window in run.windows:
        if any(
            number < window.round and opens < window.opens_at < over
            for number, opens, over, _ in run.spans
        ):
            yield window.round


def _at_once(run: _Run, name: str) -> int:
    """The most games that somebody had at the same time."""
    own = [(opens, over) for _, opens, over, sitting in run.spans if name in sitting]
    changes = sorted([(opens, 1) for opens, _ in own] + [(over, -1) for _, over in own])
    return max(accumulate(change for _, change in changes), default=0)


def _clinched(run: _Run, told: Standing) -> int | None:
    """After which round nobody could reach the winner, whatever each line could yet give."""
    if not told.rows:
        return None
    size = run.terms.sizes.high
    least, most = adjudication.bounds(run.terms.scoring, adjudication.Game(size, 0, run.board.most))
    by_round = {row.entry: _points(row) for row in told.rows}
    first, rounds = told.rows[0].entry, len(run.windows)
    for number in range(1, rounds + 1):
        reached = {
            entry: sum((worth for at, worth in own if at <= number), Fraction(0))
            for entry, own in by_round.items()
        }
        to_come = rounds - number
        others = max((worth for each, worth in reached.items() if each != first), default=None)
        if others is None or reached[first] + to_come * least > others + to_come * most:
            return number
    return None


def _points(row: Row) -> list[tuple[int, Fraction]]:
    games_ = [(game.round, game.share.points or Fraction(0)) for game in row.record.games]
    left = [
        (each.round, each.share.points or Fraction(0))
        for each in row.record.left_out
        if isinstance(each, Game)
    ]
    return games_ + left + [(sat.bye.round, sat.points or Fraction(0)) for sat in row.record.byes]
