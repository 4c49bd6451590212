"""A month in which moderators do everything they can, and some of them die while they do it."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Max, Q

from games import tasks
from games.clocks.services import holding, keeping
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.moderation.services import acting, confirming, roles
from games.services import instant, locks
from tests.faults.processes import Process
from tests.games.cast import named
from tests.games.month import complaints, mishaps, referees
from tests.games.month.month import Month
from tests.games.month.plan import BEGIN, STEP, Plan
from tests.games.month.post_office import Office
from tests.games.month.referees import COMES
from tests.games.month.watch import Watch

SWEPT = {
    f"sweep_{what}" for what in ("deadlines", "orders", "reminders", "bots", "tables", "letters")
}
"""What the month itself lets run."""
HOURLY = {"clean", "sweep_log", "sweep_recoveries", "sweep_signals", "sweep_glass"}
STAFF = {"mia": "moderator", "max": "moderator", "hal": "host", "hedy": "host"}


class Spectator(Watch):
    """Looks at what moderators may not do either: let a game hang, or a letter come twice.

    How long turns are is watched by the other months: here half of them are lengthened, taken back
    or played by force.
    """

    def see(self, pk: int, now: object) -> None:
        """Look at no single turn."""

    def ruled(self, pk: int, now: datetime) -> None:
        """Compare no turn with the rules of its table, which may have begun anew."""

    def fault(self, name: str, what: str = "") -> None:
        """Note what must not be; what single turns show is not compared here."""
        if name == "hung":
            pk = int(what.partition(":")[0])
            if holding.stands() is not None or Game.objects.get(pk=pk).stuck >= Game.SET_ASIDE:
                return
            what += self._lately(pk)
        if name not in ("two deadlines shown", "set aside"):
            super().fault(name, what)

    def _queued(self, pk: int, number: int, *, before: datetime) -> bool:
        """Whether a letter to a seat waits: until it leaves its turn has no end."""
        rows = Letter.objects.filter(seat__game=pk, seat__number=number, status="queued")
        return rows.filter(created_at__lt=before).exists()

    def _timed_out(self, move: object, at: object) -> None:
        pass

    def _closed(self, move: object) -> None:
        pass


class Moderated(Month):
    """The month, with a staff that has nothing to do with any game."""

    def __init__(
        self, plan: Plan, office: Office, patch: Callable[..., None], *, acts: float, kills: float
    ) -> None:
        super().__init__(plan, office, patch)
        troubles = self.watch.troubles
        self.watch = Spectator(self.games, self.people)
        self.watch.troubles = troubles
        # Who ends a pause need not be who began it: each table had one that is long over.
        self.watch.paused = defaultdict(lambda: [[BEGIN, BEGIN]])
        self.acts, self.kills, self.killed = acts, kills, Counter[str]()
        self.staff: dict[str, Player] = {}
        for name, kind in STAFF.items():
            self.staff[name] = named(f"{name}@example.org", now=BEGIN)
            with because(Cause.FORM):
                roles.begin(self.staff[name], kind, now=BEGIN)
        self.by = self.staff["mia"]
        """Who acts next."""
        self.staff["zoe"] = named("zoe@example.org", now=BEGIN)
        one, other = (self.watch.persons[seat.player_id] for seat in complaints.two(self))
        mishaps.look_like_one(one.player, other.player)
        self._keys = cycle(sorted(COMES))

    def next_act(self) -> str:
        """Take the acts in turn, and in the second half mostly what was never done."""
        key = next(self._keys)
        never = [each for each in sorted(COMES) if not self.watch.count[f"done {each}"]]
        mostly = self.random.random() < 0.7
        return self.random.choice(never) if self.is_late and never and mostly else key

    @property
    def is_late(self) -> bool:
        """Whether half of the days are over."""
        return self.now > BEGIN + (self.plan.end - BEGIN) / 2

    def somebody(self, key: str, *, but: int | None = None) -> Player:
        """One of the staff who has the right at all."""
        kinds = {kind for kind in ("moderator", "host") if ROWS[key][f"{kind[0].upper()}·n"] != "-"}
        fit = [
            who for name, who in self.staff.items() if STAFF.get(name) in kinds and who.pk != but
        ]
        return self.random.choice(fit)

    def killed_while(self, key: str, token: str, by: Player) -> None:
        """Confirm in a process that is killed on its way, soon or late."""
        process = Process("act", confirms, (token, by.pk), self._surroundings, Path("/dev/null"))
        process.start()
        time.sleep(self.random.uniform(0, 0.35))
        process.kill()
        self.killed[key] += 1

    @property
    def _surroundings(self) -> dict[str, object]:
        """What a process of its own must know."""
        return {
            "DATABASE": connection.settings_dict["NAME"],
            "NOW": f"'{self.now.isoformat()}'::timestamptz",
        }

    def _sweep(self) -> None:
        super()._sweep()
        for name in settings.CELERY_BEAT_SCHEDULE:
            if name not in SWEPT and (name not in HOURLY or self.ticks % 4 == 0):
                getattr(tasks, name)()
        mishaps.says_yes_there(self)
        if self.random.random() < self.acts:
            referees.do_something(self)
            referees.answer_something(self)
            self.watch.look(self.now)

    def is_paused(self, pk: int) -> bool:
        """Whether a table is closed now, whoever closed it; all are while the service is held."""
        row = Game.objects.get(pk=pk)
        if holding.stands() is not None or row.stuck >= Game.SET_ASIDE:
            return True
        game = locks.seen(row.key)
        return keeping.seen(game, now=self.now).paused_until(self.now) is not None

    def left_alone(self, days: int) -> list[str]:
        """Let what is held or set aside go on, and nobody look in: by the clock every game goes on.

        Names those that do not in so many days from the last deadline on.
        """
        self.acts = 0
        for key in ("release", "retry"):
            while (came := COMES[key](self)) and referees.does(self, key, *came):
                pass
        running = Game.objects.filter(status=Game.Status.ACTIVE)
        for game in running.all():
            referees.does(self, "resume", game.key, {})
        # Some were given many hours more: nobody need move before those are over.
        last = running.aggregate(last=Max("deadline_at"))["last"] or self.now
        end, was = max(self.now, last) + timedelta(days), self._waiting()
        hang = was
        while hang and self.now < end:
            self.now += STEP
            self._sweep()
            hang = was & self._waiting()
        return [f"{pk}: {self.watch._lately(pk)}" for pk, _ply in sorted(hang)]

    def _waiting(self) -> set[tuple[int, int]]:
        """The games that run, each with its ply; but where bots are left alone it is closed."""
        running = Game.objects.filter(status=Game.Status.ACTIVE)
        there = running.filter(Q(alone_at=None) | Q(alone_at__lt=self.now))
        return set(there.values_list("pk", "ply"))


def confirms(token: str, by: int) -> None:
    """What a process does that will be killed."""
    who = Player.objects.get(pk=by)
    said = confirming.read(token, by=who)
    acting.confirm(ACTS[said.act], said, by=who, now=instant.now())
