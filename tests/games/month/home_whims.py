"""A whim about where somebody lives and when he sleeps, through the service of the account page."""

from datetime import datetime
from typing import TYPE_CHECKING

from games.services import accounts
from tests.games.month.own import running
from tests.games.month.people import NIGHTS, ZONES, Person

if TYPE_CHECKING:
    from tests.games.month.month import Month


def moves_house(month: "Month", person: Person) -> str | None:
    """Say another zone or another night; it moves no deadline that runs (4.5)."""
    month.watch.look(month.now)
    before = _dues(month, person)
    zone, night = person.homes[-1]
    if person.random.random() < 0.5:
        zone = person.random.choice(ZONES)
    else:
        night = person.random.choice(NIGHTS)
    accounts.change_settings(
        person.player,
        name=person.player.name,
        language=person.player.language,
        time_zone=zone,
        quiet=night,
        now=month.now,
    )
    person.homes.append((zone, night))
    # What an outage moves is moved by whoever touches the game first.
    if _dues(month, person) != before and not month.watch.is_troubled(month.now):
        month.watch.fault("a night moved a deadline", f"{before}, {_dues(month, person)}")
    return "night or zone"


def _dues(month: "Month", person: Person) -> dict[tuple[int, int], datetime | None]:
    """Until when his pages say that he has time."""
    seats = running(person)
    for seat in seats:
        month.watch.see(seat.game_id, month.now)
    mine = {(seat.game_id, seat.number) for seat in seats}
    return {key: ask.due for key, ask in month.watch.asks.items() if key in mine}
