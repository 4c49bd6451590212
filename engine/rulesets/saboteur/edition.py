"""The two editions and the house rule: what differs, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta, Seat
from engine.errors import OptionError, SeatsError


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed edition of the rules."""

    key: str
    connected: bool
    """A path card must join a way that is connected with the start (current text; ruling 1)."""
    one_card_each: bool
    """Winning diggers draw one gold card each (current text), else as many as players (2004)."""


CURRENT = Edition("current", connected=True, one_card_each=True)
CLASSIC = Edition("2004", connected=False, one_card_each=False)
EDITIONS = {edition.key: edition for edition in (CURRENT, CLASSIC)}

META = Meta(
    key="saboteur",
    version=1,
    seats=range(3, 11),
    options={
        "edition": tuple(EDITIONS),
        "tools": ("off", "competitive"),
        "rounds": ("3", "1"),
    },
)


@dataclass(frozen=True)
class Config:
    """How one game is played: its edition, its house rules, its size."""

    edition: Edition
    competitive: bool
    """House rule `tools`: a digger with a broken tool at the end of the round gets no gold."""
    rounds: int
    seats: int
    left: tuple[Seat, ...]
    """For each seat its left neighbour, whose turn is next."""

    def options(self) -> dict[str, str]:
        """Write the options as they were chosen."""
        return {
            "edition": self.edition.key,
            "tools": "competitive" if self.competitive else "off",
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
        edition=EDITIONS[chosen["edition"]],
        competitive=chosen["tools"] == "competitive",
        rounds=int(chosen["rounds"]),
        seats=seats,
        left=tuple(Seat((seat + 1) % seats) for seat in range(seats)),
    )
