"""What one clock is measured with: its rule, its player's nights, all that stops it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.rules import stretches, walls
from games.clocks.rules.clock import Turn
from games.clocks.rules.standstills import Standstill, in_order
from games.clocks.rules.stretches import Stretch, holding, union
from games.clocks.rules.styles import Hour


@dataclass(frozen=True, slots=True)
class Ruler:
    """A turn with the pauses and vacations that may concern it."""

    turn: Turn
    absences: tuple[Standstill, ...]

    def still(self, since: datetime) -> Iterator[Stretch]:
        """Everything that stops the clock from then on."""
        return union(in_order(self.absences), self.days_off(since))

    def after(self, start: datetime, running: timedelta) -> datetime:
        """The earliest instant by which so much time has run."""
        return stretches.after(start, running, self.still(start))

    def running(self, start: datetime, end: datetime) -> timedelta:
        """The running time between two instants."""
        return stretches.running(start, end, self.still(start))

    def awake(self, start: datetime, waking: timedelta) -> datetime:
        """The earliest instant by which the player was awake so long in running time."""
        nights = walls.nights(self.turn.zone, self.turn.quiet or walls.DEFAULT_NIGHT, start)
        return stretches.after(start, waking, union(self.still(start), nights))

    def days_off(self, since: datetime) -> Iterator[Stretch]:
        """The table's days off from then on."""
        return walls.days_off(self.turn.rule.zone, self.turn.rule.days_off, since)

    def away(self, at: datetime) -> bool:
        """Whether the instant lies in a pause or vacation."""
        return any(each.stretch.holds(at) for each in self.absences)

    def blocked(self, at: datetime) -> tuple[Stretch, str] | None:
        """The standstill or quiet hours in which the instant lies, and their name."""
        rule = self.turn.rule
        for each in self.absences:
            if each.stretch.holds(at):
                return each.stretch, each.cause
        endless = [
            (self.days_off(at), "days-off"),
            (walls.nights(rule.zone, rule.table_quiet, at), "table-quiet"),
        ]
        if rule.personal_quiet:
            endless.append((walls.nights(self.turn.zone, self.turn.quiet, at), "personal-quiet"))
        for row, cause in endless:
            if found := holding(row, at):
                return found, cause
        return None

    def passed(self, start: datetime, end: datetime) -> tuple[str, ...]:
        """The standstills between two instants by name, in order."""
        away = (each for each in self.absences if each.stretch.overlaps(start, end))
        found = [(each.start, each.cause) for each in away]
        for day in self.days_off(start):
            if day.start >= end:
                break
            if day.overlaps(start, end):
                found.append((day.start, "days-off"))
        return tuple(cause for _, cause in sorted(found))

    def next_hour(self, style: Hour, start: datetime, notice: timedelta) -> datetime:
        """The first hour that the table allows with so much running time before it."""
        rule = self.turn.rule
        days = style.days - rule.days_off
        for day in walls.dates_around(rule.zone, start):
            at = walls.last(rule.zone, day, style.at)
            # Nobody could use an hour at a closed table: the first one after it counts.
            if walls.weekday(day) not in days or at < start or self.away(at):
                continue
            if self.running(start, at) >= notice:
                return at
        raise AssertionError("dates never end")
