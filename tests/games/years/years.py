"""Years of a league go by: people enter, play, vanish and come back, the workers sweep."""

import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from random import Random
from time import perf_counter
from typing import Self

from django.db.models import Min

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import dispatch, tasks
from games.clocks.rules.refusals import Refused
from games.errors import TooLate
from games.leagues.services import directing, sweeping
from games.links import SeatClaim
from games.models import Due, Game, LeagueTable, Letter, Pulse, Season, Seat
from games.services import instant, mailbox, sweeps, turns
from tests.games.cast import DAY, MINUTE, player
from tests.games.leagues import cast
from tests.games.month.post_office import Office
from tests.games.years import visits
from tests.games.years.people import Person, gather
from tests.games.years.plan import BEGIN, Plan
from tests.games.years.watch import Watch

OF_LEAGUES = (Letter.Kind.LEAGUE, Letter.Kind.LEAGUE_ASK)
In = Season.Status
ENDS = 0.5
"""How likely a game that is not played ends when people look in."""


class Years:
    """Everything that is simulated, with a clock of its own."""

    def __init__(self, plan: Plan, office: Office, patch: Callable[..., None]) -> None:
        self.plan, self.now, self.random = plan, BEGIN, Random(plan.seed)
        self.office, office.sample = office, plan.sample
        patch(instant, "now", lambda: self.now)
        # Names of leagues are drawn, too, and the lot hangs on them.
        patch(secrets, "token_bytes", self.random.randbytes)
        patch(secrets, "choice", self.random.choice)
        # Hints may get lost, and here all of them do: the sweeps find everything.
        patch(dispatch, "_soon", lambda *_: None)
        # What a sweep does must not hang on how busy the machine is.
        patch(sweeping, "SLICE", math.inf)
        patch(sweeps, "SLICE", math.inf)
        self.people = gather(plan)
        self.count: Counter[str] = Counter()
        self.league = cast.league("The Two Years' League", now=BEGIN)
        self.watch = Watch(self.league, plan)

    def run(self, tell: Callable[[str], None] = lambda _line: None) -> Self:
        """Let the years go by, and tell month by month how far they are."""
        begun, month = perf_counter(), 0
        begins = {self.plan.begins(at): at for at in range(1, len(self.plan.kinds) + 1)}
        while self.now < self.plan.end:
            self._sweep()
            if self.now in begins:
                self._announce(begins[self.now])
            if not (self.now - BEGIN) % self.plan.step:
                self._look_in()
            if (self.now - BEGIN) // (30 * DAY) > month:
                month = (self.now - BEGIN) // (30 * DAY)
                tell(self._so_far(perf_counter() - begun))
            self.now = self._next()
        self._send()
        self.watch.audit()
        for name, about in self.office.wrong:
            self.watch.fault(name, about)
        self.seconds = perf_counter() - begun
        return self

    def figures(self) -> Iterator[str]:
        """Say what happened, and whether what must hold does."""
        days = (self.plan.end - BEGIN).days
        yield f"{self.plan.players} players, {days} days in {self.seconds:.0f} s"
        yield ", ".join(f"{name} {number}" for name, number in sorted(self.count.items()))
        sent, read = self.office.count["sent"], self.office.count["read"]
        yield f"letters sent {sent}, of which written as readers get them {read}"
        yield from self.watch.figures()

    def _so_far(self, seconds: float) -> str:
        season = Season.objects.filter(league=self.league).latest("number")
        games = LeagueTable.objects.exclude(game=None).count()
        days, whole = (self.now - BEGIN).days, (self.plan.end - BEGIN).days
        where = f"day {days} of {whole}: season {season.number} {season.status}"
        return f"{where}, {games} games, {self.watch.wrong} faults, {seconds:.0f} s"

    def _next(self) -> datetime:
        """Leap to whatever falls due first, or to when people look in again, if they have to."""
        due = Due.objects.filter(done_at=None, next_at__gt=self.now).aggregate(at=Min("next_at"))
        game = Game.objects.filter(deadline_at__gt=self.now).aggregate(at=Min("deadline_at"))
        asked = Season.objects.filter(status__in=(In.REGISTRATION, In.PREPARED)).exists()
        # Nobody has to do anything between two seasons.
        step = self.plan.step if asked or game["at"] else self.plan.season
        later = self.now + step - (self.now - BEGIN) % step
        return min(at for at in (later, due["at"], game["at"]) if at)

    def _sweep(self) -> None:
        """Let the workers' turn come; sweeps that would find nothing are left out."""
        if Game.objects.filter(deadline_at__lte=self.now).exists():
            # Sweeps went on meanwhile, so no sign of life is missing.
            Pulse.objects.update(last_at=self.now - MINUTE)
            # Letters of games leave unread: the simulated month reads those.
            waiting = Letter.objects.filter(status="queued").exclude(kind__in=OF_LEAGUES)
            waiting.update(status="sent", sent_at=self.now)
            tasks.sweep_deadlines()
        tasks.sweep_leagues()
        self.watch.look(self.now)

    def _look_in(self) -> None:
        """Let who is there do what he is asked, and play."""
        if not (self.now - BEGIN) % DAY:
            tasks.sweep_tables()
            visits.decide(self)
            self._send()
        there = {each.player.pk: each for each in self.people if each.is_there(self.now)}
        visits.visit(self, there)
        self._play(there)

    def _send(self) -> None:
        while mailbox.sweep(now=self.now) == mailbox.SWEEP_LETTERS:
            pass

    def _announce(self, number: int) -> None:
        """Let a director say by which rules the next season is played."""
        for person in self.people:
            person.begins(number, self.plan)
        olga = player("olga")
        season = directing.draft(self.league.pk, self.plan.terms(number), by=olga, now=self.now)
        cast.rehearse(season, now=self.now)
        directing.announce(season.pk, by=olga, now=self.now)
        self.count["seasons"] += 1

    def _play(self, there: Mapping[int, Person]) -> None:
        """Let who is there play on, as long as it is the turn of somebody who is."""
        tables = LeagueTable.objects.filter(game__status=Game.Status.ACTIVE)
        for table in tables.order_by("pk"):
            assert table.game_id
            if not self.plan.played:
                # One after the other, or no table would wait for another.
                if self.random.random() < ENDS:
                    cast.end(table, self._scores(table), now=self.now)
            else:
                with suppress(TooLate):
                    while self._moves(table.game_id, there):
                        pass

    def _scores(self, table: LeagueTable) -> list[int]:
        return self.random.sample(range(12), table.places.count())

    def _moves(self, pk: int, there: Mapping[int, Person]) -> bool:
        """Make one move, if somebody is there to make it; a bot that stands in moves at once."""
        game = Game.objects.get(pk=pk)
        if game.status != Game.Status.ACTIVE:
            return False
        asked = Seat.objects.filter(game=pk, number__in=game.to_act, player__in=there)
        seat = asked.order_by("number").first()
        if seat is None:
            return game.bot_asked and turns.play_bot(pk, game.ply, now=self.now) is not None
        rules = ruleset(game.ruleset)
        at, state = EngineSeat(seat.number), rules.load(game.state)
        moves = rules.legal_moves(state, at)
        assert seat.player_id
        person = there[seat.player_id]
        wise = person.random.random() < person.skill
        move = rules.choose(rules.view(state, at), moves) if wise else person.random.choice(moves)
        try:
            text = rules.format(move)
            turns.play_move(SeatClaim.of(seat), text, seen_ply=game.ply, now=self.now)
        except Refused as refused:
            # A seat is looked for, or all stands still.
            self.count[f"move refused: {refused.reason}"] += 1
            return False
        self.count["moves"] += 1
        return True
