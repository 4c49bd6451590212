"""A month goes by: people look in, the workers sweep, and at times something is down."""

import heapq
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import count
from random import Random
from time import perf_counter
from typing import Self

from games import dispatch, selectors, tasks
from games.clocks.rules.refusals import Refused
from games.clocks.services import holding
from games.errors import BadLink, StaleTurn, TooLate
from games.links import SeatClaim
from games.models import Game, Move, Outage, Seat
from games.services import instant, mailbox, turns
from tests.games.cast import DAY, MINUTE
from tests.games.month import tables
from tests.games.month.people import Person, gather
from tests.games.month.plan import BEGIN, STEP, Plan, Times
from tests.games.month.post_office import Office
from tests.games.month.watch import Watch
from tests.games.month.whims import WHIMS

OFTEN = 0.2
"""However busy the days are, no whim comes at more looks."""
AUDITS = 36
"""Of so many sweeps one is followed by a look at every game."""


class Month:
    """Everything that is simulated, with a clock of its own."""

    def __init__(self, plan: Plan, office: Office, patch: Callable[..., None]) -> None:
        self.plan, self.office, self.now = plan, office, BEGIN
        self.random = Random(plan.seed)
        office.dead.clear()
        patch(instant, "now", lambda: self.now)
        patch(secrets, "token_bytes", self.random.randbytes)
        patch(secrets, "randbelow", self.random.randrange)
        # Hints may get lost, and here all of them do: the sweeps find everything.
        patch(dispatch, "_soon", lambda *_: None)
        self.people = gather(plan, self.random)
        self.games = [
            tables.deal(at, plan.times[at % len(plan.times)], self.people, self.random)
            for at in range(plan.games)
        ]
        self.watch = Watch(self.games, self.people)
        self.watch.troubles = [*plan.down, *plan.silent, *plan.no_mail, *plan.held]
        self.watch.held = plan.held
        self.ticks = 0
        self.last_tick = BEGIN
        self._order = count()
        self._queue: list[tuple[datetime, int, Callable[[], None]]] = []

    def run(
        self,
        tell: Callable[[str], None] = lambda _line: None,
        *,
        until: Callable[[], bool] = lambda: False,
    ) -> Self:
        """Let the month go by, or as much of it as is wanted, and tell day by day how far it is."""
        begun = perf_counter()
        self._at(BEGIN, self._sweep)
        for day in range(1, self.plan.days):
            self._at(BEGIN + day * DAY, lambda: tell(self._so_far(perf_counter() - begun)))
        for person in self.people:
            self._at(person.next_look(BEGIN), self._looks(person))
        for start, end in self.plan.held:
            self._at(start, self._hold)
            self._at(end, self._release)
        while self._queue and self._queue[0][0] < self.plan.end and not until():
            self.now, _, do = heapq.heappop(self._queue)
            do()
        if not until():
            self.now = self.plan.end
            self.watch.audit(self.now)
        for name, what in self.office.wrong:
            self.watch.fault(name, what)
        self.seconds = perf_counter() - begun
        return self

    @property
    def digest(self) -> str:
        """What was played when, as a few letters."""
        first = min(game.pk for game in self.games)
        rows = Move.objects.filter(game__in=self.games).order_by("game_id", "ply")
        told = sha256()
        for row in rows.values_list("game_id", "ply", "seat", "by", "notation", "made_at"):
            told.update(repr((row[0] - first, *row[1:])).encode())
        return told.hexdigest()[:16]

    def figures(self) -> Iterator[str]:
        """Say what happened."""
        active = Game.objects.filter(status=Game.Status.ACTIVE).count()
        games, days = self.plan.games, self.plan.days
        yield (
            f"{games} games, {len(self.people)} people, {days} days in {self.seconds:.0f} s; "
            f"{games - active} ended, {active} wait; {Outage.objects.count()} outages; "
            f"{self.ticks} sweeps; month {self.digest}"
        )
        counts = self.watch.count + self.office.count
        yield ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
        yield f"longest turn that was timed out: {self.watch.longest}"
        for name, number in self.watch.faults.items():
            yield f"FAULT {name}: {number} times, first {self.watch.first[name]}"

    def _so_far(self, seconds: float) -> str:
        moves, wrong = Move.objects.count(), sum(self.watch.faults.values())
        day = f"day {(self.now - BEGIN).days} of {self.plan.days}"
        return f"{day}: {moves} moves, {wrong} faults, {seconds:.0f} s"

    def _at(self, when: datetime, do: Callable[[], None]) -> None:
        heapq.heappush(self._queue, (when, next(self._order), do))

    def _hold(self) -> None:
        holding.hold("a new machine", now=self.now)

    def _release(self) -> None:
        gone = holding.release(now=self.now)
        assert gone is not None
        self.watch.outages.append((gone.begun_at, gone.ended_at))

    def _sweep(self) -> None:
        """Let the workers' turn come, unless nothing sweeps now."""
        self._at(self.now + STEP, self._sweep)
        if _in(self.plan.down, self.now) or _in(self.plan.silent, self.now):
            return
        if self.now - self.last_tick >= 15 * MINUTE:
            self.watch.outages.append((self.last_tick, self.now))
        was_gone = self.now - self.last_tick > STEP
        self.ticks, self.last_tick = self.ticks + 1, self.now
        self.office.down = _in(self.plan.no_mail, self.now)
        tasks.sweep_deadlines()
        self.watch.look(self.now)
        tasks.sweep_orders()
        self.watch.look(self.now)
        tasks.sweep_reminders()
        tasks.sweep_bots()
        tasks.sweep_tables()
        while mailbox.sweep(now=self.now) == mailbox.SWEEP_LETTERS:
            pass
        self.watch.look(self.now)
        if was_gone or self.ticks % AUDITS == 0:
            for game in Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk"):
                self.watch.see(game.pk, self.now)
            self.watch.audit(self.now)

    def _looks(self, person: Person) -> Callable[[], None]:
        def look() -> None:
            self._at(person.next_look(self.now), look)
            if not _in(self.plan.down, self.now):
                self._look(person)

        return look

    def _look(self, person: Person) -> None:
        waiting = Seat.objects.select_related("player", "game").filter(
            player=person.player, game__status=Game.Status.ACTIVE
        )
        for seat in waiting.order_by("game_id"):
            if seat.number in seat.game.to_act and person.answers(self.now):
                self._answer(person, seat)
        for chance, whim in WHIMS:
            if person.random.random() < min(chance * self.plan.whims, OFTEN):
                if said := whim(self, person):
                    self.watch.count[f"whim: {said}"] += 1
                self.watch.look(self.now)
                self._see_all(person)

    def _see_all(self, person: Person) -> None:
        for pk in Game.objects.filter(places__player=person.player, status="active"):
            self.watch.see(pk.pk, self.now)

    def _answer(self, person: Person, seat: Seat) -> None:
        """Choose a move from the seat's page, and make it."""
        self.watch.see(seat.game_id, self.now)
        table = selectors.seat_table(seat, now=self.now)
        if not table.choices:
            return
        text = person.random.choice(table.choices).text
        due = next((clock.due for clock in table.clocks if clock.own), None)
        shown = self.watch.asks.get((seat.game_id, seat.number))
        if due != (shown and shown.due):
            self.watch.fault("two deadlines shown", f"{seat.game_id}: {shown}, {due}")
        try:
            claim = SeatClaim.of(seat)
            turns.play_move(claim, text, seen_ply=table.game.ply, now=self.now)
        except TooLate:
            if due is None or due > self.now:
                self.watch.fault("refused before the deadline shown", f"{seat.game_id}: {due}")
        except Refused as refused:
            self.watch.count[f"refused: {refused.reason}"] += 1
            if not _in(self.plan.held, self.now) and not self.is_paused(seat.game_id):
                self.watch.fault("refused", f"{seat.game_id}: {refused}")
        except (StaleTurn, BadLink) as stale:
            self.watch.count[f"refused: {type(stale).__name__}"] += 1
        else:
            self.watch.count["by hand"] += 1
        self.watch.look(self.now)

    def is_paused(self, pk: int) -> bool:
        """Whether a table is closed now, by what people did."""
        return any(begun <= self.now < ended for begun, ended in self.watch.paused[pk])


def _in(times: tuple[Times, ...], now: datetime) -> bool:
    return any(start <= now < end for start, end in times)
