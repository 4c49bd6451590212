"""The options of Saboteur 2 and the size of one game, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta, Seat
from engine.errors import OptionError, SeatsError

META = Meta(
    key="saboteur2",
    version=1,
    seats=range(2, 13),
    options={
        "fourth_rockfall": ("on", "off"),
        "profiteer": ("always", "literal"),
        "trapped_geologist": ("nothing", "paid"),
        "rounds": ("3", "1"),
    },
)


@dataclass(frozen=True)
class Config:
    """How one game is played."""

    fourth_rockfall: bool
    """The box holds a 21st action card, taken to be a rockfall."""
    literal_profiteer: bool
    """Alone behind shut doors, the profiteer wins only by his own card (ruling 38b)."""
    paid_geologist: bool
    """A trapped geologist gets his crystals all the same (ruling 45)."""
    rounds: int
    seats: int
    left: tuple[Seat, ...]
    """For each seat its left neighbour, whose turn is next."""

    def options(self) -> dict[str, str]:
        """Write the options as they were chosen."""
        return {
            "fourth_rockfall": "on" if self.fourth_rockfall else "off",
            "profiteer": "literal" if self.literal_profiteer else "always",
            "trapped_geologist": "paid" if self.paid_geologist else "nothing",
            "rounds": str(self.rounds),
        }


def configure(seats: int, options: Mapping[str, str]) -> Config:
    """Check and complete the options; raises SeatsError or OptionError."""
    if seats not in META.seats:
        raise SeatsError(seats, META.seats[0], META.seats[-1])
    for name, value in options.items():
        allowed = META.options.get(name, ())
        if value not in allowed:
            raise OptionError(name, value, allowed)
    chosen = {name: options.get(name, values[0]) for name, values in META.options.items()}
    return Config(
        fourth_rockfall=chosen["fourth_rockfall"] == "on",
        literal_profiteer=chosen["profiteer"] == "literal",
        paid_geologist=chosen["trapped_geologist"] == "paid",
        rounds=int(chosen["rounds"]),
        seats=seats,
        left=tuple(Seat((seat + 1) % seats) for seat in range(seats)),
    )
