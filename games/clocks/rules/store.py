"""A table's time as it is stored: JSON by `dump`, read back by `load` (time.md, 13).

Only what running turns and budgets still need is kept; what is over is forgotten.
"""

from datetime import datetime
from typing import cast

from games.clocks.rules import forms, settings, standstills, stored, vacations
from games.clocks.rules.clock import Aside, Clock
from games.clocks.rules.forms import Form
from games.clocks.rules.people import Person
from games.clocks.rules.settings import Settings
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Seat, Table
from games.clocks.rules.walls import night


def dump(table: Table) -> dict[str, object]:
    """A table as JSON."""
    since = oldest(table)
    outages = [each for each in table.outages if since is None or each.end > since]
    pauses = [each for each in table.pauses if since is None or each.end > since]
    rule = table.settings
    return {
        "settings": settings.dump(rule),
        "seats": {str(number): _dump_seat(seat, rule) for number, seat in table.seats.items()},
        "pauses": [standstills.dump(each) for each in pauses],
        "outages": [[forms.instant(each.start), forms.instant(each.end)] for each in outages],
        "finished": table.finished,
    }


def load(form: Form) -> Table:
    """The table that `dump` wrote; one that has settings alone has not begun."""
    rule = settings.load(cast("Form", form["settings"]))
    seats = cast("dict[str, Form]", form.get("seats", {}))
    pauses = cast("list[Form]", form.get("pauses", []))
    outages = cast("list[tuple[str, str]]", form.get("outages", []))
    return Table(
        settings=rule,
        seats={int(number): _load_seat(seat, rule) for number, seat in seats.items()},
        pauses=tuple(map(standstills.load, pauses)),
        outages=tuple(Stretch(*map(forms.read_instant, each)) for each in outages),
        finished=forms.yes_or_no(form, "finished", default=False),
    )


def unreached(form: Form, number: int) -> bool:
    """Whether letters to a seat came back lately: of all that is stored this is asked most."""
    seat = cast("dict[str, Form]", form["seats"])[str(number)]
    return forms.yes_or_no(seat, "unreached", default=False)


def oldest(table: Table) -> datetime | None:
    """When the oldest turn began that is not over; none if no turn runs."""
    each = (at.turn.begun for seat in table.seats.values() for at in (seat.clock, seat.aside) if at)
    return min(each, default=None)


def _dump_seat(seat: Seat, rule: Settings) -> dict[str, object]:
    return {
        "zone": seat.person.zone,
        "quiet": None if seat.person.quiet is None else str(seat.person.quiet),
        "vacations": [vacations.dump(each) for each in seat.vacations],
        **_dump_announced(seat),
        "bank": forms.seconds(seat.bank),
        "clock": None if seat.clock is None else stored.dump(seat.clock, rule),
        "aside": None if seat.aside is None else stored.dump_aside(seat.aside, rule),
        "bounced": None if seat.bounced is None else forms.instant(seat.bounced),
        "unreached": seat.unreached,
        "misses": seat.misses,
        "bot": seat.bot,
    }


def _dump_announced(seat: Seat) -> dict[str, object]:
    """What hardly anybody ever has takes no room at all tables."""
    announced = [vacations.dump(each) for each in seat.announced]
    return {"announced": announced} if announced else {}


def _load_seat(form: Form, rule: Settings) -> Seat:
    quiet = cast("str | None", form["quiet"])
    return Seat(
        person=Person(forms.text(form, "zone"), night(quiet)),
        vacations=tuple(map(vacations.load, cast("list[Form]", form["vacations"]))),
        announced=tuple(map(vacations.load, cast("list[Form]", form.get("announced", [])))),
        bank=forms.maybe_seconds(form["bank"]),
        clock=_load_clock(cast("Form | None", form["clock"]), rule),
        aside=_load_aside(cast("Form | None", form["aside"]), rule),
        bounced=forms.maybe_instant(form["bounced"]),
        unreached=forms.yes_or_no(form, "unreached", default=False),
        misses=cast("int", form["misses"]),
        bot=forms.yes_or_no(form, "bot", default=False),
    )


def _load_clock(form: Form | None, rule: Settings) -> Clock | None:
    return None if form is None else stored.load(form, rule)


def _load_aside(form: Form | None, rule: Settings) -> Aside | None:
    return None if form is None else stored.load_aside(form, rule)
