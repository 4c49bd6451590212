"""Who looks on while a month goes by, and notes what must not be. Knows pages, moves and calendars.

Nothing here asks the rules of time: what a deadline may not do is said anew, from what the month
did (people went away, the service was down) and from what pages showed.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count

from games import selectors
from games.clocks.rules.waiting import Why
from games.models import Entry, Game, Letter, Move, Seat
from tests.games.cast import DAY, HOUR, MINUTE
from tests.games.month.people import Person
from tests.games.month.plan import BEGIN, STEP, Times
from tests.games.month.tables import least_hours

LONGEST_SHARE = 2 * HOUR
"""In so long a bot moves, whoever else does."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A seat that is asked, as pages show it."""

    since: datetime
    due: datetime | None
    rest: bool
    moved: int
    """The seat's last move when it was seen: what came since may have begun another turn."""
    who: int | None
    homes: tuple[tuple[str, str], ...]
    """Zone and night of its player when the turn began: it keeps them (4.5)."""


class Watch:
    """The ledger of a month: what was shown to whom, what happened, and every fault found."""

    def __init__(self, games: Iterable[Game], people: Iterable[Person]) -> None:
        self.games = {game.pk: game for game in games}
        self.rules = {pk: [(BEGIN, game.time["settings"])] for pk, game in self.games.items()}
        """Since when a table goes by which settings."""
        self.persons = {person.player.pk: person for person in people}
        self.asks: dict[tuple[int, int], Ask] = {}
        self.shown: dict[int, deque[str]] = defaultdict(lambda: deque(maxlen=12))
        """What pages of a table showed of late: a fault that is seen once should explain itself."""
        self.paused: dict[int, list[list[datetime]]] = defaultdict(list)
        self.outages: list[Times] = []
        self.troubles: list[Times] = []
        """When nobody needs to be timed out in time: nothing is swept, or no letter leaves."""
        self.held: tuple[Times, ...] = ()
        self.early: set[int] = set()
        """Games in which a pause or a vacation ended before it was said to (4.6)."""
        self.faults: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        self.count: Counter[str] = Counter()
        self.last_move = 0
        self.read_until = BEGIN - DAY
        self.longest = timedelta()

    def fault(self, name: str, what: str = "") -> None:
        """Note what must not be."""
        self.faults[name] += 1
        self.first.setdefault(name, what)

    def look(self, now: datetime) -> None:
        """Take in what was played since the last look, and what pages show of it now."""
        moved: dict[int, None] = {}
        late = set()
        for move in Move.objects.filter(pk__gt=self.last_move).order_by("pk"):
            self.last_move = move.pk
            moved[move.game_id] = None
            self.count[move.by] += 1
            # A bot that plays for whoever has a clock does it because his time is over.
            self._closed(move)
            key = (move.game_id, move.seat)
            silent = move.by == Move.By.BOT and key in self.asks
            if (move.by == Move.By.DEADLINE or silent) and key not in late:
                late.add(key)
                self._timed_out(move, now)
        for pk in moved:
            self.see(pk, now)

    def see(self, pk: int, now: datetime) -> None:
        """Compare what the page of a game shows with what it showed before."""
        table = selectors.public_table(self.games[pk].key, now=now)
        shown = {clock.seat: clock for clock in table.clocks}
        for key in [key for key in self.asks if key[0] == pk and key[1] not in shown]:
            del self.asks[key]
            self.shown[pk].append(f"{now:%d %H:%M:%S} seat {key[1]} is not asked")
        who = dict(Seat.objects.filter(game=pk).values_list("number", "player_id"))
        for number, clock in shown.items():
            before = self.asks.get((pk, number))
            moved = self._last_move(pk, number)
            same = before is not None and before.moved == moved
            earlier = before and same and before.due and clock.due and clock.due < before.due
            if earlier and pk not in self.early:
                self.fault("earlier than shown", f"{self._name(pk, number)}: {clock.due}")
            going_on = before is not None and (same or clock.due == before.due)
            since = before.since if before and going_on else now
            kept = before.homes if before and going_on and before.who == who[number] else ()
            homes = kept or self._homes(who[number], rest=clock.rest)
            self.asks[pk, number] = Ask(since, clock.due, clock.rest, moved, who[number], homes)
            if before is None or clock.due != before.due:
                self.shown[pk].append(
                    f"{now:%d %H:%M:%S} seat {number} until {clock.due} rest {clock.rest}"
                )
        self.early.discard(pk)

    def audit(self, now: datetime) -> None:
        """Look at every game that runs, which waits for a named reason and not for ever, and at
        the letters that were written since the last audit."""
        self._letters(now)
        for game in Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk"):
            table = selectors.public_table(game.key, now=now)
            dues = [clock.due for clock in table.clocks if clock.due]
            if min(dues, default=None) != game.deadline_at:
                self.fault("deadline lost", f"{game.pk}: {dues}, {game.deadline_at}")
            if not table.waits:
                self.fault("no reason", str(game.pk))
            self._orders(game, now)
            for wait in table.waits:
                self.count[f"seen waiting: {wait.why}"] += 1
                self._waits(game, table, wait, now)

    def ruled(self, pk: int, now: datetime) -> None:
        """Take note that a table goes by other settings from now on."""
        self.rules[pk].append((now, Game.objects.get(pk=pk).time["settings"]))

    def _letters(self, now: datetime) -> None:
        """Look for letters that were written twice."""
        new = Letter.objects.filter(created_at__gte=self.read_until)
        self.read_until = now
        about = (
            *("kind", "email", "game", "seat", "ply", "created_at"),
            # Two acts of one kind may be done in the same instant, but not the same one twice.
            *("entry__act", "entry__seat", "entry__said", "outage", "asked"),
        )
        one_for_all = {"kind": Letter.Kind.VACATION}
        for fields, rows in (
            (about, new.exclude(**one_for_all)),
            (("email", "seat__player", "created_at"), new.filter(**one_for_all)),
        ):
            for row in rows.order_by().values(*fields).annotate(n=Count("pk")).filter(n__gt=1):
                self.fault("letter doubled", str(row))

    def _closed(self, move: Move) -> None:
        """Nobody moves at a table that is closed: no hand, no bot, no order, no clock."""
        for what, stretches in (("pause", self.paused[move.game_id]), ("hold", self.held)):
            if any(begun < move.made_at < ended for begun, ended in stretches):
                self.fault(f"in a {what}", f"{move.game_id}: {move.by} at {move.made_at}")

    def _orders(self, game: Game, now: datetime) -> None:
        """Orders that somebody left are looked at about an hour after he was asked, or before."""
        if game.look_at is None or now - game.look_at <= LONGEST_SHARE:
            return
        if not self._was_paused(game.pk, game.look_at, now) and not self._excused(
            game.look_at, now
        ):
            self.fault("orders not looked at", f"{game.pk}: {game.look_at}")

    def _waits(self, game: Game, table: selectors.Table, wait, now: datetime) -> None:
        if wait.why == Why.SET_ASIDE:
            self.fault("set aside", str(game.pk))
        if wait.why in (Why.PAUSED, Why.AWAY) and not wait.at > now:
            self.fault("hung", f"{game.pk}: {wait}")
        if wait.seat is None or self._excused(now - LONGEST_SHARE, now):
            return
        clock = next((clock for clock in table.clocks if clock.seat == wait.seat), None)
        if all(person.bot or person.stood_in for person in table.people):
            # Nobody is left: bots stop, and some day the game is closed.
            self.count["seen left alone"] += 1
            if game.alone_at is None or game.alone_at < now - STEP:
                self.fault("hung", f"{game.pk}: left alone, {game.alone_at}")
        elif clock is None:
            # A bot, or a seat that a bot plays: it moves soon.
            since = Move.objects.filter(game=game).latest("ply").made_at
            if now - since > LONGEST_SHARE and not self._was_paused(game.pk, since, now):
                self.fault("hung", f"{game.pk}: {wait} since {since}")
        elif (clock.due is None or clock.due < now - 2 * STEP) and not self._queued(
            game.pk, wait.seat, before=now
        ):
            self.fault("hung", f"{game.pk}: {wait}")

    def _timed_out(self, move: Move, at: datetime) -> None:
        key = (move.game_id, move.seat or 0)
        ask = self.asks.get(key)
        name = self._name(*key)
        if ask is None or ask.due is None or ask.due > at:
            self.fault("before the deadline shown", f"{name}: {ask} at {at}")
            return
        self.longest = max(self.longest, at - ask.since)
        late = at - ask.due
        if late > 2 * STEP and not self._excused(ask.due - STEP, at):
            self.fault("enforced late", f"{name}: {ask} at {at}")
        if not ask.rest and ask.due - ask.since < self._least(move.game_id, ask) - MINUTE:
            clocks = [rule["clock"] for rule in self._chosen(move.game_id, ask)]
            self.fault(
                "less than the allotment", f"{name}: {ask}, {clocks}, {self._lately(move.game_id)}"
            )
        if self._queued(*key, before=at):
            self.fault("letter still queued", f"{name} at {at}")
        self._standstills(key, name, ask, at)
        if any(begun <= at < ended for begun, ended in self.held):
            self.fault("in a hold", f"{name} at {at}")
        for begun, ended in self.outages:
            if begun <= at < ended + HOUR and ask.due >= begun:
                self.fault("in an outage", f"{name}: {ask} at {at}, {begun}")

    def _standstills(self, key: tuple[int, int], name: str, ask: Ask, at: datetime) -> None:
        assert ask.due
        seat = Seat.objects.select_related("player").get(game=key[0], number=key[1])
        person = self.persons.get(seat.player_id or 0)
        away = [
            (each.begun, each.ended)
            for each in (person.away if person else ())
            if key[0] in each.games
        ]
        for what, stretches in (("vacation", away), ("pause", self.paused[key[0]])):
            for begun, ended in stretches:
                if begun <= ask.due < ended or begun <= at < ended:
                    self.fault(f"in a {what}", f"{name}: {ask} at {at}, {begun} to {ended}")
                floor = min(DAY, self._least(key[0], ask))
                if what == "vacation" and ask.since < ended <= ask.due < ended + floor - MINUTE:
                    self.fault("no time after a return", f"{name}: {ask}, {ended}")
        # A turn that ran when a rule came may go on by the old one.
        chosen = self._chosen(key[0], ask)
        if all(_is_quiet(rule, home, ask.due) for rule in chosen for home in ask.homes):
            self.fault("in quiet hours", f"{name}: {ask}")

    def _homes(self, who: int | None, *, rest: bool) -> tuple[tuple[str, str], ...]:
        """Where a player lives whose turn begins now, or may have lived when it began."""
        person = self.persons[who or 0]
        return tuple(person.homes) if rest else (person.homes[-1],)

    def _chosen(self, pk: int, ask: Ask) -> list[dict[str, Any]]:
        """The settings that a turn may go by."""
        last = [rule for since, rule in self.rules[pk] if since <= ask.since][-1]
        return [last, *(rule for since, rule in self.rules[pk] if since > ask.since)]

    def _least(self, pk: int, ask: Ask) -> timedelta:
        chosen = self._chosen(pk, ask)
        if any(rule["clock"]["style"] == "bank" for rule in chosen):
            # What is in a bank was saved by the rule of a turn before.
            known = [rule for _, rule in self.rules[pk]]
            chosen += [rule for rule in known if rule["clock"]["style"] == "bank"]
        return min(least_hours(rule, self.games[pk].ruleset) for rule in chosen) * HOUR

    def _lately(self, pk: int) -> str:
        """What was shown and done at a table of late."""
        moves = Move.objects.filter(game=pk).order_by("-ply")[:12]
        acts = Entry.objects.filter(game=pk).order_by("-pk")[:8]
        told = [
            f"{each.made_at:%d %H:%M:%S} {each.seat} {each.by} {each.notation}" for each in moves
        ]
        told += [f"{each.made_at:%d %H:%M:%S} {each.seat} {each.act}" for each in acts]
        return "\n  ".join(("", *sorted((*told, *self.shown[pk]))))

    def _queued(self, pk: int, number: int, *, before: datetime) -> bool:
        """Whether nothing that was written to a seat in its turn has left."""
        ask = self.asks.get((pk, number))
        rows = Letter.objects.filter(seat__game=pk, seat__number=number, created_at__lt=before)
        since = rows.filter(created_at__gte=ask.since) if ask else rows
        states = set(since.values_list("status", flat=True))
        return "queued" in states and "sent" not in states

    def _last_move(self, pk: int, number: int) -> int:
        moves = Move.objects.filter(game=pk, seat=number).order_by("-pk")
        return moves.values_list("pk", flat=True).first() or 0

    def _excused(self, begun: datetime, ended: datetime) -> bool:
        return any(start <= ended and begun < end + 2 * HOUR for start, end in self.troubles)

    def is_troubled(self, now: datetime) -> bool:
        """Whether the service is down in some way, or was until lately."""
        return self._excused(now, now)

    def _was_paused(self, pk: int, begun: datetime, ended: datetime) -> bool:
        return any(start < ended and begun < end for start, end in self.paused[pk])

    def _name(self, pk: int, number: int) -> str:
        return f"game {pk} ({self.games[pk].ruleset}) seat {number}"


def _in_night(at: datetime, zone: str, night: str) -> bool:
    """Whether the clock on the wall shows a time of the night."""
    local = at.astimezone(ZoneInfo(zone)).time()
    start, end = (time.fromisoformat(part) for part in night.split("-"))
    return start <= local < end if start < end else local >= start or local < end


def _is_quiet(chosen: dict[str, Any], home: tuple[str, str], at: datetime) -> bool:
    nights = [(chosen["zone"], chosen["table_quiet"])]
    if chosen["personal_quiet"]:
        nights.append(home)
    return any(night and _in_night(at, zone, night) for zone, night in nights)
