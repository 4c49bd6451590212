"""Runs a worked example of time: a table in memory that is changed by the rules alone."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from games.clocks.rules import (
    breaks,
    giving,
    orders,
    outages,
    reminders,
    ruling,
    seating,
    settings,
    speaking,
    turns,
    vacations,
    walls,
)
from games.clocks.rules.banks import at_start
from games.clocks.rules.people import person
from games.clocks.rules.refusals import Refused
from games.clocks.rules.table import Seat, Table, waking_left

FILE = Path(__file__).with_name("time-examples.yaml")
EXAMPLES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text())


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def kind_of(example: dict[str, Any]) -> str:
    """`events` or `order`; anything else is nothing we know how to run."""
    (kind,) = set(example) - {"name", "why", "settings", "seats", "expect"}
    return kind


def hours(length: timedelta | None) -> str | None:
    if length is None:
        return None
    minutes = length // timedelta(minutes=1)
    return f"{minutes // 60:02}:{minutes % 60:02}"


@dataclass
class World:
    table: Table
    organiser: int | None = None
    timed_out: list[int] = field(default_factory=list)
    refused: str | None = None

    @classmethod
    def of(cls, example: dict[str, Any]) -> "World":
        form = dict(example["settings"])
        organiser = form.pop("organiser", None)
        chosen = settings.load(form)
        seats = {
            int(number): Seat(person(each["zone"], each.get("quiet")), bank=at_start(chosen.style))
            for number, each in example["seats"].items()
        }
        return cls(Table(chosen, seats), organiser)

    def happen(self, event: dict[str, Any]) -> None:
        """Play one event; a refusal is kept and changes nothing."""
        now = instant(event["at"])
        what = {key: value for key, value in event.items() if key not in {"at", "do", "expect"}}
        if "next" in what:
            what["asked"] = {int(number): mark for number, mark in what.pop("next").items()}
        self._ring(instant(what["since"]) if event["do"] == "outage" else now)
        self.timed_out, self.refused = [], None
        do: Callable[..., Table] = getattr(self, "do_" + event["do"].replace("-", "_"))
        try:
            self.table = do(now, **what)
        except Refused as refusal:
            self.refused = str(refusal.reason)

    def _ring(self, now: datetime) -> None:
        for number, seat in self.table.seats.items():
            clock = seat.clock
            while clock and clock.remind_at and clock.remind_at <= now:
                plan = reminders.rung(clock.plan, now=clock.remind_at)
                clock = replace(clock, plan=plan)
            self.table = self.table.seated(number, replace(seat, clock=clock))

    def do_start(self, now: datetime, asked: dict[int, int]) -> Table:
        return turns.go_on(self.table, asked, now=now)

    def do_move(self, now: datetime, seat: int, asked: dict[int, int]) -> Table:
        turns.may_move(self.table, seat, now=now)
        return turns.go_on(self.table, asked, now=now, answered=seat)

    def do_sweep(self, now: datetime, asked: dict[int, int] | None = None) -> Table:
        self.timed_out = turns.too_late(self.table, now=now)
        if not self.timed_out:
            return self.table
        assert asked is not None
        return turns.time_out(self.table, self.timed_out, asked, now=now)

    def do_private(self, now: datetime, seat: int) -> Table:
        return self.table

    def do_quiet_of(self, now: datetime, seat: int, quiet: str) -> Table:
        who = replace(self.table.seats[seat].person, quiet=walls.night(quiet))
        return seating.know(self.table, seat, who, now=now)

    def do_zone_of(self, now: datetime, seat: int, zone: str) -> Table:
        who = replace(self.table.seats[seat].person, zone=walls.zone(zone).key)
        return seating.know(self.table, seat, who, now=now)

    def do_vacation(self, now: datetime, seat: int, first: str, last: str) -> Table:
        begin = None if first == "now" else date.fromisoformat(first)
        return breaks.leave(self.table, seat, (begin, date.fromisoformat(last)), now=now)

    def do_back(self, now: datetime, seat: int) -> Table:
        return breaks.come_home(self.table, seat, now=now)

    def do_pause(self, now: datetime, until: str, by: int | str) -> Table:
        whose = None if by == "agreed" else int(by)
        return breaks.pause(self.table, instant(until), by=whose, now=now)

    def do_resume(self, now: datetime) -> Table:
        return breaks.resume(self.table, now=now)

    def do_extend(self, now: datetime, seat: int, hours: int, by: int | None) -> Table:
        return giving.extend(self.table, seat, hours, by=by, now=now)

    def do_bounce(self, now: datetime, seat: int) -> Table:
        return giving.bounce(self.table, seat, now=now)

    def do_outage(self, now: datetime, since: str) -> Table:
        gone = outages.outage(instant(since), now)
        return giving.outage(self.table, gone) if gone else self.table

    def do_rule(self, now: datetime, clock: dict[str, Any]) -> Table:
        form = settings.dump(self.table.settings) | {"clock": clock}
        return ruling.rule(self.table, settings.load(form), now=now)

    def do_substitute(self, now: datetime, seat: int, zone: str, quiet: str | None = None) -> Table:
        return seating.substitute(self.table, seat, person(zone, quiet), now=now)

    def do_finish(self, now: datetime) -> Table:
        return turns.finish(self.table, now=now)

    def found(self, what: str, now: datetime) -> Any:
        """What an expectation of that name is compared with."""
        return getattr(self, "get_" + what)(now)

    def _asked(self, tell: Callable[[Seat], Any]) -> dict[str, Any]:
        seats = self.table.seats.items()
        return {str(number): tell(seat) for number, seat in seats if seat.clock}

    def get_due(self, now: datetime) -> Any:
        return self._asked(lambda seat: seat.clock.due)

    def get_because(self, now: datetime) -> Any:
        return self._asked(lambda seat: list(seat.clock.causes))

    def get_local(self, now: datetime) -> Any:
        return self._asked(
            lambda seat: walls.local(seat.clock.due, seat.person.zone).isoformat("T", "minutes")
        )

    def get_remind(self, now: datetime) -> Any:
        return self._asked(lambda seat: [each.at for each in seat.clock.plan.coming])

    def get_waking(self, now: datetime) -> Any:
        return self._asked(lambda seat: hours(waking_left(self.table, seat, now=now)))

    def get_game_due(self, now: datetime) -> Any:
        return self.table.due

    def get_bank(self, now: datetime) -> Any:
        return {str(number): hours(seat.bank) for number, seat in self.table.seats.items()}

    def get_misses(self, now: datetime) -> Any:
        return {
            str(number): seat.misses for number, seat in self.table.seats.items() if seat.misses
        }

    def get_vacation_days(self, now: datetime) -> Any:
        taken = {
            str(number): vacations.by_year(vacations.taken(seat.vacations))
            for number, seat in self.table.seats.items()
        }
        return {
            number: {str(year): days for year, days in years.items()}
            for number, years in taken.items()
            if years
        }

    def get_timed_out(self, now: datetime) -> Any:
        return self.timed_out

    def get_refused(self, now: datetime) -> Any:
        return self.refused


INSTANTS = {"due", "remind", "game_due"}


def wanted(what: str, value: Any) -> Any:
    """An expectation as the rules write it."""
    if what not in INSTANTS or value is None:
        return value
    if isinstance(value, dict):
        return {key: wanted(what, each) for key, each in value.items()}
    return [instant(each) for each in value] if isinstance(value, list) else instant(value)


def run_events(example: dict[str, Any]) -> None:
    world = World.of(example)
    for event in example["events"]:
        world.happen(event)
        now = instant(event["at"])
        expected = {what: wanted(what, value) for what, value in event["expect"].items()}
        assert {what: world.found(what, now) for what in expected} == expected, event


def run_order(example: dict[str, Any]) -> None:
    assert play_order(example["order"]) == example["expect"]


def play_order(order: dict[str, Any]) -> dict[str, Any]:
    unknown = set(order) - {"words", "next", "standing", "view", "legal", "when", "surprise"}
    assert not unknown
    nothing = {"play": None, "list": None, "line": None, "void": False}
    try:
        lists = orders.parse_lists(order["next"], order["standing"], order["words"])
    except Refused as refusal:
        return nothing | {"refused": str(refusal.reason)}
    asked = order_view(order["view"], order["legal"])
    if order.get("when", "asked") == "late":
        spoken = speaking.evaluate_late(*lists, asked)
    else:
        spoken = speaking.evaluate(*lists, asked, caution=order.get("surprise", False))
    found = {"play": spoken.move, "list": spoken.place, "line": spoken.line}
    return found | {"void": spoken.void, "refused": None}


def order_view(view: dict[str, Any], legal: list[str]) -> speaking.Asked:
    facts: dict[str, set[tuple[str, ...]]] = {
        "free": {(cell.lower(),) for cell in view.get("free", [])},
        "broken": {(tool.lower(), seat) for tool, seat in view.get("broken", [])},
        "hold": {(card.lower(),) for card in view.get("hand", [])},
    }
    moves = {move.lower(): move for move in legal}
    return speaking.Asked(
        holds=lambda test: test.about in facts[test.kind],
        fits=moves.get,
        only=lambda: legal[0] if len(legal) == 1 else None,
    )
