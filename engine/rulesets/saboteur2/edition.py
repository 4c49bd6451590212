"""The options of Saboteur 2 and the size of one game, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta
from engine.decks import saboteur2 as box
from engine.parts.options import TableConfig, chosen

_CRYSTALS = sum(row.copies for row in box.PATHS if row.mark == "crystal")
META = Meta(
    key="saboteur2",
    version=2,
    seats=range(2, 13),
    options={
        "fourth_rockfall": ("on", "off"),
        "profiteer": ("always", "literal"),
        "trapped_geologist": ("nothing", "paid"),
        "rounds": ("3", "1"),
    },
    # Three rounds: alone among the winners, or the only geologist; and one theft each.
    most=3 * (max(*box.SHARES.values(), _CRYSTALS) + 1),
    roles=dict.fromkeys(range(2, 13), tuple(box.DWARVES)),
)


@dataclass(frozen=True, kw_only=True)
class Config(TableConfig):
    """How one game is played."""

    fourth_rockfall: bool
    """The box holds a 21st action card, taken to be a rockfall."""
    literal_profiteer: bool
    """Alone behind shut doors, the profiteer wins only by his own card (ruling 38b)."""
    paid_geologist: bool
    """A trapped geologist gets his crystals all the same (ruling 45)."""
    rounds: int


def configure(seats: int, options: Mapping[str, str], rules: int = META.version) -> Config:
    """Check and complete the options; raises SeatsError or OptionError."""
    words = chosen(META, seats, options)
    return Config(
        fourth_rockfall=words["fourth_rockfall"] == "on",
        literal_profiteer=words["profiteer"] == "literal",
        paid_geologist=words["trapped_geologist"] == "paid",
        rounds=int(words["rounds"]),
        seats=seats,
        options=words,
        rules=rules,
    )
