"""A player's own clock on the wall: zone and quiet hours."""

from dataclasses import dataclass

from games.clocks.rules import walls
from games.clocks.rules.walls import Night


@dataclass(frozen=True, slots=True)
class Person:
    """Where somebody lives and when he sleeps."""

    zone: str = "UTC"
    quiet: Night | None = None

    @property
    def night(self) -> Night:
        """When he is asleep: his quiet hours, or what most people mean by night."""
        return self.quiet or walls.DEFAULT_NIGHT


def person(zone: str, quiet: str | None = None) -> Person:
    """Read a zone and quiet hours; refused if there is no such zone or no such night."""
    return Person(walls.zone(zone).key, walls.night(quiet))
