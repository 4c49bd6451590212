"""How a deadline comes about, step by step, each of them settled (time.md, 4.1)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from games.clocks.rules.clock import Clock
from games.clocks.rules.grants import AtLeast, Extension, Grant, Outage
from games.clocks.rules.ruler import Ruler
from games.clocks.rules.standstills import OURS, Standstill
from games.clocks.rules.stretches import HOUR, Stretch, full_minute
from games.clocks.rules.styles import Hour


def draw(
    clock: Clock, absences: tuple[Standstill, ...], *, promise: datetime | None = None
) -> Clock:
    """The clock with the deadline that follows from all it holds, no earlier than promised."""
    if clock.amount is None or clock.turn.allotment is None:
        return replace(clock, due=None, causes=("turn",))
    drawing = _Drawing(clock, Ruler(clock.turn, absences), clock.amount, clock.turn.allotment)
    line = drawing.promised(drawing.granted(drawing.waking(drawing.begin())), promise)
    return replace(clock, due=line.at, causes=line.causes)


@dataclass(frozen=True, slots=True)
class _Line:
    """An instant on its way to become a deadline, and what moved it there."""

    at: datetime
    causes: tuple[str, ...]

    def to(self, at: datetime, *causes: str) -> "_Line":
        return _Line(at, tuple(dict.fromkeys(self.causes + causes)))


@dataclass(frozen=True, slots=True)
class _Drawing:
    clock: Clock
    ruler: Ruler
    amount: timedelta
    allotment: timedelta

    def begin(self) -> _Line:
        """(a) What the turn has, or what is left of it."""
        at = self._first()
        start = ("turn", "rule") if self.clock.ruled else ("turn",)
        line = _Line(at, start).to(at, *self.ruler.passed(self.clock.asked, at))
        return self._settled(line)

    def waking(self, line: _Line) -> _Line:
        """(c) The waking hours that the table promises, once in a turn."""
        least = self.clock.turn.rule.least_waking * HOUR
        if not least or self.clock.measure != "whole":
            return line
        at = self.ruler.awake(self.clock.asked, least)
        return self._later(line, self._on_the_hour(at), "waking")

    def granted(self, line: _Line) -> _Line:
        """(d) What was given since, in its order."""
        for grant in self.clock.grants:
            line = self._grant(line, grant)
        return line

    def promised(self, line: _Line, promise: datetime | None) -> _Line:
        """(e) What was shown."""
        if promise is None or promise <= line.at:
            return line
        return self._settled(line.to(promise, "promised"))

    def _first(self) -> datetime:
        style, asked, stands = self.clock.turn.rule.style, self.clock.asked, self.clock.stands
        if self.clock.measure == "rest" or not isinstance(style, Hour):
            return self.ruler.after(asked, self.amount)
        if stands is not None and self._can_stand(stands):
            return stands
        return self.ruler.next_hour(style, asked, self.amount)

    def _can_stand(self, stands: datetime) -> bool:
        enough = self.ruler.running(self.clock.asked, stands) >= self.amount
        return enough and not self.ruler.away(stands)

    def _grant(self, line: _Line, grant: Grant) -> _Line:
        match grant:
            case Extension(hours):
                # Also under style hour: its next hour may be a week away (time.md 5).
                return self._later(line, self.ruler.after(line.at, hours * HOUR), "extension")
            case AtLeast(cause, since, running):
                at = self.ruler.after(since, running)
                return self._later(line, self._on_the_hour(at) if cause in OURS else at, cause)
            case Outage(gone, left):
                line = self._moved(line, after_outage(line.at, gone))
                # A pause or vacation since then takes nothing of what was left when it was over.
                return self._later(line, self.ruler.after(gone.end, left), "outage")
            case _:
                assert_never(grant)

    def _moved(self, line: _Line, at: datetime) -> _Line:
        """Later in real time, whatever stands still in between."""
        return self._settled(line.to(at, "outage")) if at > line.at else line

    def _later(self, line: _Line, at: datetime, cause: str) -> _Line:
        if at <= line.at:
            return line
        return self._settled(line.to(at, cause, *self.ruler.passed(line.at, at)))

    def _settled(self, line: _Line) -> _Line:
        """Out of standstills and quiet hours, with the floor of every return before it (b)."""
        while True:
            line = replace(line, at=full_minute(line.at))
            if blocked := self.ruler.blocked(line.at):
                stretch, cause = blocked
                line = line.to(stretch.end, cause)
            elif (floor := self._floor(line.at)) > line.at:
                line = line.to(floor, "resumed", *self.ruler.passed(line.at, floor))
            else:
                return line

    def _floor(self, due: datetime) -> datetime:
        """The return floor of whatever overlapped the turn before that deadline (4.4)."""
        floors = [
            self._on_the_hour(self.ruler.after(each.end, self._returning))
            for each in self.ruler.absences
            if each.has_floor and each.stretch.overlaps(self.clock.asked, due)
        ]
        return max(floors, default=due)

    @property
    def _returning(self) -> timedelta:
        return min(self.allotment, self.clock.turn.rule.resume_floor * HOUR)

    def _on_the_hour(self, at: datetime) -> datetime:
        """Floors end at the next hour that is allowed, if the table plays by the hour."""
        style = self.clock.turn.rule.style
        return self.ruler.next_hour(style, at, timedelta()) if isinstance(style, Hour) else at


def after_outage(due: datetime, gone: Stretch) -> datetime:
    """Where a deadline comes to lie after an outage, before it is settled (time.md, 7)."""
    if due < gone.start:
        return due
    return max(due, min(due, gone.end) + gone.length, gone.end + HOUR)
